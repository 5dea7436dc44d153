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

// Accepts the connections of all listeners on a thread of its own, limits them, and hands them on.
//
// gRPC's own listener knows neither limits nor peers, and accepts nothing any more after the first
// EMFILE. This one keeps a descriptor in reserve: when there are no others, it accepts each
// connection with that one and closes it, so that its client is told at once.
class Acceptor {
 public:
  struct Handlers {
    // Called on the acceptor's thread, so it must not block. `is_own`: ConnectToSelf() made the
    // connection; it is accepted beyond the limits, and not counted.
    std::function<void(FileDescriptor connection, const Peer& peer, bool is_own)> on_connection;
    // `peer` is null if it is unknown. Called on the acceptor's thread too.
    std::function<void(Refusal refusal, const Peer* peer)> on_refusal;
  };

  // Accepts from the start. `connections` outlives it.
  Acceptor(std::vector<Listener> listeners, ConnectionTable& connections, Handlers handlers);
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;
  // As Stop().
  ~Acceptor();

  // Stops accepting, closes the listeners and removes the files of their sockets. The handlers are
  // not called afterwards. May run concurrently with ConnectToSelf(), but not with itself.
  void Stop();

  // Connects this process to one of its own listeners, to check that it works. The connection is
  // non-blocking, and may not be established yet. Thread-safe.
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
  // False if no more connections wait.
  bool AcceptOne(int socket);
  void PassOn(FileDescriptor connection, const sockaddr_storage& address, socklen_t size);
  // Accepts and closes one connection with the reserved descriptor. False if that fails too.
  bool TurnAwayOne(int socket);
  bool IsOwn(const std::string& name);
  // Waits for a moment; not after Stop().
  void Rest() const;

  std::vector<Listener> listeners_;
  ConnectionTable& connections_;
  const Handlers handlers_;
  const std::vector<Target> targets_;
  FileDescriptor wake_;
  FileDescriptor reserve_;
  std::mutex mutex_;
  // The names of own connections that are not accepted yet; guarded by mutex_, as is stopped_.
  absl::flat_hash_set<std::string> own_;
  bool is_stopped_ = false;
  std::thread thread_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_ACCEPTOR_H_
