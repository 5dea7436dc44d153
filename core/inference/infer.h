#ifndef SHAPEWRIGHT_CORE_INFERENCE_INFER_H_
#define SHAPEWRIGHT_CORE_INFERENCE_INFER_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/inference/engine/options.h"

namespace shapewright::inference {

// Infers a serialized ONNX model. The answer is a serialized
// shapewright.v1.InferShapesResponse of all graphs with their nodes,
// without model_id; problems of the model are diagnostics in it.
// Errors: INVALID_ARGUMENT for bytes that are not a model, cyclic or
// unsorted graphs, exceeded limits, and, depending on the strictness,
// models with errors or unknowns; the error of
// options.check_interrupt; RESOURCE_EXHAUSTED beyond the total of
// expressions (S20) or the limit of work. Each has the payloads of
// core/graph/read_error.h: a stable reason and, if one field is at
// fault, its path.
absl::StatusOr<std::string> InferOnnxModel(absl::string_view model,
                                           const InferOptions& options = {});

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_INFER_H_
