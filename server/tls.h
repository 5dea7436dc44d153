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
  std::string cert;  // the chain, the server's own certificate first
  std::string key;   // its private key, without a passphrase
  std::string
      client_ca;  // those who may sign the certificates of clients; empty: none is asked for
};

// INVALID_ARGUMENT or NOT_FOUND names the file that gRPC would only stumble over
// in the first handshake: unreadable, no PEM, or a key of another certificate.
absl::Status CheckTlsFiles(const TlsFiles& files);

// What TCP listeners ask of a connection: nothing without --tls-cert; with it
// TLS, and with --tls-client-ca a certificate of the client too. The files are
// read again as they change. INVALID_ARGUMENT also for options that contradict
// each other.
absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> TcpCredentials(const Options& options);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_TLS_H_
