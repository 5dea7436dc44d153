#ifndef SHAPEWRIGHT_SERVER_NET_ACCEPTOR_H_
#define SHAPEWRIGHT_SERVER_NET_ACCEPTOR_H_

#include <sys/socket.h>

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "server/net/connection_table.h"
#include "server/net/file_descriptor.h"
#include "server/net/listener.h"
#include "server/net/peer.h"
#include "server/net/refusal.h"

namespace shapewright::server {

// Accepts the connections of all listeners on a thread of its own, bounds them, and hands them on.
//
// gRPC's own listener does neither know limits nor peers, and after the first EMFILE it accepts
// nothing any more. This one keeps a descriptor in reserve: when there are no others, it takes each
// connection with that one and closes it, so that its client hears of it at once.
class Acceptor {
 public:
  struct Handlers {
    // Who connected; on the acceptor's thread, so it must not block. `is_own`: it is one that
    // ConnectToSelf() made. It is handed on whatever the limits say and not counted.
    std::function<void(FileDescriptor connection, const Peer& peer, bool is_own)> on_connection;
    // `peer` is null where nobody knows. On the acceptor's thread too.
    std::function<void(Refusal refusal, const Peer* peer)> on_refusal;
  };

  // Begins at once. `connections` outlives it.
  Acceptor(std::vector<Listener> listeners, ConnectionTable& connections, Handlers handlers);
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;
  // As Stop().
  ~Acceptor();

  // Accepts nothing any more, closes the listeners and removes the files of their sockets. The
  // handlers are not called again. Thread-safe against ConnectToSelf(), not against itself.
  void Stop();

  // A connection of this process to itself through a listener, to see whether that one works. In
  // non-blocking mode, maybe not yet established. Thread-safe.
  absl::StatusOr<FileDescriptor> ConnectToSelf(size_t listener);
  size_t listener_count() const { return targets_.size(); }

 private:
  // Where a listener can be reached from this process.
  struct Target {
    sockaddr_storage address = {};
    socklen_t size = 0;
  };

  static std::vector<Target> TargetsOf(const std::vector<Listener>& listeners);
  static absl::StatusOr<FileDescriptor> Connect(const Target& target);

  void Run();
  // Whether more may be waiting.
  bool AcceptOne(int socket);
  void PassOn(FileDescriptor connection, const sockaddr_storage& address, socklen_t size);
  // Turns one away without a descriptor to spare. False if even that is not possible now.
  bool TurnAwayOne(int socket);
  bool IsOwn(const std::string& name);
  // For a moment, but not when Stop() was called.
  void Rest() const;

  std::vector<Listener> listeners_;
  ConnectionTable& connections_;
  const Handlers handlers_;
  const std::vector<Target> targets_;
  FileDescriptor wake_;
  FileDescriptor reserve_;
  std::mutex mutex_;
  // The names of the own connections that are on their way; guarded by mutex_, as is stopped_.
  absl::flat_hash_set<std::string> own_;
  bool is_stopped_ = false;
  std::thread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_ACCEPTOR_H_
