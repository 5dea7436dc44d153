#ifndef SHAPEWRIGHT_SERVER_NET_LISTEN_H_
#define SHAPEWRIGHT_SERVER_NET_LISTEN_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {

// An address of the option --listen.
struct ListenAddress {
  std::string text;           // as it was given
  std::string socket_path;    // of unix:PATH, else empty
  std::string abstract_name;  // of unix-abstract:NAME, else empty

  bool is_unix() const { return !socket_path.empty() || !abstract_name.empty(); }
};

// INVALID_ARGUMENT if it is none of unix:PATH, unix-abstract:NAME and HOST:PORT.
absl::StatusOr<ListenAddress> ParseListenAddress(absl::string_view text);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_LISTEN_H_
