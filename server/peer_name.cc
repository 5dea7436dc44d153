#include "server/peer_name.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>
#include <cstring>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "server/caller_guard.h"

namespace shapewright::server {
namespace {

constexpr size_t kMappedBytes = 12;  // of an IPv6 address, before the IPv4 address in it
constexpr size_t kNetworkBytes = 8;  // of an IPv6 address, those that a host cannot choose

std::string Text(int family, const void* address) {
  std::array<char, INET6_ADDRSTRLEN> text = {};
  inet_ntop(family, address, text.data(), text.size());
  return text.data();
}

// Of `[fd00::1%eth0]:1234`.
std::string NetworkOf(absl::string_view address) {
  absl::ConsumePrefix(&address, "[");
  const std::string host(address.substr(0, address.find_first_of("]%")));
  in6_addr ip = {};
  if (inet_pton(AF_INET6, host.c_str(), &ip) != 1) return host;
  if (IN6_IS_ADDR_V4MAPPED(&ip)) return Text(AF_INET, ip.s6_addr + kMappedBytes);
  std::memset(ip.s6_addr + kNetworkBytes, 0, sizeof(ip.s6_addr) - kNetworkBytes);
  return absl::StrCat(Text(AF_INET6, &ip), "/64");
}

}  // namespace

std::string PeerNameOfAddress(absl::string_view address) {
  if (absl::ConsumePrefix(&address, "ipv4:")) {
    return std::string(address.substr(0, address.rfind(':')));
  }
  if (absl::ConsumePrefix(&address, "ipv6:")) {
    return NetworkOf(absl::StrReplaceAll(address, {{"%5B", "["}, {"%5D", "]"}, {"%25", "%"}}));
  }
  return absl::StartsWith(address, "unix") ? "unix" : "other";
}

std::string PeerName(const grpc::ServerContextBase& context) {
  const std::shared_ptr<const grpc::AuthContext> auth = context.auth_context();
  if (auth == nullptr) return PeerNameOfAddress(context.peer());
  if (std::string mark = CallerGuard::MarkOf(*auth); !mark.empty()) return mark;
  if (auth->IsPeerAuthenticated()) {
    const std::vector<grpc::string_ref> names = auth->GetPeerIdentity();
    if (!names.empty()) {
      return absl::StrCat("san:", absl::string_view(names[0].data(), names[0].size()));
    }
  }
  return PeerNameOfAddress(context.peer());
}

}  // namespace shapewright::server
