#ifndef SHAPEWRIGHT_SERVER_TLS_TCP_CREDENTIALS_H_
#define SHAPEWRIGHT_SERVER_TLS_TCP_CREDENTIALS_H_

#include <grpcpp/security/server_credentials.h>

#include <memory>

#include "absl/status/statusor.h"
#include "server/config/options.h"
#include "server/tls/served_pems.h"

namespace shapewright::server {

// The files of --tls-cert, --tls-key and --tls-client-ca, read again after --tls-refresh-seconds;
// null without --tls-cert. INVALID_ARGUMENT or NOT_FOUND with the name of a file that is wrong, or
// for options that contradict each other.
absl::StatusOr<std::unique_ptr<ServedPems>> ServePems(const Options& options,
                                                      ServedPems::OnChange on_change);

// Credentials of TCP listeners: none without `pems`; with them TLS, and with authorities of clients
// a certificate of the client too. `pems` outlives the server.
std::shared_ptr<grpc::ServerCredentials> TcpCredentials(const ServedPems* pems);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_TLS_TCP_CREDENTIALS_H_
