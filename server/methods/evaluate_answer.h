#ifndef SHAPEWRIGHT_SERVER_METHODS_EVALUATE_ANSWER_H_
#define SHAPEWRIGHT_SERVER_METHODS_EVALUATE_ANSWER_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/cache/inference_store.h"
#include "server/methods/model_answer.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::server {

// Answers EvaluateShapes, without gRPC. Models are looked up and kept in `models`; inferences that
// can serve other bindings in `compiled`. May be called on any thread.
absl::StatusOr<ModelAnswer> AnswerEvaluateShapes(v1::EvaluateShapesRequest request,
                                                 ModelParts parts, const Options& options,
                                                 ModelStore& models, InferenceStore& compiled,
                                                 const WorkHooks& hooks);

// The fast path for a small serialized request: the serialized response, if an inference in
// `compiled` answers it at almost no cost. Nothing otherwise, also where the answer would be an
// error.
std::optional<std::string> AnswerFromKept(absl::string_view request, const Options& options,
                                          ModelStore& models, InferenceStore& compiled);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_EVALUATE_ANSWER_H_
