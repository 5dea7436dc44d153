#include "server/models/kept_models.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

constexpr size_t kMostOnPage = 1000;

bool IsModelId(absl::string_view text) {
  constexpr size_t kDigits = 64;
  return absl::ConsumePrefix(&text, "sha256:") && text.size() == kDigits &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isdigit(static_cast<unsigned char>(c)) || (c >= 'a' && c <= 'f');
         });
}

absl::Status NoModelId(absl::string_view field) {
  absl::Status error = CallError(absl::StatusCode::kInvalidArgument, reason::kMalformedRequest,
                                 absl::StrCat(field, " is not a sha256:<hex>"));
  SetField(error, field);
  return error;
}

int64_t MillisecondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                               begin)
      .count();
}

}  // namespace

absl::StatusOr<v1::ListModelsResponse> ListKeptModels(const v1::ListModelsRequest& request,
                                                      const CallEnvironment& environment) {
  if (!request.page_token().empty() && !IsModelId(request.page_token())) {
    return NoModelId("page_token");
  }
  const size_t asked = request.page_size() == 0 ? kMostOnPage : request.page_size();
  const size_t most = std::min(asked, kMostOnPage);
  const std::vector<KeptModel> models = environment.models.List(request.page_token(), most + 1);
  v1::ListModelsResponse response;
  for (size_t i = 0; i < std::min(models.size(), most); ++i) {
    v1::KeptModel& model = *response.add_models();
    model.set_model_id(models[i].id);
    model.set_size_bytes(static_cast<int64_t>(models[i].size));
    model.set_memory_bytes(static_cast<int64_t>(models[i].weight));
    model.set_hits(static_cast<int64_t>(models[i].hits));
    model.set_age_milliseconds(MillisecondsSince(models[i].added));
    model.set_idle_milliseconds(MillisecondsSince(models[i].found));
  }
  if (models.size() > most) response.set_next_page_token(models[most - 1].id);
  return response;
}

absl::StatusOr<v1::EvictModelResponse> EvictKeptModel(const v1::EvictModelRequest& request,
                                                      CallEnvironment& environment) {
  if (!IsModelId(request.model_id())) return NoModelId("model_id");
  v1::EvictModelResponse response;
  response.set_was_kept(environment.models.Evict(request.model_id()));
  // The form of these keys is that of CompiledKeyBytes().
  const std::string about = absl::StrCat("\n", request.model_id(), "\n");
  environment.inferences.Remove(
      [&about](const CacheKey& key) { return absl::StartsWith(key.bytes(), about); });
  return response;
}

}  // namespace shapewright::server
