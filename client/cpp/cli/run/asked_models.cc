#include "client/cpp/cli/run/asked_models.h"

#include <cstdint>
#include <filesystem>
#include <system_error>

#include "client/cpp/cli/run/model_file.h"
#include "core/wire/file_error.h"

namespace shapewright::cli {

absl::StatusOr<std::string> AskedModels::Read(const std::string& path) {
  const absl::StatusOr<v1::ModelSpec> spec = ReadSpec(path, arguments_);
  if (!spec.ok()) return spec.status();
  return spec->has_file() ? spec->file().content() : spec->onnx();
}

absl::StatusOr<std::string> AskedModels::ReadText(const std::string& path) {
  constexpr uint64_t kMostBytes = uint64_t{4} << 20;
  std::error_code error;
  const uint64_t size = std::filesystem::file_size(path, error);
  if (!error && size > kMostBytes) return FileTooLarge(path, size, kMostBytes);
  return ReadModel(path);
}

absl::StatusOr<v1::InferShapesResponse> AskedModels::Infer(const v1::InferShapesRequest& request) {
  return asker_.Ask(request, [&](Client& client, const v1::InferShapesRequest& asked) {
    return client.StreamInferShapes(asked, asker_.deadline());
  });
}

absl::StatusOr<v1::EvaluateShapesResponse> AskedModels::Evaluate(
    const v1::EvaluateShapesRequest& request) {
  return asker_.Ask(request, [&](Client& client, const v1::EvaluateShapesRequest& asked) {
    return client.EvaluateShapes(asked, asker_.deadline());
  });
}

absl::StatusOr<v1::InferChainResponse> AskedModels::InferChain(
    const v1::InferChainRequest& request) {
  return asker_.Ask(request, [&](Client& client, const v1::InferChainRequest& asked) {
    return client.InferChain(asked, asker_.deadline());
  });
}

}  // namespace shapewright::cli
