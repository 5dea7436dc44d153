#include "client/cpp/cli/run/asker.h"

#include <unistd.h>

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/options/flag_row.h"
#include "client/cpp/credentials.h"

namespace shapewright::cli {

std::string OwnSocket(absl::string_view runtime_folder) {
  return absl::StrCat(runtime_folder, "/shapewright.sock");
}

std::string FindSocket(const char* runtime_folder,
                       absl::FunctionRef<bool(const std::string&)> is_there) {
  if (is_there(kDefaultSocket)) return kDefaultSocket;
  const std::string own = runtime_folder == nullptr ? "" : OwnSocket(runtime_folder);
  return !own.empty() && is_there(own) ? own : "";
}

bool AnswersHere(const Arguments& arguments, bool has_socket) {
  if ((kQuestions & Of(arguments.command)) == 0) return false;
  if (arguments.embedded) return true;
  return arguments.target.empty() && !arguments.tls && !has_socket;
}

absl::StatusOr<Asker> Asker::Make(const Arguments& arguments) {
  const std::string socket =
      FindSocket(std::getenv("XDG_RUNTIME_DIR"),
                 [](const std::string& path) { return access(path.c_str(), F_OK) == 0; });
  if (AnswersHere(arguments, !socket.empty())) {
    return Asker(nullptr, "", arguments.deadline);
  }
  ClientOptions options;
  if (arguments.tls) {
    const absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> credentials =
        TlsCredentials(arguments.tls_files);
    if (!credentials.ok()) return credentials.status();
    options.credentials = *credentials;
  }
  const std::string target = arguments.target.empty()
                                 ? absl::StrCat("unix:", socket.empty() ? kDefaultSocket : socket)
                                 : arguments.target;
  return Asker(Client::Connect(target, options), target, arguments.deadline);
}

}  // namespace shapewright::cli
