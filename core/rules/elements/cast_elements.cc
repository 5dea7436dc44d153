#include "core/rules/elements/cast_elements.h"

#include <cmath>

#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/elements/float_arithmetic.h"

namespace shapewright::rules {
namespace {

using CastKind = FloatElement::Kind;

// Whether an integer is not 0.
Expr BoolFromInt(RuleContext& ctx, Expr value) {
  if (value.is_unknown()) return value;
  if (value.is_constant()) return value.is_constant(0) ? 0 : 1;
  const Interval bounds = ctx.Bounds(value);
  if (!bounds.Contains(0)) return 1;
  if (bounds.min < 0) value = ctx.Max(value, ctx.Subtract(0, value));
  return ctx.Min(value, 1);
}

// The lower bits, as a two's complement number of the type.
Expr WrapConstant(int64_t value, ElementType to) {
  const int bits = shape::ElementBits(to);
  if (bits <= 0 || bits >= 64) {
    return to == ElementType::kUint64 && value < 0 ? Expr() : Expr(value);
  }
  const uint64_t mask = (uint64_t{1} << bits) - 1;
  const uint64_t low = static_cast<uint64_t>(value) & mask;
  const bool is_signed = shape::ElementRange(to).min < 0;
  const bool is_negative = is_signed && (low >> (bits - 1)) != 0;
  return static_cast<int64_t>(is_negative ? low | ~mask : low);
}

Expr IntFromInt(RuleContext& ctx, Expr value, ElementType to) {
  if (to == ElementType::kBool) return BoolFromInt(ctx, value);
  if (value.is_constant()) return WrapConstant(value.constant(), to);
  // int64 holds every value that is tracked.
  if (to == ElementType::kInt64) return value;
  return KeepInRange(ctx, value, to);
}

Expr TruncateConstant(double value, ElementType to) {
  if (to == ElementType::kBool) return value == 0 ? 0 : 1;
  // Beyond int64 the result depends on the machine.
  constexpr double kLimit = 9.2e18;
  if (!(std::abs(value) < kLimit)) return Expr();
  const auto truncated = static_cast<int64_t>(value);
  return shape::ElementRange(to).Contains(truncated) ? Expr(truncated) : Expr();
}

// Of the element of that index.
Expr IntFromFloat(RuleContext& ctx, const FloatElement& value, int index, ElementType from,
                  ElementType to) {
  AssumePositive(ctx, value);
  if (value.kind == CastKind::kConstant) return TruncateConstant(value.constant, to);
  if (to == ElementType::kBool) {
    // A quotient is 0 where its numerator is.
    const bool is_quotient = value.kind == CastKind::kRatio || value.kind == CastKind::kRounded;
    return is_quotient ? BoolFromInt(ctx, value.numerator) : Expr();
  }
  Expr truncated;
  if (value.kind == CastKind::kBounded) {
    const Interval ints = symbolic::TruncateBounds(value.range);
    Place place = Place::Output(0);
    place.element = index;
    truncated = ints.is_point()
                    ? Expr(ints.min)
                    : ctx.Fresh(place, "libraries round this function differently", ints);
  } else {
    truncated = value.kind == CastKind::kOpaque ? symbolic::Truncate(ctx.exprs(), value.numerator)
                                                : RoundToInt(ctx, value, from, symbolic::TruncDiv);
  }
  return to == ElementType::kInt64 ? truncated : KeepInRange(ctx, truncated, to);
}

FloatElement ConvertOpaque(RuleContext& ctx, const FloatElement& value, ElementType from,
                           ElementType to) {
  // Some runtimes go from double to the narrow types through float32.
  if (from == ElementType::kDouble && to != ElementType::kFloat) return {};
  return ConvertFloat(ctx, value, from, to);
}

FloatElement FloatFromFloat(RuleContext& ctx, const FloatElement& value, ElementType from,
                            ElementType to) {
  if (SignificandBits(to) == 0) return {};
  if (value.kind == CastKind::kConstant) {
    const double direct = RoundToType(value.constant, to);
    // Some runtimes go from double to the narrow types through float32.
    const double staged = RoundToType(RoundToType(value.constant, ElementType::kFloat), to);
    if (direct != staged && to != ElementType::kDouble) return {};
    FloatElement rounded = FloatElement::Constant(direct);
    rounded.positive = value.positive;
    return rounded;
  }
  if (value.kind == CastKind::kOpaque || value.kind == CastKind::kBounded) {
    return from == to ? value : ConvertOpaque(ctx, value, from, to);
  }
  // The narrower type must hold the value exactly: it would have rounded, the wider one does not.
  const bool is_wider = SignificandBits(to) > SignificandBits(from);
  const bool needs_fact = is_wider || value.kind == CastKind::kRounded;
  const ElementType narrow = is_wider ? from : to;
  if (needs_fact && !AssumeExact(ctx, value, narrow)) return ConvertOpaque(ctx, value, from, to);
  return value;
}

void CastInts(RuleContext& ctx, ElementType to) {
  const auto elements = ctx.IntElements(0);
  if (!elements) return;
  if (shape::IsIntegerOrBool(to)) {
    absl::InlinedVector<Expr, 16> cast;
    for (const Expr e : *elements) cast.push_back(IntFromInt(ctx, e, to));
    ctx.SetIntElements(0, cast);
  } else if (shape::IsFloat(to)) {
    absl::InlinedVector<FloatElement, 8> cast;
    for (const Expr e : *elements) cast.push_back(FloatFromInt(e, to));
    ctx.SetFloatElements(0, cast);
  }
}

void CastFloats(RuleContext& ctx, ElementType from, ElementType to) {
  const auto elements = ctx.FloatElements(0);
  if (!elements) return;
  if (shape::IsIntegerOrBool(to)) {
    absl::InlinedVector<Expr, 16> cast;
    for (const FloatElement& e : *elements) {
      cast.push_back(IntFromFloat(ctx, e, static_cast<int>(cast.size()), from, to));
    }
    ctx.SetIntElements(0, cast);
  } else if (shape::IsFloat(to)) {
    absl::InlinedVector<FloatElement, 8> cast;
    for (const FloatElement& e : *elements) {
      cast.push_back(FloatFromFloat(ctx, e, from, to));
    }
    ctx.SetFloatElements(0, cast);
  }
}

}  // namespace

void CastTo(RuleContext& ctx, ElementType to) {
  const ElementType from = ctx.InputElement(0);
  if (from == to && to != ElementType::kUndefined &&
      ctx.InputType(0).kind == shape::TypeKind::kTensor) {
    ctx.SetOutputToInput(0, 0);
    return;
  }
  const Shape shape = ctx.InputShape(0);
  ctx.SetOutput(0, to, shape);
  if (!MayMoveElements(ctx, 0) || !SmallElementCount(shape)) return;
  if (shape::IsIntegerOrBool(from)) {
    CastInts(ctx, to);
  } else if (shape::IsFloat(from)) {
    CastFloats(ctx, from, to);
  }
}

}  // namespace shapewright::rules
