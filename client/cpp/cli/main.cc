#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/commands/run_command.h"
#include "client/cpp/cli/options/command_table.h"
#include "client/cpp/cli/options/parse_arguments.h"
#include "client/cpp/cli/run/exit_code.h"
#include "client/cpp/cli/screen/screen.h"
#include "core/version/build_info.h"

namespace shapewright::cli {
namespace {

int Main(const std::vector<std::string>& words) {
  const absl::StatusOr<Arguments> arguments =
      ParseArguments(words, [](const char* name) { return std::getenv(name); });
  if (!arguments.ok()) {
    Screen screen(ColorMode::kAuto, false);
    const bool has_command = !words.empty() && CommandOf(words[0]).ok();
    screen.PrintError(absl::StrCat(arguments.status().message(), "; see `shapewright ",
                                   has_command ? words[0] + " " : "", "--help`"));
    return absl::IsInvalidArgument(arguments.status()) ? kExitUsage
                                                       : ExitCodeOf(arguments.status());
  }
  // A file that may grow no more is then an error of its own. The server keeps the default.
  if (arguments->command != Command::kServe) std::signal(SIGXFSZ, SIG_IGN);
  Screen screen(arguments->color, arguments->wide);
  int code = kExitFine;
  if (arguments->command == Command::kVersion) {
    screen.Print(absl::StrCat(BuildText(), "\n"));
  } else {
    code = RunCommand(*arguments, screen);
  }
  if (screen.Finish()) return code;
  screen.PrintError("cannot write to stdout");
  return kExitNoAnswer;
}

}  // namespace
}  // namespace shapewright::cli

int main(int argc, char** argv) {
  try {
    return shapewright::cli::Main(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::bad_alloc&) {
    std::fputs("shapewright: there is too little memory for this\n  reason: OUT_OF_MEMORY\n",
               stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "shapewright: a defect of this program: %s\n  reason: INTERNAL\n",
                 error.what());
  }
  return shapewright::cli::kExitNoAnswer;
}
