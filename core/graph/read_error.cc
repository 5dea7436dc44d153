#include "core/graph/read_error.h"

#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "core/wire/printable.h"

namespace shapewright::graph {
namespace {

constexpr size_t kMaxQuotedBytes = 120;

}  // namespace

absl::Status ReadError(absl::string_view reason, absl::string_view message) {
  absl::Status status = absl::InvalidArgumentError(message);
  status.SetPayload(kReasonPayload, absl::Cord(reason));
  return status;
}

absl::Status FieldError(absl::string_view field, absl::string_view message) {
  return Within(field, ReadError(reason::kMalformedModel, message));
}

absl::Status Within(absl::string_view parent, absl::Status status) {
  // Other errors, such as a cancelled call, concern no field.
  if (!absl::IsInvalidArgument(status)) return status;
  const std::string field = FieldOf(status);
  const absl::string_view dot = field.empty() ? "" : ".";
  status.SetPayload(kFieldPayload, absl::Cord(absl::StrCat(parent, dot, field)));
  return status;
}

std::string FieldOf(const absl::Status& status) {
  const auto field = status.GetPayload(kFieldPayload);
  return field ? std::string(*field) : std::string();
}

absl::Status WithFieldInMessage(const absl::Status& status) {
  const std::string field = FieldOf(status);
  if (field.empty()) return status;
  return WithMessage(status, absl::StrCat(field, ": ", status.message()));
}

std::string Quoted(absl::string_view name) { return QuotedText(name, kMaxQuotedBytes); }

}  // namespace shapewright::graph
