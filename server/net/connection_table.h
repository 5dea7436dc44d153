#ifndef SHAPEWRIGHT_SERVER_NET_CONNECTION_TABLE_H_
#define SHAPEWRIGHT_SERVER_NET_CONNECTION_TABLE_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace shapewright::server {

// The result of ConnectionTable::Add().
enum class Admittance : uint8_t {
  kYes,
  kTooManyConnections,
  kTooManyOfPeer,
};

// Counts the open connections, in total and per peer. gRPC does not tell when it closes one; so a
// connection is known by the inode of its socket, which no other has, and closed ones are removed
// when a limit seems to be reached or the count is asked for. The limit of connections bounds its
// memory. Thread-safe.
class ConnectionTable {
 public:
  using Clock = std::chrono::steady_clock;

  ConnectionTable(size_t max_connections, size_t max_per_peer)
      : max_connections_(max_connections), max_per_peer_(max_per_peer) {}
  ConnectionTable(const ConnectionTable&) = delete;
  ConnectionTable& operator=(const ConnectionTable&) = delete;

  // Adds a connection of a peer, named by Peer::Key(), unless there are too many.
  Admittance Add(int connection, const std::string& peer);
  size_t CountOpen();
  // Shuts down the connections younger than `age`, so that gRPC closes them. Returns their number.
  size_t ShutDownYoungerThan(Clock::duration age);
  // Tells the other ends that nothing more comes, each once it has all that was sent to it: what it
  // sends from then on it sees fail as on a lost connection. Those that have not are left out,
  // unless `at_once`. Returns the number of connections that are open. Called again and again until
  // that is 0, or for as long as they may take.
  size_t EndSending(bool at_once);

  size_t max_connections() const { return max_connections_; }
  size_t max_per_peer() const { return max_per_peer_; }

 private:
  struct Connection {
    int fd;
    ino_t inode;
    Clock::time_point added;
    bool has_ended = false;
  };
  using Connections = std::vector<Connection>;

  void RemoveClosed(Connections& connections);
  void RemoveAllClosed();
  // Limits how often closed connections are looked for while many connect and all places are taken.
  bool IsTimeToLook();

  const size_t max_connections_;
  const size_t max_per_peer_;
  std::mutex mutex_;
  // Guarded by mutex_, as is all below.
  absl::flat_hash_map<std::string, Connections> by_peer_;
  size_t count_ = 0;
  Clock::time_point last_look_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_CONNECTION_TABLE_H_
