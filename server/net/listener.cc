#include "server/net/listener.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {
namespace {

constexpr int kSocketFlags = SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK;
// The kernel limits it to net.core.somaxconn.
constexpr int kBacklog = 4096;

absl::Status Failure(int error, const std::string& text) {
  const std::string message = absl::StrCat("cannot listen on ", text, ": ", std::strerror(error));
  return error == EADDRINUSE ? absl::FailedPreconditionError(message)
                             : absl::ErrnoToStatus(error, absl::StrCat("cannot listen on ", text));
}

struct IpAddress {
  sockaddr_storage bytes = {};
  socklen_t size = 0;
};

void SetPort(IpAddress& address, in_port_t port) {
  // The port is at the same offset in both families.
  reinterpret_cast<sockaddr_in&>(address.bytes).sin_port = port;
}

in_port_t PortOf(int socket) {
  sockaddr_storage name = {};
  socklen_t size = sizeof(name);
  getsockname(socket, reinterpret_cast<sockaddr*>(&name), &size);
  return reinterpret_cast<const sockaddr_in&>(name).sin_port;
}

bool IsWildcard(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    return reinterpret_cast<const sockaddr_in*>(address)->sin_addr.s_addr == htonl(INADDR_ANY);
  }
  return IN6_IS_ADDR_UNSPECIFIED(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
}

// The addresses of a host. A wildcard means all addresses of both families.
absl::StatusOr<std::vector<IpAddress>> Resolve(const std::string& text) {
  const size_t colon = text.rfind(':');
  absl::string_view host = absl::string_view(text).substr(0, colon);
  if (absl::StartsWith(host, "[") && absl::EndsWith(host, "]")) {
    host = host.substr(1, host.size() - 2);
  }
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error =
      getaddrinfo(std::string(host).c_str(), text.substr(colon + 1).c_str(), &hints, &found);
  if (error != 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot listen on ", text, ": ", gai_strerror(error)));
  }
  const absl::Cleanup free = [found] { freeaddrinfo(found); };
  std::vector<IpAddress> addresses;
  for (const addrinfo* info = found; info != nullptr; info = info->ai_next) {
    IpAddress address;
    std::memcpy(&address.bytes, info->ai_addr, info->ai_addrlen);
    address.size = info->ai_addrlen;
    addresses.push_back(address);
  }
  return addresses;
}

// Sets `error` if it fails.
FileDescriptor OpenSocket(const IpAddress& address, int& error) {
  FileDescriptor socket(::socket(address.bytes.ss_family, kSocketFlags, 0));
  const int on = 1;
  const int off = 0;
  error = 0;
  const auto* name = reinterpret_cast<const sockaddr*>(&address.bytes);
  if (!socket.is_open() ||
      setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0 ||
      (address.bytes.ss_family == AF_INET6 && IsWildcard(name) &&
       setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off)) != 0) ||
      bind(socket.get(), name, address.size) != 0 || listen(socket.get(), kBacklog) != 0) {
    error = errno;
    return FileDescriptor();
  }
  // Accepted sockets inherit it.
  setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  return socket;
}

IpAddress AnyAddress(in_port_t port) {
  IpAddress any;
  any.size = sizeof(sockaddr_in6);
  any.bytes.ss_family = AF_INET6;  // all else is 0: ::
  SetPort(any, port);
  return any;
}

absl::Status ListenOnTcp(Listener& listener) {
  absl::StatusOr<std::vector<IpAddress>> addresses = Resolve(listener.text);
  if (!addresses.ok()) return addresses.status();
  const IpAddress first = addresses->front();
  if (IsWildcard(reinterpret_cast<const sockaddr*>(&first.bytes))) {
    // Falls back to 0.0.0.0 if there is no IPv6.
    int error = 0;
    FileDescriptor socket =
        OpenSocket(AnyAddress(reinterpret_cast<const sockaddr_in&>(first.bytes).sin_port), error);
    if (socket.is_open()) listener.sockets.push_back(std::move(socket));
    if (error == EADDRINUSE) return Failure(error, listener.text);
    if (error == 0) addresses->clear();
  }
  int error = 0;
  for (IpAddress& address : *addresses) {
    if (!listener.sockets.empty()) SetPort(address, PortOf(listener.sockets.front().get()));
    FileDescriptor socket = OpenSocket(address, error);
    if (socket.is_open()) listener.sockets.push_back(std::move(socket));
    // A family may be missing on this host; an address in use is an error.
    if (error == EADDRINUSE) return Failure(error, listener.text);
  }
  if (listener.sockets.empty()) return Failure(error, listener.text);
  listener.text = absl::StrCat(listener.text.substr(0, listener.text.rfind(':')), ":",
                               ntohs(PortOf(listener.sockets.front().get())));
  return absl::OkStatus();
}

absl::Status BindAbstract(int socket, const ListenAddress& address) {
  sockaddr_un name = {};
  name.sun_family = AF_UNIX;
  std::memcpy(name.sun_path + 1, address.abstract_name.data(), address.abstract_name.size());
  const size_t size = offsetof(sockaddr_un, sun_path) + 1 + address.abstract_name.size();
  if (bind(socket, reinterpret_cast<const sockaddr*>(&name), static_cast<socklen_t>(size)) == 0) {
    return absl::OkStatus();
  }
  return Failure(errno, address.text);
}

absl::Status ListenOnUnix(const ListenAddress& address, mode_t mode, Listener& listener) {
  FileDescriptor socket(::socket(AF_UNIX, kSocketFlags, 0));
  if (!socket.is_open()) return Failure(errno, address.text);
  if (address.socket_path.empty()) {
    const absl::Status bound = BindAbstract(socket.get(), address);
    if (!bound.ok()) return bound;
  } else {
    absl::StatusOr<std::unique_ptr<SocketFile>> file = SocketFile::Claim(address.socket_path);
    if (!file.ok()) return file.status();
    listener.file = *std::move(file);
    const absl::Status bound = listener.file->Bind(socket.get(), mode);
    if (!bound.ok()) return bound;
  }
  if (::listen(socket.get(), kBacklog) != 0) return Failure(errno, address.text);
  listener.sockets.push_back(std::move(socket));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Listener> Listen(const ListenAddress& address, mode_t socket_mode) {
  Listener listener;
  listener.text = address.text;
  listener.is_unix = address.is_unix();
  absl::Status listening =
      listener.is_unix ? ListenOnUnix(address, socket_mode, listener) : ListenOnTcp(listener);
  if (!listening.ok()) return listening;
  return listener;
}

}  // namespace shapewright::server
