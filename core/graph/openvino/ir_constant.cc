#include "core/graph/openvino/ir_constant.h"

#include <limits>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "core/graph/openvino/ir_text.h"
#include "core/graph/read_error.h"
#include "core/wire/ir_constants.h"

namespace shapewright::graph {
namespace {

// The bytes of so many elements; nothing where that exceeds int64.
std::optional<int64_t> StoredBytes(const Tensor& tensor) {
  const auto count = tensor.ElementCount();
  const int bits = shape::ElementBits(tensor.element);
  if (!count || bits == 0 || *count > std::numeric_limits<int64_t>::max() / (2 * bits)) {
    return std::nullopt;
  }
  return (*count * bits + kBitsPerByte - 1) / kBitsPerByte;
}

// The layout of elements of less than a byte differs from ONNX's, but for these two.
bool IsStoredAsInOnnx(shape::ElementType element) {
  return shape::ElementBits(element) >= kBitsPerByte || element == shape::ElementType::kUint4 ||
         element == shape::ElementType::kInt4;
}

bool IsRead(const Tensor& tensor) {
  return *tensor.ElementCount() <= kMaxIrElements && IsStoredAsInOnnx(tensor.element);
}

void SetElements(absl::string_view bytes, Tensor* tensor) {
  tensor->is_external = false;
  tensor->encoding = TensorEncoding::kRaw;
  tensor->payload = bytes;
}

absl::Status TakeElements(absl::string_view base64, absl::string_view name, int64_t bytes,
                          Arena* arena, Tensor* tensor) {
  std::string decoded;
  if (!absl::Base64Unescape(base64, &decoded)) {
    return IrError(absl::StrCat("the elements of constant ", Quoted(name), " are not base64"));
  }
  if (static_cast<int64_t>(decoded.size()) < bytes) {
    return IrError(absl::StrCat("constant ", Quoted(name), " has elements of ", decoded.size(),
                                " bytes, its shape takes ", bytes));
  }
  tensor->is_external = bytes > 0;
  if (!IsRead(*tensor)) return absl::OkStatus();
  decoded.resize(static_cast<size_t>(bytes));
  SetElements(CopyText(arena, decoded), tensor);
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadIrConstant(const IrLayer& layer, absl::string_view weights,
                            const ReaderLimits& limits, Arena* arena, Tensor* tensor) {
  const pugi::xml_node data = layer.xml.child("data");
  const shape::ElementType element = IrElementType(data.attribute("element_type").value());
  // A scalar has a shape that is empty, not none.
  const pugi::xml_attribute shape = data.attribute("shape");
  const auto type = IrTensorType(arena, shape.value(), element);
  std::vector<int64_t> dims;
  bool is_known = !shape.empty() && type && type->has_shape;
  for (size_t i = 0; is_known && i < type->dims.size(); ++i) {
    is_known = type->dims[i].has_size;
    dims.push_back(type->dims[i].size);
  }
  const absl::string_view name = layer.name;
  if (!is_known) return IrError(absl::StrCat("constant ", Quoted(name), " has no shape"));
  if (dims.size() > static_cast<size_t>(limits.max_rank)) {
    return ReadError(reason::kRankTooLarge,
                     absl::StrCat("constant ", Quoted(name), " has rank ", dims.size(),
                                  ", the limit is ", limits.max_rank));
  }
  tensor->element = element;
  tensor->dims = CopyToArena(arena, dims);
  const auto bytes = StoredBytes(*tensor);
  if (!bytes) return absl::OkStatus();
  if (const pugi::xml_attribute elements = data.attribute(std::string(kIrElements).c_str())) {
    return TakeElements(elements.value(), name, *bytes, arena, tensor);
  }
  const auto offset = IrInteger(data.attribute("offset").value());
  const auto size = IrInteger(data.attribute("size").value());
  if (!offset || !size || *offset < 0 || *size < *bytes) {
    return IrError(absl::StrCat("constant ", Quoted(name), " has ", size.value_or(0),
                                " bytes, its shape takes ", *bytes));
  }
  // Nothing is stored of an empty one.
  if (*bytes == 0) return absl::OkStatus();
  tensor->is_external = true;
  if (weights.empty()) return absl::OkStatus();
  const auto available = static_cast<int64_t>(weights.size());
  if (*offset > available || *size > available - *offset) {
    return IrError(absl::StrCat("constant ", Quoted(name), " ends behind the weights, which have ",
                                available, " bytes"));
  }
  if (!IsRead(*tensor)) return absl::OkStatus();
  SetElements(weights.substr(static_cast<size_t>(*offset), static_cast<size_t>(*bytes)), tensor);
  return absl::OkStatus();
}

}  // namespace shapewright::graph
