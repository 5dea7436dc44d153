#include "client/cpp/cli/rewrite/rewrite_question.h"

#include <cstdint>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace shapewright::cli {

absl::Status ParseBatchAxis(absl::string_view text, RewriteQuestion* out) {
  const size_t equals = text.rfind('=');
  const bool has_symbol = equals != absl::string_view::npos;
  const absl::string_view place = text.substr(0, equals);
  const size_t colon = place.rfind(':');
  uint32_t axis = 0;
  const bool is_read = colon != absl::string_view::npos && colon > 0 &&
                       absl::SimpleAtoi(place.substr(colon + 1), &axis) &&
                       (!has_symbol || equals + 1 < text.size());
  if (!is_read) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", text, "\" is not an axis of an input such as x:0, or x:0=N"));
  }
  v1::BatchAxis& added = *out->request.add_axes();
  added.set_input(std::string(place.substr(0, colon)));
  added.set_axis(axis);
  if (has_symbol) added.set_symbol(std::string(text.substr(equals + 1)));
  return absl::OkStatus();
}

absl::Status ParseMade(absl::string_view text, RewriteQuestion* out) {
  if (text == "static") {
    out->made = v1::FindSymbolsToBindRequest::GOAL_STATIC;
  } else if (text == "bounded") {
    out->made = v1::FindSymbolsToBindRequest::GOAL_BOUNDED;
  } else {
    return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" is not known"));
  }
  return absl::OkStatus();
}

std::string CertificatePath(const RewriteQuestion& question) {
  return question.certificate.empty() ? absl::StrCat(question.out, ".certificate.json")
                                      : question.certificate;
}

}  // namespace shapewright::cli
