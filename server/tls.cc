#include "server/tls.h"

#include <fcntl.h>
#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "server/net/file_descriptor.h"

namespace shapewright::server {
namespace {

template <auto kFree>
struct Deleter {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};
using Bio = std::unique_ptr<BIO, Deleter<&BIO_free>>;
using Certificate = std::unique_ptr<X509, Deleter<&X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Deleter<&EVP_PKEY_free>>;

// A key with a passphrase is an error; OpenSSL would ask on the terminal.
int NoPassphrase(char* /*buffer*/, int /*size*/, int /*is_writing*/, void* /*user*/) { return -1; }

// PEM files are small; reading a device might never end.
constexpr size_t kMaxPemBytes = 1 << 20;

// Opened without blocking, as on a FIFO that nobody writes to.
absl::StatusOr<std::string> ReadRegularFile(const char* flag, const std::string& path) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  const auto failure = [&] { return absl::ErrnoToStatus(errno, absl::StrCat(flag, ": ", path)); };
  if (!file.is_open()) return failure();
  struct stat info = {};
  if (fstat(file.get(), &info) != 0) return failure();
  if (!S_ISREG(info.st_mode)) {
    return absl::InvalidArgumentError(absl::StrCat(flag, ": ", path, " is no regular file"));
  }
  std::string bytes(kMaxPemBytes + 1, 0);
  size_t size = 0;
  while (size < bytes.size()) {
    const ssize_t count = read(file.get(), bytes.data() + size, bytes.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failure();
    if (count == 0) break;
    size += static_cast<size_t>(count);
  }
  if (size > kMaxPemBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(flag, ": ", path, " has more than ", kMaxPemBytes, " bytes"));
  }
  bytes.resize(size);
  return bytes;
}

// A view: `bytes` outlives it.
Bio Over(const std::string& bytes) {
  return Bio(BIO_new_mem_buf(bytes.data(), static_cast<int>(bytes.size())));
}

absl::StatusOr<Certificate> ReadCertificate(const char* flag, const std::string& path) {
  const absl::StatusOr<std::string> bytes = ReadRegularFile(flag, path);
  if (!bytes.ok()) return bytes.status();
  Certificate certificate(PEM_read_bio_X509(Over(*bytes).get(), nullptr, NoPassphrase, nullptr));
  ERR_clear_error();
  if (certificate != nullptr) return certificate;
  return absl::InvalidArgumentError(
      absl::StrCat(flag, ": ", path, " holds no certificate in PEM form"));
}

absl::StatusOr<Key> ReadKey(const char* flag, const std::string& path) {
  const absl::StatusOr<std::string> bytes = ReadRegularFile(flag, path);
  if (!bytes.ok()) return bytes.status();
  Key key(PEM_read_bio_PrivateKey(Over(*bytes).get(), nullptr, NoPassphrase, nullptr));
  ERR_clear_error();
  if (key != nullptr) return key;
  return absl::InvalidArgumentError(
      absl::StrCat(flag, ": ", path, " holds no private key in PEM form without a passphrase"));
}

absl::Status CheckOptions(const Options& options) {
  if (options.tls_cert.empty() != options.tls_key.empty()) {
    return absl::InvalidArgumentError("--tls-cert and --tls-key go together");
  }
  if (options.tls_cert.empty() && !options.tls_client_ca.empty()) {
    return absl::InvalidArgumentError("--tls-client-ca needs --tls-cert and --tls-key");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckTlsFiles(const TlsFiles& files) {
  const absl::StatusOr<Certificate> certificate = ReadCertificate("--tls-cert", files.cert);
  if (!certificate.ok()) return certificate.status();
  const absl::StatusOr<Key> key = ReadKey("--tls-key", files.key);
  if (!key.ok()) return key.status();
  const bool is_pair = X509_check_private_key(certificate->get(), key->get()) == 1;
  ERR_clear_error();
  if (!is_pair) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--tls-key: ", files.key, " is not the key of the certificate in ", files.cert));
  }
  if (files.client_ca.empty()) return absl::OkStatus();
  return ReadCertificate("--tls-client-ca", files.client_ca).status();
}

absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> TcpCredentials(const Options& options) {
  absl::Status status = CheckOptions(options);
  if (!status.ok()) return status;
  if (options.tls_cert.empty()) return grpc::InsecureServerCredentials();
  status = CheckTlsFiles({options.tls_cert, options.tls_key, options.tls_client_ca});
  if (!status.ok()) return status;
  grpc::experimental::TlsServerCredentialsOptions tls(
      std::make_shared<grpc::experimental::FileWatcherCertificateProvider>(
          options.tls_key, options.tls_cert, options.tls_client_ca,
          static_cast<unsigned int>(options.tls_refresh_seconds)));
  tls.watch_identity_key_cert_pairs();
  if (!options.tls_client_ca.empty()) {
    tls.watch_root_certs();
    tls.set_cert_request_type(GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  }
  return grpc::experimental::TlsServerCredentials(tls);
}

}  // namespace shapewright::server
