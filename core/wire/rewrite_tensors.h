#ifndef SHAPEWRIGHT_CORE_WIRE_REWRITE_TENSORS_H_
#define SHAPEWRIGHT_CORE_WIRE_REWRITE_TENSORS_H_

#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace shapewright {

// Gets the bytes of a TensorProto: absent leaves it as it is; otherwise all fields with its data
// (IsTensorData) are left out, and the returned bytes stand at its end.
using TensorEdit =
    absl::FunctionRef<absl::StatusOr<std::optional<std::string>>(absl::string_view tensor)>;

// What the messages about bytes that are no model begin with.
inline constexpr absl::string_view kNotAnOnnxModel = "not an ONNX model: ";

// A serialized ONNX model with other data in its tensors: `edit` is asked about every TensorProto
// that a model can hold, once, in their order. Messages around a changed one get new lengths, as
// varints of the least size; every other byte stays as it is and where it is.
//
// INVALID_ARGUMENT (MALFORMED_MODEL) for bytes that are no protobuf messages where a model has
// them, and for more than 1,000 messages within each other; otherwise the errors of `edit`.
absl::StatusOr<std::string> RewriteTensors(absl::string_view model, TensorEdit edit);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_REWRITE_TENSORS_H_
