#include "server/net/listen.h"

#include <sys/un.h>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace shapewright::server {
namespace {

constexpr size_t kMaxPathBytes = sizeof(sockaddr_un::sun_path) - 1;

absl::Status TooLong(absl::string_view what, absl::string_view text) {
  return absl::InvalidArgumentError(absl::StrCat(
      "--listen: the ", what, " of a Unix socket has 1 to ", kMaxPathBytes, " bytes: ", text));
}

}  // namespace

absl::StatusOr<ListenAddress> ParseListenAddress(absl::string_view text) {
  ListenAddress address{std::string(text), "", ""};
  if (absl::ConsumePrefix(&text, "unix-abstract:")) {
    address.abstract_name = std::string(text);
    if (text.empty() || text.size() > kMaxPathBytes) return TooLong("name", address.text);
    return address;
  }
  if (absl::ConsumePrefix(&text, "unix:")) {
    absl::ConsumePrefix(&text, "//");
    address.socket_path = std::string(text);
    if (text.empty() || text.size() > kMaxPathBytes) return TooLong("path", address.text);
    return address;
  }
  const size_t colon = text.rfind(':');
  int port = 0;
  if (colon == absl::string_view::npos || colon == 0 ||
      !absl::SimpleAtoi(text.substr(colon + 1), &port) || port < 0 || port > 65535) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--listen: \"", text, "\" is none of unix:PATH, unix-abstract:NAME and HOST:PORT"));
  }
  return address;
}

}  // namespace shapewright::server
