#include "core/base/error_payload.h"

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"

namespace shapewright {

std::string ErrorReason(const absl::Status& error) {
  const absl::optional<absl::Cord> reason = error.GetPayload(kReasonPayload);
  return reason.has_value() ? std::string(*reason) : std::string();
}

absl::Status WithMessage(const absl::Status& error, absl::string_view message) {
  absl::Status result(error.code(), message);
  error.ForEachPayload(
      [&](absl::string_view url, const absl::Cord& payload) { result.SetPayload(url, payload); });
  return result;
}

void SetErrorFact(absl::Status& error, absl::string_view key, absl::string_view value) {
  if (!value.empty()) error.SetPayload(absl::StrCat(kFactPayloads, key), absl::Cord(value));
}

namespace {

constexpr char kSuggestion[] = "suggestion";

}  // namespace

void SetSuggestion(absl::Status& error, absl::string_view suggestion) {
  SetErrorFact(error, kSuggestion, suggestion);
}

std::string SuggestionOf(const absl::Status& error) {
  const auto suggestion = error.GetPayload(absl::StrCat(kFactPayloads, kSuggestion));
  return suggestion.has_value() ? std::string(*suggestion) : std::string();
}

}  // namespace shapewright
