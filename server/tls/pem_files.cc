#include "server/tls/pem_files.h"

#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <sys/stat.h>

#include <cerrno>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "server/net/file_descriptor.h"

namespace shapewright::server {
namespace {

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
    return absl::InvalidArgumentError(absl::StrCat(flag, ": ", path, " is not a regular file"));
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
  return bytes.substr(0, size);
}

absl::StatusOr<std::string> ReadCertificates(const char* flag, const std::string& path) {
  absl::StatusOr<std::string> text = ReadRegularFile(flag, path);
  if (!text.ok() || NextCertificate(OverPem(*text).get()) != nullptr) return text;
  return absl::InvalidArgumentError(
      absl::StrCat(flag, ": ", path, " holds no certificate in PEM form"));
}

absl::StatusOr<std::string> ReadKey(const char* flag, const std::string& path) {
  absl::StatusOr<std::string> text = ReadRegularFile(flag, path);
  if (!text.ok() || KeyIn(*text) != nullptr) return text;
  return absl::InvalidArgumentError(
      absl::StrCat(flag, ": ", path, " holds no private key in PEM form without a passphrase"));
}

}  // namespace

OpenSslBio OverPem(const std::string& text) {
  return OpenSslBio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

OpenSslCertificate NextCertificate(BIO* pem) {
  OpenSslCertificate certificate(PEM_read_bio_X509(pem, nullptr, NoPassphrase, nullptr));
  ERR_clear_error();
  return certificate;
}

OpenSslKey KeyIn(const std::string& text) {
  OpenSslKey key(PEM_read_bio_PrivateKey(OverPem(text).get(), nullptr, NoPassphrase, nullptr));
  ERR_clear_error();
  return key;
}

absl::StatusOr<Pems> ReadPems(const PemPaths& paths) {
  Pems pems;
  absl::StatusOr<std::string> cert = ReadCertificates("--tls-cert", paths.cert);
  if (!cert.ok()) return cert.status();
  absl::StatusOr<std::string> key = ReadKey("--tls-key", paths.key);
  if (!key.ok()) return key.status();
  const OpenSslCertificate own = NextCertificate(OverPem(*cert).get());
  const bool is_pair = X509_check_private_key(own.get(), KeyIn(*key).get()) == 1;
  ERR_clear_error();
  if (!is_pair) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--tls-key: ", paths.key, " is not the key of the certificate in ", paths.cert));
  }
  if (!paths.client_ca.empty()) {
    absl::StatusOr<std::string> ca = ReadCertificates("--tls-client-ca", paths.client_ca);
    if (!ca.ok()) return ca.status();
    pems.client_ca = *std::move(ca);
  }
  pems.cert = *std::move(cert);
  pems.key = *std::move(key);
  return pems;
}

}  // namespace shapewright::server
