#ifndef SHAPEWRIGHT_CORE_QUESTIONS_INFER_REQUEST_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_INFER_REQUEST_H_

#include <string>

#include "absl/status/statusor.h"
#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::questions {

// Answers a whole request whose model is `onnx` or `graph`; the server resolves the model's other
// sources. `options` gives the limits; strictness and the like come from the request.
absl::StatusOr<std::string> InferRequest(const v1::InferShapesRequest& request,
                                         const inference::InferOptions& options = {});

// The same for a model that was read before; the source in the request is ignored.
absl::StatusOr<std::string> InferRequest(const v1::InferShapesRequest& request,
                                         const graph::Model& model,
                                         const inference::InferOptions& options = {});

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_INFER_REQUEST_H_
