#ifndef SHAPEWRIGHT_CORE_RULES_ELEMENTS_FLOAT_ELEMENTS_H_
#define SHAPEWRIGHT_CORE_RULES_ELEMENTS_FLOAT_ELEMENTS_H_

#include "absl/functional/function_ref.h"
#include "core/rules/elements/float_arithmetic.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Sets the elements of output 0, whose shape is set, to op of the broadcast elements of two
// operands, where both are known by value.
void MapFloatPairs(RuleContext& ctx, int a, int b, FloatOperation op);
void MapFloatPairs(RuleContext& ctx, int a, int b,
                   absl::FunctionRef<FloatElement(const FloatElement&, const FloatElement&)> op);
// The same for comparisons, whose results are bools.
void CompareFloatPairs(RuleContext& ctx, int a, int b, FloatRelation relation);
// Sets the elements of output 0, whose shape is that of operand 0, to op of each element.
void MapFloats(RuleContext& ctx, absl::FunctionRef<FloatElement(const FloatElement&)> op);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_ELEMENTS_FLOAT_ELEMENTS_H_
