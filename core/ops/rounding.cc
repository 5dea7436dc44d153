// Unary floating-point operators that shape computations use: by value.
#include <cmath>

#include "core/ops/families.h"
#include "core/ops/float_arithmetic.h"
#include "core/ops/rule_context.h"

namespace shapewright::ops {
namespace {

using Kind = FloatElement::Kind;

void InferSame(RuleContext& ctx) { ctx.SetOutput(0, ctx.InputElement(0), ctx.InputShape(0)); }

// `fold` on constants, `divide` on sizes.
void InferRounding(RuleContext& ctx, double (*fold)(double), IntDivision divide) {
  InferSame(ctx);
  const ElementType element = ctx.InputElement(0);
  if (SignificandBits(element) == 0) return;
  MapFloats(ctx, [&](const FloatElement& value) {
    if (value.kind == Kind::kConstant) {
      return FloatElement::Constant(fold(value.constant));
    }
    const Expr rounded = RoundToInt(ctx, value, element, divide);
    return rounded.is_unknown() ? FloatElement() : FloatElement::Ratio(rounded, 1);
  });
}

void InferFloor(RuleContext& ctx) { InferRounding(ctx, std::floor, symbolic::FloorDiv); }

void InferCeil(RuleContext& ctx) { InferRounding(ctx, std::ceil, symbolic::CeilDiv); }

// Half to even, which no integer division does: only what is an integer.
void InferRound(RuleContext& ctx) {
  InferSame(ctx);
  MapFloats(ctx, [](const FloatElement& value) {
    if (value.kind == Kind::kConstant) {
      return FloatElement::Constant(std::nearbyint(value.constant));
    }
    return value.kind == Kind::kRatio && value.denominator == 1 ? value : FloatElement();
  });
}

void InferSqrt(RuleContext& ctx) {
  InferSame(ctx);
  const ElementType element = ctx.InputElement(0);
  if (SignificandBits(element) == 0) return;
  MapFloats(ctx, [element](const FloatElement& value) {
    return value.kind == Kind::kConstant && value.constant >= 0
               ? FloatElement::Constant(RoundToType(std::sqrt(value.constant), element))
               : FloatElement();
  });
}

constexpr absl::string_view kSame = "the operand's shape and element type; by value";

constexpr OperatorRow kRows[] = {
    {"", "Ceil", {1, 6, 13}, InferCeil, kSame},
    {"", "Floor", {1, 6, 13}, InferFloor, kSame},
    {"", "Round", {11, 22}, InferRound, kSame},
    {"", "Sqrt", {1, 6, 13}, InferSqrt, kSame},
};

}  // namespace

absl::Span<const OperatorRow> RoundingOperators() { return kRows; }

}  // namespace shapewright::ops
