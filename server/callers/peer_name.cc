#include "server/callers/peer_name.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "server/callers/access_control.h"
#include "server/net/peer.h"

namespace shapewright::server {
namespace {

// The network of an address such as `[fd00::1%eth0]:1234`.
std::string NetworkOf(absl::string_view address) {
  absl::ConsumePrefix(&address, "[");
  return HostKey(std::string(address.substr(0, address.find_first_of("]%"))));
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
  if (std::string mark = AccessControl::MarkOf(*auth); !mark.empty()) return mark;
  if (auth->IsPeerAuthenticated()) {
    const std::vector<grpc::string_ref> names = auth->GetPeerIdentity();
    if (!names.empty()) {
      return absl::StrCat("san:", absl::string_view(names[0].data(), names[0].size()));
    }
  }
  return PeerNameOfAddress(context.peer());
}

}  // namespace shapewright::server
