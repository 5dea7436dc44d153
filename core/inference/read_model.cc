#include "core/inference/read_model.h"

#include "core/graph/message/message_reader.h"
#include "core/graph/onnx/onnx_reader.h"
#include "core/graph/read_error.h"
#include "core/inference/infer_run.h"

namespace shapewright::inference {
namespace {

using graph::Model;

absl::StatusOr<std::unique_ptr<Model>> ReadMessage(const v1::Model& message,
                                                   const InferOptions& options) {
  auto model = graph::ReadModelMessage(message, options.reader);
  if (absl::IsInvalidArgument(model.status())) {
    return graph::Within("model.graph", model.status());
  }
  return model;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Model>> ReadModel(const v1::ModelSpec& spec,
                                                 const InferOptions& options) {
  switch (spec.source_case()) {
    case v1::ModelSpec::kOnnx:
      return graph::ReadOnnxModel(spec.onnx(), options.reader);
    case v1::ModelSpec::kGraph:
      return ReadMessage(spec.graph(), options);
    case v1::ModelSpec::kModelId:
      return Unimplemented("model.model_id");
    case v1::ModelSpec::kPath:
      return Unimplemented("model.path");
    case v1::ModelSpec::SOURCE_NOT_SET:
      break;
  }
  absl::Status status = absl::InvalidArgumentError("the request names no model");
  status.SetPayload(graph::kFieldPayload, absl::Cord("model"));
  status.SetPayload(graph::kReasonPayload, absl::Cord("MODEL_MISSING"));
  return status;
}

}  // namespace shapewright::inference
