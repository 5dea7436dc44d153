#include "core/inference/request_size.h"

#include <google/protobuf/wire_format_lite.h>

#include <algorithm>
#include <string>

namespace shapewright::inference {
namespace {

// Serialized size of a submessage with its tag and length. All fields counted here have one-byte
// tags.
uint64_t FieldBytes(const google::protobuf::MessageLite& message) {
  using google::protobuf::internal::WireFormatLite;
  return 1 + WireFormatLite::LengthDelimitedSize(message.ByteSizeLong());
}

template <typename Items>
uint64_t BytesOf(const Items& items) {
  uint64_t bytes = 0;
  for (const auto& item : items) bytes += FieldBytes(item);
  return bytes;
}

uint64_t BoundBytes(const v1::EvaluateShapesRequest& request) {
  return BytesOf(request.bindings());
}

uint64_t FieldBytes(const std::string& text) {
  using google::protobuf::internal::WireFormatLite;
  return 1 + WireFormatLite::LengthDelimitedSize(text.size());
}

uint64_t SourceBytes(const v1::ModelSpec& spec) {
  switch (spec.source_case()) {
    case v1::ModelSpec::kOnnx:
      return FieldBytes(spec.onnx());
    case v1::ModelSpec::kModelId:
      return FieldBytes(spec.model_id());
    case v1::ModelSpec::kInferenceId:
      return FieldBytes(spec.inference_id());
    case v1::ModelSpec::kPath:
      return FieldBytes(spec.path());
    case v1::ModelSpec::kGraph:
      return FieldBytes(spec.graph());
    case v1::ModelSpec::SOURCE_NOT_SET:
      break;
  }
  return 0;
}

}  // namespace

uint64_t BytesBesideModel(const google::protobuf::MessageLite& request, const v1::ModelSpec* spec) {
  if (spec == nullptr) return request.ByteSizeLong();
  return request.ByteSizeLong() - FieldBytes(*spec) + spec->ByteSizeLong() - SourceBytes(*spec);
}

uint64_t InferenceLimit(const v1::EvaluateShapesRequest& request, const graph::Model& model,
                        const InferOptions& options) {
  const v1::ModelSpec* const spec = request.has_model() ? &request.model() : nullptr;
  const uint64_t bytes = BytesBesideModel(request, spec);
  return WorkLimit(options.max_work, request.limits().work(),
                   model.byte_size + bytes - std::min(bytes, BoundBytes(request)));
}

}  // namespace shapewright::inference
