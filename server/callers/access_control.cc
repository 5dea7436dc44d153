#include "server/callers/access_control.h"

#include <grpc/grpc_security_constants.h>
#include <grpcpp/security/auth_context.h>
#include <grpcpp/security/auth_metadata_processor.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/config/services.h"
#include "server/errors/status.h"
#include "server/net/peer.h"

namespace shapewright::server {
namespace {

constexpr absl::string_view kHealthService = "/grpc.health.v1.Health/";
// Services besides our own that the log may name.
constexpr std::array<absl::string_view, 2> kOtherServices = {
    "/grpc.reflection.v1alpha.ServerReflection/", "/grpc.channelz.v1.Channelz/"};

absl::string_view View(const grpc::string_ref& text) { return {text.data(), text.size()}; }

constexpr char kMarkProperty[] = "shapewright_mark";

// "tls", "insecure", or "local" for a connection that has UnixCredentials().
absl::string_view SecurityOf(const grpc::AuthContext& connection) {
  const auto types = connection.FindPropertyValues(GRPC_TRANSPORT_SECURITY_TYPE_PROPERTY_NAME);
  return types.empty() ? "insecure" : View(types[0]);
}

std::vector<absl::string_view> NamesOf(const grpc::AuthContext& connection) {
  std::vector<absl::string_view> names;
  for (const grpc::string_ref& name : connection.FindPropertyValues(GRPC_X509_SAN_PROPERTY_NAME)) {
    names.push_back(View(name));
  }
  return names;
}

// Whether it is a method of our own services, which ask for themselves.
bool IsOwn(absl::string_view path) {
  return std::any_of(kOwnServices.begin(), kOwnServices.end(), [path](absl::string_view service) {
    absl::string_view method = path;
    return absl::ConsumePrefix(&method, "/") && absl::ConsumePrefix(&method, service) &&
           absl::StartsWith(method, "/");
  });
}

absl::string_view ServiceOf(absl::string_view path) {
  for (const absl::string_view service : kOtherServices) {
    if (absl::StartsWith(path, service)) return service.substr(1, service.size() - 2);
  }
  return "other";
}

}  // namespace

class AccessControl::Processor final : public grpc::AuthMetadataProcessor {
 public:
  Processor(const AccessControl& access, std::string mark, bool is_relay = false)
      : access_(access), mark_(std::move(mark)), is_relay_(is_relay) {}

  bool IsBlocking() const override { return false; }

  grpc::Status Process(const InputMetadata& metadata, grpc::AuthContext* connection,
                       OutputMetadata* /*consumed*/, OutputMetadata* /*response*/) override {
    SetMark(metadata, *connection);
    const auto found = metadata.find(":path");
    const absl::string_view path = found == metadata.end() ? "" : View(found->second);
    if (absl::StartsWith(path, kHealthService) || IsOwn(path)) {
      return grpc::Status::OK;
    }
    if (access_.AllowsConnection(*connection)) return grpc::Status::OK;
    const std::vector<absl::string_view> names = NamesOf(*connection);
    access_.on_refused_(ServiceOf(path), names.empty() ? "" : std::string(names[0]));
    return {grpc::StatusCode::PERMISSION_DENIED,
            absl::StrCat(reason::kCallerNotAllowed, ": the server does not allow this caller")};
  }

 private:
  // The calls of a connection share its context without a lock. Only the first one writes to it,
  // and every call passes here before it reads the mark.
  void SetMark(const InputMetadata& metadata, grpc::AuthContext& connection) {
    if (mark_.empty() && !is_relay_) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!MarkOf(connection).empty()) return;
    connection.AddProperty(kMarkProperty, is_relay_ ? ValueOf(metadata, kRelayedMark) : mark_);
    if (is_relay_) {
      connection.AddProperty(kRelayedPeerProperty, ValueOf(metadata, kRelayedPeer));
    }
  }

  static std::string ValueOf(const InputMetadata& metadata, const char* name) {
    const auto found = metadata.find(name);
    return found == metadata.end() ? kStranger : std::string(View(found->second));
  }

  const AccessControl& access_;
  const std::string mark_;
  const bool is_relay_;
  std::mutex mutex_;
};

absl::Status AccessControl::Configure(const Options& options) {
  absl::StatusOr<CallerPolicy> policy = CallerPolicy::Make(options);
  if (!policy.ok()) return policy.status();
  policy_ = *std::move(policy);
  return absl::OkStatus();
}

void AccessControl::Watch(grpc::ServerCredentials& credentials) const {
  credentials.SetAuthMetadataProcessor(std::make_shared<Processor>(*this, ""));
}

std::shared_ptr<grpc::ServerCredentials> AccessControl::UnixCredentials(
    const std::string& mark) const {
  std::shared_ptr<grpc::ServerCredentials> credentials =
      grpc::experimental::LocalServerCredentials(UDS);
  credentials->SetAuthMetadataProcessor(std::make_shared<Processor>(*this, mark));
  return credentials;
}

std::shared_ptr<grpc::ServerCredentials> AccessControl::RelayCredentials() const {
  std::shared_ptr<grpc::ServerCredentials> credentials =
      grpc::experimental::LocalServerCredentials(UDS);
  credentials->SetAuthMetadataProcessor(std::make_shared<Processor>(*this, "", true));
  return credentials;
}

std::string AccessControl::MarkOf(const grpc::AuthContext& connection) {
  const auto marks = connection.FindPropertyValues(kMarkProperty);
  return marks.empty() ? "" : std::string(marks[0].data(), marks[0].size());
}

bool AccessControl::AllowsConnection(const grpc::AuthContext& connection) const {
  const absl::string_view security = SecurityOf(connection);
  if (security == "local") {
    const std::string mark = MarkOf(connection);
    return !mark.empty() && mark != kStranger;
  }
  return security == "insecure" || policy_.AllowsNames(NamesOf(connection));
}

bool AccessControl::IsAdmin(const grpc::ServerContextBase& context) const {
  const std::shared_ptr<const grpc::AuthContext> connection = context.auth_context();
  const absl::string_view security = SecurityOf(*connection);
  if (security == "local") return absl::StartsWith(MarkOf(*connection), kAdminPrefix);
  return security != "insecure" && policy_.IsAdmin(NamesOf(*connection));
}

}  // namespace shapewright::server
