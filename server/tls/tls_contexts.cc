#include "server/tls/tls_contexts.h"

#include <openssl/err.h>

#include <array>
#include <utility>

#include "server/tls/pem_files.h"

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

// The first certificate of a chain is the server's own.
bool UseChain(SSL_CTX* context, const std::string& text) {
  const OpenSslBio pem = OverPem(text);
  const OpenSslCertificate own = NextCertificate(pem.get());
  if (own == nullptr || SSL_CTX_use_certificate(context, own.get()) != 1) return false;
  while (const OpenSslCertificate next = NextCertificate(pem.get())) {
    if (SSL_CTX_add1_chain_cert(context, next.get()) != 1) return false;
  }
  return true;
}

bool Trust(SSL_CTX* context, const std::string& text) {
  const OpenSslBio pem = OverPem(text);
  while (const OpenSslCertificate next = NextCertificate(pem.get())) {
    if (X509_STORE_add_cert(SSL_CTX_get_cert_store(context), next.get()) != 1) return false;
  }
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  return true;
}

std::shared_ptr<SSL_CTX> ContextOf(const Pems& pems) {
  std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
  if (context == nullptr) return nullptr;
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE);
  // Renegotiation is work that a client can ask for without end.
  SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET);
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_alpn_select_cb(context.get(), ChooseProtocol, nullptr);
  const OpenSslKey key = KeyIn(pems.key);
  const bool is_good = UseChain(context.get(), pems.cert) && key != nullptr &&
                       SSL_CTX_use_PrivateKey(context.get(), key.get()) == 1 &&
                       SSL_CTX_check_private_key(context.get()) == 1 &&
                       (pems.client_ca.empty() || Trust(context.get(), pems.client_ca));
  ERR_clear_error();
  return is_good ? context : nullptr;
}

}  // namespace

std::shared_ptr<SSL_CTX> TlsContexts::Get() {
  if (pems_ == nullptr) return nullptr;
  std::shared_ptr<const Pems> now = pems_->Get();
  if (now == taken_) return context_;
  taken_ = std::move(now);
  if (std::shared_ptr<SSL_CTX> context = ContextOf(*taken_); context != nullptr) {
    context_ = std::move(context);
  }
  return context_;
}

}  // namespace shapewright::server
