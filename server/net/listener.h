#ifndef SHAPEWRIGHT_SERVER_NET_LISTENER_H_
#define SHAPEWRIGHT_SERVER_NET_LISTENER_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/net/file_descriptor.h"
#include "server/net/listen.h"
#include "server/net/socket_file.h"

namespace shapewright::server {

// The sockets of one address of --listen or --http-listen: several for a name such as `localhost`
// that has several addresses. They accept connections from the start until the listener is
// destroyed, which also removes the file of a Unix socket.
struct Listener {
  std::string text;  // as it was given; port 0 is replaced by the actual port
  bool is_unix = false;
  // Closed after `file` is removed, so that no client finds the file of a closed socket.
  std::vector<FileDescriptor> sockets;
  std::unique_ptr<SocketFile> file;
};

// FAILED_PRECONDITION if the address is in use. `socket_mode`: permissions of the file of a Unix
// socket.
absl::StatusOr<Listener> Listen(const ListenAddress& address, mode_t socket_mode);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_LISTENER_H_
