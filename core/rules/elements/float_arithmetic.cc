#include "core/rules/elements/float_arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/rules/checks/checks.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::rules {
namespace {

using ArithmeticKind = FloatElement::Kind;

constexpr const Check& kReason = "float.exact"_check;
// The largest denominator of a quotient.
constexpr int64_t kMaxDenominator = int64_t{1} << 16;
// The largest denominator of a constant that is followed as a quotient is 2 to this.
constexpr int kMaxScaleBits = 8;

// The largest odd factor of a constant that a size is multiplied by, so that the size's assumed
// bound stays far above real sizes.
int64_t MaxOddFactor(ElementType element) {
  switch (element) {
    case ElementType::kDouble:
      return int64_t{1} << 20;
    case ElementType::kFloat:
      return int64_t{1} << 8;
    case ElementType::kFloat16:
      return int64_t{1} << 3;
    default:
      return 1;
  }
}

int64_t LargestExact(ElementType element) { return int64_t{1} << SignificandBits(element); }

int64_t OddPart(int64_t value) {
  while (value != 0 && value % 2 == 0) value /= 2;
  return value;
}

// Reduces the quotient by the whole denominator if that is possible, else by factors of 2.
FloatElement Reduced(RuleContext& ctx, Expr numerator, int64_t denominator) {
  if (numerator.is_unknown() || denominator > kMaxDenominator) return {};
  if (denominator > 1) {
    const auto whole = symbolic::DivideExactly(ctx.exprs(), numerator, denominator);
    if (whole) return FloatElement::Ratio(*whole, 1);
  }
  while (denominator % 2 == 0) {
    const auto half = symbolic::DivideExactly(ctx.exprs(), numerator, 2);
    if (!half) break;
    numerator = *half;
    denominator /= 2;
  }
  return FloatElement::Ratio(numerator, denominator);
}

// A constant quotient as a constant, rounded to the type; any other value as it is.
FloatElement Simplified(const FloatElement& value, ElementType element) {
  if (value.kind != ArithmeticKind::kRatio || !value.numerator.is_constant()) {
    return value;
  }
  return FloatElement::Constant(RoundToType(
      static_cast<double>(value.numerator.constant()) / static_cast<double>(value.denominator),
      element));
}

// Whether the value is a result of arithmetic in a narrow type, which some runtimes round to that
// type and others keep in float32.
bool MayStayInFloat32(RuleContext& ctx, const FloatElement& value, ElementType element) {
  if (!IsNarrow(element) || value.kind != ArithmeticKind::kOpaque ||
      !value.numerator.is_symbolic()) {
    return false;
  }
  switch (symbolic::ReadFloat(ctx.exprs().node(value.numerator.node())).operation) {
    case FloatOperation::kConvert:
    case FloatOperation::kAdd:
    case FloatOperation::kSubtract:
    case FloatOperation::kMultiply:
    case FloatOperation::kDivide:
    case FloatOperation::kSqrt:
      return true;
    default:
      return false;
  }
}

// Assumes that a quotient's numerator is at least `bound`, 0 or 1, if its interval leaves that
// open.
void AssumeAtLeast(RuleContext& ctx, const FloatElement& value, int64_t bound, const Check& check) {
  if (value.kind != ArithmeticKind::kRatio && value.kind != ArithmeticKind::kRounded) return;
  const Interval bounds = ctx.Bounds(value.numerator);
  if (bounds.min >= bound || bounds.max < bound) return;
  const symbolic::FactSource source{symbolic::Basis::kAssumed, ctx.SiteOf({}), ctx.SiteOf({}),
                                    check};
  ctx.facts().RequireAtMost(bound, value.numerator, source);
}

// The size that a divisor is a multiple of, if that may be 0 and not less.
Expr SizeThatMayBeZero(RuleContext& ctx, const FloatElement& divisor) {
  const bool is_quotient =
      divisor.kind == ArithmeticKind::kRatio || divisor.kind == ArithmeticKind::kRounded;
  if (!is_quotient) return {};
  const Interval bounds = ctx.Bounds(divisor.numerator);
  return bounds.min == 0 && bounds.max > 0 ? divisor.numerator : Expr();
}

Expr BothPositive(RuleContext& ctx, Expr a, Expr b) {
  return a.is_unknown() ? b : b.is_unknown() ? a : ctx.Min(a, b);
}

// By the intervals alone: the operation of ranges in the type's arithmetic.
FloatElement ComputeRange(RuleContext& ctx, FloatOperation op, const FloatElement& a,
                          const FloatElement& b, ElementType element) {
  if (IsNarrow(element)) return {};
  const Interval second = RangeOf(ctx, b, element);
  if (op == FloatOperation::kDivide && second.Contains(0)) return {};
  const Expr code = symbolic::FloatCode(op, FormatOf(element));
  return WithinRange(symbolic::FloatBounds({code}, RangeOf(ctx, a, element), second));
}

// An opaque operation of one operand, whose type `from` may differ from that of the result.
FloatElement OpaqueUnary(RuleContext& ctx, FloatOperation op, const FloatElement& value,
                         ElementType from, ElementType to) {
  if (MayStayInFloat32(ctx, value, from)) return {};
  return FloatElement::Opaque(
      symbolic::MakeFloat(ctx.exprs(), {op, FormatOf(to), FloatNodeOf(ctx, value, from), Expr()}));
}

bool AssumeWithin(RuleContext& ctx, Expr value, int64_t limit) {
  const Interval bounds = ctx.Bounds(value);
  if (bounds.min >= -limit && bounds.max <= limit) return true;
  if (value.is_constant() || bounds.min > limit || bounds.max < -limit) {
    return false;
  }
  const symbolic::FactSource source{symbolic::Basis::kAssumed, ctx.SiteOf({}), ctx.SiteOf({}),
                                    kReason};
  return ctx.facts().RequireAtMost(value, limit, source) != symbolic::Verdict::kRefuted &&
         ctx.facts().RequireAtMost(-limit, value, source) != symbolic::Verdict::kRefuted;
}

FloatElement FoldConstants(FloatOperation op, double a, double b, ElementType element) {
  const auto value = symbolic::ComputeFloat(op, FormatOf(element), a, b);
  if (!value) return {};
  const auto exact = symbolic::ComputeFloat(op, symbolic::FloatFormat::kFloat64, a, b);
  return IsNarrow(element) && exact != value ? FloatElement() : FloatElement::Constant(*value);
}

// A quotient by a constant: kRatio if its denominator is a power of two, else kRounded.
FloatElement DivideByConstant(RuleContext& ctx, Expr numerator, int64_t denominator,
                              ElementType element) {
  FloatElement result = Reduced(ctx, numerator, denominator);
  if (result.kind == ArithmeticKind::kUnknown) return {};
  if (OddPart(result.denominator) == 1) return result;
  // A quotient that is no integer is at least 1/denominator below the next one; rounding cannot
  // reach that while numerator + denominator <= 2^bits.
  result.kind = ArithmeticKind::kRounded;
  const int64_t limit = LargestExact(element);
  if (result.denominator > limit / 2) return {};
  if (!AssumeWithin(ctx, result.numerator, limit - result.denominator)) {
    return {};
  }
  return result;
}

FloatElement Divide(RuleContext& ctx, const FloatElement& a, const FloatElement& b,
                    ElementType element) {
  if (b.numerator.is_constant()) {
    const int64_t divisor = b.numerator.constant();
    const int64_t sign = divisor < 0 ? -1 : 1;
    // The other factor is at most kMaxDenominator.
    const auto positive = symbolic::CheckedMul(divisor, sign);
    const auto denominator =
        positive ? symbolic::CheckedMul(*positive, a.denominator) : std::nullopt;
    if (!denominator || *denominator == 0) return {};
    return DivideByConstant(ctx, ctx.Multiply(a.numerator, sign * b.denominator), *denominator,
                            element);
  }
  const Expr dividend = ctx.Multiply(a.numerator, b.denominator);
  const Expr divisor = ctx.Multiply(b.numerator, a.denominator);
  if (dividend.is_unknown() || divisor.is_unknown()) return {};
  const bool may_be_zero = ctx.Bounds(divisor).Contains(0);
  if (may_be_zero && SizeThatMayBeZero(ctx, b).is_unknown()) return {};
  const auto quotient = symbolic::DivideExactly(ctx.exprs(), dividend, divisor);
  return quotient ? FloatElement::Ratio(*quotient, 1) : FloatElement();
}

FloatElement Multiply(RuleContext& ctx, const FloatElement& a, const FloatElement& b,
                      ElementType element) {
  for (const FloatElement* factor : {&a, &b}) {
    if (!factor->numerator.is_constant()) continue;
    if (std::abs(OddPart(factor->numerator.constant())) > MaxOddFactor(element)) {
      return {};
    }
  }
  return Reduced(ctx, ctx.Multiply(a.numerator, b.numerator), a.denominator * b.denominator);
}

FloatElement ComputeRatios(RuleContext& ctx, FloatOperation op, const FloatElement& a,
                           const FloatElement& b, ElementType element) {
  if (op == FloatOperation::kMultiply) return Multiply(ctx, a, b, element);
  if (op == FloatOperation::kDivide) return Divide(ctx, a, b, element);
  const CommonFraction common = OverCommonDenominator(ctx, a, b);
  Expr numerator;
  switch (op) {
    case FloatOperation::kAdd:
      numerator = ctx.Add(common.a, common.b);
      break;
    case FloatOperation::kSubtract:
      numerator = ctx.Subtract(common.a, common.b);
      break;
    case FloatOperation::kMin:
      numerator = ctx.Min(common.a, common.b);
      break;
    case FloatOperation::kMax:
      numerator = ctx.Max(common.a, common.b);
      break;
    default:
      return {};
  }
  return Reduced(ctx, numerator, common.denominator);
}

FloatElement ComputeExact(RuleContext& ctx, FloatOperation op, const FloatElement& a,
                          const FloatElement& b, ElementType element) {
  const FloatElement left = AsRatio(a);
  const FloatElement right = AsRatio(b);
  if (left.kind != ArithmeticKind::kRatio || right.kind != ArithmeticKind::kRatio) return {};
  // min and max commute with rounding, so their operands need not be exact.
  const bool is_choice = op == FloatOperation::kMin || op == FloatOperation::kMax;
  const FloatElement result = ComputeRatios(ctx, op, left, right, element);
  if (result.kind == ArithmeticKind::kUnknown) return {};
  if (!is_choice && (!AssumeExact(ctx, left, element) || !AssumeExact(ctx, right, element))) {
    return {};
  }
  return Simplified(result, element);
}

FloatElement ComputeOpaquePair(RuleContext& ctx, FloatOperation op, const FloatElement& a,
                               const FloatElement& b, ElementType element) {
  if (MayStayInFloat32(ctx, a, element) || MayStayInFloat32(ctx, b, element)) return {};
  return FloatElement::Opaque(symbolic::MakeFloat(
      ctx.exprs(),
      {op, FormatOf(element), FloatNodeOf(ctx, a, element), FloatNodeOf(ctx, b, element)}));
}

}  // namespace

bool IsNarrow(ElementType element) {
  return element == ElementType::kFloat16 || element == ElementType::kBfloat16;
}

FloatElement AsRatio(const FloatElement& value) {
  if (value.kind != ArithmeticKind::kConstant) return value;
  constexpr double kLargest = 1 << 30;
  const double scaled = std::ldexp(value.constant, kMaxScaleBits);
  if (!(std::abs(scaled) <= kLargest) || scaled != std::floor(scaled)) {
    return {};
  }
  auto numerator = static_cast<int64_t>(scaled);
  int64_t denominator = int64_t{1} << kMaxScaleBits;
  while (denominator > 1 && numerator % 2 == 0) {
    numerator /= 2;
    denominator /= 2;
  }
  return FloatElement::Ratio(numerator, denominator);
}

CommonFraction OverCommonDenominator(RuleContext& ctx, const FloatElement& a,
                                     const FloatElement& b) {
  // Both are powers of two, so the larger one is a multiple of the other.
  const int64_t common = std::max(a.denominator, b.denominator);
  return {ctx.Multiply(a.numerator, common / a.denominator),
          ctx.Multiply(b.numerator, common / b.denominator), common};
}

int SignificandBits(ElementType element) {
  switch (element) {
    case ElementType::kFloat:
      return 24;
    case ElementType::kDouble:
      return 53;
    case ElementType::kFloat16:
      return 11;
    case ElementType::kBfloat16:
      return 8;
    default:
      return 0;
  }
}

symbolic::FloatFormat FormatOf(ElementType element) {
  switch (element) {
    case ElementType::kFloat:
      return symbolic::FloatFormat::kFloat32;
    case ElementType::kDouble:
      return symbolic::FloatFormat::kFloat64;
    case ElementType::kFloat16:
      return symbolic::FloatFormat::kFloat16;
    case ElementType::kBfloat16:
      return symbolic::FloatFormat::kBfloat16;
    default:
      return symbolic::FloatFormat::kNone;
  }
}

Expr FloatNodeOf(RuleContext& ctx, const FloatElement& value, ElementType element) {
  const symbolic::FloatFormat format = FormatOf(element);
  const bool has_node =
      value.kind != ArithmeticKind::kUnknown && value.kind != ArithmeticKind::kBounded;
  if (!has_node || format == symbolic::FloatFormat::kNone) return Expr();
  if (value.kind == ArithmeticKind::kConstant)
    return symbolic::FloatConstant(value.constant, format);
  if (value.kind == ArithmeticKind::kOpaque) return value.numerator;
  const Expr numerator =
      symbolic::MakeFloat(ctx.exprs(), {FloatOperation::kFromInt, format, value.numerator, Expr()});
  if (value.denominator == 1) return numerator;
  const Expr denominator = symbolic::FloatConstant(static_cast<double>(value.denominator), format);
  return symbolic::MakeFloat(ctx.exprs(),
                             {FloatOperation::kDivide, format, numerator, denominator});
}

FloatElement ComputeFloat(RuleContext& ctx, FloatOperation op, const FloatElement& value,
                          ElementType element) {
  FloatElement result = value.kind == ArithmeticKind::kConstant
                            ? FoldConstants(op, value.constant, 0, element)
                        : value.kind == ArithmeticKind::kBounded
                            ? ComputeRange(ctx, op, value, FloatElement::Constant(0), element)
                            : OpaqueUnary(ctx, op, value, element, element);
  if (op == FloatOperation::kSqrt && result.kind != ArithmeticKind::kUnknown) {
    AssumeAtLeast(ctx, value, 0, "float.root"_check);
  }
  result.positive = value.positive;
  return result;
}

FloatElement ConvertFloat(RuleContext& ctx, const FloatElement& value, ElementType from,
                          ElementType to) {
  FloatElement result =
      value.kind == ArithmeticKind::kBounded
          ? ComputeRange(ctx, FloatOperation::kConvert, value, FloatElement::Constant(0), to)
          : OpaqueUnary(ctx, FloatOperation::kConvert, value, from, to);
  result.positive = value.positive;
  return result;
}

double RoundToType(double value, ElementType element) {
  return symbolic::RoundToFormat(value, FormatOf(element));
}

FloatElement FloatFromInt(Expr value, ElementType element) {
  if (value.is_unknown() || SignificandBits(element) == 0) return {};
  if (!value.is_constant()) return FloatElement::Ratio(value, 1);
  const int64_t constant = value.constant();
  if (element == ElementType::kDouble) {
    return FloatElement::Constant(static_cast<double>(constant));
  }
  if (element == ElementType::kFloat) {
    return FloatElement::Constant(static_cast<float>(constant));
  }
  // Narrower types are rounded from float32, which must hold the constant exactly.
  if (std::abs(static_cast<double>(constant)) > (1 << 24)) return {};
  return FloatElement::Constant(RoundToType(static_cast<double>(constant), element));
}

bool AssumeExact(RuleContext& ctx, const FloatElement& value, ElementType element) {
  if (SignificandBits(element) == 0) return false;
  const int64_t limit = LargestExact(element);
  switch (value.kind) {
    case ArithmeticKind::kConstant:
      return true;
    case ArithmeticKind::kUnknown:
    case ArithmeticKind::kOpaque:
    case ArithmeticKind::kBounded:
      return false;
    case ArithmeticKind::kRounded:
      return value.denominator <= limit / 2 &&
             AssumeWithin(ctx, value.numerator, limit - value.denominator);
    case ArithmeticKind::kRatio:
      break;
  }
  if (OddPart(value.denominator) != 1) return false;
  // Factors of 2 change only the exponent.
  Expr numerator = value.numerator;
  if (!numerator.is_symbolic()) return true;
  for (int i = 0; i < kMaxScaleBits; ++i) {
    const auto half = symbolic::DivideExactly(ctx.exprs(), numerator, 2);
    if (!half) break;
    numerator = *half;
  }
  return AssumeWithin(ctx, numerator, limit);
}

Expr RoundToInt(RuleContext& ctx, const FloatElement& value, ElementType element,
                IntDivision divide) {
  if (value.kind != ArithmeticKind::kRatio && value.kind != ArithmeticKind::kRounded) return Expr();
  if (!AssumeExact(ctx, value, element)) return Expr();
  return divide(ctx.exprs(), value.numerator, value.denominator);
}

FloatElement ComputeFloat(RuleContext& ctx, FloatOperation op, const FloatElement& a,
                          const FloatElement& b, ElementType element) {
  if (SignificandBits(element) == 0) return {};
  FloatElement result;
  if (a.kind == ArithmeticKind::kConstant && b.kind == ArithmeticKind::kConstant) {
    result = FoldConstants(op, a.constant, b.constant, element);
  } else if (a.kind == ArithmeticKind::kBounded || b.kind == ArithmeticKind::kBounded) {
    result = ComputeRange(ctx, op, a, b, element);
  } else {
    result = ComputeExact(ctx, op, a, b, element);
    if (result.kind == ArithmeticKind::kUnknown) result = ComputeOpaquePair(ctx, op, a, b, element);
  }
  result.positive = BothPositive(ctx, a, b);
  if (op == FloatOperation::kDivide) {
    result.positive = BothPositive(ctx, result.positive, SizeThatMayBeZero(ctx, b));
  }
  return result;
}

void AssumePositive(RuleContext& ctx, const FloatElement& value) {
  if (value.positive.is_unknown()) return;
  const symbolic::ExprNode* const least =
      ctx.exprs().AsOperation(value.positive, symbolic::NodeKind::kMin);
  const ExprVector sizes = least == nullptr
                               ? ExprVector{value.positive}
                               : ExprVector(least->operands.begin(), least->operands.end());
  const symbolic::FactSource source{symbolic::Basis::kAssumed, ctx.SiteOf({}), ctx.SiteOf({}),
                                    "float.divisor"_check};
  for (const Expr size : sizes) {
    const Interval bounds = ctx.Bounds(size);
    if (bounds.min < 1 && bounds.max >= 1) ctx.facts().RequireAtMost(1, size, source);
  }
}

Expr BothPositive(RuleContext& ctx, const FloatElement& a, const FloatElement& b) {
  return BothPositive(ctx, a.positive, b.positive);
}

Interval RangeOf(RuleContext& ctx, const FloatElement& value, ElementType element) {
  if (value.kind == ArithmeticKind::kBounded) return value.range;
  if (value.kind == ArithmeticKind::kConstant && std::isnan(value.constant)) return Interval::All();
  return ctx.Bounds(FloatNodeOf(ctx, value, element));
}

FloatElement WithinRange(Interval keys) {
  if (keys.is_empty() || !keys.has_min() || !keys.has_max()) return {};
  const double low = symbolic::FloatOfKey(keys.min);
  if (!std::isfinite(low) || !std::isfinite(symbolic::FloatOfKey(keys.max))) return {};
  if (keys.is_point()) return FloatElement::Constant(low);
  FloatElement element;
  element.kind = ArithmeticKind::kBounded;
  element.range = keys;
  return element;
}

}  // namespace shapewright::rules
