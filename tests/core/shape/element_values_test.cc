// Whether casts keep values, against all values of the types of up to 16 bits, found by
// decoding every code as the formats say (IEEE 754; OCP 8-bit and MX floats; the variants
// FNUZ). XLA's own table is in tests/data/type_facts.json.
#include "tests/core/xla/element_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/shape/element_type.h"
#include "gtest/gtest.h"

namespace shapewright::shape {
namespace {

enum class Specials { kIeee, kOneNan, kUnsignedZero, kNone };

struct Format {
  ElementType type;
  int exponent_bits;
  int fraction_bits;
  int bias;
  Specials specials;
};

constexpr Format kFormats[] = {
    {ElementType::kFloat16, 5, 10, 15, Specials::kIeee},
    {ElementType::kBfloat16, 8, 7, 127, Specials::kIeee},
    {ElementType::kFloat8e5m2, 5, 2, 15, Specials::kIeee},
    {kFloat8e4m3, 4, 3, 7, Specials::kIeee},
    {kFloat8e3m4, 3, 4, 3, Specials::kIeee},
    {ElementType::kFloat8e4m3fn, 4, 3, 7, Specials::kOneNan},
    {ElementType::kFloat8e5m2fnuz, 5, 2, 16, Specials::kUnsignedZero},
    {ElementType::kFloat8e4m3fnuz, 4, 3, 8, Specials::kUnsignedZero},
    {kFloat8e4m3b11fnuz, 4, 3, 11, Specials::kUnsignedZero},
    {ElementType::kFloat6e2m3, 2, 3, 1, Specials::kNone},
    {ElementType::kFloat6e3m2, 3, 2, 3, Specials::kNone},
    {ElementType::kFloat4e2m1, 2, 1, 1, Specials::kNone},
};

// A number in one form; what is none by its name.
std::string Named(double value) {
  if (std::isnan(value)) return "nan";
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%a", value);
  return text.data();
}

double Decode(const Format& format, int code) {
  const int fraction = code & ((1 << format.fraction_bits) - 1);
  const int exponent = (code >> format.fraction_bits) & ((1 << format.exponent_bits) - 1);
  const bool is_negative = (code >> (format.fraction_bits + format.exponent_bits)) != 0;
  const bool is_last = exponent == (1 << format.exponent_bits) - 1;
  const bool is_full = fraction == (1 << format.fraction_bits) - 1;
  if (format.specials == Specials::kIeee && is_last) {
    if (fraction != 0) return std::nan("");
    return is_negative ? -HUGE_VAL : HUGE_VAL;
  }
  if (format.specials == Specials::kOneNan && is_last && is_full) return std::nan("");
  if (format.specials == Specials::kUnsignedZero && is_negative && exponent == 0 && fraction == 0) {
    return std::nan("");
  }
  const int whole = exponent == 0 ? fraction : fraction + (1 << format.fraction_bits);
  const int scale = std::max(exponent, 1) - format.bias - format.fraction_bits;
  return std::copysign(std::ldexp(whole, scale), is_negative ? -1 : 1);
}

std::vector<double> ValuesOf(ElementType type) {
  std::vector<double> values;
  if (type == ElementType::kFloat8e8m0) {
    for (int code = 0; code < 255; ++code) values.push_back(std::ldexp(1, code - 127));
    values.push_back(std::nan(""));
  }
  for (const Format& format : kFormats) {
    const int bits = 1 + format.exponent_bits + format.fraction_bits;
    for (int code = 0; format.type == type && code < 1 << bits; ++code) {
      values.push_back(Decode(format, code));
    }
  }
  if (!IsInteger(type)) return values;
  const int bits = ElementBits(type);
  const bool is_signed = ElementTypeName(type)[0] == 'i';
  for (int code = 0; code < 1 << bits; ++code) {
    values.push_back(is_signed && code >= 1 << (bits - 1) ? code - (1 << bits) : code);
  }
  return values;
}

std::set<std::string> NamesOf(ElementType type) {
  std::set<std::string> names;
  for (const double value : ValuesOf(type)) names.insert(Named(value));
  return names;
}

std::vector<ElementType> SmallTypes() {
  std::vector<ElementType> types;
  for (int number = 0; number < 256; ++number) {
    const auto type = static_cast<ElementType>(number);
    const int bits = ElementBits(type);
    const bool is_number = IsInteger(type) || IsFloat(type);
    if (is_number && bits > 0 && bits <= 16 && type != kNf4) types.push_back(type);
  }
  return types;
}

TEST(ElementValues, CastsBetweenSmallTypes) {
  std::map<ElementType, std::set<std::string>> values;
  for (const ElementType type : SmallTypes()) values[type] = NamesOf(type);
  ASSERT_EQ(values.size(), 25U);
  for (const auto& [from, source] : values) {
    ASSERT_GE(source.size(), 2U) << ElementTypeName(from);
    for (const auto& [to, target] : values) {
      EXPECT_EQ(CastPreservesValues(from, to),
                std::includes(target.begin(), target.end(), source.begin(), source.end()))
          << ElementTypeName(from) << " to " << ElementTypeName(to);
    }
  }
}

// A number is kept if it is the same after a round trip.
TEST(ElementValues, CastsToFloatAndDouble) {
  for (const ElementType from : SmallTypes()) {
    bool fits = true;
    for (const double value : ValuesOf(from)) {
      fits &= Named(static_cast<double>(static_cast<float>(value))) == Named(value);
    }
    EXPECT_EQ(CastPreservesValues(from, ElementType::kFloat), fits) << ElementTypeName(from);
    EXPECT_EQ(CastPreservesValues(from, ElementType::kComplex64), fits) << ElementTypeName(from);
    EXPECT_EQ(CastPreservesValues(from, ElementType::kDouble), true) << ElementTypeName(from);
    EXPECT_EQ(CastPreservesValues(ElementType::kFloat, from), false) << ElementTypeName(from);
  }
}

TEST(ElementValues, NotKnown) {
  for (const ElementType type : {ElementType::kString, ElementType::kUndefined, kNf4}) {
    EXPECT_EQ(CastPreservesValues(type, ElementType::kFloat), std::nullopt);
    EXPECT_EQ(CastPreservesValues(ElementType::kFloat, type), std::nullopt);
  }
}

}  // namespace
}  // namespace shapewright::shape
