#ifndef SHAPEWRIGHT_SERVER_METHODS_INFER_ANSWER_H_
#define SHAPEWRIGHT_SERVER_METHODS_INFER_ANSWER_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/wire/wire_writer.h"
#include "server/methods/model_answer.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::server {

// What InferShapes does, without gRPC. The model is looked up in `models` and kept there.
absl::StatusOr<ModelAnswer> AnswerInferShapes(v1::InferShapesRequest request, ModelParts parts,
                                              const Options& options, ModelStore& models,
                                              const InferHooks& hooks);

// The fields of a serialized InferShapesResponse before those that inference tells.
inference::WireWriter AnswerHead(absl::string_view model_id);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_INFER_ANSWER_H_
