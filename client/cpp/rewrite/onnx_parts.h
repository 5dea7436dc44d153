#ifndef SHAPEWRIGHT_CLIENT_CPP_REWRITE_ONNX_PARTS_H_
#define SHAPEWRIGHT_CLIENT_CPP_REWRITE_ONNX_PARTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/rewrite.pb.h"

// Parts of edits as serialized messages of ONNX. INVALID_ARGUMENT for what edits do not have.
namespace shapewright {

// Of integers and bools of at least 8 bits.
absl::StatusOr<std::string> OnnxTensor(const v1::NamedTensor& tensor);
// Of an integer, a list of integers or a string.
absl::StatusOr<std::string> OnnxAttribute(const v1::Attribute& attribute);
absl::StatusOr<std::string> OnnxNode(const v1::Node& node);
// A ValueInfoProto of a tensor with another shape.
absl::StatusOr<std::string> WithShape(absl::string_view info, const v1::ShapeEdit& edit);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_REWRITE_ONNX_PARTS_H_
