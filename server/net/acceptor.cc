#include "server/net/acceptor.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace shapewright::server {
namespace {

// How many connections are accepted from one listener before the others have their turn.
constexpr int kBatch = 64;
// The largest number of own connections that are not accepted yet.
constexpr size_t kMaxOwn = 64;
// The pause after an error that would only repeat at once.
constexpr int kPauseMs = 50;

bool IsWithoutDescriptors(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

FileDescriptor OpenReserve() { return FileDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC)); }

// Replaces a wildcard address by loopback, through which this host reaches it.
void ReplaceWildcard(sockaddr_storage& address, socklen_t& size) {
  auto& four = reinterpret_cast<sockaddr_in&>(address);
  if (address.ss_family == AF_INET) {
    if (four.sin_addr.s_addr == htonl(INADDR_ANY)) four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return;
  }
  const auto& six = reinterpret_cast<const sockaddr_in6&>(address);
  if (address.ss_family != AF_INET6 || !IN6_IS_ADDR_UNSPECIFIED(&six.sin6_addr)) return;
  const in_port_t port = six.sin6_port;
  address = {};
  four.sin_family = AF_INET;
  four.sin_port = port;
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  size = sizeof(four);
}

}  // namespace

Acceptor::Acceptor(std::vector<Listener> listeners, ConnectionTable& connections, Handlers handlers)
    : listeners_(std::move(listeners)),
      connections_(connections),
      handlers_(std::move(handlers)),
      targets_(TargetsOf(listeners_)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      reserve_(OpenReserve()),
      thread_([this] { Run(); }) {}

Acceptor::~Acceptor() { Stop(); }

void Acceptor::Stop() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopped_ = true;
  }
  if (thread_.joinable()) {
    eventfd_write(wake_.get(), 1);
    thread_.join();
  }
  listeners_.clear();
}

absl::StatusOr<FileDescriptor> Acceptor::ConnectToSelf(size_t listener) {
  // Locked until the name is known: the accepting thread looks it up.
  const std::lock_guard<std::mutex> lock(mutex_);
  if (is_stopped_) return absl::UnavailableError("the listeners are closed");
  absl::StatusOr<FileDescriptor> connection = Connect(targets_.at(listener));
  if (!connection.ok()) return connection.status();
  sockaddr_storage name = {};
  socklen_t size = sizeof(name);
  if (getsockname(connection->get(), reinterpret_cast<sockaddr*>(&name), &size) != 0) {
    return absl::ErrnoToStatus(errno, "getsockname");
  }
  // Forgets connections that were never accepted.
  if (own_.size() >= kMaxOwn) own_.clear();
  own_.insert(SocketName(name, size));
  return connection;
}

std::vector<Acceptor::Target> Acceptor::TargetsOf(const std::vector<Listener>& listeners) {
  std::vector<Target> targets(listeners.size());
  for (size_t i = 0; i < listeners.size(); ++i) {
    Target& target = targets[i];
    target.size = sizeof(target.address);
    getsockname(listeners[i].sockets.front().get(), reinterpret_cast<sockaddr*>(&target.address),
                &target.size);
    ReplaceWildcard(target.address, target.size);
  }
  return targets;
}

absl::StatusOr<FileDescriptor> Acceptor::Connect(const Target& target) {
  const sa_family_t family = target.address.ss_family;
  FileDescriptor connection(socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!connection.is_open()) return absl::ErrnoToStatus(errno, "cannot create a socket");
  // Named by the kernel, so that the acceptor can tell it from others.
  const sockaddr_un unnamed = {.sun_family = AF_UNIX, .sun_path = {}};
  if (family == AF_UNIX && bind(connection.get(), reinterpret_cast<const sockaddr*>(&unnamed),
                                sizeof(sa_family_t)) != 0) {
    return absl::ErrnoToStatus(errno, "cannot name a socket");
  }
  if (connect(connection.get(), reinterpret_cast<const sockaddr*>(&target.address), target.size) !=
          0 &&
      errno != EINPROGRESS) {
    return absl::ErrnoToStatus(errno, "cannot connect to the own listener");
  }
  if (family != AF_UNIX) return connection;
  // Another process may have replaced our socket file.
  ucred owner = {};
  socklen_t size = sizeof(owner);
  if (getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &owner, &size) != 0 ||
      owner.pid != getpid()) {
    return absl::FailedPreconditionError("the own socket is served by another process");
  }
  return connection;
}

void Acceptor::Run() {
  std::vector<pollfd> polled = {{wake_.get(), POLLIN, 0}};
  for (const Listener& listener : listeners_) {
    for (const FileDescriptor& socket : listener.sockets) {
      polled.push_back({socket.get(), POLLIN, 0});
    }
  }
  while (true) {
    if (poll(polled.data(), polled.size(), -1) < 0) Rest();
    if (polled[0].revents != 0) return;
    bool is_stuck = false;
    for (size_t i = 1; i < polled.size(); ++i) {
      if (polled[i].revents == 0) continue;
      for (int taken = 0; taken < kBatch && AcceptOne(polled[i].fd); ++taken) {
      }
      is_stuck = is_stuck || !reserve_.is_open();
    }
    if (is_stuck) {
      Rest();
      reserve_ = OpenReserve();
    }
  }
}

bool Acceptor::AcceptOne(int socket) {
  sockaddr_storage address = {};
  socklen_t size = sizeof(address);
  FileDescriptor connection(
      accept4(socket, reinterpret_cast<sockaddr*>(&address), &size, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (connection.is_open()) {
    PassOn(std::move(connection), address, size);
    return true;
  }
  if (errno == EAGAIN) return false;
  if (IsWithoutDescriptors(errno)) return TurnAwayOne(socket);
  if (errno == EINTR || errno == ECONNABORTED) return true;
  // Another error of the connection or the host, which might repeat at once.
  Rest();
  return false;
}

void Acceptor::PassOn(FileDescriptor connection, const sockaddr_storage& address, socklen_t size) {
  const Peer peer = PeerOf(connection.get(), address);
  if (IsOwn(SocketName(address, size))) {
    return handlers_.on_connection(std::move(connection), peer, true);
  }
  switch (connections_.Add(connection.get(), peer.Key())) {
    case Admittance::kTooManyConnections:
      return handlers_.on_refusal(Refusal::kTooManyConnections, &peer);
    case Admittance::kTooManyOfPeer:
      return handlers_.on_refusal(Refusal::kTooManyOfPeer, &peer);
    case Admittance::kYes:
      break;
  }
  handlers_.on_connection(std::move(connection), peer, false);
}

bool Acceptor::TurnAwayOne(int socket) {
  reserve_.Close();
  FileDescriptor connection(accept4(socket, nullptr, nullptr, SOCK_CLOEXEC));
  if (!connection.is_open()) return false;
  connection.Close();
  // Another thread may have taken the descriptor; then Run() pauses and tries again.
  reserve_ = OpenReserve();
  handlers_.on_refusal(Refusal::kNoDescriptors, nullptr);
  return reserve_.is_open();
}

void Acceptor::Rest() const {
  pollfd wake = {wake_.get(), POLLIN, 0};
  poll(&wake, 1, kPauseMs);
}

bool Acceptor::IsOwn(const std::string& name) {
  if (name.empty()) return false;
  const std::lock_guard<std::mutex> lock(mutex_);
  return own_.erase(name) > 0;
}

}  // namespace shapewright::server
