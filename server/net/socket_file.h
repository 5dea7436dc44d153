#ifndef SHAPEWRIGHT_SERVER_NET_SOCKET_FILE_H_
#define SHAPEWRIGHT_SERVER_NET_SOCKET_FILE_H_

#include <sys/types.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/net/file_descriptor.h"

namespace shapewright::server {

// The file of a Unix socket while this process owns it. The owner holds a lock on `PATH.lock`,
// which the kernel releases when the process ends, however it ends: if two servers find the same
// stale socket, only one may replace it. For one thread at a time.
class SocketFile {
 public:
  // Takes the lock and removes a socket that no process serves any more. FAILED_PRECONDITION if a
  // process does, or if the file is no socket.
  static absl::StatusOr<std::unique_ptr<SocketFile>> Claim(const std::string& path);
  SocketFile(const SocketFile&) = delete;
  SocketFile& operator=(const SocketFile&) = delete;
  // Removes the socket that Bind() made, unless the path is another file by now, and the lock.
  ~SocketFile();

  // Called once: binds the socket to the path, with these permissions of its file.
  absl::Status Bind(int socket, mode_t mode);

 private:
  SocketFile(std::string path, FileDescriptor lock);

  const std::string path_;
  // Closed if the file system has no locks: then only the check whether a process serves the socket
  // keeps others out.
  const FileDescriptor lock_;
  bool is_bound_ = false;
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_SOCKET_FILE_H_
