#include "core/graph/openvino/ir_text.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "core/graph/element_number.h"

namespace shapewright::graph {
namespace {

using shape::ElementType;

constexpr std::pair<absl::string_view, ElementType> kIrElementTypes[] = {
    {"bf16", ElementType::kBfloat16},
    {"bf8", ElementType::kFloat8e5m2},
    {"bin", shape::kUint1},
    {"bool", ElementType::kBool},
    {"boolean", ElementType::kBool},
    {"dynamic", ElementType::kUndefined},
    {"f16", ElementType::kFloat16},
    {"f32", ElementType::kFloat},
    {"f4e2m1", ElementType::kFloat4e2m1},
    {"f64", ElementType::kDouble},
    {"f8e4m3", ElementType::kFloat8e4m3fn},
    {"f8e5m2", ElementType::kFloat8e5m2},
    {"f8e8m0", ElementType::kFloat8e8m0},
    {"fp16", ElementType::kFloat16},
    {"fp32", ElementType::kFloat},
    {"fp64", ElementType::kDouble},
    {"hf8", ElementType::kFloat8e4m3fn},
    {"i16", ElementType::kInt16},
    {"i2", ElementType::kInt2},
    {"i32", ElementType::kInt32},
    {"i4", ElementType::kInt4},
    {"i64", ElementType::kInt64},
    {"i8", ElementType::kInt8},
    {"nf4", shape::kNf4},
    {"string", ElementType::kString},
    {"u1", shape::kUint1},
    {"u16", ElementType::kUint16},
    {"u2", ElementType::kUint2},
    {"u3", shape::kUint3},
    {"u32", ElementType::kUint32},
    {"u4", ElementType::kUint4},
    {"u6", shape::kUint6},
    {"u64", ElementType::kUint64},
    {"u8", ElementType::kUint8},
    {"undefined", ElementType::kUndefined},
    {"unspecified", ElementType::kUndefined},
};
constexpr size_t kMaxElementName = 16;

// `?`, `4`, `2..8`, `..8`, `2..`.
std::optional<DeclaredDim> IrDim(absl::string_view text) {
  DeclaredDim dim;
  if (text == "?" || text == "-1") return dim;
  const size_t dots = text.find("..");
  if (dots == absl::string_view::npos) {
    const auto size = IrInteger(text);
    if (!size || *size < 0) return std::nullopt;
    dim.has_size = true;
    dim.size = *size;
    return dim;
  }
  const absl::string_view low = text.substr(0, dots);
  const absl::string_view high = text.substr(dots + 2);
  dim.bounds = symbolic::Interval::Size();
  const auto min = low.empty() ? std::optional<int64_t>(0) : IrInteger(low);
  if (!min || *min < 0) return std::nullopt;
  dim.bounds.min = *min;
  if (high.empty()) return dim;
  const auto max = IrInteger(high);
  if (!max || *max < *min) return std::nullopt;
  dim.bounds.max = *max;
  return dim;
}

}  // namespace

std::optional<int64_t> IrInteger(absl::string_view text) {
  int64_t number = 0;
  if (!absl::SimpleAtoi(text, &number)) return std::nullopt;
  return number;
}

std::optional<double> IrFloat(absl::string_view text) {
  double number = 0;
  if (!absl::SimpleAtod(text, &number)) return std::nullopt;
  return number;
}

ElementType IrElementType(absl::string_view text) {
  constexpr auto kNone = static_cast<ElementType>(0xff);
  if (text.size() > kMaxElementName) return kNone;
  const std::string name = absl::AsciiStrToLower(text);
  for (const auto& [known, element] : kIrElementTypes) {
    if (known == name) return element;
  }
  return kNone;
}

std::vector<std::string> IrNames(absl::string_view text) {
  std::vector<std::string> names;
  std::string name;
  const auto end_name = [&] {
    if (!name.empty()) names.push_back(std::move(name));
    name.clear();
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',';
    if (is_escape) {
      name.push_back(',');
      ++i;
    } else if (text[i] == ',') {
      end_name();
    } else {
      name.push_back(text[i]);
    }
  }
  end_name();
  return names;
}

std::optional<DeclaredType> IrTensorType(Arena* arena, absl::string_view shape,
                                         ElementType element) {
  DeclaredType type;
  type.kind = shape::TypeKind::kTensor;
  type.element = element;
  shape = absl::StripAsciiWhitespace(shape);
  if (shape == "...") return type;
  type.has_shape = true;
  if (shape.empty()) return type;
  std::vector<DeclaredDim> dims;
  for (const absl::string_view text : absl::StrSplit(shape, ',')) {
    const auto dim = IrDim(absl::StripAsciiWhitespace(text));
    if (!dim) return std::nullopt;
    dims.push_back(*dim);
  }
  type.dims = CopyToArena(arena, dims);
  return type;
}

}  // namespace shapewright::graph
