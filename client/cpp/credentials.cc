#include "client/cpp/credentials.h"

#include <fstream>
#include <iterator>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace shapewright {
namespace {

absl::Status ReadPem(const std::string& path, std::string& out) {
  if (path.empty()) return absl::OkStatus();
  std::ifstream file(path, std::ios::binary);
  out.assign(std::istreambuf_iterator<char>(file), {});
  if (!file.is_open() || file.bad()) {
    return absl::NotFoundError(absl::StrCat("cannot read ", path));
  }
  // gRPC itself would stop the process.
  if (!absl::StrContains(out, "-----BEGIN ")) {
    return absl::InvalidArgumentError(absl::StrCat(path, " is not a PEM file"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> TlsCredentials(const ClientTls& files) {
  if (files.cert.empty() != files.key.empty()) {
    return absl::InvalidArgumentError("a client certificate and its key go together");
  }
  grpc::SslCredentialsOptions options;
  absl::Status status = ReadPem(files.ca, options.pem_root_certs);
  if (status.ok()) status = ReadPem(files.cert, options.pem_cert_chain);
  if (status.ok()) status = ReadPem(files.key, options.pem_private_key);
  if (!status.ok()) return status;
  return grpc::SslCredentials(options);
}

}  // namespace shapewright
