#ifndef SHAPEWRIGHT_SERVER_CALLERS_ACCESS_CONTROL_H_
#define SHAPEWRIGHT_SERVER_CALLERS_ACCESS_CONTROL_H_

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_context.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/callers/caller_policy.h"
#include "server/config/options.h"

namespace shapewright::server {

// Refuses the callers that a policy does not allow, whatever they call. It acts in two places:
// - in the credentials of a connection, before any method of any service, reflection, channelz and
//   methods that do not exist among them. There gRPC sends a code and a message, no details;
// - in the methods of our services (IncomingCall::CheckCaller), which the first place lets through
//   to it, so that callers get an error with details, and metrics and log count them.
// grpc.health.v1.Health is open to everyone. Thread-safe.
class AccessControl {
 public:
  // Called for calls that the credentials refuse, with the service (never a name that the caller
  // invented) and the first name in the caller's certificate, empty if it has none.
  using OnRefused = std::function<void(absl::string_view service, const std::string& name)>;

  // Allows everybody until Configure() is called.
  explicit AccessControl(OnRefused on_refused) : on_refused_(std::move(on_refused)) {}
  AccessControl(const AccessControl&) = delete;
  AccessControl& operator=(const AccessControl&) = delete;

  // Before the server listens. The errors are those of CallerPolicy::Make().
  absl::Status Configure(const Options& options);

  const CallerPolicy& policy() const { return policy_; }
  bool is_active() const { return policy_.has_names() || policy_.has_users(); }

  // Has the credentials for client certificates ask the policy. It outlives the server.
  void Watch(grpc::ServerCredentials& credentials) const;
  // Credentials for Unix sockets: no encryption, and each connection has a mark, kStranger for
  // callers whom the policy is known not to allow, else text that identifies its peer.
  std::shared_ptr<grpc::ServerCredentials> UnixCredentials(const std::string& mark) const;
  static constexpr char kStranger[] = "stranger";
  // The marks of admins begin so.
  static constexpr char kAdminPrefix[] = "admin ";
  // Credentials for connections of the server to itself, each of which brings the calls of one
  // caller of the JSON port: its mark and its address are in their metadata by these names.
  std::shared_ptr<grpc::ServerCredentials> RelayCredentials() const;
  static constexpr char kRelayedMark[] = "shapewright-relayed-mark";
  static constexpr char kRelayedPeer[] = "shapewright-relayed-peer";
  // The mark of a connection; empty if it has none. For the methods of our services.
  static std::string MarkOf(const grpc::AuthContext& connection);

  bool Allows(const grpc::ServerContextBase& context) const {
    return !is_active() || AllowsConnection(*context.auth_context());
  }

  // Whether the caller may list and evict models.
  bool IsAdmin(const grpc::ServerContextBase& context) const;

 private:
  class Processor;

  bool AllowsConnection(const grpc::AuthContext& connection) const;

  CallerPolicy policy_;
  const OnRefused on_refused_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALLERS_ACCESS_CONTROL_H_
