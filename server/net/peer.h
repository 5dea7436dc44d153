#ifndef SHAPEWRIGHT_SERVER_NET_PEER_H_
#define SHAPEWRIGHT_SERVER_NET_PEER_H_

#include <sys/socket.h>
#include <sys/types.h>

#include <string>

namespace shapewright::server {

// The other end of a connection, as the kernel tells it.
struct Peer {
  bool is_unix = false;
  // The user of the process that connected to a Unix socket (SO_PEERCRED).
  uid_t uid = static_cast<uid_t>(-1);
  gid_t gid = static_cast<gid_t>(-1);
  pid_t pid = 0;
  // For TCP, without the port: `10.0.0.7`, `fd00::7`. IPv4 over IPv6 is written as IPv4.
  std::string address;

  // The name that limits per peer use: `uid:1000`, or its HostKey().
  std::string Key() const;
};

// The name of a host for limits, from its address without a port: an IPv4 address, also if it was
// IPv4 over IPv6; for IPv6 the network `fd00::/64`, within which a host may choose its address.
// Other text is unchanged.
std::string HostKey(const std::string& address);

// In the context of a relayed connection (AccessControl::RelayCredentials): the address of the
// caller behind it, for the log.
inline constexpr char kRelayedPeerProperty[] = "shapewright_relayed_peer";

// The peer of a connection that was accepted from `address`.
Peer PeerOf(int connection, const sockaddr_storage& address);

// `10.0.0.7:1234`, or the bytes of the name of a Unix socket, empty if it has none.
std::string SocketName(const sockaddr_storage& address, socklen_t size);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_PEER_H_
