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

enum class Admittance : uint8_t {
  kYes,
  kTooManyConnections,
  kTooManyOfPeer,
};

// Counts the connections that are open, in total and per peer. gRPC closes its connections without
// a word; so a connection is told to be open by its inode, which no other socket has: when a limit
// seems to be reached, and when somebody asks for the count, those that are closed are taken out.
// Its memory is bounded by the limit of connections. Thread-safe.
class ConnectionTable {
 public:
  using Clock = std::chrono::steady_clock;

  ConnectionTable(size_t max_connections, size_t max_per_peer)
      : max_connections_(max_connections), max_per_peer_(max_per_peer) {}
  ConnectionTable(const ConnectionTable&) = delete;
  ConnectionTable& operator=(const ConnectionTable&) = delete;

  // Adds a connection of a peer, as Peer::Key() tells it, unless there are too many.
  Admittance Add(int connection, const std::string& peer);
  size_t CountOpen();
  // Shuts those down that were added less than so long ago, so that gRPC closes them; how many.
  size_t ShutDownYoungerThan(Clock::duration age);

  size_t max_connections() const { return max_connections_; }
  size_t max_per_peer() const { return max_per_peer_; }

 private:
  struct Connection {
    int fd;
    ino_t inode;
    Clock::time_point added;
  };
  using Connections = std::vector<Connection>;

  void RemoveClosed(Connections& connections);
  void RemoveAllClosed();
  // Whether it is worth looking again: not for each of many who come while all places are taken.
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
