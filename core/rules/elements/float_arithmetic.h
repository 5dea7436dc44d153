#ifndef SHAPEWRIGHT_CORE_RULES_ELEMENTS_FLOAT_ARITHMETIC_H_
#define SHAPEWRIGHT_CORE_RULES_ELEMENTS_FLOAT_ARITHMETIC_H_

#include "absl/functional/function_ref.h"
#include "core/rules/rule_context.h"
#include "core/symbolic/float_node.h"

namespace shapewright::rules {

// Values of floating-point operators (S14): constants are computed in the
// precision of their type; sizes that were cast to float stay exact as
// long as that can be shown, with an ASSUMED fact for how large they may
// be.
//
// Other results become opaque: their values are known only once those of the sizes
// are.
//
// A kRatio, whose denominator is a power of two, stands for its quotient rounded to the element's
// type. Code that relies on the exact quotient must call AssumeExact().

using symbolic::FloatOperation;

enum class FloatRelation : uint8_t { kEqual, kLess, kAtMost, kGreater, kAtLeast };

// Bits of a type's significand; 0 for types whose arithmetic is not followed.
int SignificandBits(ElementType element);

// A constant as the element type holds it.
double RoundToType(double value, ElementType element);

// The format of the type's arithmetic; kNone where SignificandBits is 0.
symbolic::FloatFormat FormatOf(ElementType element);

// The element as a floating-point node, rounded as its type is.
Expr FloatNodeOf(RuleContext& ctx, const FloatElement& value, ElementType element);
// An operation of one operand: folded, or opaque.
FloatElement ComputeFloat(RuleContext& ctx, FloatOperation op, const FloatElement& value,
                          ElementType element);
// Converts to another type, as an opaque operation.
FloatElement ConvertFloat(RuleContext& ctx, const FloatElement& value, ElementType from,
                          ElementType to);

// An integer converted to a floating-point type.
FloatElement FloatFromInt(Expr value, ElementType element);

// Assumes, with an ASSUMED fact unless it is proved, that the type represents the quotient exactly
// (kRatio), or well enough for its floor, ceil and truncation (kRounded). False if it certainly
// does not.
bool AssumeExact(RuleContext& ctx, const FloatElement& value, ElementType element);

// Assumes, with ASSUMED facts, that what the value divides by is not 0. For where something that is
// no float is made of it.
void AssumePositive(RuleContext& ctx, const FloatElement& value);
// What both elements need to be positive.
Expr BothPositive(RuleContext& ctx, const FloatElement& a, const FloatElement& b);

// The FloatKeys between which the element is; all where that is not known.
Interval RangeOf(RuleContext& ctx, const FloatElement& value, ElementType element);
// Some number of a range; a constant where it has one, unknown where an end is infinite.
FloatElement WithinRange(Interval keys);

// Whether runtimes may keep float32 between operators of the type.
bool IsNarrow(ElementType element);

// A constant as an integer over a power of two, both of them small; else unknown.
// Other elements are returned as they are.
FloatElement AsRatio(const FloatElement& value);

// Two kRatio elements over one denominator.
struct CommonFraction {
  Expr a;
  Expr b;
  int64_t denominator;
};
CommonFraction OverCommonDenominator(RuleContext& ctx, const FloatElement& a,
                                     const FloatElement& b);

// The exact quotient as an integer, rounded down, up or to zero; unknown if it cannot be
// determined.
using IntDivision = Expr (*)(symbolic::ExprArena&, Expr, Expr);
Expr RoundToInt(RuleContext& ctx, const FloatElement& value, ElementType element,
                IntDivision divide);

// An operation of two operands.
FloatElement ComputeFloat(RuleContext& ctx, FloatOperation op, const FloatElement& a,
                          const FloatElement& b, ElementType element);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_ELEMENTS_FLOAT_ARITHMETIC_H_
