#ifndef SHAPEWRIGHT_CORE_BASE_ERROR_PAYLOAD_H_
#define SHAPEWRIGHT_CORE_BASE_ERROR_PAYLOAD_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "shapewright/error.h"

namespace shapewright {

// Keys of the payloads of a status: of its reason, one of docs/errors.md, of the path of the field
// to blame, and the prefix of those of its facts, named values such as the limit that was met.
inline constexpr char kReasonPayload[] = "shapewright/reason";
inline constexpr char kFieldPayload[] = "shapewright/field";
inline constexpr char kFactPayloads[] = "shapewright/fact/";

// The same error with another message.
absl::Status WithMessage(const absl::Status& error, absl::string_view message);

// Adds a fact to an error, such as `limit`; an empty value adds none.
void SetErrorFact(absl::Status& error, absl::string_view key, absl::string_view value);

// The fact `suggestion`: what might be done about the error, one line for people.
void SetSuggestion(absl::Status& error, absl::string_view suggestion);
std::string SuggestionOf(const absl::Status& error);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_ERROR_PAYLOAD_H_
