// Ceil, Floor, Round and Sqrt, by value: shape computations use them.
#include "core/rules/elements/float_arithmetic.h"
#include "core/rules/elements/float_elements.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

using RoundingKind = FloatElement::Kind;

void MapSame(RuleContext& ctx, absl::FunctionRef<FloatElement(const FloatElement&)> op) {
  ctx.SetOutput(0, ctx.InputElement(0), ctx.InputShape(0));
  if (SignificandBits(ctx.InputElement(0)) != 0) MapFloats(ctx, op);
}

// `divide` is the same rounding of an integer quotient; null if there is none.
void InferRounding(RuleContext& ctx, FloatOperation operation, IntDivision divide) {
  const ElementType element = ctx.InputElement(0);
  MapSame(ctx, [&](const FloatElement& value) {
    if (value.kind == RoundingKind::kRatio && value.denominator == 1) return value;
    const Expr rounded = divide != nullptr ? RoundToInt(ctx, value, element, divide) : Expr();
    if (rounded.is_unknown()) return ComputeFloat(ctx, operation, value, element);
    FloatElement result = FloatElement::Ratio(rounded, 1);
    result.positive = value.positive;
    return result;
  });
}

void InferFloor(RuleContext& ctx) {
  InferRounding(ctx, FloatOperation::kFloor, symbolic::FloorDiv);
}

void InferCeil(RuleContext& ctx) { InferRounding(ctx, FloatOperation::kCeil, symbolic::CeilDiv); }

// Half to even: no integer division does that.
void InferRound(RuleContext& ctx) { InferRounding(ctx, FloatOperation::kRound, nullptr); }

void InferSqrt(RuleContext& ctx) {
  MapSame(ctx, [&ctx](const FloatElement& value) {
    return ComputeFloat(ctx, FloatOperation::kSqrt, value, ctx.InputElement(0));
  });
}

constexpr absl::string_view kSameRounded = "the operand's shape and element type; by value";

constexpr OperatorRow kRoundingRows[] = {
    {"", "Ceil", {1, 6, 13}, InferCeil, kSameRounded, kElementwise, PerElement{.alu = 1}},
    {"", "Floor", {1, 6, 13}, InferFloor, kSameRounded, kElementwise, PerElement{.alu = 1}},
    {"", "Round", {11, 22}, InferRound, kSameRounded, kElementwise, PerElement{.alu = 1}},
    {"", "Sqrt", {1, 6, 13}, InferSqrt, kSameRounded, kElementwise, PerElement{.sqrt = 1}},
};

}  // namespace

absl::Span<const OperatorRow> RoundingOperators() { return kRoundingRows; }

}  // namespace shapewright::rules
