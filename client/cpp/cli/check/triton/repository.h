#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_REPOSITORY_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_REPOSITORY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/cpp/cli/check/triton/triton_config.h"

namespace shapewright::cli {

// Who runs a model.
enum class TritonBackend : uint8_t { kOnnxRuntime, kEnsemble, kOther };

// A version of a model in a repository: `1/model.onnx`.
struct TritonVersion {
  int64_t number = 0;
  std::string model;  // its path, also if it does not exist
};

TritonBackend BackendOf(const TritonConfig& config);

// The versions that Triton would load by the policy of the configuration, the latest last.
std::vector<TritonVersion> VersionsOf(const TritonConfig& config);

// Whether the folder of the configuration is one of a model repository: its name, who runs it, its
// version folders and the files in them.
void CheckRepository(const TritonConfig& config, Findings& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_REPOSITORY_H_
