#ifndef SHAPEWRIGHT_SERVER_TLS_H_
#define SHAPEWRIGHT_SERVER_TLS_H_

#include <grpcpp/security/server_credentials.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/config/options.h"

namespace shapewright::server {

// PEM files.
struct TlsFiles {
  std::string cert;       // the chain, the server's own certificate first
  std::string key;        // its private key, without a passphrase
  std::string client_ca;  // the authorities that sign clients' certificates; empty: no certificate
                          // is required
};

// INVALID_ARGUMENT or NOT_FOUND with the name of a file that is unreadable, no PEM, or a key of
// another certificate. gRPC would find that only in the first handshake.
absl::Status CheckTlsFiles(const TlsFiles& files);

// Credentials of TCP listeners: none without --tls-cert; with it TLS, and with
// --tls-client-ca a certificate of the client too. The files are read again
// when they change. INVALID_ARGUMENT also for options that contradict each
// other.
absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> TcpCredentials(const Options& options);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_TLS_H_
