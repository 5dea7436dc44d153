#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_DIALECT_DIM_TEXT_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_DIALECT_DIM_TEXT_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/text/parse_program.h"
#include "core/symbolic/text/symbol_resolver.h"

namespace shapewright::symbolic {

// What the text of a dim_param is (S8), which may be a name of any form.

// Whether it has the signs of arithmetic, as `floor(H/2)` and `batch*seq`, and others than names
// such as `batch.1`, `a-b`, `batch/sequence` and `batch (dynamic)` have.
bool LooksLikeArithmetic(absl::string_view text);
// Whether it is names with slashes between them alone, as `batch/sequence`: a name, though it could
// be a quotient.
bool IsPath(absl::string_view text);

// How another tool reads an expression, where `read` is how it is read here and that differs.
struct OtherReading {
  Expr expr;
  std::string why;  // what the text leaves open
};
std::optional<OtherReading> FindOtherReading(ExprArena& arena, const Program& program, Expr read,
                                             SymbolResolver resolve);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_DIALECT_DIM_TEXT_H_
