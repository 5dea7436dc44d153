#include "server/tls/tcp_credentials.h"

#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>

#include <chrono>
#include <utility>

#include "absl/status/status.h"

namespace shapewright::server {
namespace {

// gRPC reads files in memory, which takes no time.
constexpr unsigned int kGrpcRefreshSeconds = 1;

}  // namespace

absl::StatusOr<std::unique_ptr<ServedPems>> ServePems(const Options& options,
                                                      ServedPems::OnChange on_change) {
  if (options.tls_cert.empty() != options.tls_key.empty()) {
    return absl::InvalidArgumentError("--tls-cert and --tls-key go together");
  }
  if (options.tls_cert.empty() && !options.tls_client_ca.empty()) {
    return absl::InvalidArgumentError("--tls-client-ca needs --tls-cert and --tls-key");
  }
  if (options.tls_cert.empty()) return nullptr;
  return ServedPems::Start({options.tls_cert, options.tls_key, options.tls_client_ca},
                           std::chrono::seconds(options.tls_refresh_seconds), std::move(on_change));
}

std::shared_ptr<grpc::ServerCredentials> TcpCredentials(const ServedPems* pems) {
  if (pems == nullptr) return grpc::InsecureServerCredentials();
  const std::string identity = pems->identity_path();
  const std::string client_ca = pems->client_ca_path();
  grpc::experimental::TlsServerCredentialsOptions tls(
      std::make_shared<grpc::experimental::FileWatcherCertificateProvider>(
          identity, identity, client_ca, kGrpcRefreshSeconds));
  tls.watch_identity_key_cert_pairs();
  if (!client_ca.empty()) {
    tls.watch_root_certs();
    tls.set_cert_request_type(GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  }
  return grpc::experimental::TlsServerCredentials(tls);
}

}  // namespace shapewright::server
