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

// Answers a whole request whose model is `onnx` or `graph`; the server resolves the model's other
// sources. `options` gives the limits; strictness and the like come from the request.
absl::StatusOr<std::string> InferRequest(const v1::InferShapesRequest& request,
                                         const InferOptions& options = {});

// The same for a model that was read before; the source in the request is ignored.
absl::StatusOr<std::string> InferRequest(const v1::InferShapesRequest& request,
                                         const graph::Model& model,
                                         const InferOptions& options = {});

// Evaluates a model that was read before for a request, whose source is ignored: a serialized
// EvaluateShapesResponse. The errors are those of InferRequest().
absl::StatusOr<std::string> EvaluateRequest(const v1::EvaluateShapesRequest& request,
                                            const graph::Model& model,
                                            const InferOptions& options = {});
// The same for a request whose model is `onnx` or `graph`.
absl::StatusOr<std::string> EvaluateRequest(const v1::EvaluateShapesRequest& request,
                                            const InferOptions& options = {});

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_INFER_H_
