#ifndef SHAPEWRIGHT_SERVER_NET_SOCKET_FILE_H_
#define SHAPEWRIGHT_SERVER_NET_SOCKET_FILE_H_

#include <sys/types.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/net/file_descriptor.h"

namespace shapewright::server {

// The file of a Unix socket while this process owns it. Who owns it holds a lock on `PATH.lock`,
// which the kernel releases when its process ends, however it ends: of two servers that find one
// stale socket only one gets to replace it. For one thread at a time.
class SocketFile {
 public:
  // Takes the lock and removes a socket that nobody serves any more. FAILED_PRECONDITION if
  // somebody does serve it, or if there is a file that is no socket.
  static absl::StatusOr<std::unique_ptr<SocketFile>> Claim(const std::string& path);
  SocketFile(const SocketFile&) = delete;
  SocketFile& operator=(const SocketFile&) = delete;
  // Removes the socket that Bind() made, unless another file has its name by now, and the lock.
  ~SocketFile();

  // Once: binds the socket to the path; its file has these permissions.
  absl::Status Bind(int socket, mode_t mode);

 private:
  SocketFile(std::string path, FileDescriptor lock);

  const std::string path_;
  // Closed where the file system knows no locks: there the check whether somebody serves the socket
  // must do.
  const FileDescriptor lock_;
  bool is_bound_ = false;
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_SOCKET_FILE_H_
