#include "core/inference/request_size.h"

#include <google/protobuf/wire_format_lite.h>

#include <string>

namespace shapewright::inference {
namespace {

// All fields counted here have one-byte tags.
uint64_t TextBytes(const std::string& text) {
  using google::protobuf::internal::WireFormatLite;
  return 1 + WireFormatLite::LengthDelimitedSize(text.size());
}

uint64_t SourceBytes(const v1::ModelSpec& spec) {
  switch (spec.source_case()) {
    case v1::ModelSpec::kOnnx:
      return TextBytes(spec.onnx());
    case v1::ModelSpec::kFile:
      return FieldBytes(spec.file());
    case v1::ModelSpec::kModelId:
      return TextBytes(spec.model_id());
    case v1::ModelSpec::kInferenceId:
      return TextBytes(spec.inference_id());
    case v1::ModelSpec::kPath:
      return TextBytes(spec.path());
    case v1::ModelSpec::kGraph:
      return FieldBytes(spec.graph());
    case v1::ModelSpec::SOURCE_NOT_SET:
      break;
  }
  return 0;
}

}  // namespace

uint64_t FieldBytes(const google::protobuf::MessageLite& message) {
  using google::protobuf::internal::WireFormatLite;
  return 1 + WireFormatLite::LengthDelimitedSize(message.ByteSizeLong());
}

uint64_t BytesBesideModel(const google::protobuf::MessageLite& request, const v1::ModelSpec* spec) {
  if (spec == nullptr) return request.ByteSizeLong();
  return request.ByteSizeLong() - FieldBytes(*spec) + spec->ByteSizeLong() - SourceBytes(*spec);
}

}  // namespace shapewright::inference
