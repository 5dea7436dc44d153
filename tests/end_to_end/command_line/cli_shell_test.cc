#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/server_process.h"

// The command line in shells and on terminals: completion, man pages, colors, starting a server.
namespace shapewright::end_to_end {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

bool HasProgram(const std::string& path) { return std::filesystem::exists(path); }

ProcessResult RunScript(const std::string& shell, const std::string& script,
                        const std::vector<std::string>& arguments) {
  const TempFolder folder;
  const std::string file = folder.File("script");
  WriteFile(file, script);
  std::vector<std::string> words = {"/usr/bin/env", "-u", "SHAPEWRIGHT_TARGET",
                                    absl::StrCat("cli=", SHAPEWRIGHT_CLI), shell};
  if (shell == "/usr/bin/zsh") words.emplace_back("-f");
  words.push_back(file);
  words.insert(words.end(), arguments.begin(), arguments.end());
  return RunProcess(words);
}

std::vector<std::string> LinesOf(const std::string& text) {
  return absl::StrSplit(text, '\n', absl::SkipEmpty());
}

// Completes each line, and prints what there is, sorted, in one line.
constexpr char kBash[] = R"(
. <($cli completion bash)
for line in "$@"; do
  read -ra COMP_WORDS <<<"$line"
  [[ $line == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _shapewright
  printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd' '
done
)";

TEST(CliShell, BashCompletes) {
  const std::string folder = DataPath("corpus/models/");
  const ProcessResult result =
      RunScript("/bin/bash", kBash,
                {"shapewright in", "shapewright infer --str", "shapewright infer --strict ",
                 "shapewright infer --strict = c", "shapewright help e", "shapewright completion ",
                 "shapewright plan --bind ", absl::StrCat("shapewright infer ", folder, "lstm"),
                 absl::StrCat("shapewright infer --rules ", DataPath("corpus/pee"))});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(absl::StrSplit(result.out, '\n'),
              testing::ElementsAreArray({std::string("infer"), std::string("--stream --strict"),
                                         std::string("complete no_errors"), std::string("complete"),
                                         std::string("eval explain"), std::string("bash fish zsh"),
                                         std::string(), folder + "lstm_tagger_ts11.onnx",
                                         DataPath("corpus/peers.json"), std::string()}));
}

// Types each line and a tab in an interactive zsh, where the program only prints its words. A line
// longer than the terminal would be shown with marks of its own, `<` among them.
constexpr char kZsh[] = R"(
zmodload zsh/zpty
local out script=$(mktemp)
$cli completion zsh > $script
zpty shell "stty columns 1000; TERM=dumb zsh -f -i"
zpty -w shell "PS1=; autoload -U compinit; compinit -u -D; source $script
shapewright() { print -r -- \"<\$*>\" }; print re''ady"
zpty -r -m shell out "*ready*"
for line in "$@"; do
  zpty -w -n shell "shapewright $line"$'\t\n'
  zpty -r -m shell out "*<*>*"
  print -r -- "${${out#*<}%%>*}"
done
zpty -d shell
rm $script
)";

TEST(CliShell, ZshCompletes) {
  if (!HasProgram("/usr/bin/zsh")) GTEST_SKIP() << "there is no zsh";
  const std::string folder = DataPath("corpus/models/");
  const ProcessResult result =
      RunScript("/usr/bin/zsh", kZsh,
                {"inf", "infer --stri", "infer m --strict=c", "infer m --color nev", "help comp",
                 "completion ba", absl::StrCat("infer ", folder, "lstm")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(LinesOf(result.out),
              ElementsAre("infer", "infer --strict", "infer m --strict=complete",
                          "infer m --color never", "help completion", "completion bash",
                          absl::StrCat("infer ", folder, "lstm_tagger_ts11.onnx")));
}

// What fish would offer, without descriptions, in one line.
constexpr char kFish[] = R"(
$cli completion fish | source
for line in $argv
  string join -- ' ' (complete -C $line | string replace -r '\t.*' '' | sort)
end
true  # join fails where there was one word only
)";

TEST(CliShell, FishCompletes) {
  if (!HasProgram("/usr/bin/fish")) GTEST_SKIP() << "there is no fish";
  const std::string folder = DataPath("corpus/models/");
  const ProcessResult result =
      RunScript("/usr/bin/fish", kFish,
                {"shapewright inf", "shapewright infer --str", "shapewright infer --strict ",
                 "shapewright completion ", absl::StrCat("shapewright infer ", folder, "lstm"),
                 "shapewright infer --strict=c"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(LinesOf(result.out),
              ElementsAre("infer", "--stream --strict", "complete no_errors", "bash fish zsh",
                          absl::StrCat(folder, "lstm_tagger_ts11.onnx"), "--strict=complete"));
}

TEST(CliShell, ManPagesHaveNoWarnings) {
  if (!HasProgram("/usr/bin/groff")) GTEST_SKIP() << "there is no groff";
  const ProcessResult result = RunScript("/bin/bash", R"(
set -o pipefail
$cli help --man | groff -ww -man -Tutf8 > /dev/null
for command in $($cli help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'); do
  $cli help --man $command | groff -ww -man -Tutf8 > /dev/null && echo $command
done)",
                                         {});
  EXPECT_EQ(result.err, "");
  // Of all commands that the help lists, the first and the last one among them.
  const std::vector<std::string> commands = LinesOf(result.out);
  EXPECT_GE(commands.size(), 14u) << result.out;
  EXPECT_THAT(commands, AllOf(Contains("infer"), Contains("version")));
}

// Runs the program on a terminal of its own.
ProcessResult RunOnTerminal(const std::string& environment, const std::string& words) {
  return RunProcess({"/bin/bash", "-c",
                     absl::StrCat("env -u SHAPEWRIGHT_TARGET ", environment, " script -qec '",
                                  SHAPEWRIGHT_CLI, " ", words, "' /dev/null < /dev/null")});
}

TEST(CliShell, ColorsOnATerminalOnly) {
  if (!HasProgram("/usr/bin/script")) GTEST_SKIP() << "there is no script";
  const std::string words = "infer " + DataPath("corpus/models/lstm_tagger_ts11.onnx");
  const std::string plain = "env -u NO_COLOR TERM=xterm-256color";
  const ProcessResult colored = RunOnTerminal(plain, words);
  EXPECT_EQ(colored.code, 0) << colored.out;
  EXPECT_THAT(colored.out, HasSubstr("\x1b[1mmain graph main_graph\x1b[0m"));
  EXPECT_THAT(RunOnTerminal(plain, "guess").out, HasSubstr("\x1b[1;31mshapewright:\x1b[0m"));
  for (const std::string& environment : {plain + " NO_COLOR=1", plain + " TERM=dumb"}) {
    EXPECT_THAT(RunOnTerminal(environment, words).out, Not(HasSubstr("\x1b"))) << environment;
  }
  EXPECT_THAT(RunOnTerminal(plain, words + " --color=never").out, Not(HasSubstr("\x1b")));
  const ProcessResult piped =
      RunProcess({"/usr/bin/env", "-u", "SHAPEWRIGHT_TARGET", "TERM=xterm", SHAPEWRIGHT_CLI,
                  "infer", DataPath("corpus/models/lstm_tagger_ts11.onnx")});
  EXPECT_THAT(piped.out, Not(HasSubstr("\x1b")));
}

// As with git and man. Without a terminal it was 80 whatever COLUMNS said.
TEST(CliShell, ColumnsIsObeyed) {
  const auto widest = [](const std::string& columns) {
    const ProcessResult result =
        RunProcess({"/usr/bin/env", "COLUMNS=" + columns, SHAPEWRIGHT_CLI, "infer", "--embedded",
                    DataPath("corpus/models/bert_base_ts11.onnx")});
    EXPECT_EQ(result.code, 0) << result.err;
    ptrdiff_t most = 0;
    for (const std::string& line : LinesOf(result.out)) {
      const auto is_first_byte = [](char c) { return (c & 0xC0) != 0x80; };
      most = std::max(most, std::count_if(line.begin(), line.end(), is_first_byte));
    }
    return most;
  };
  EXPECT_EQ(widest("90"), 90);
  EXPECT_EQ(widest("110"), 110);
  EXPECT_EQ(widest("none"), 80);
}

TEST(CliShell, APipeThatIsClosedEndsIt) {
  const ProcessResult result =
      RunScript("/bin/bash", "$cli infer --wide \"$1\" | head -n 1; echo ${PIPESTATUS[0]}",
                {DataPath("corpus/models/gpt2_past_ts17.onnx")});
  const std::vector<std::string> lines = LinesOf(result.out);
  ASSERT_EQ(lines.size(), 2u) << result.out;
  // By SIGPIPE, by the error of writing, or all was written before.
  EXPECT_TRUE(lines[1] == "141" || lines[1] == "3" || lines[1] == "0") << lines[1];
}

TEST(CliShell, ServesWhereItLooks) {
  const TempFolder folder;
  const std::string target = "unix:" + folder.File("own.sock");
  Process server({"/usr/bin/env", "-u", "SHAPEWRIGHT_LISTEN", "SHAPEWRIGHT_TARGET=" + target,
                  SHAPEWRIGHT_CLI, "serve", "--threads", "2"},
                 folder.File("out"), folder.File("err"));
  const auto run = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all = {"/usr/bin/env", "SHAPEWRIGHT_TARGET=" + target,
                                    SHAPEWRIGHT_CLI};
    all.insert(all.end(), words.begin(), words.end());
    return RunProcess(all);
  };
  ProcessResult health = run({"health"});
  while (health.code != 0 && server.IsRunning()) health = run({"health"});
  ASSERT_EQ(health.out, "serving\n") << ReadFile(folder.File("err"));
  const ProcessResult told = run({"server-info"});
  EXPECT_EQ(told.code, 0) << told.err;
  EXPECT_THAT(told.out, HasSubstr(target));
  EXPECT_THAT(told.out, HasSubstr("\n  max_message_bytes          67108864    64 MiB\n"));
  const auto json = nlohmann::json::parse(run({"server-info", "--json"}).out);
  EXPECT_EQ(json.at("serving"), true);
  EXPECT_FALSE(json.at("capabilities").at("answersId").get<std::string>().empty());
  // Who started it may list its models.
  const ProcessResult models = run({"models"});
  EXPECT_EQ(models.out, "no models are kept\n") << models.err;
  // The process is the server: it drains and ends well.
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
}

}  // namespace
}  // namespace shapewright::end_to_end
