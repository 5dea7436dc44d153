#include "client/cpp/cli/run/asker.h"

#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/options/flag_row.h"
#include "client/cpp/credentials.h"

namespace shapewright::cli {

bool AnswersHere(const Arguments& arguments, bool has_default_socket) {
  if ((kQuestions & Of(arguments.command)) == 0) return false;
  if (arguments.embedded) return true;
  return arguments.target.empty() && !arguments.tls && !has_default_socket;
}

absl::StatusOr<Asker> Asker::Make(const Arguments& arguments) {
  if (AnswersHere(arguments, access(kDefaultSocket, F_OK) == 0)) {
    return Asker(nullptr, "", arguments.deadline);
  }
  ClientOptions options;
  if (arguments.tls) {
    const absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> credentials =
        TlsCredentials(arguments.tls_files);
    if (!credentials.ok()) return credentials.status();
    options.credentials = *credentials;
  }
  const std::string target =
      arguments.target.empty() ? absl::StrCat("unix:", kDefaultSocket) : arguments.target;
  return Asker(Client::Connect(target, options), target, arguments.deadline);
}

}  // namespace shapewright::cli
