#ifndef SHAPEWRIGHT_CORE_QUESTIONS_MODEL_RPC_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_MODEL_RPC_H_

#include <google/protobuf/message.h>

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/inference/engine/options.h"
#include "core/questions/rows/row.h"
#include "shapewright/v1/fact.pb.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::questions {

// The table, sorted by name.
absl::Span<const ModelRpc> ModelRpcs();
// The row of a name; null if there is none.
const ModelRpc* FindModelRpc(absl::string_view name);

// The first field of a request about a model, by reflection. MutableSpecOf() adds it if it is
// missing.
const v1::ModelSpec& SpecOf(const google::protobuf::Message& request);
v1::ModelSpec& MutableSpecOf(google::protobuf::Message& request);
// Its RequestLimits.
const v1::RequestLimits& LimitsOf(const google::protobuf::Message& request);

// Reads the model, which the request must bring as `onnx` or `graph`, and answers.
absl::StatusOr<std::string> AnswerModelRpc(const ModelRpc& rpc,
                                           const google::protobuf::Message& request,
                                           const inference::InferOptions& options = {});

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_MODEL_RPC_H_
