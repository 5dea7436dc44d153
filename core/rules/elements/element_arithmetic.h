#ifndef SHAPEWRIGHT_CORE_RULES_ELEMENTS_ELEMENT_ARITHMETIC_H_
#define SHAPEWRIGHT_CORE_RULES_ELEMENTS_ELEMENT_ARITHMETIC_H_

#include <optional>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Values of operators that work element by element.

// The flat index into `shape` of the element that numpy broadcasting reads for
// flat index `index` of `result`. All dims are constants.
int64_t BroadcastIndex(absl::Span<const Dim> result, absl::Span<const Dim> shape, int64_t index);

// The number of elements of a shape whose dims are all constants, where there are
// at most kMaxElements.
std::optional<int64_t> SmallElementCount(const Shape& shape);

// Sets the elements of output 0, whose shape is set, to op(a, b) of the broadcast elements of two
// operands, if at least one is known by value and the other is small.
void MapElementPairs(RuleContext& ctx, int a, int b, absl::FunctionRef<Expr(Expr, Expr)> op);

// Requires that the divisors, the elements of an operand, are not 0.
void RequireDivisors(RuleContext& ctx, int input);

// The value as the element type holds it (S10): int64 and int32 are assumed not to wrap, int32 with
// an ASSUMED range fact where that is not proved; in other types a result that may leave the range
// is unknown.
Expr KeepInRange(RuleContext& ctx, Expr value, ElementType element);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_ELEMENTS_ELEMENT_ARITHMETIC_H_
