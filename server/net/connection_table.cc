#include "server/net/connection_table.h"

#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>

namespace shapewright::server {
namespace {

constexpr std::chrono::milliseconds kLookPause{10};

// 0 if there is none.
ino_t InodeOf(int fd) {
  struct stat info = {};
  return fstat(fd, &info) == 0 && S_ISSOCK(info.st_mode) ? info.st_ino : 0;
}

// Of a Unix socket what was not read, of another what was not acknowledged.
bool HasUnsent(int fd) {
  int bytes = 0;
  return ioctl(fd, SIOCOUTQ, &bytes) == 0 && bytes > 0;
}

}  // namespace

Admittance ConnectionTable::Add(int connection, const std::string& peer) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (count_ >= max_connections_ && IsTimeToLook()) RemoveAllClosed();
  if (count_ >= max_connections_) return Admittance::kTooManyConnections;
  Connections& of_peer = by_peer_[peer];
  if (of_peer.size() >= max_per_peer_ && IsTimeToLook()) RemoveClosed(of_peer);
  if (of_peer.size() >= max_per_peer_) return Admittance::kTooManyOfPeer;
  of_peer.push_back({connection, InodeOf(connection), Clock::now()});
  ++count_;
  return Admittance::kYes;
}

size_t ConnectionTable::CountOpen() {
  const std::lock_guard<std::mutex> lock(mutex_);
  RemoveAllClosed();
  return count_;
}

size_t ConnectionTable::ShutDownYoungerThan(Clock::duration age) {
  const std::lock_guard<std::mutex> lock(mutex_);
  RemoveAllClosed();
  const Clock::time_point now = Clock::now();
  size_t count = 0;
  for (const auto& [peer, connections] : by_peer_) {
    for (const Connection& connection : connections) {
      if (now - connection.added >= age) continue;
      shutdown(connection.fd, SHUT_RDWR);
      ++count;
    }
  }
  return count;
}

size_t ConnectionTable::EndSending(bool at_once) {
  const std::lock_guard<std::mutex> lock(mutex_);
  RemoveAllClosed();
  for (auto& [peer, connections] : by_peer_) {
    for (Connection& connection : connections) {
      if (connection.has_ended || (!at_once && HasUnsent(connection.fd))) continue;
      shutdown(connection.fd, SHUT_WR);
      connection.has_ended = true;
    }
  }
  return count_;
}

void ConnectionTable::RemoveClosed(Connections& connections) {
  const auto closed = std::remove_if(
      connections.begin(), connections.end(),
      [](const Connection& connection) { return InodeOf(connection.fd) != connection.inode; });
  count_ -= static_cast<size_t>(connections.end() - closed);
  connections.erase(closed, connections.end());
}

void ConnectionTable::RemoveAllClosed() {
  for (auto at = by_peer_.begin(); at != by_peer_.end();) {
    const auto peer = at++;
    RemoveClosed(peer->second);
    if (peer->second.empty()) by_peer_.erase(peer);
  }
}

bool ConnectionTable::IsTimeToLook() {
  const Clock::time_point now = Clock::now();
  if (now - last_look_ < kLookPause) return false;
  last_look_ = now;
  return true;
}

}  // namespace shapewright::server
