#ifndef SHAPEWRIGHT_SERVER_TLS_PEM_FILES_H_
#define SHAPEWRIGHT_SERVER_TLS_PEM_FILES_H_

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace shapewright::server {

template <auto kFree>
struct OpenSslDeleter {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};
using OpenSslBio = std::unique_ptr<BIO, OpenSslDeleter<&BIO_free>>;
using OpenSslCertificate = std::unique_ptr<X509, OpenSslDeleter<&X509_free>>;
using OpenSslKey = std::unique_ptr<EVP_PKEY, OpenSslDeleter<&EVP_PKEY_free>>;

// The paths of --tls-cert, --tls-key and --tls-client-ca.
struct PemPaths {
  std::string cert;       // the chain, the server's own certificate first
  std::string key;        // its private key, without a passphrase
  std::string client_ca;  // the authorities that sign clients' certificates; empty: no certificate
                          // is required
};

// What stands in these files.
struct Pems {
  std::string cert;
  std::string key;
  std::string client_ca;

  friend bool operator==(const Pems&, const Pems&) = default;
};

// The one place where the server opens them: never waits, whatever they have become. An error names
// the file that cannot be read, is no regular file, no PEM, or a key of another certificate.
absl::StatusOr<Pems> ReadPems(const PemPaths& paths);

// A view of the text, which outlives it. And what it holds: the next certificate, null if there is
// none; a key, null also where that needs a passphrase.
OpenSslBio OverPem(const std::string& text);
OpenSslCertificate NextCertificate(BIO* pem);
OpenSslKey KeyIn(const std::string& text);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_TLS_PEM_FILES_H_
