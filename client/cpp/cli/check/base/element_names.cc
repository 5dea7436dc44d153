#include "client/cpp/cli/check/base/element_names.h"

#include "absl/strings/ascii.h"
#include "absl/strings/strip.h"

namespace shapewright::cli {
namespace {

struct ServedType {
  v1::ElementType type;
  absl::string_view name;
};
constexpr ServedType kServedTypes[] = {
    {v1::ELEMENT_TYPE_BOOL, "BOOL"},     {v1::ELEMENT_TYPE_UINT8, "UINT8"},
    {v1::ELEMENT_TYPE_UINT16, "UINT16"}, {v1::ELEMENT_TYPE_UINT32, "UINT32"},
    {v1::ELEMENT_TYPE_UINT64, "UINT64"}, {v1::ELEMENT_TYPE_INT8, "INT8"},
    {v1::ELEMENT_TYPE_INT16, "INT16"},   {v1::ELEMENT_TYPE_INT32, "INT32"},
    {v1::ELEMENT_TYPE_INT64, "INT64"},   {v1::ELEMENT_TYPE_FLOAT16, "FP16"},
    {v1::ELEMENT_TYPE_FLOAT, "FP32"},    {v1::ELEMENT_TYPE_DOUBLE, "FP64"},
    {v1::ELEMENT_TYPE_STRING, "BYTES"},  {v1::ELEMENT_TYPE_BFLOAT16, "BF16"},
};

}  // namespace

std::string ServedName(v1::ElementType type) {
  for (const ServedType& row : kServedTypes) {
    if (row.type == type) return std::string(row.name);
  }
  return "";
}

v1::ElementType TypeOfServedName(absl::string_view name) {
  for (const ServedType& row : kServedTypes) {
    if (row.name == name) return row.type;
  }
  return v1::ELEMENT_TYPE_UNSPECIFIED;
}

std::string ElementName(v1::ElementType type) {
  if (type == v1::ELEMENT_TYPE_FLOAT) return "float32";
  if (type == v1::ELEMENT_TYPE_DOUBLE) return "float64";
  const std::string& name = v1::ElementType_Name(type);
  return absl::AsciiStrToLower(absl::StripPrefix(name, "ELEMENT_TYPE_"));
}

}  // namespace shapewright::cli
