#include "core/rules/elements/float_functions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace shapewright::rules {
namespace {

using FunctionKind = FloatElement::Kind;

// How far libraries are taken to be off, in units of the last place: glibc documents at most 4 for
// the vectorised ones of its functions, and fewer for the others.
constexpr int kUnits = 4;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

struct Ends {
  double low;
  double high;
};

// Nothing where the range has no finite ends, or the type's arithmetic differs between runtimes.
std::optional<Ends> EndsOf(RuleContext& ctx, const FloatElement& value, ElementType element) {
  if (SignificandBits(element) == 0 || IsNarrow(element)) return std::nullopt;
  const Interval keys = RangeOf(ctx, value, element);
  if (keys.is_empty() || !keys.has_min() || !keys.has_max()) return std::nullopt;
  const Ends ends = {symbolic::FloatOfKey(keys.min), symbolic::FloatOfKey(keys.max)};
  if (!std::isfinite(ends.low) || !std::isfinite(ends.high)) return std::nullopt;
  return ends;
}

// The number of the type that is so many places away from a double.
double NextNumber(double value, double towards, ElementType element) {
  if (element == ElementType::kDouble) {
    for (int i = 0; i < kUnits; ++i) value = std::nextafter(value, towards);
    return value;
  }
  auto single = static_cast<float>(value);
  for (int i = 0; i < kUnits; ++i) single = std::nextafter(single, static_cast<float>(towards));
  return single;
}

// The range of results from `low` to `high`, which are computed in double. Every library is exact
// at `exact`, and on the right side of it elsewhere.
FloatElement Widened(Ends results, double exact, ElementType element) {
  Ends wide = {NextNumber(results.low, -kInfinite, element),
               NextNumber(results.high, kInfinite, element)};
  if (results.low >= exact) wide.low = std::max(wide.low, exact);
  if (results.high <= exact) wide.high = std::min(wide.high, exact);
  if (!std::isfinite(wide.low) || !std::isfinite(wide.high)) return {};
  return WithinRange({symbolic::FloatKey(wide.low), symbolic::FloatKey(wide.high)});
}

}  // namespace

FloatElement LogRange(RuleContext& ctx, const FloatElement& value, ElementType element) {
  auto ends = EndsOf(ctx, value, element);
  if (!ends) return {};
  Expr positive;
  const bool is_quotient =
      value.kind == FunctionKind::kRatio || value.kind == FunctionKind::kRounded;
  if (is_quotient && ends->low == 0 && ends->high > 0) {
    // Of a size, which is then assumed not to be 0.
    positive = value.numerator;
    ends->low = NextNumber(1 / static_cast<double>(value.denominator), -kInfinite, element);
    if (value.denominator == 1) ends->low = 1;
  }
  if (ends->low <= 0) return {};
  FloatElement result = Widened({std::log(ends->low), std::log(ends->high)}, 0, element);
  result.positive = value.positive;
  if (!positive.is_unknown()) {
    result.positive = value.positive.is_unknown() ? positive : ctx.Min(positive, value.positive);
  }
  return result;
}

FloatElement ExpRange(RuleContext& ctx, const FloatElement& value, ElementType element) {
  const auto ends = EndsOf(ctx, value, element);
  if (!ends) return {};
  FloatElement result = Widened({std::exp(ends->low), std::exp(ends->high)}, 1, element);
  result.positive = value.positive;
  return result;
}

// Monotone in each operand for a positive base, so that the corners are the ends.
FloatElement PowerRange(RuleContext& ctx, const FloatElement& base, const FloatElement& exponent,
                        ElementType element) {
  const auto bases = EndsOf(ctx, base, element);
  const auto exponents = EndsOf(ctx, exponent, element);
  if (!bases || !exponents || bases->low <= 0) return {};
  Ends results = {kInfinite, -kInfinite};
  for (const double a : {bases->low, bases->high}) {
    for (const double b : {exponents->low, exponents->high}) {
      results.low = std::min(results.low, std::pow(a, b));
      results.high = std::max(results.high, std::pow(a, b));
    }
  }
  FloatElement result = Widened(results, 1, element);
  result.positive = BothPositive(ctx, base, exponent);
  return result;
}

}  // namespace shapewright::rules
