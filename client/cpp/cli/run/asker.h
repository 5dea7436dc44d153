#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_ASKER_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_ASKER_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "client/cpp/cli/options/arguments.h"
#include "client/cpp/cli/run/embedded.h"
#include "client/cpp/client.h"

namespace shapewright::cli {

inline constexpr char kDefaultSocket[] = "/run/shapewright/shapewright.sock";
// In a user's own folder, XDG_RUNTIME_DIR: where `serve` listens if it may not at kDefaultSocket.
std::string OwnSocket(absl::string_view runtime_folder);

// The first of the two that `is_there`; empty: none. `runtime_folder` may be null.
std::string FindSocket(const char* runtime_folder,
                       absl::FunctionRef<bool(const std::string&)> is_there);

// Whether questions are answered in this process: where it is asked for, or where no server was
// named and none listens where one usually does.
bool AnswersHere(const Arguments& arguments, bool has_socket);

// Has questions answered, by a server or in this process. Thread-safe.
class Asker {
 public:
  // The errors of TlsCredentials(). Nothing is sent yet.
  static absl::StatusOr<Asker> Make(const Arguments& arguments);

  bool is_embedded() const { return client_ == nullptr; }
  // Of the server; empty if it is embedded.
  const std::string& target() const { return target_; }
  absl::Duration deadline() const { return deadline_; }
  // Only if it is not embedded.
  Client& client() const { return *client_; }

  // `call(client, request)` asks a server; `deadline` is that of an answer in this process.
  template <typename Request, typename Call>
  auto Ask(const Request& request, const Call& call, absl::Duration deadline) const
      -> decltype(call(std::declval<Client&>(), request)) {
    using Response = typename decltype(call(std::declval<Client&>(), request))::value_type;
    if (!is_embedded()) return call(*client_, request);
    const std::string& name = Request::descriptor()->name();
    return AnswerEmbedded<Response>(absl::StripSuffix(name, "Request"), request, deadline);
  }
  template <typename Request, typename Call>
  auto Ask(const Request& request, const Call& call) const
      -> decltype(call(std::declval<Client&>(), request)) {
    return Ask(request, call, deadline_);
  }

 private:
  Asker(std::unique_ptr<Client> client, std::string target, absl::Duration deadline)
      : client_(std::move(client)), target_(std::move(target)), deadline_(deadline) {}

  std::unique_ptr<Client> client_;  // null: in this process
  std::string target_;
  absl::Duration deadline_;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_ASKER_H_
