#include "server/json/tls_contexts.h"

#include <openssl/err.h>

#include <array>

namespace shapewright::server {
namespace {

// In the form of ALPN: a length, then the name.
constexpr std::array<unsigned char, 9> kHttp = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};

int ChooseProtocol(SSL* /*tls*/, const unsigned char** chosen, unsigned char* size,
                   const unsigned char* offered, unsigned int offered_size, void* /*user*/) {
  unsigned char* found = nullptr;
  const int result =
      SSL_select_next_proto(&found, size, kHttp.data(), kHttp.size(), offered, offered_size);
  *chosen = found;
  return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

// A key with a passphrase is an error; OpenSSL would ask on the terminal.
int NoPassphrase(char* /*buffer*/, int /*size*/, int /*is_writing*/, void* /*user*/) { return -1; }

}  // namespace

std::shared_ptr<SSL_CTX> TlsContexts::Get() {
  if (options_.tls_cert.empty()) return nullptr;
  const auto now = std::chrono::steady_clock::now();
  if (context_ == nullptr || now - read_ >= std::chrono::seconds(options_.tls_refresh_seconds)) {
    if (std::shared_ptr<SSL_CTX> context = Read(); context != nullptr) context_ = context;
    read_ = now;
  }
  return context_;
}

std::shared_ptr<SSL_CTX> TlsContexts::Read() const {
  std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
  if (context == nullptr) return nullptr;
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE);
  // Renegotiation is work that a client can ask for without end.
  SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET);
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_alpn_select_cb(context.get(), ChooseProtocol, nullptr);
  SSL_CTX_set_default_passwd_cb(context.get(), NoPassphrase);
  bool is_good =
      SSL_CTX_use_certificate_chain_file(context.get(), options_.tls_cert.c_str()) == 1 &&
      SSL_CTX_use_PrivateKey_file(context.get(), options_.tls_key.c_str(), SSL_FILETYPE_PEM) == 1 &&
      SSL_CTX_check_private_key(context.get()) == 1;
  if (is_good && !options_.tls_client_ca.empty()) {
    is_good = SSL_CTX_load_verify_file(context.get(), options_.tls_client_ca.c_str()) == 1;
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  }
  ERR_clear_error();
  return is_good ? context : nullptr;
}

}  // namespace shapewright::server
