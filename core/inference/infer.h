#ifndef SHAPEWRIGHT_CORE_INFERENCE_INFER_H_
#define SHAPEWRIGHT_CORE_INFERENCE_INFER_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// Infers a serialized ONNX model. The answer is a serialized
// shapewright.v1.InferShapesResponse of all graphs with their nodes, without
// model_id; what is wrong with the model is said in it as diagnostics.
//
// Errors: INVALID_ARGUMENT for bytes that are no model, cyclic or unsorted
// graphs, breached limits, and (with a strictness) models with errors or
// unknowns; DEADLINE_EXCEEDED or CANCELLED as options.check_interrupt says;
// RESOURCE_EXHAUSTED beyond the total of expressions (S20). Each carries the
// payloads of core/graph/read_error.h: a stable reason, and a field path where
// one field is to blame.
absl::StatusOr<std::string> InferOnnxModel(absl::string_view model,
                                           const InferOptions& options = {});

// Answers a whole request whose model is `onnx` or `graph`; the server resolves the model's other
// sources. `options` gives the limits; strictness and the like come from the request.
absl::StatusOr<std::string> InferRequest(const v1::InferShapesRequest& request,
                                         const InferOptions& options = {});

// The same for a model that was read before; the request's own source is ignored.
absl::StatusOr<std::string> InferRequest(const v1::InferShapesRequest& request,
                                         const graph::Model& model,
                                         const InferOptions& options = {});

// Evaluates a model that was read at the sizes of a request, whose own source is ignored: a
// serialized EvaluateShapesResponse. The errors are those of InferRequest().
absl::StatusOr<std::string> EvaluateRequest(const v1::EvaluateShapesRequest& request,
                                            const graph::Model& model,
                                            const InferOptions& options = {});
// The same for a request whose model is `onnx` or `graph`.
absl::StatusOr<std::string> EvaluateRequest(const v1::EvaluateShapesRequest& request,
                                            const InferOptions& options = {});

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_INFER_H_
