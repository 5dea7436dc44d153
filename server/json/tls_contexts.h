#ifndef SHAPEWRIGHT_SERVER_JSON_TLS_CONTEXTS_H_
#define SHAPEWRIGHT_SERVER_JSON_TLS_CONTEXTS_H_

#include <openssl/ssl.h>

#include <chrono>
#include <memory>

#include "server/config/options.h"

namespace shapewright::server {

// TLS for connections that gRPC does not serve, with the files of --tls-cert, --tls-key and
// --tls-client-ca. For one thread.
class TlsContexts {
 public:
  // `options` outlives it; its files were checked.
  explicit TlsContexts(const Options& options) : options_(options) {}

  // For a new connection; null without --tls-cert, or if the files were never good. The files are
  // read again after --tls-refresh-seconds; while they are wrong, the former ones stay.
  std::shared_ptr<SSL_CTX> Get();

 private:
  std::shared_ptr<SSL_CTX> Read() const;

  const Options& options_;
  std::shared_ptr<SSL_CTX> context_;
  std::chrono::steady_clock::time_point read_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_JSON_TLS_CONTEXTS_H_
