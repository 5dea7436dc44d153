#include "server/json/allowed_origins.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {
namespace {

constexpr absl::string_view kAny = "*";

// Browsers compare origins byte by byte: scheme and host in lower case, no path.
bool IsOrigin(absl::string_view text) {
  const size_t colon = text.find("://");
  if (colon == 0 || colon == absl::string_view::npos) return false;
  const absl::string_view host = text.substr(colon + 3);
  const auto is_scheme = [](char c) {
    return absl::ascii_islower(c) || absl::ascii_isdigit(c) || c == '+' || c == '-' || c == '.';
  };
  const auto is_host = [](char c) {
    return absl::ascii_isgraph(c) && !absl::ascii_isupper(c) && c != '/' && c != '?' && c != '#' &&
           c != '@' && c != '*' && c != ',';
  };
  return std::all_of(text.begin(), text.begin() + colon, is_scheme) && !host.empty() &&
         std::all_of(host.begin(), host.end(), is_host);
}

}  // namespace

absl::StatusOr<AllowedOrigins> AllowedOrigins::Make(std::vector<std::string> origins) {
  for (const std::string& origin : origins) {
    if (origin != kAny && !IsOrigin(origin)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--json-allow-origin: \"", origin,
          "\" is not an origin such as https://app.example.com:8443 (in lower case, without a "
          "path), and not *"));
    }
  }
  return AllowedOrigins(std::move(origins));
}

std::string AllowedOrigins::FieldsOf(const HttpRequest& http) const {
  if (origins_.empty() || http.Count("origin") != 1) return "";
  const absl::string_view origin = http.Find("origin");
  const auto has = [this](absl::string_view wanted) {
    return std::find(origins_.begin(), origins_.end(), wanted) != origins_.end();
  };
  const bool is_any = has(kAny);
  if (!is_any && !has(origin)) return "";
  return absl::StrCat("access-control-allow-origin: ", is_any ? kAny : origin,
                      "\r\naccess-control-expose-headers: *\r\n", is_any ? "" : "vary: origin\r\n");
}

std::optional<HttpAnswer> AllowedOrigins::AnswerPreflight(const HttpRequest& http) const {
  if (http.method != "OPTIONS" || http.Find("access-control-request-method").empty()) {
    return std::nullopt;
  }
  std::string fields = FieldsOf(http);
  if (fields.empty()) return std::nullopt;
  absl::StrAppend(&fields,
                  "access-control-allow-methods: GET, POST\r\n"
                  "access-control-allow-headers: content-type, connect-protocol-version, "
                  "connect-timeout-ms, x-request-id, x-user-agent, traceparent, tracestate\r\n"
                  "access-control-max-age: 7200\r\n");
  return HttpAnswer{.fields = std::move(fields)};
}

}  // namespace shapewright::server
