#include "server/listen.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace shapewright::server {
namespace {

constexpr size_t kMaxPathBytes = sizeof(sockaddr_un::sun_path) - 1;

// Whether somebody accepts connections there.
absl::StatusOr<bool> IsServed(const std::string& path) {
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return absl::ErrnoToStatus(errno, "cannot create a socket");
  const absl::Cleanup closer = [fd] { close(fd); };
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.c_str(), path.size());
  if (connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) {
    return true;
  }
  if (errno == EAGAIN) return true;  // its queue of connections is full
  if (errno == ECONNREFUSED || errno == ENOENT) return false;
  return absl::ErrnoToStatus(errno, absl::StrCat("cannot look at ", path));
}

}  // namespace

absl::StatusOr<ListenAddress> ParseListenAddress(absl::string_view text) {
  ListenAddress address{std::string(text), ""};
  if (absl::ConsumePrefix(&text, "unix:")) {
    absl::ConsumePrefix(&text, "//");
    address.socket_path = std::string(text);
    if (text.empty() || text.size() > kMaxPathBytes) {
      return absl::InvalidArgumentError(
          absl::StrCat("--listen: the path of a Unix socket has 1 to ", kMaxPathBytes,
                       " bytes: ", address.text));
    }
    return address;
  }
  const size_t colon = text.rfind(':');
  int port = 0;
  if (colon == absl::string_view::npos || colon == 0 ||
      !absl::SimpleAtoi(text.substr(colon + 1), &port) || port < 0 || port > 65535) {
    return absl::InvalidArgumentError(
        absl::StrCat("--listen: \"", text, "\" is neither unix:PATH nor HOST:PORT"));
  }
  return address;
}

absl::Status ClearSocketPath(const std::string& path) {
  struct stat info = {};
  if (lstat(path.c_str(), &info) != 0) {
    if (errno == ENOENT) return absl::OkStatus();
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot look at ", path));
  }
  if (!S_ISSOCK(info.st_mode)) {
    return absl::FailedPreconditionError(absl::StrCat(path, " exists and is no socket"));
  }
  const absl::StatusOr<bool> served = IsServed(path);
  if (!served.ok()) return served.status();
  if (*served) {
    return absl::FailedPreconditionError(absl::StrCat("another process serves ", path));
  }
  if (unlink(path.c_str()) != 0 && errno != ENOENT) {
    return absl::ErrnoToStatus(errno, absl::StrCat("cannot remove ", path));
  }
  return absl::OkStatus();
}

}  // namespace shapewright::server
