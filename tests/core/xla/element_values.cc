#include "tests/core/xla/element_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/shape/element_type.h"

namespace shapewright::shape {
namespace {

// The values of a float type: multiples of `least` of at most `digits` binary digits, up to
// `greatest`.
struct FloatRow {
  ElementType type;
  int digits;
  double least;
  double greatest;
  bool has_infinity;
  bool has_nan;
  bool has_signed_zero;
  // With 0 and negative numbers; else powers of two alone.
  bool is_signed;
};

constexpr std::array<FloatRow, 15> kFloats = {{
    {ElementType::kDouble, 53, 0x1p-1074, 0x1.fffffffffffffp1023, true, true, true, true},
    {ElementType::kFloat, 24, 0x1p-149, 0x1.fffffep127, true, true, true, true},
    {ElementType::kFloat16, 11, 0x1p-24, 0x1.ffcp15, true, true, true, true},
    {ElementType::kBfloat16, 8, 0x1p-133, 0x1.fep127, true, true, true, true},
    {ElementType::kFloat8e5m2, 3, 0x1p-16, 0x1.cp15, true, true, true, true},
    {ElementType::kFloat8e5m2fnuz, 3, 0x1p-17, 0x1.cp15, false, true, false, true},
    {kFloat8e4m3, 4, 0x1p-9, 0x1.ep7, true, true, true, true},
    {ElementType::kFloat8e4m3fn, 4, 0x1p-9, 0x1.cp8, false, true, true, true},
    {ElementType::kFloat8e4m3fnuz, 4, 0x1p-10, 0x1.ep7, false, true, false, true},
    {kFloat8e4m3b11fnuz, 4, 0x1p-13, 0x1.ep4, false, true, false, true},
    {kFloat8e3m4, 5, 0x1p-6, 0x1.fp3, true, true, true, true},
    {ElementType::kFloat6e2m3, 4, 0x1p-3, 0x1.ep2, false, false, true, true},
    {ElementType::kFloat6e3m2, 3, 0x1p-4, 0x1.cp4, false, false, true, true},
    {ElementType::kFloat4e2m1, 2, 0x1p-1, 0x1.8p2, false, false, true, true},
    {ElementType::kFloat8e8m0, 1, 0x1p-127, 0x1p127, false, true, false, false},
}};

// The integers of at most `digits` binary digits; with a sign down to -2**digits. A bool has none:
// what stands for true may differ from type to type.
struct Integers {
  int digits;
  bool has_sign;
};

const FloatRow* FindFloat(ElementType type) {
  const auto* const row = std::find_if(kFloats.begin(), kFloats.end(),
                                       [type](const FloatRow& r) { return r.type == type; });
  return row == kFloats.end() ? nullptr : row;
}

std::optional<Integers> IntegersOf(ElementType type) {
  if (type == ElementType::kBool) return Integers{0, false};
  if (!IsInteger(type)) return std::nullopt;
  const bool has_sign = ElementRange(type).min < 0;
  return Integers{ElementBits(type) - static_cast<int>(has_sign), has_sign};
}

bool Holds(const FloatRow& to, const FloatRow& from) {
  return from.digits <= to.digits && to.least <= from.least && from.greatest <= to.greatest &&
         (to.has_infinity || !from.has_infinity) && (to.has_nan || !from.has_nan) &&
         (to.has_signed_zero || !from.has_signed_zero) && (to.is_signed || !from.is_signed);
}

bool Holds(const FloatRow& to, Integers from) {
  const double greatest = std::ldexp(1.0, from.digits) - (from.has_sign ? 0 : 1);
  return to.is_signed && from.digits <= to.digits && to.least <= 1 && greatest <= to.greatest;
}

bool Holds(Integers to, Integers from) {
  return from.digits <= to.digits && (to.has_sign || !from.has_sign);
}

// The type of the parts of a complex type; any other type itself.
ElementType PartOf(ElementType type) {
  if (type == ElementType::kComplex64) return ElementType::kFloat;
  if (type == ElementType::kComplex128) return ElementType::kDouble;
  return type;
}

}  // namespace

std::optional<bool> CastPreservesValues(ElementType from, ElementType to) {
  const ElementType from_part = PartOf(from);
  const ElementType to_part = PartOf(to);
  const FloatRow* const from_float = FindFloat(from_part);
  const FloatRow* const to_float = FindFloat(to_part);
  const std::optional<Integers> from_integers = IntegersOf(from_part);
  const std::optional<Integers> to_integers = IntegersOf(to_part);
  const bool are_known =
      (from_float != nullptr || from_integers) && (to_float != nullptr || to_integers);
  if (!are_known) return std::nullopt;
  if (from == to) return true;
  const bool loses_part = from != from_part && to == to_part;
  const bool loses_fraction = from_float != nullptr && to_float == nullptr;
  const bool becomes_truth = to == ElementType::kBool;
  if (loses_part || loses_fraction || becomes_truth) return false;
  if (from_float != nullptr) return Holds(*to_float, *from_float);
  return to_float != nullptr ? Holds(*to_float, *from_integers)
                             : Holds(*to_integers, *from_integers);
}

}  // namespace shapewright::shape
