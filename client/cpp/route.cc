#include "client/cpp/route.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "core/wire/model_id.h"

namespace shapewright {
namespace {

constexpr char kHeader[] = "x-shapewright-model";
constexpr size_t kLongestRoute = 256;

}  // namespace

std::string RouteOf(const v1::ModelSpec& spec) {
  switch (spec.source_case()) {
    case v1::ModelSpec::kOnnx:
      return ModelId(spec.onnx());
    case v1::ModelSpec::kFile:
      return ModelId(spec.file().content(), spec.file().weights());
    case v1::ModelSpec::kModelId:
      return spec.model_id();
    case v1::ModelSpec::kInferenceId:
      return spec.inference_id();
    case v1::ModelSpec::kPath:
      return spec.path();
    case v1::ModelSpec::kGraph:
    case v1::ModelSpec::SOURCE_NOT_SET:
      return "";
  }
  return "";
}

void AddRoute(const std::string& route, grpc::ClientContext& context) {
  if (route.empty() || route.size() > kLongestRoute) return;
  if (!std::all_of(route.begin(), route.end(), absl::ascii_isprint)) return;
  context.AddMetadata(kHeader, route);
}

}  // namespace shapewright
