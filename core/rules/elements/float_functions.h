#ifndef SHAPEWRIGHT_CORE_RULES_ELEMENTS_FLOAT_FUNCTIONS_H_
#define SHAPEWRIGHT_CORE_RULES_ELEMENTS_FLOAT_FUNCTIONS_H_

#include "core/rules/elements/float_arithmetic.h"

namespace shapewright::rules {

// Functions that no library rounds correctly (S14): their results are ranges that hold what any of
// them gives, or unknown.
FloatElement LogRange(RuleContext& ctx, const FloatElement& value, ElementType element);
FloatElement ExpRange(RuleContext& ctx, const FloatElement& value, ElementType element);
FloatElement PowerRange(RuleContext& ctx, const FloatElement& base, const FloatElement& exponent,
                        ElementType element);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_ELEMENTS_FLOAT_FUNCTIONS_H_
