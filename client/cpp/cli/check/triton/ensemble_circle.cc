#include "client/cpp/cli/check/triton/ensemble_circle.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace shapewright::cli {
namespace {

// The models that the steps of a model run; none if it is no ensemble.
std::vector<std::string> ModelsOfSteps(const TritonConfig& ensemble, const std::string& model,
                                       const CheckContext& context) {
  const std::string path = ensemble.file.Beside(absl::StrCat("../", model, "/config.pbtxt"));
  const absl::StatusOr<std::string> text = context.models.source().ReadText(path);
  if (!text.ok()) return {};
  Findings others("");  // told where this file is checked
  const ConfigFile file = {path, *text, {}};
  const std::unique_ptr<TritonConfig> config = ReadTritonConfig(file, others);
  std::vector<std::string> models;
  if (config == nullptr) return models;
  for (const auto& step : config->config.ensemble_scheduling().step()) {
    models.push_back(step.model_name());
  }
  return models;
}

}  // namespace

std::vector<std::string> FindEnsembleCircle(const TritonConfig& ensemble, absl::string_view first,
                                            const CheckContext& context) {
  std::error_code error;
  const std::string own = std::filesystem::absolute(ensemble.file.path, error)
                              .lexically_normal()
                              .parent_path()
                              .filename();
  // By model: the one whose step runs it.
  std::map<std::string, std::string> reached = {{std::string(first), ""}};
  std::vector<std::string> open = {std::string(first)};
  while (!open.empty() && reached.count(own) == 0) {
    const std::string model = std::move(open.back());
    open.pop_back();
    for (const std::string& next : ModelsOfSteps(ensemble, model, context)) {
      if (reached.try_emplace(next, model).second) open.push_back(next);
    }
  }
  std::vector<std::string> circle;
  if (reached.count(own) == 0) return circle;
  for (std::string at = own; !at.empty(); at = reached[at]) circle.push_back(at);
  std::reverse(circle.begin(), circle.end());
  return circle;
}

}  // namespace shapewright::cli
