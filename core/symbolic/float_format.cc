#include "core/symbolic/float_format.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"

namespace shapewright::symbolic {
namespace {

constexpr int64_t kMagnitude = std::numeric_limits<int64_t>::max();

struct NamedFormat {
  FloatFormat format;
  absl::string_view name;
};

constexpr NamedFormat kFormats[] = {
    {FloatFormat::kFloat16, "f16"},
    {FloatFormat::kBfloat16, "bf16"},
    {FloatFormat::kFloat32, "f32"},
    {FloatFormat::kFloat64, "f64"},
};

// Rounds half to even, to `bits` of significand and no exponent below `min_exponent`.
double RoundSignificand(double value, int bits, int min_exponent) {
  int exponent = 0;
  std::frexp(value, &exponent);
  const int unit = std::max(exponent - bits, min_exponent);
  return std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit);
}

double RoundToFloat16(double value) {
  constexpr double kLargest = 65504;
  const double rounded = RoundSignificand(value, 11, -24);
  if (std::abs(rounded) <= kLargest) return rounded;
  return std::copysign(std::numeric_limits<double>::infinity(), value);
}

}  // namespace

double RoundToFormat(double value, FloatFormat format) {
  if (!std::isfinite(value) || value == 0) return value;
  switch (format) {
    case FloatFormat::kFloat32:
      return static_cast<float>(value);
    case FloatFormat::kFloat16:
      return RoundToFloat16(value);
    case FloatFormat::kBfloat16:
      return static_cast<float>(RoundSignificand(value, 8, -133));
    case FloatFormat::kFloat64:
    case FloatFormat::kNone:
      break;
  }
  return value;
}

double FloatFromInt(int64_t value, FloatFormat format) {
  if (format == FloatFormat::kFloat64) return static_cast<double>(value);
  return RoundToFormat(static_cast<float>(value), format);
}

absl::string_view FormatName(FloatFormat format) {
  for (const NamedFormat& named : kFormats) {
    if (named.format == format) return named.name;
  }
  return "?";
}

std::optional<int64_t> TruncateToInt(double value) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  const double whole = std::trunc(value);
  if (!(whole >= -kTwoTo63 && whole < kTwoTo63)) return std::nullopt;
  return static_cast<int64_t>(whole);
}

std::string FloatText(double value, FloatFormat format) {
  constexpr int kMaxDigits = 17;
  // Not `inf`, which could be the name of a symbol.
  if (std::isinf(value)) return value > 0 ? "1e999" : "-1e999";
  constexpr double kPlain = 1e15;
  if (std::abs(value) < kPlain && value == std::floor(value)) return absl::StrFormat("%.0f", value);
  for (int digits = 1; digits < kMaxDigits; ++digits) {
    std::string text = absl::StrFormat("%.*g", digits, value);
    double read = 0;
    if (absl::SimpleAtod(text, &read) && RoundToFormat(read, format) == value) return text;
  }
  return absl::StrFormat("%.*g", kMaxDigits, value);
}

FloatFormat FindFormat(absl::string_view name) {
  for (const NamedFormat& named : kFormats) {
    if (named.name == name) return named.format;
  }
  return FloatFormat::kNone;
}

int64_t FloatKey(double value) {
  int64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits >= 0 ? bits : -(bits & kMagnitude);
}

double FloatOfKey(int64_t key) {
  const double magnitude = [key] {
    const int64_t bits = key >= 0 ? key : -key;
    double value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }();
  return key >= 0 ? magnitude : -magnitude;
}

}  // namespace shapewright::symbolic
