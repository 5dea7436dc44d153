#include "server/net/peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <array>
#include <cstddef>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace shapewright::server {
namespace {

constexpr size_t kMappedBytes = 12;  // of an IPv6 address, before the IPv4 address in it
constexpr size_t kNetworkBytes = 8;  // of an IPv6 address, those that a host cannot choose

std::string Text(int family, const void* address) {
  std::array<char, INET6_ADDRSTRLEN> text = {};
  inet_ntop(family, address, text.data(), text.size());
  return text.data();
}

std::string IpOf(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) {
    return Text(AF_INET, &reinterpret_cast<const sockaddr_in&>(address).sin_addr);
  }
  if (address.ss_family != AF_INET6) return "";
  const in6_addr& ip = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  return IN6_IS_ADDR_V4MAPPED(&ip) ? Text(AF_INET, ip.s6_addr + kMappedBytes) : Text(AF_INET6, &ip);
}

}  // namespace

std::string Peer::Key() const { return is_unix ? absl::StrCat("uid:", uid) : HostKey(address); }

std::string HostKey(const std::string& address) {
  in6_addr ip = {};
  if (inet_pton(AF_INET6, address.c_str(), &ip) != 1) return address;
  if (IN6_IS_ADDR_V4MAPPED(&ip)) return Text(AF_INET, ip.s6_addr + kMappedBytes);
  std::memset(ip.s6_addr + kNetworkBytes, 0, sizeof(ip.s6_addr) - kNetworkBytes);
  return absl::StrCat(Text(AF_INET6, &ip), "/64");
}

Peer PeerOf(int connection, const sockaddr_storage& address) {
  Peer peer;
  peer.is_unix = address.ss_family == AF_UNIX;
  if (!peer.is_unix) {
    peer.address = IpOf(address);
    return peer;
  }
  ucred credentials = {};
  socklen_t size = sizeof(credentials);
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0) {
    peer.uid = credentials.uid;
    peer.gid = credentials.gid;
    peer.pid = credentials.pid;
  }
  return peer;
}

std::string SocketName(const sockaddr_storage& address, socklen_t size) {
  if (address.ss_family == AF_UNIX) {
    constexpr size_t kBegin = offsetof(sockaddr_un, sun_path);
    if (size <= kBegin) return "";
    return {reinterpret_cast<const sockaddr_un&>(address).sun_path, size - kBegin};
  }
  // The port is at the same offset in both families.
  const in_port_t port = reinterpret_cast<const sockaddr_in&>(address).sin_port;
  return absl::StrCat(IpOf(address), ":", ntohs(port));
}

}  // namespace shapewright::server
