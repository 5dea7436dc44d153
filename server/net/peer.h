#ifndef SHAPEWRIGHT_SERVER_NET_PEER_H_
#define SHAPEWRIGHT_SERVER_NET_PEER_H_

#include <sys/socket.h>
#include <sys/types.h>

#include <string>

namespace shapewright::server {

// Who is at the other end of a connection, by the word of the kernel.
struct Peer {
  bool is_unix = false;
  // Of the process that connected, on a Unix socket; SO_PEERCRED.
  uid_t uid = static_cast<uid_t>(-1);
  gid_t gid = static_cast<gid_t>(-1);
  pid_t pid = 0;
  // Without the port, on TCP: `10.0.0.7`, `fd00::7`. IPv4 that came over IPv6 is IPv4.
  std::string address;

  // What counts as one peer: `uid:1000`, or its HostKey().
  std::string Key() const;
};

// What counts as one host, of an address without a port: an IPv4 address, also of one that came
// over IPv6, or the network `fd00::/64`, whose addresses one host may change at will. Other text
// stays as it is.
std::string HostKey(const std::string& address);

// Of a connection that was accepted from `address`.
Peer PeerOf(int connection, const sockaddr_storage& address);

// `10.0.0.7:1234`, or the bytes of the name of a Unix socket, empty if it has none.
std::string SocketName(const sockaddr_storage& address, socklen_t size);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_PEER_H_
