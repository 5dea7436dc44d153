#include "core/rules/elements/scale_dim.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/float_arithmetic.h"

namespace shapewright::rules {
namespace {

// A larger odd factor of a scale would leave exact products only for small sizes.
constexpr int64_t kMaxOddFactor = 1 << 10;
// A scale is read as a fraction with a denominator of up to kMaxScaleDenominator, if all sizes up
// to kMaxVerified, or at least kMinVerified of them, scale alike by the two.
constexpr int64_t kMaxScaleDenominator = 1000;
constexpr int64_t kMaxVerified = int64_t{1} << 14;
constexpr int64_t kMinVerified = int64_t{1} << 10;

// The product, truncated, as onnxruntime computes it while float32 holds the size.
std::optional<int64_t> ScaleConstant(int64_t dim, double scale) {
  const double exact = scale * static_cast<double>(dim);
  const double scaled = dim > kExactFloat32 ? exact : static_cast<float>(exact);
  if (!(scaled >= 0) || scaled >= static_cast<double>(int64_t{1} << 62)) return std::nullopt;
  return static_cast<int64_t>(scaled);
}

// The product in float32, truncated, as an opaque expression (S14).
Dim ScaleOpaque(RuleContext& ctx, Dim dim, const FloatElement& scale) {
  constexpr ElementType kType = ElementType::kFloat;
  const Expr size = FloatNodeOf(ctx, FloatFromInt(dim, kType), kType);
  const Expr product = symbolic::MakeFloat(
      ctx.exprs(),
      {symbolic::FloatOperation::kMultiply, FormatOf(kType), size, FloatNodeOf(ctx, scale, kType)});
  return symbolic::Truncate(ctx.exprs(), product);
}

// scale = odd * 2^exponent, for a positive one that float32 holds.
struct Dyadic {
  int64_t odd;
  int exponent;
};

Dyadic Decompose(double scale) {
  int exponent = 0;
  const double fraction = std::frexp(scale, &exponent);
  auto odd = static_cast<int64_t>(std::ldexp(fraction, 24));
  exponent -= 24;
  while (odd % 2 == 0) {
    odd /= 2;
    ++exponent;
  }
  return {odd, exponent};
}

// A fraction near a scale, which its author probably meant, such as 7/10 for 0.7f.
struct Fraction {
  int64_t numerator;
  int64_t denominator;
};

// The last convergent of the scale's continued fraction with a small denominator.
Fraction Approximate(double scale) {
  Fraction before{0, 1};
  Fraction last{1, 0};
  double rest = scale;
  while (rest < 1e6) {
    const auto digit = static_cast<int64_t>(std::floor(rest));
    const Fraction next{digit * last.numerator + before.numerator,
                        digit * last.denominator + before.denominator};
    if (next.denominator > kMaxScaleDenominator) break;
    before = last;
    last = next;
    if (rest == std::floor(rest)) break;
    rest = 1 / (rest - std::floor(rest));
  }
  return last;
}

// The largest n <= `max` such that the fraction scales all sizes up to n as float32
// does.
int64_t VerifiedUpTo(const Fraction& fraction, double scale, int64_t max) {
  for (int64_t dim = 1; dim <= max; ++dim) {
    if (ScaleConstant(dim, scale) != dim * fraction.numerator / fraction.denominator) {
      return dim - 1;
    }
  }
  return max;
}

// By a scale that float32 only approximates: as a fraction, up to the size for which that was
// verified (S14).
Dim ScaleByFraction(RuleContext& ctx, Dim dim, double scale, int axis) {
  const Interval bounds = ctx.Bounds(dim);
  const Fraction fraction = Approximate(scale);
  const int64_t wanted = std::min(bounds.max, kMaxVerified);
  if (fraction.denominator == 0 || fraction.numerator == 0 || scale > kMaxScaleDenominator) {
    return ScaleOpaque(ctx, dim, FloatElement::Constant(scale));
  }
  const int64_t limit = VerifiedUpTo(fraction, scale, wanted);
  if (limit < std::min(wanted, kMinVerified) || bounds.min > limit) {
    return ScaleOpaque(ctx, dim, FloatElement::Constant(scale));
  }
  ctx.RequireAtMost(dim, Place::Input(0, axis), limit, {}, "scale.exact"_check,
                    symbolic::Basis::kAssumed);
  return ctx.FloorDiv(ctx.Multiply(dim, fraction.numerator), fraction.denominator);
}

// floor(dim * scale) by a positive constant (S14).
Dim ScaleByConstant(RuleContext& ctx, Dim dim, double scale, int axis) {
  if (scale == 1 || dim.is_unknown()) return dim;
  if (dim.is_constant()) {
    const auto scaled = ScaleConstant(dim.constant(), scale);
    return scaled ? Dim(*scaled) : Dim();
  }
  const Dyadic dyadic = Decompose(scale);
  const int64_t limit = kExactFloat32 / dyadic.odd;
  if (dyadic.odd > kMaxOddFactor || dyadic.exponent < -24 || dyadic.exponent > 24 ||
      ctx.Bounds(dim).min > limit) {
    return ScaleByFraction(ctx, dim, scale, axis);
  }
  ctx.RequireAtMost(dim, Place::Input(0, axis), limit, {}, "scale.float32"_check,
                    symbolic::Basis::kAssumed);
  const Expr product = ctx.Multiply(dim, dyadic.odd);
  return dyadic.exponent < 0 ? ctx.FloorDiv(product, int64_t{1} << -dyadic.exponent)
                             : ctx.Multiply(product, int64_t{1} << dyadic.exponent);
}

bool IsPowerOfTwo(int64_t value) { return value > 0 && (value & (value - 1)) == 0; }

// By the quotient of a size and a constant. The quotient is exact in float32 only if the constant
// is a power of two.
Dim ScaleByRatio(RuleContext& ctx, Dim dim, const FloatElement& scale, int axis) {
  const Expr product = ctx.Multiply(dim, scale.numerator);
  if (product.is_unknown() || !IsPowerOfTwo(scale.denominator) ||
      ctx.Bounds(product).min > kExactFloat32 || ctx.Bounds(scale.numerator).min < 0) {
    return ScaleOpaque(ctx, dim, scale);
  }
  constexpr const Check& kReason = "scale.float32"_check;
  ctx.RequireAtMost(scale.numerator, {}, kExactFloat32, {}, kReason, symbolic::Basis::kAssumed);
  ctx.RequireAtMost(product, Place::Input(0, axis), kExactFloat32, {}, kReason,
                    symbolic::Basis::kAssumed);
  return ctx.FloorDiv(product, scale.denominator);
}

}  // namespace

Dim ScaleDim(RuleContext& ctx, Dim dim, const FloatElement& scale, int axis) {
  AssumePositive(ctx, scale);
  switch (scale.kind) {
    case FloatElement::Kind::kConstant: {
      // The scale as a float32: a small double becomes 0, a large one infinite.
      const double single = static_cast<float>(scale.constant);
      if (single > 0 && std::isfinite(single)) return ScaleByConstant(ctx, dim, single, axis);
      ctx.Error("INVALID_SCALE", Place::Input(0, axis),
                absl::StrCat(ctx.op().op_type, " cannot scale by ", scale.constant));
      return Dim();
    }
    case FloatElement::Kind::kRatio:
    case FloatElement::Kind::kRounded:
      return ScaleByRatio(ctx, dim, scale, axis);
    case FloatElement::Kind::kOpaque:
      return ScaleOpaque(ctx, dim, scale);
    case FloatElement::Kind::kBounded:
    case FloatElement::Kind::kUnknown:
      break;
  }
  return Dim();
}

}  // namespace shapewright::rules
