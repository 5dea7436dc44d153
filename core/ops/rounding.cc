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
void InferRounding(RuleContext& ctx, double (*fold)(double), IntDivision divide,
                   symbolic::FloatOperation operation) {
  InferSame(ctx);
  const ElementType element = ctx.InputElement(0);
  if (SignificandBits(element) == 0) return;
  MapFloats(ctx, [&](const FloatElement& value) {
    if (value.kind == Kind::kConstant) {
      return FloatElement::Constant(fold(value.constant));
    }
    const Expr rounded = RoundToInt(ctx, value, element, divide);
    if (!rounded.is_unknown()) return FloatElement::Ratio(rounded, 1);
    return ComputeOpaque(ctx, operation, value, element);
  });
}

void InferFloor(RuleContext& ctx) {
  InferRounding(ctx, std::floor, symbolic::FloorDiv, symbolic::FloatOperation::kFloor);
}

void InferCeil(RuleContext& ctx) {
  InferRounding(ctx, std::ceil, symbolic::CeilDiv, symbolic::FloatOperation::kCeil);
}

// Half to even, which no integer division does.
void InferRound(RuleContext& ctx) {
  InferSame(ctx);
  const ElementType element = ctx.InputElement(0);
  MapFloats(ctx, [&](const FloatElement& value) {
    if (value.kind == Kind::kConstant) {
      return FloatElement::Constant(std::nearbyint(value.constant));
    }
    if (value.kind == Kind::kRatio && value.denominator == 1) return value;
    return ComputeOpaque(ctx, symbolic::FloatOperation::kRound, value, element);
  });
}

void InferSqrt(RuleContext& ctx) {
  InferSame(ctx);
  const ElementType element = ctx.InputElement(0);
  if (SignificandBits(element) == 0) return;
  MapFloats(ctx, [&](const FloatElement& value) {
    if (value.kind != Kind::kConstant) {
      return ComputeOpaque(ctx, symbolic::FloatOperation::kSqrt, value, element);
    }
    return value.constant >= 0
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
