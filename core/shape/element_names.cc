#include "core/shape/element_names.h"

#include <array>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/error_payload.h"
#include "core/base/nearest_name.h"
#include "core/wire/printable.h"

namespace shapewright::shape {
namespace {

struct NameRow {
  ElementType type;
  absl::string_view name;
};

constexpr std::array<NameRow, 31> kXlaNames = {{
    {ElementType::kBool, "pred"},
    {ElementType::kInt2, "s2"},
    {ElementType::kInt4, "s4"},
    {ElementType::kInt8, "s8"},
    {ElementType::kInt16, "s16"},
    {ElementType::kInt32, "s32"},
    {ElementType::kInt64, "s64"},
    {ElementType::kUint2, "u2"},
    {ElementType::kUint4, "u4"},
    {ElementType::kUint8, "u8"},
    {ElementType::kUint16, "u16"},
    {ElementType::kUint32, "u32"},
    {ElementType::kUint64, "u64"},
    {ElementType::kFloat16, "f16"},
    {ElementType::kFloat, "f32"},
    {ElementType::kDouble, "f64"},
    {ElementType::kBfloat16, "bf16"},
    {ElementType::kComplex64, "c64"},
    {ElementType::kComplex128, "c128"},
    {kInt1, "s1"},
    {kUint1, "u1"},
    {kFloat8e3m4, "f8e3m4"},
    {kFloat8e4m3, "f8e4m3"},
    {kFloat8e4m3b11fnuz, "f8e4m3b11fnuz"},
    {ElementType::kFloat8e4m3fn, "f8e4m3fn"},
    {ElementType::kFloat8e4m3fnuz, "f8e4m3fnuz"},
    {ElementType::kFloat8e5m2, "f8e5m2"},
    {ElementType::kFloat8e5m2fnuz, "f8e5m2fnuz"},
    {ElementType::kFloat8e8m0, "f8e8m0fnu"},
    {ElementType::kFloat4e2m1, "f4e2m1fn"},
    {ElementType::kString, "string"},
}};

// Names in OpenVINO and ONNX that differ from this project's.
constexpr std::array<NameRow, 13> kOtherNames = {{
    {ElementType::kBool, "boolean"},
    {ElementType::kInt4, "i4"},
    {ElementType::kInt8, "i8"},
    {ElementType::kInt16, "i16"},
    {ElementType::kInt32, "i32"},
    {ElementType::kInt64, "i64"},
    {ElementType::kFloat, "float"},
    {ElementType::kDouble, "double"},
    {ElementType::kFloat4e2m1, "f4e2m1"},
    {ElementType::kFloat8e8m0, "f8e8m0"},
    {ElementType::kInt2, "i2"},
    {kUint3, "u3"},
    {kUint6, "u6"},
}};

}  // namespace

std::optional<ElementType> FindElementType(absl::string_view name) {
  if (const auto type = ElementTypeNamed(name)) return type;
  for (const NameRow& row : kXlaNames) {
    if (row.name == name) return row.type;
  }
  for (const NameRow& row : kOtherNames) {
    if (row.name == name) return row.type;
  }
  return std::nullopt;
}

std::optional<ElementType> FindOpenvinoElementType(absl::string_view name) {
  if (name == "f8e4m3") return ElementType::kFloat8e4m3fn;
  return FindElementType(name);
}

absl::string_view XlaElementName(ElementType type) {
  for (const NameRow& row : kXlaNames) {
    if (row.type == type) return row.name;
  }
  return ElementTypeName(type);
}

absl::Status UnknownElementType(absl::string_view word) {
  constexpr size_t kShownText = 40;
  std::vector<absl::string_view> known;
  for (int number = 1; number < kElementTypeCount; ++number) {
    known.push_back(ElementTypeName(static_cast<ElementType>(number)));
  }
  for (const NameRow& row : kXlaNames) known.push_back(row.name);
  for (const NameRow& row : kOtherNames) known.push_back(row.name);
  absl::Status error = absl::InvalidArgumentError(
      absl::StrCat(QuotedText(word, kShownText), " is not an element type"));
  SetSuggestion(error, DidYouMean(word, known));
  return error;
}

absl::Status NoMapKey(ElementType type) {
  absl::Status error =
      absl::InvalidArgumentError(absl::StrCat("no map has keys of type ", ElementTypeName(type)));
  SetSuggestion(error, "take an integer type, or string");
  return error;
}

}  // namespace shapewright::shape
