#ifndef SHAPEWRIGHT_CLIENT_CPP_CREDENTIALS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CREDENTIALS_H_

#include <grpcpp/security/credentials.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace shapewright {

// PEM files of a client that speaks TLS.
struct ClientTls {
  std::string ca;    // who may sign the server's certificate; empty: the machine's own list
  std::string cert;  // the client's certificate and those that vouch for it; empty: none
  std::string key;   // its private key
};

// Reads the files once. NOT_FOUND or INVALID_ARGUMENT names the one that cannot
// be read; a certificate and its key go together.
absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> TlsCredentials(const ClientTls& files);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_CREDENTIALS_H_
