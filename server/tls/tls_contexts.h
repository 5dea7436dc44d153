#ifndef SHAPEWRIGHT_SERVER_TLS_TLS_CONTEXTS_H_
#define SHAPEWRIGHT_SERVER_TLS_TLS_CONTEXTS_H_

#include <openssl/ssl.h>

#include <memory>

#include "server/tls/served_pems.h"

namespace shapewright::server {

// TLS for connections that gRPC does not serve. For one thread.
class TlsContexts {
 public:
  // `pems` outlives it; null: there is no TLS.
  explicit TlsContexts(const ServedPems* pems) : pems_(pems) {}

  bool is_on() const { return pems_ != nullptr; }
  // For a new connection; null without TLS, or if OpenSSL never took what was read.
  std::shared_ptr<SSL_CTX> Get();

 private:
  const ServedPems* const pems_;
  // What the context was last made of.
  std::shared_ptr<const Pems> taken_;
  std::shared_ptr<SSL_CTX> context_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_TLS_TLS_CONTEXTS_H_
