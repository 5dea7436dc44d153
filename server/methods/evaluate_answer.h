#ifndef SHAPEWRIGHT_SERVER_METHODS_EVALUATE_ANSWER_H_
#define SHAPEWRIGHT_SERVER_METHODS_EVALUATE_ANSWER_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/cache/compiled_store.h"
#include "server/methods/model_answer.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::server {

// What EvaluateShapes does, without gRPC. Models are looked up in `models` and kept there,
// inferences that are good for other bindings too in `compiled`.
absl::StatusOr<ModelAnswer> AnswerEvaluateShapes(v1::EvaluateShapesRequest request,
                                                 ModelParts parts, const Options& options,
                                                 ModelStore& models, CompiledStore& compiled,
                                                 const InferHooks& hooks);

// The same of a small serialized request, where an inference that is kept answers it with next to
// no work: the serialized response. Nothing otherwise, also where there is an error to tell.
std::optional<std::string> AnswerFromCompiled(absl::string_view request, const Options& options,
                                              ModelStore& models, CompiledStore& compiled);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_EVALUATE_ANSWER_H_
