#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_ASKED_MODELS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_ASKED_MODELS_H_

#include <string>

#include "client/cpp/cli/check/base/checked_model.h"
#include "client/cpp/cli/options/arguments.h"
#include "client/cpp/cli/run/asker.h"

namespace shapewright::cli {

// Files of this machine, and questions about them that a server or this process answers.
class AskedModels : public ModelSource {
 public:
  AskedModels(const Arguments& arguments, const Asker& asker)
      : arguments_(arguments), asker_(asker) {}

  absl::StatusOr<std::string> Read(const std::string& path) override;
  absl::StatusOr<std::string> ReadText(const std::string& path) override;
  absl::StatusOr<v1::InferShapesResponse> Infer(const v1::InferShapesRequest& request) override;
  absl::StatusOr<v1::EvaluateShapesResponse> Evaluate(
      const v1::EvaluateShapesRequest& request) override;
  absl::StatusOr<v1::InferChainResponse> InferChain(const v1::InferChainRequest& request) override;

 private:
  const Arguments& arguments_;
  const Asker& asker_;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_ASKED_MODELS_H_
