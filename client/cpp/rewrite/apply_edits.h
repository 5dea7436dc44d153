#ifndef SHAPEWRIGHT_CLIENT_CPP_REWRITE_APPLY_EDITS_H_
#define SHAPEWRIGHT_CLIENT_CPP_REWRITE_APPLY_EDITS_H_

#include <google/protobuf/repeated_ptr_field.h>

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/rewrite.pb.h"

namespace shapewright {

// A serialized ONNX model with the edits of a RewriteModelResponse. All that no edit is about stays
// byte for byte, but for the lengths of the messages around a change: weights, metadata, functions,
// unknown fields. There is no limit of 2 GB.
//
// INVALID_ARGUMENT if the bytes are no model, or one whose graph is written in several parts, and
// for an edit that does not fit: of a node, operand or value that the model does not have.
absl::StatusOr<std::string> ApplyEdits(
    absl::string_view model, const google::protobuf::RepeatedPtrField<v1::ModelEdit>& edits);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_REWRITE_APPLY_EDITS_H_
