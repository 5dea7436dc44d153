#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_HALVES_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_HALVES_H_

#include <optional>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// Every q is floordiv(q, 2) + ceildiv(q, 2). Where a sum holds two of these
// three, replaces them by the third: q - q//2 becomes ceildiv(q, 2), also
// where q is x//4 and q//2 has become x//8. Patch merging makes such sums.
// Nothing if the sum holds none. `quotient` gives floordiv(dividend + shift,
// divisor).
using MakeQuotient = absl::FunctionRef<Expr(Expr dividend, int64_t shift, int64_t divisor)>;
std::optional<TermList> CombineHalves(const ExprArena& arena, absl::Span<const Term> terms,
                                      MakeQuotient quotient);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_HALVES_H_
