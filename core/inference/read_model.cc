#include "core/inference/read_model.h"

#include "absl/strings/str_cat.h"
#include "core/graph/front_end/front_end.h"
#include "core/graph/message/message_reader.h"
#include "core/graph/read_error.h"

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

absl::Status Error(absl::StatusCode code, absl::string_view message, absl::string_view field,
                   absl::string_view reason) {
  absl::Status status(code, message);
  status.SetPayload(graph::kFieldPayload, absl::Cord(field));
  status.SetPayload(graph::kReasonPayload, absl::Cord(reason));
  return status;
}

// For a source that only a server looks up.
absl::Status Unimplemented(absl::string_view field) {
  return Error(absl::StatusCode::kUnimplemented,
               absl::StrCat("this server does not answer `", field, "` yet"), field,
               "NOT_IMPLEMENTED");
}

}  // namespace

const char* SourceField(const v1::ModelSpec& spec) {
  switch (spec.source_case()) {
    case v1::ModelSpec::kOnnx:
      return "model.onnx";
    case v1::ModelSpec::kFile:
      return "model.file";
    case v1::ModelSpec::kModelId:
      return "model.model_id";
    case v1::ModelSpec::kInferenceId:
      return "model.inference_id";
    case v1::ModelSpec::kPath:
      return "model.path";
    case v1::ModelSpec::kGraph:
    case v1::ModelSpec::SOURCE_NOT_SET:
      break;
  }
  return "model.graph";
}

absl::StatusOr<std::unique_ptr<Model>> ReadModel(const v1::ModelSpec& spec,
                                                 const InferOptions& options) {
  switch (spec.source_case()) {
    case v1::ModelSpec::kOnnx:
      return graph::ReadModelFile({spec.onnx()}, ModelFormat::kUnspecified, options.reader);
    case v1::ModelSpec::kFile:
      return graph::ReadModelFile({spec.file().content(), spec.file().weights()},
                                  static_cast<ModelFormat>(spec.file().format()), options.reader);
    case v1::ModelSpec::kGraph:
      return ReadMessage(spec.graph(), options);
    case v1::ModelSpec::kModelId:
      return Unimplemented("model.model_id");
    case v1::ModelSpec::kInferenceId:
      return Unimplemented("model.inference_id");
    case v1::ModelSpec::kPath:
      return Unimplemented("model.path");
    case v1::ModelSpec::SOURCE_NOT_SET:
      break;
  }
  return Error(absl::StatusCode::kInvalidArgument, "the request names no model", "model",
               "MODEL_MISSING");
}

}  // namespace shapewright::inference
