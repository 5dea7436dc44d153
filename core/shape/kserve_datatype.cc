#include "core/shape/kserve_datatype.h"

namespace shapewright::shape {
namespace {

struct KserveRow {
  ElementType type;
  absl::string_view name;
};
constexpr KserveRow kKserveTypes[] = {
    {ElementType::kBool, "BOOL"},     {ElementType::kUint8, "UINT8"},
    {ElementType::kUint16, "UINT16"}, {ElementType::kUint32, "UINT32"},
    {ElementType::kUint64, "UINT64"}, {ElementType::kInt8, "INT8"},
    {ElementType::kInt16, "INT16"},   {ElementType::kInt32, "INT32"},
    {ElementType::kInt64, "INT64"},   {ElementType::kFloat16, "FP16"},
    {ElementType::kFloat, "FP32"},    {ElementType::kDouble, "FP64"},
    {ElementType::kString, "BYTES"},  {ElementType::kBfloat16, "BF16"},
};

}  // namespace

absl::string_view KserveDatatype(ElementType type) {
  for (const KserveRow& row : kKserveTypes) {
    if (row.type == type) return row.name;
  }
  return "";
}

std::optional<ElementType> KserveDatatypeNamed(absl::string_view name) {
  for (const KserveRow& row : kKserveTypes) {
    if (row.name == name) return row.type;
  }
  return std::nullopt;
}

std::vector<absl::string_view> KserveDatatypes() {
  std::vector<absl::string_view> names;
  for (const KserveRow& row : kKserveTypes) names.push_back(row.name);
  return names;
}

}  // namespace shapewright::shape
