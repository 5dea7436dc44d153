#include "server/net/socket_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"

namespace shapewright::server {
namespace {

// How often to try again when another process removes the lock while it is being opened.
constexpr int kMaxTries = 100;

constexpr mode_t kPermissions = 0777;

absl::Status ServedByAnother(const std::string& path) {
  return absl::FailedPreconditionError(absl::StrCat("another process serves ", path));
}

sockaddr_un AddressOf(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

std::string LockName(const std::string& path) { return path + ".lock"; }

bool IsNamed(const FileDescriptor& file, const std::string& name) {
  struct stat opened = {};
  struct stat named = {};
  return fstat(file.get(), &opened) == 0 && lstat(name.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

bool HasNoLocks(int error) {
  return error == ENOLCK || error == EOPNOTSUPP || error == ENOSYS || error == EINVAL;
}

// An open, locked file; closed if the file system has no locks.
absl::StatusOr<FileDescriptor> Lock(const std::string& path) {
  const std::string name = LockName(path);
  for (int i = 0; i < kMaxTries; ++i) {
    FileDescriptor file(open(
        name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600));
    if (!file.is_open()) return absl::ErrnoToStatus(errno, absl::StrCat("cannot open ", name));
    struct stat info = {};
    if (fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
      return absl::FailedPreconditionError(absl::StrCat(name, " is not a file that can be locked"));
    }
    if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) return ServedByAnother(path);
      if (HasNoLocks(errno)) return FileDescriptor();
      return absl::ErrnoToStatus(errno, absl::StrCat("cannot lock ", name));
    }
    // If its last owner removed it meanwhile, the lock would not keep out others: tries again.
    if (IsNamed(file, name)) return file;
  }
  return ServedByAnother(path);
}

// Whether a process accepts connections there.
absl::StatusOr<bool> IsServed(const std::string& path) {
  const FileDescriptor visitor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!visitor.is_open()) return absl::ErrnoToStatus(errno, "cannot create a socket");
  const sockaddr_un address = AddressOf(path);
  if (connect(visitor.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) {
    return true;
  }
  if (errno == EAGAIN) return true;  // its queue of connections is full
  if (errno == ECONNREFUSED || errno == ENOENT) return false;
  return absl::ErrnoToStatus(errno, absl::StrCat("cannot look at ", path));
}

absl::Status RemoveStale(const std::string& path) {
  struct stat info = {};
  if (lstat(path.c_str(), &info) != 0) {
    if (errno == ENOENT) return absl::OkStatus();
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot look at ", path));
  }
  if (!S_ISSOCK(info.st_mode)) {
    return absl::FailedPreconditionError(absl::StrCat(path, " exists and is not a socket"));
  }
  const absl::StatusOr<bool> served = IsServed(path);
  if (!served.ok()) return served.status();
  if (*served) return ServedByAnother(path);
  if (unlink(path.c_str()) != 0 && errno != ENOENT) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot remove ", path));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<SocketFile>> SocketFile::Claim(const std::string& path) {
  if (path.size() >= sizeof(sockaddr_un::sun_path)) {
    return absl::InvalidArgumentError(absl::StrCat("too long for the path of a socket: ", path));
  }
  absl::StatusOr<FileDescriptor> lock = Lock(path);
  if (!lock.ok()) return lock.status();
  std::unique_ptr<SocketFile> file(new SocketFile(path, *std::move(lock)));
  absl::Status cleared = RemoveStale(path);
  if (!cleared.ok()) return cleared;
  return file;
}

SocketFile::SocketFile(std::string path, FileDescriptor lock)
    : path_(std::move(path)), lock_(std::move(lock)) {}

SocketFile::~SocketFile() {
  struct stat info = {};
  if (is_bound_ && lstat(path_.c_str(), &info) == 0 && info.st_dev == device_ &&
      info.st_ino == inode_) {
    unlink(path_.c_str());
  }
  const std::string lock = LockName(path_);
  if (lock_.is_open() && IsNamed(lock_, lock)) unlink(lock.c_str());
}

absl::Status SocketFile::Bind(int socket, mode_t mode) {
  // bind() gives the new file the socket's permissions less the umask: so they are never wider than
  // wanted, even before the chmod below.
  fchmod(socket, mode);
  const sockaddr_un address = AddressOf(path_);
  if (bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    if (errno == EADDRINUSE) return ServedByAnother(path_);
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot listen on ", path_));
  }
  struct stat info = {};
  if (lstat(path_.c_str(), &info) != 0 || !S_ISSOCK(info.st_mode)) return ServedByAnother(path_);
  is_bound_ = true;
  device_ = info.st_dev;
  inode_ = info.st_ino;
  if ((info.st_mode & kPermissions) != mode && chmod(path_.c_str(), mode) != 0) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot set the permissions of ", path_));
  }
  return absl::OkStatus();
}

}  // namespace shapewright::server
