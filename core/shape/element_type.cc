#include "core/shape/element_type.h"

#include <array>
#include <cstddef>

namespace shapewright::shape {
namespace {

enum class Family : uint8_t { kNone, kSigned, kUnsigned, kFloat };

struct Traits {
  absl::string_view name;
  uint8_t bits;
  Family family;
};

constexpr std::array<Traits, kElementTypeCount> kTraits = {{
    {"undefined", 0, Family::kNone},       {"float32", 32, Family::kFloat},
    {"uint8", 8, Family::kUnsigned},       {"int8", 8, Family::kSigned},
    {"uint16", 16, Family::kUnsigned},     {"int16", 16, Family::kSigned},
    {"int32", 32, Family::kSigned},        {"int64", 64, Family::kSigned},
    {"string", 0, Family::kNone},          {"bool", 8, Family::kNone},
    {"float16", 16, Family::kFloat},       {"float64", 64, Family::kFloat},
    {"uint32", 32, Family::kUnsigned},     {"uint64", 64, Family::kUnsigned},
    {"complex64", 64, Family::kNone},      {"complex128", 128, Family::kNone},
    {"bfloat16", 16, Family::kFloat},      {"float8e4m3fn", 8, Family::kFloat},
    {"float8e4m3fnuz", 8, Family::kFloat}, {"float8e5m2", 8, Family::kFloat},
    {"float8e5m2fnuz", 8, Family::kFloat}, {"uint4", 4, Family::kUnsigned},
    {"int4", 4, Family::kSigned},          {"float4e2m1", 4, Family::kFloat},
    {"float8e8m0", 8, Family::kFloat},     {"uint2", 2, Family::kUnsigned},
    {"int2", 2, Family::kSigned},          {"float6e2m3", 6, Family::kFloat},
    {"float6e3m2", 6, Family::kFloat},
}};

// From kFirstExtra on.
constexpr int kFirstExtra = 100;
constexpr std::array<Traits, 8> kExtraTraits = {{
    {"float8e4m3", 8, Family::kFloat},
    {"float8e3m4", 8, Family::kFloat},
    {"float8e4m3b11fnuz", 8, Family::kFloat},
    {"uint1", 1, Family::kUnsigned},
    {"int1", 1, Family::kSigned},
    {"uint3", 3, Family::kUnsigned},
    {"uint6", 6, Family::kUnsigned},
    {"nf4", 4, Family::kFloat},
}};

constexpr Traits kBeyondNewest = {"unknown", 0, Family::kNone};

const Traits& TraitsOf(ElementType type) {
  const auto index = static_cast<size_t>(type);
  if (index < kTraits.size()) return kTraits[index];
  const size_t extra = index - kFirstExtra;
  return index >= kFirstExtra && extra < kExtraTraits.size() ? kExtraTraits[extra] : kBeyondNewest;
}

// All element types that have a name, those of ONNX first.
constexpr std::array<ElementType, kTraits.size() + kExtraTraits.size()> kNamed = [] {
  std::array<ElementType, kTraits.size() + kExtraTraits.size()> types{};
  for (size_t i = 0; i < types.size(); ++i) {
    const size_t number = i < kTraits.size() ? i : kFirstExtra + i - kTraits.size();
    types[i] = static_cast<ElementType>(number);
  }
  return types;
}();

}  // namespace

absl::string_view ElementTypeName(ElementType type) { return TraitsOf(type).name; }

int ElementBits(ElementType type) { return TraitsOf(type).bits; }

bool IsInteger(ElementType type) {
  const Family family = TraitsOf(type).family;
  return family == Family::kSigned || family == Family::kUnsigned;
}

bool IsIntegerOrBool(ElementType type) { return IsInteger(type) || type == ElementType::kBool; }

bool IsFloat(ElementType type) { return TraitsOf(type).family == Family::kFloat; }

std::optional<ElementType> ElementTypeNamed(absl::string_view name) {
  for (const ElementType type : kNamed) {
    if (ElementTypeName(type) == name) return type;
  }
  return std::nullopt;
}

bool IsMapKey(ElementType type) {
  return IsInteger(type) || type == ElementType::kString || type == ElementType::kUndefined;
}

symbolic::Interval ElementRange(ElementType type) {
  const Traits& traits = TraitsOf(type);
  if (type == ElementType::kBool) return {0, 1};
  if (traits.family == Family::kUnsigned) {
    return traits.bits == 64 ? symbolic::Interval::AtLeast(0)
                             : symbolic::Interval{0, (int64_t{1} << traits.bits) - 1};
  }
  if (traits.family == Family::kSigned && traits.bits < 64) {
    const int64_t half = int64_t{1} << (traits.bits - 1);
    return {-half, half - 1};
  }
  return symbolic::Interval::All();
}

}  // namespace shapewright::shape
