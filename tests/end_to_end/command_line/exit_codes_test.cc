// The table of exit codes in docs/command_line.md and --help, by what leads to each: every command
// ends with every code that it can end with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

using testing::HasSubstr;

// Runs a line of the shell; `$cli` is the program, no server is named.
ProcessResult RunLine(const std::string& line) {
  return RunProcess({"/usr/bin/env", "-u", "SHAPEWRIGHT_TARGET",
                     absl::StrCat("cli=", SHAPEWRIGHT_CLI), "/bin/bash", "-c", line});
}

// Files that the lines name: $good, $bad (invalid), $broken (no model), $gone, $bert, $static
// (frozen), and $off, a server that is not there.
class Files {
 public:
  Files() {
    WriteFile(folder_.File("good.onnx"), ReluModel());
    WriteFile(folder_.File("bad.onnx"), InvalidModel());
    WriteFile(folder_.File("broken.onnx"), "\xff\xff\xff");
    WriteFile(folder_.File("log.csv"), "x,count\n8x3,6\n2x3,2\n");
    WriteFile(folder_.File("failing.csv"), "x\n8x3\n4x4\n");
    WriteFile(folder_.File("session.json"), R"({"freeDimensionOverrides": {"N": 8}})");
    WriteFile(folder_.File("misspelt.json"), R"({"freeDimensionOverrides": {"M": 8}})");
    std::string unknown = ReluModel();
    unknown.replace(unknown.find("Relu"), 4, "Blub");
    WriteFile(folder_.File("unknown.onnx"), unknown);
    EXPECT_EQ(RunLine(Filled("$cli freeze $good -o $static --bind N=4")).code, 0);
  }

  std::string path(const std::string& name) const { return folder_.File(name); }

  std::string Filled(const std::string& line) const {
    return absl::StrReplaceAll(line, {{"$good", path("good.onnx")},
                                      {"$bad", path("bad.onnx")},
                                      {"$broken", path("broken.onnx")},
                                      {"$unknown", path("unknown.onnx")},
                                      {"$gone", path("gone.onnx")},
                                      {"$log", path("log.csv")},
                                      {"$failing", path("failing.csv")},
                                      {"$session", path("session.json")},
                                      {"$misspelt", path("misspelt.json")},
                                      {"$folder", path("")},
                                      {"$out", path("out")},
                                      {"$bert", DataPath("corpus/models/bert_base_ts17.onnx")},
                                      {"$static", path("static.onnx")},
                                      {"$off", "--target unix:" + path("none.sock")}});
  }

 private:
  TempFolder folder_;
};

struct Case {
  int code;
  const char* line;
};

// $target is a server that serves and lets this user list its models, $refusing one that does not.
constexpr Case kCases[] = {
    {0, "infer $good"},
    {0, "infer --quiet $good"},
    {0, "infer --onnx-out $out $good"},
    {1, "infer $bad"},
    {1, "infer --find y $bad"},
    {1, "infer --dot $bad"},
    {1, "infer --onnx-out $out $bad"},
    {1, "infer --strict=complete $unknown"},
    {1, "infer --scenario 'a:N >= 1;N <= 0' $good"},
    {1, "infer $broken"},
    {1, "infer - < $bad"},
    {1, "infer $good $bad"},
    {2, "infer"},
    {2, "infer --no-such $good"},
    {3, "infer $off $good"},
    {3, "infer --deadline 1ns $good"},
    {3, "infer $gone"},
    {3, "infer '$folder*.none'"},
    {3, "infer $good $bad $gone"},
    {3, "infer --onnx-out /no/such/folder/out.onnx $good"},
    {3, "infer --tls-ca /no/such --target h:1 $good"},
    {3, "infer $good > /dev/full"},
    {0, "eval $good --bind N=2"},
    {1, "eval $bad"},
    {1, "eval $bert --bind batch=1,sequence=513"},
    {1, "eval $bert --bind bach=1"},
    {2, "eval $good --bind"},
    {3, "eval $gone"},
    {0, "explain $good v0"},
    {1, "explain $good no_such_value"},
    {1, "explain $broken y"},
    {2, "explain $good"},
    {3, "explain $gone y"},
    {0, "audit $good"},
    {1, "audit $bad"},
    {2, "audit - -"},
    {3, "audit $gone"},
    {0, "cost $bert --bind batch=1,sequence=8"},
    {1, "cost $bert --bind batch=1,sequence=513"},
    {1, "cost $bert --bind bach=1"},
    {2, "cost"},
    {3, "cost $gone"},
    {0, "freeze $good -o $out --bind N=2"},
    {0, "freeze $good -o $out --bind N=1..8 --make bounded"},
    {1, "freeze $good -o $out --make static"},
    {1, "freeze $bad -o $out"},
    {2, "freeze $good"},
    {2, "freeze $good -o $out --bind N"},
    {3, "freeze $gone -o $out"},
    {3, "freeze $good -o /no/such/folder/out.onnx"},
    {0, "simplify $good -o $out"},
    {1, "simplify $broken -o $out"},
    {2, "simplify $good"},
    {3, "simplify $gone -o $out"},
    {0, "rebatch $static -o $out"},
    {1, "rebatch $good -o $out"},
    {1, "rebatch $good -o $out --axis z:0"},
    {2, "rebatch $good -o $out --axis x"},
    {3, "rebatch $gone -o $out"},
    {0, "verify $good $static $static.certificate.json"},
    {1, "verify $good $good $static.certificate.json"},
    {1, "verify $good $good $log"},
    {2, "verify $good $good"},
    {3, "verify $good $good $gone"},
    {0, "guard $good"},
    {0, "guard $good --check 'x=[8,3]'"},
    {1, "guard $good --check 'x=[8,4]'"},
    {1, "guard $bad"},
    {2, "guard $good --check"},
    {3, "guard $gone"},
    {3, "guard $good -o /no/such/folder/guard"},
    {0, "requests $good $log"},
    {1, "requests $good $failing"},
    {1, "requests $bad $log"},
    {1, "requests $good $good"},
    {2, "requests $good"},
    {3, "requests $gone $log"},
    {3, "requests $good $gone"},
    {0, "plan $good --range N=1..8"},
    {0, "plan $bert --sizes sequence=8,64 --bind batch=1,sequence=9"},
    {1, "plan $bert --sizes sequence=8,64 --bind bach=1"},
    {1, "plan $bad"},
    {2, "plan $good --range N"},
    {3, "plan $gone"},
    {0, "describe $good"},
    {1, "describe $broken"},
    {2, "describe"},
    {3, "describe $gone"},
    {0, "check $session --model $good"},
    {0, "check --write ort $good"},
    {1, "check $misspelt --model $good"},
    {2, "check"},
    {3, "check $gone"},
    {0, "lint $good"},
    {1, "lint $bad"},
    {2, "lint $good --only 'not a code'"},
    {3, "lint $gone"},
    {3, "lint --fix $good -o /no/such/folder/out.onnx"},
    {0, "diff $good $good"},
    {1, "diff $good $bad"},
    {2, "diff $good"},
    {3, "diff $good $gone"},
    {0, "chain a=$good b=$good --link a.v0=b.x"},
    {1, "chain a=$bad b=$good --link a.y=b.x"},
    {2, "chain"},
    {3, "chain a=$good b=$gone --link a.v0=b.x"},
    {0, "report $good -o $out"},
    {1, "report $bad -o $out"},
    {2, "report"},
    {3, "report $gone -o $out"},
    {3, "report $good -o /no/such/folder/out.html"},
    {0, "merge '[2]' '[2]'"},
    {1, "merge '[2]' '[3]'"},
    {1, "merge '[2'"},
    {2, "merge"},
    {3, "merge $off '[2]' '[2]'"},
    {0, "layout 'f32[2]'"},
    {1, "layout 'f32[2]' --axis=Q"},
    {2, "layout"},
    {3, "layout $off 'f32[2]'"},
    {0, "plan-server --models $good --rate 2"},
    {1, "plan-server --models $broken"},
    {2, "plan-server"},
    {3, "plan-server --models $gone"},
    {0, "serve --help"},
    // It has become the server, whose codes these are (docs/operations.md).
    {1, "serve --listen=unix:/no/such/folder/socket"},
    {2, "serve --no-such-option"},
    {0, "server-info $target"},
    {2, "server-info --no-such"},
    {3, "server-info $off"},
    {0, "models $target"},
    {2, "models --evict"},
    {3, "models $refusing"},
    {3, "models $off"},
    {0, "health $target"},
    {2, "health now"},
    {3, "health $off"},
    {0, "completion bash"},
    {2, "completion csh"},
    {0, "help"},
    {0, "help eval"},
    {2, "help no-such"},
    {0, "version"},
    {0, "--version"},
    {2, "version now"},
    {2, ""},
    {2, "guess"},
};

TEST(ExitCodes, AreThoseOfTheTable) {
  const Files files;
  ServerProcess server({absl::StrCat("--admin-uid=", getuid())});
  ServerProcess refusing;
  for (const auto& [code, line] : kCases) {
    const std::string filled =
        absl::StrReplaceAll(files.Filled(line), {{"$target", "--target " + server.target()},
                                                 {"$refusing", "--target " + refusing.target()}});
    const ProcessResult result = RunLine("$cli " + filled);
    EXPECT_EQ(result.code, code) << line << "\n" << result.out << result.err;
    const bool is_server = absl::StartsWith(line, "serve ");
    if (is_server) continue;
    EXPECT_EQ(result.err.empty(), code == 0) << line << "\n" << result.err;
  }
}

// The commands that the program lists, but for those that ask nothing and those that become
// another program, can end with 3; those that look at a model or at texts with 1 too.
TEST(ExitCodes, TheCasesAreOfEveryCommand) {
  std::map<std::string, std::set<int>> codes;
  for (const auto& [code, line] : kCases) {
    codes[std::vector<std::string>(absl::StrSplit(line, ' '))[0]].insert(code);
  }
  const std::string help = RunLine("$cli --help").out;
  const std::string commands =
      help.substr(help.find("Commands:\n"), help.find("\n\n", help.find("Commands:\n")));
  int count = 0;
  for (const absl::string_view line : absl::StrSplit(commands, '\n')) {
    if (!absl::StartsWith(line, "  ") || absl::StartsWith(line, "   ")) continue;
    const std::string name = std::vector<std::string>(absl::StrSplit(line.substr(2), ' '))[0];
    if (name[0] == '`') continue;
    ++count;
    std::set<int> expected = {0, 2};
    const std::set<std::string> asks_nothing = {"completion", "help", "version"};
    const std::set<std::string> asks_of_server = {"server-info", "models", "health"};
    if (!asks_nothing.contains(name) && name != "serve") expected.insert(3);
    if (!asks_nothing.contains(name) && !asks_of_server.contains(name)) expected.insert(1);
    EXPECT_EQ(codes[name], expected) << name;
  }
  EXPECT_EQ(count, 28);
}

// An invalid model is one in each way that a model is named, and whatever is printed of it.
TEST(ExitCodes, AnInvalidModelIsOneHoweverItIsAskedAbout) {
  const Files files;
  for (const char* const options : {"", "--quiet", "--json", "--json --quiet"}) {
    for (const char* const model : {"$bad", "- < $bad", "$folder", "$good $bad"}) {
      const std::string line = files.Filled(absl::StrCat("infer ", options, " ", model));
      EXPECT_EQ(RunLine("rm -f " + files.path("broken.onnx") + "; $cli " + line).code, 1) << line;
    }
  }
  const ProcessResult result = RunLine(files.Filled("$cli infer $bad"));
  EXPECT_THAT(result.err, HasSubstr("bad.onnx: the model has 1 error\n  reason: MODEL_HAS_ERRORS"));
  const ProcessResult json = RunLine(files.Filled("$cli infer --json $bad"));
  EXPECT_FALSE(nlohmann::json::parse(json.out).contains("consistent"));
}

// What an answer says of the values of an invalid model.
TEST(ExitCodes, TheSummaryTellsWhatRestsOnAnError) {
  const Files files;
  const ProcessResult result = RunLine(files.Filled("$cli infer $bad"));
  EXPECT_THAT(result.out, HasSubstr("1 rests on an error"));
  EXPECT_THAT(RunLine(files.Filled("$cli infer --json $bad")).out,
              HasSubstr("\"valuesOnErrors\": 1"));
}

}  // namespace
}  // namespace shapewright::end_to_end
