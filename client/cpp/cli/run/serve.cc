#include "client/cpp/cli/run/serve.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cpp/cli/run/asker.h"

namespace shapewright::cli {
namespace {

constexpr char kServer[] = "shapewright-server";

bool Names(const std::vector<std::string>& words, absl::string_view option) {
  return std::any_of(words.begin(), words.end(), [option](absl::string_view word) {
    return absl::ConsumePrefix(&word, option) && (word.empty() || word[0] == '=');
  });
}

bool NamesAdmins(const std::vector<std::string>& words, Environment environment) {
  return Names(words, "--admin-uid") || Names(words, "--admin-san") ||
         environment("SHAPEWRIGHT_ADMIN_UID") != nullptr ||
         environment("SHAPEWRIGHT_ADMIN_SAN") != nullptr;
}

}  // namespace

absl::StatusOr<ServerStart> PlanServer(
    const Arguments& arguments, Environment environment,
    absl::FunctionRef<bool(const std::string&)> can_hold_socket) {
  ServerStart start{arguments.server_words, ""};
  // Who starts a server can stop it and read its memory, so may list and evict its models too.
  if (!NamesAdmins(start.words, environment)) {
    start.words.insert(start.words.begin(), absl::StrCat("--admin-uid=", geteuid()));
  }
  if (Names(start.words, "--listen") || environment("SHAPEWRIGHT_LISTEN") != nullptr) return start;
  std::string target = arguments.target;
  if (target.empty()) {
    const std::string folder = std::filesystem::path(kDefaultSocket).parent_path();
    const char* own = environment("XDG_RUNTIME_DIR");
    if (can_hold_socket(folder)) {
      target = absl::StrCat("unix:", kDefaultSocket);
    } else if (own != nullptr && can_hold_socket(own)) {
      target = start.told_target = absl::StrCat("unix:", OwnSocket(own));
    } else {
      return absl::FailedPreconditionError(
          absl::StrCat("no socket can be made in ", folder,
                       ", and XDG_RUNTIME_DIR is not a place for one: give --listen, or set "
                       "SHAPEWRIGHT_TARGET"));
    }
  }
  start.words.insert(start.words.begin(), absl::StrCat("--listen=", target));
  return start;
}

bool CanHoldSocket(const std::string& folder) {
  constexpr mode_t kMode = 0755;
  if (mkdir(folder.c_str(), kMode) != 0 && errno != EEXIST) return false;
  return access(folder.c_str(), W_OK | X_OK) == 0;
}

absl::Status BecomeServer(const ServerStart& start) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string beside = error ? "" : (self.parent_path() / kServer).string();
  std::vector<std::string> words = start.words;
  words.insert(words.begin(), kServer);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  if (access(beside.c_str(), X_OK) == 0) execv(beside.c_str(), argv.data());
  execvp(kServer, argv.data());
  return absl::NotFoundError(absl::StrCat("cannot start ", kServer, ": ",
                                          std::generic_category().message(errno),
                                          "; it is looked for beside this program and in PATH"));
}

}  // namespace shapewright::cli
