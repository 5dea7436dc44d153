#ifndef SHAPEWRIGHT_CORE_INFERENCE_MODEL_RPC_H_
#define SHAPEWRIGHT_CORE_INFERENCE_MODEL_RPC_H_

#include <google/protobuf/message.h>

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "shapewright/v1/fact.pb.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::inference {

// An RPC about a model. Its request begins with a ModelSpec; server and library know no more of it
// than this.
struct ModelRpc {
  absl::string_view name;
  const google::protobuf::Message* request_prototype;
  // The serialized response to a request, which has the type of the prototype, for a model that was
  // read: the request's own source is ignored. The errors are those of InferRequest().
  absl::StatusOr<std::string> (*answer)(const google::protobuf::Message& request,
                                        const graph::Model& model, const InferOptions& options);
};

// All there are, by name.
absl::Span<const ModelRpc> ModelRpcs();
// One of them; null for other names.
const ModelRpc* FindModelRpc(absl::string_view name);

// The ModelSpec of a request about a model: its first field. The second one adds it where it is
// missing.
const v1::ModelSpec& SpecOf(const google::protobuf::Message& request);
v1::ModelSpec& MutableSpecOf(google::protobuf::Message& request);
// Its RequestLimits.
const v1::RequestLimits& LimitsOf(const google::protobuf::Message& request);

// Answers a request whose model is `onnx` or `graph`.
absl::StatusOr<std::string> AnswerModelRpc(const ModelRpc& rpc,
                                           const google::protobuf::Message& request,
                                           const InferOptions& options = {});

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_MODEL_RPC_H_
