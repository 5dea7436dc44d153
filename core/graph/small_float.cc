#include "core/graph/small_float.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace shapewright::graph {
namespace {

using shape::ElementType;

// What the greatest exponent means.
enum class Specials : uint8_t {
  kNone,            // numbers, as all other exponents
  kIeee,            // infinities and NaNs
  kAllOnesIsNan,    // numbers, but for a NaN where the mantissa is all ones too
  kMinusZeroIsNan,  // numbers; the one NaN is where minus zero would be
};

struct Format {
  int exponent_bits;
  int mantissa_bits;
  int bias;
  Specials specials;
};

Format FormatOf(ElementType type) {
  switch (type) {
    case ElementType::kFloat:
      return {8, 23, 127, Specials::kIeee};
    case ElementType::kFloat16:
      return {5, 10, 15, Specials::kIeee};
    case ElementType::kBfloat16:
      return {8, 7, 127, Specials::kIeee};
    case ElementType::kFloat8e4m3fn:
      return {4, 3, 7, Specials::kAllOnesIsNan};
    case ElementType::kFloat8e4m3fnuz:
      return {4, 3, 8, Specials::kMinusZeroIsNan};
    case ElementType::kFloat8e5m2:
      return {5, 2, 15, Specials::kIeee};
    case ElementType::kFloat8e5m2fnuz:
      return {5, 2, 16, Specials::kMinusZeroIsNan};
    case ElementType::kFloat6e2m3:
      return {2, 3, 1, Specials::kNone};
    case ElementType::kFloat6e3m2:
      return {3, 2, 3, Specials::kNone};
    default:  // kFloat4e2m1
      return {2, 1, 1, Specials::kNone};
  }
}

double SmallFloat(const Format& format, uint64_t bits) {
  const uint64_t max_mantissa = (uint64_t{1} << format.mantissa_bits) - 1;
  const uint64_t max_exponent = (uint64_t{1} << format.exponent_bits) - 1;
  const uint64_t mantissa = bits & max_mantissa;
  const uint64_t exponent = (bits >> format.mantissa_bits) & max_exponent;
  const bool is_negative = (bits >> (format.mantissa_bits + format.exponent_bits) & 1) != 0;
  const double sign = is_negative ? -1.0 : 1.0;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (exponent == max_exponent) {
    if (format.specials == Specials::kIeee) {
      return mantissa != 0 ? nan : sign * std::numeric_limits<double>::infinity();
    }
    if (format.specials == Specials::kAllOnesIsNan && mantissa == max_mantissa) {
      return nan;
    }
  }
  if (format.specials == Specials::kMinusZeroIsNan && is_negative && exponent == 0 &&
      mantissa == 0) {
    return nan;
  }
  // Subnormal numbers, at the least exponent, have no implicit 1.
  const uint64_t significand = exponent == 0 ? mantissa : mantissa | (max_mantissa + 1);
  const int power =
      static_cast<int>(exponent == 0 ? 1 : exponent) - format.bias - format.mantissa_bits;
  return sign * std::ldexp(static_cast<double>(significand), power);
}

double GreatestOf(const Format& format) {
  const int width = format.exponent_bits + format.mantissa_bits;
  uint64_t bits = (uint64_t{1} << width) - 1;
  if (format.specials == Specials::kAllOnesIsNan) --bits;
  if (format.specials == Specials::kIeee) {
    bits -= uint64_t{1} << format.mantissa_bits;
  }
  return SmallFloat(format, bits);
}

double RoundedToFormat(const Format& format, double value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  // The exponent of the significand's last bit, at least that of the subnormals.
  const int last = std::max(exponent - 1, 1 - format.bias) - format.mantissa_bits;
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -last)), last);
  if (std::abs(rounded) <= GreatestOf(format)) return rounded;
  return std::copysign(std::numeric_limits<double>::infinity(), value);
}

// E8M0 has powers of two only; a tie is rounded up.
double RoundedToPower(double value) {
  if (value <= 0) return std::numeric_limits<double>::quiet_NaN();
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  const int power = fraction < 0.75 ? exponent - 1 : exponent;
  if (power > 127) return std::numeric_limits<double>::infinity();
  return std::ldexp(1.0, std::max(power, -127));
}

}  // namespace

double FloatOfBits(ElementType type, uint64_t bits) {
  switch (type) {
    case ElementType::kDouble:
      return std::bit_cast<double>(bits);
    case ElementType::kFloat8e8m0:
      return bits == 0xff ? std::numeric_limits<double>::quiet_NaN()
                          : std::ldexp(1.0, static_cast<int>(bits) - 127);
    default:
      return SmallFloat(FormatOf(type), bits);
  }
}

double RoundedTo(ElementType type, double value) {
  if (!std::isfinite(value)) return value;
  switch (type) {
    case ElementType::kDouble:
      return value;
    case ElementType::kFloat8e8m0:
      return RoundedToPower(value);
    default:
      return value == 0 ? value : RoundedToFormat(FormatOf(type), value);
  }
}

std::optional<uint64_t> BitsOfFloat(ElementType type, double value) {
  const double rounded = RoundedTo(type, value);
  if (type == ElementType::kFloat8e8m0) {
    constexpr uint64_t kNan = 0xff;
    if (std::isnan(rounded)) return kNan;
    if (std::isinf(rounded)) return std::nullopt;
    return static_cast<uint64_t>(std::ilogb(rounded) + 127);
  }
  const Format format = FormatOf(type);
  const int width = format.exponent_bits + format.mantissa_bits;
  const uint64_t sign = std::signbit(rounded) ? uint64_t{1} << width : 0;
  if (!std::isfinite(rounded)) {
    const uint64_t all_ones = (uint64_t{1} << width) - 1;
    const bool is_nan = std::isnan(rounded);
    const uint64_t half = is_nan ? uint64_t{1} << (format.mantissa_bits - 1) : 0;
    switch (format.specials) {
      case Specials::kIeee:
        return sign | (all_ones >> format.mantissa_bits << format.mantissa_bits) | half;
      case Specials::kAllOnesIsNan:
        return is_nan ? std::optional<uint64_t>(sign | all_ones) : std::nullopt;
      case Specials::kMinusZeroIsNan:
        return is_nan ? std::optional<uint64_t>(uint64_t{1} << width) : std::nullopt;
      case Specials::kNone:
        return std::nullopt;
    }
  }
  if (rounded == 0) return format.specials == Specials::kMinusZeroIsNan ? 0 : sign;
  const int power = std::max(std::ilogb(rounded), 1 - format.bias);
  const auto significand =
      static_cast<uint64_t>(std::ldexp(std::abs(rounded), format.mantissa_bits - power));
  // The implicit 1 of a number that is not subnormal adds one to the exponent.
  const auto exponent = static_cast<uint64_t>(power + format.bias - 1);
  return sign | ((exponent << format.mantissa_bits) + significand);
}

}  // namespace shapewright::graph
