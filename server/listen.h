#ifndef SHAPEWRIGHT_SERVER_LISTEN_H_
#define SHAPEWRIGHT_SERVER_LISTEN_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {

// An address as the option --listen gives it.
struct ListenAddress {
  std::string text;         // as gRPC takes it
  std::string socket_path;  // empty for HOST:PORT
};

// INVALID_ARGUMENT for what is neither unix:PATH nor HOST:PORT.
absl::StatusOr<ListenAddress> ParseListenAddress(absl::string_view text);

// Makes room for a socket: the file of one that nobody serves any more is
// removed. FAILED_PRECONDITION if somebody does, or if the file is no socket.
absl::Status ClearSocketPath(const std::string& path);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_LISTEN_H_
