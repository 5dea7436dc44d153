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

// The sockets of one address of --listen or --http-listen: one, or several for a name such as
// `localhost` that stands for several addresses. They accept connections from the start; when this
// is destroyed they do no more, and the file of a Unix socket is gone.
struct Listener {
  std::string text;  // as it was given; port 0 is replaced by the port that was found
  bool is_unix = false;
  // Closed last, so that nobody finds the file of a socket that is closed.
  std::vector<FileDescriptor> sockets;
  std::unique_ptr<SocketFile> file;
};

// FAILED_PRECONDITION if the address is taken. `socket_mode`: permissions of the file of a Unix
// socket.
absl::StatusOr<Listener> Listen(const ListenAddress& address, mode_t socket_mode);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_LISTENER_H_
