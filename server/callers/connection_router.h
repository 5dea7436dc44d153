#ifndef SHAPEWRIGHT_SERVER_CALLERS_CONNECTION_ROUTER_H_
#define SHAPEWRIGHT_SERVER_CALLERS_CONNECTION_ROUTER_H_

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <sys/types.h>

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "server/callers/access_control.h"
#include "server/net/file_descriptor.h"
#include "server/net/peer.h"

namespace shapewright::server {

// Passes accepted connections to gRPC. gRPC does not know the peer of a Unix socket, so that each
// kind of caller has an entrance with credentials of its own:
// - TCP, with TLS where the server has a certificate;
// - Unix sockets, by user: the first user without any cost per call, the next kUsers each with a
//   mark of their own, all others with one;
// - Unix sockets of users that the policy does not allow, and of those who may do more;
// - what the JSON port relays.
// Not thread-safe.
class ConnectionRouter {
 public:
  static constexpr size_t kUsers = 7;

  // Called before `builder` starts the server. `access` is configured, and outlives the server; the
  // router need not.
  ConnectionRouter(grpc::ServerBuilder& builder, const AccessControl& access,
                   const std::shared_ptr<grpc::ServerCredentials>& tcp);

  // `is_own`: a connection of the server to itself, which has no certificate.
  void Route(FileDescriptor connection, const Peer& peer, bool is_own);
  // For a connection of the server to itself that brings the calls of somebody else
  // (AccessControl::RelayCredentials). Thread-safe.
  void Relay(FileDescriptor connection);

 private:
  using Entrance = std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor>;

  Entrance& Find(int connection, const Peer& peer, bool is_own);

  const AccessControl& access_;
  Entrance tcp_;
  Entrance plain_;
  Entrance strangers_;
  Entrance admins_;
  Entrance relay_;
  std::vector<Entrance> marked_;     // kUsers, and that of all others
  std::map<uid_t, size_t> numbers_;  // 0: plain_; no more than there are entrances
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALLERS_CONNECTION_ROUTER_H_
