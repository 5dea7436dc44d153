#include "server/callers/connection_router.h"

#include <sys/socket.h>

#include <cerrno>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

namespace shapewright::server {
namespace {

// The groups of the process that connected.
std::vector<gid_t> GroupsOf(int connection, const Peer& peer) {
  constexpr size_t kUsualGroups = 64;
  std::vector<gid_t> groups(kUsualGroups);
  auto bytes = static_cast<socklen_t>(groups.size() * sizeof(gid_t));
  int failed = getsockopt(connection, SOL_SOCKET, SO_PEERGROUPS, groups.data(), &bytes);
  if (failed != 0 && errno == ERANGE) {  // `size` is set to what is needed
    groups.resize(bytes / sizeof(gid_t));
    failed = getsockopt(connection, SOL_SOCKET, SO_PEERGROUPS, groups.data(), &bytes);
  }
  groups.resize(failed != 0 ? 0 : bytes / sizeof(gid_t));
  groups.push_back(peer.gid);
  return groups;
}

void HandOver(FileDescriptor connection,
              const std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor>& entrance) {
  grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters parameters;
  parameters.fd = connection.Release();
  entrance->HandleNewConnection(&parameters);
}

}  // namespace

ConnectionRouter::ConnectionRouter(grpc::ServerBuilder& builder, const AccessControl& access,
                                   const std::shared_ptr<grpc::ServerCredentials>& tcp)
    : access_(access) {
  const auto add = [&builder](const std::shared_ptr<grpc::ServerCredentials>& credentials) {
    using Type = grpc::ServerBuilder::experimental_type::ExternalConnectionType;
    return builder.experimental().AddExternalConnectionAcceptor(Type::FROM_FD, credentials);
  };
  tcp_ = add(tcp);
  plain_ = add(grpc::InsecureServerCredentials());
  strangers_ = add(access.UnixCredentials(AccessControl::kStranger));
  admins_ = add(access.UnixCredentials(absl::StrCat(AccessControl::kAdminPrefix, "unix")));
  relay_ = add(access.RelayCredentials());
  for (size_t i = 1; i <= kUsers + 1; ++i) {
    marked_.push_back(add(access.UnixCredentials(absl::StrCat("unix ", i))));
  }
}

void ConnectionRouter::Route(FileDescriptor connection, const Peer& peer, bool is_own) {
  const Entrance& entrance = Find(connection.get(), peer, is_own);
  HandOver(std::move(connection), entrance);
}

void ConnectionRouter::Relay(FileDescriptor connection) { HandOver(std::move(connection), relay_); }

ConnectionRouter::Entrance& ConnectionRouter::Find(int connection, const Peer& peer, bool is_own) {
  if (is_own) return plain_;
  if (!peer.is_unix) return tcp_;
  const bool has_list = access_.policy().has_users();
  if (has_list && !access_.policy().AllowsUser(peer.uid, GroupsOf(connection, peer))) {
    return strangers_;
  }
  if (access_.policy().IsAdmin(peer.uid)) return admins_;
  const auto found = numbers_.find(peer.uid);
  if (found == numbers_.end() && numbers_.size() > kUsers) return marked_.back();
  const size_t number = numbers_.try_emplace(peer.uid, numbers_.size()).first->second;
  return number == 0 ? plain_ : marked_[number - 1];
}

}  // namespace shapewright::server
