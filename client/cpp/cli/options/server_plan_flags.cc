#include "client/cpp/cli/options/server_plan_flags.h"

#include <cmath>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace shapewright::cli {
namespace {

constexpr CommandSet kPlanServer = Of(Command::kPlanServer);
constexpr double kMostCalls = 1e9;

absl::Status AddModels(absl::string_view path, Arguments& out) {
  out.server.models.emplace_back(path);
  return absl::OkStatus();
}

absl::Status ParseRate(absl::string_view text, Arguments& out) {
  double& rate = out.server.rate;
  if (absl::SimpleAtod(text, &rate) && rate >= 0 && rate <= kMostCalls) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("\"", text, "\" is not a number of calls a second"));
}

absl::Status ParseMix(absl::string_view text, Arguments& out) {
  constexpr double kNearly = 1e-6;
  CallMix mix{0, 0, 0};
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    const std::pair<absl::string_view, absl::string_view> pair = absl::StrSplit(part, '=');
    double* const share = pair.first == "new"      ? &mix.new_models
                          : pair.first == "cached" ? &mix.cached
                          : pair.first == "bind"   ? &mix.bindings
                                                   : nullptr;
    if (share == nullptr || !absl::SimpleAtod(pair.second, share) ||
        !(*share >= 0 && *share <= 1)) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", part, "\" is not a share such as new=0.02, cached=0.18, bind=0.8"));
    }
  }
  if (std::abs(mix.new_models + mix.cached + mix.bindings - 1) > kNearly) {
    return absl::InvalidArgumentError("the shares do not come to 1 together");
  }
  out.server.mix = mix;
  return absl::OkStatus();
}

constexpr FlagRow kFlags[] = {
    {"--models", kPlanServer, "PATH",
     "The models to serve: a model, a folder (all *.onnx below it), or a pattern in quotes; may "
     "be repeated.",
     AddModels, kFileName},
    {"--rate", kPlanServer, "N", "Calls per second of all clients. Default: 0.", ParseRate},
    {"--mix", kPlanServer, "KIND=SHARE,...",
     "The shares of the kinds of calls. new: the model is not known. cached: the answer is in "
     "the cache. bind: sizes of a kept inference. Default: new=0.02,cached=0.18,bind=0.8.",
     ParseMix},
};

}  // namespace

absl::Span<const FlagRow> ServerPlanFlags() { return kFlags; }

}  // namespace shapewright::cli
