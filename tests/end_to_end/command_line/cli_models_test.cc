#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

// Several models at once on the command line, stdin, and how the program ends.
namespace shapewright::end_to_end {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Runs a line of the shell; `$cli` is the program, no server is named.
ProcessResult RunShell(const std::string& line) {
  return RunProcess({"/usr/bin/env", "-u", "SHAPEWRIGHT_TARGET",
                     absl::StrCat("cli=", SHAPEWRIGHT_CLI), "/bin/bash", "-c", line});
}

// A folder of good models with a broken one among them.
class Models {
 public:
  Models() {
    std::filesystem::create_directories(folder_.File("models/deep"));
    const std::string large = ReadFile(DataPath("corpus/models/gpt2_past_ts17.onnx"));
    WriteFile(path("a_large.onnx"), large);
    WriteFile(path("b_small.onnx"), ReluModel());
    WriteFile(path("c_broken.onnx"), "\xff\xff\xff");
    WriteFile(path("deep/d_small.onnx"), ReluModel());
    WriteFile(path("notes.txt"), "no model");
  }

  std::string folder() const { return folder_.File("models"); }
  std::string path(const std::string& name) const { return absl::StrCat(folder(), "/", name); }

 private:
  TempFolder folder_;
};

std::vector<std::string> HeadingsOf(const std::string& out) {
  std::vector<std::string> headings;
  for (const absl::string_view line : absl::StrSplit(out, '\n')) {
    if (absl::StartsWith(line, "==> ")) headings.emplace_back(line);
  }
  return headings;
}

// The text without the lines that tell the time it took.
std::string WithoutTimes(const std::string& out) {
  std::string kept;
  for (const absl::string_view line : absl::StrSplit(out, '\n')) {
    if (!absl::StartsWith(line, "took ")) absl::StrAppend(&kept, line, "\n");
  }
  return kept;
}

TEST(CliModels, AFolderWithABrokenModel) {
  const Models models;
  const ProcessResult result = RunShell(absl::StrCat("$cli infer ", models.folder()));
  EXPECT_EQ(result.code, 1) << result.err;
  EXPECT_THAT(HeadingsOf(result.out),
              ElementsAre(absl::StrCat("==> ", models.path("a_large.onnx"), " <=="),
                          absl::StrCat("==> ", models.path("b_small.onnx"), " <=="),
                          absl::StrCat("==> ", models.path("c_broken.onnx"), " <=="),
                          absl::StrCat("==> ", models.path("deep/d_small.onnx"), " <==")));
  EXPECT_THAT(result.err, HasSubstr("c_broken.onnx is not an ONNX model: "));
  EXPECT_THAT(result.out, HasSubstr(" in this process"));
}

TEST(CliModels, TheOrderIsThatOfTheOperands) {
  const Models models;
  const std::string operands = absl::StrCat(
      models.path("deep/d_small.onnx"), " ", models.path("a_large.onnx"), " ",
      models.path("b_small.onnx"), " '", models.folder(), "/[bd]*.onnx' ", models.path("deep"));
  const ProcessResult one = RunShell(absl::StrCat("$cli infer --jobs 1 ", operands));
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_THAT(HeadingsOf(one.out),
              ElementsAre(HasSubstr("/d_small.onnx"), HasSubstr("/a_large.onnx"),
                          HasSubstr("/b_small.onnx"), HasSubstr("/b_small.onnx"),
                          HasSubstr("/deep/d_small.onnx")));
  for (const char* const jobs : {"2", "4", "64"}) {
    const ProcessResult many = RunShell(absl::StrCat("$cli infer --jobs ", jobs, " ", operands));
    EXPECT_EQ(WithoutTimes(many.out), WithoutTimes(one.out)) << jobs;
  }
}

TEST(CliModels, AServerAnswersTheSame) {
  ServerProcess server;
  const Models models;
  const std::string line = absl::StrCat("$cli audit --jobs 4 ", models.folder());
  const ProcessResult here = RunShell(line);
  const ProcessResult served = RunShell(absl::StrCat(line, " --target ", server.target()));
  EXPECT_EQ(served.code, 1);
  EXPECT_EQ(here.out, served.out);
}

TEST(CliModels, JsonLines) {
  const Models models;
  const ProcessResult result =
      RunShell(absl::StrCat("$cli infer --json ", models.folder(), " /no/such.onnx"));
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.err, "");
  std::vector<std::string> seen;
  for (const absl::string_view line : absl::StrSplit(result.out, '\n', absl::SkipEmpty())) {
    const auto json = nlohmann::json::parse(line);
    seen.push_back(absl::StrCat(
        std::filesystem::path(json.at("path").get<std::string>()).filename().string(), " ",
        json.contains("answer") ? json["answer"].at("statistics").contains("nodes") : false, " ",
        json.contains("error") ? json["error"].at("code").get<std::string>() : ""));
  }
  EXPECT_THAT(seen,
              ElementsAre("a_large.onnx 1 ", "b_small.onnx 1 ", "c_broken.onnx 0 INVALID_ARGUMENT",
                          "d_small.onnx 1 ", "such.onnx 0 NOT_FOUND"));
}

TEST(CliModels, AnInvalidBindingHasAnAnswerAndAnError) {
  const std::string model = DataPath("corpus/models/bert_base_ts17.onnx");
  const ProcessResult result =
      RunShell(absl::StrCat("$cli eval --json --bind batch=1,sequence=513 ", model, " ", model));
  EXPECT_EQ(result.code, 1);
  const auto json = nlohmann::json::parse(result.out.substr(0, result.out.find('\n')));
  EXPECT_EQ(json.at("answer").at("evaluations").at(0).at("verdict"), "VERDICT_INVALID");
  EXPECT_EQ(json.at("error").at("code"), "FAILED_PRECONDITION");
}

TEST(CliModels, QuietPrintsWhatFails) {
  const Models models;
  const ProcessResult result = RunShell(absl::StrCat("$cli infer --quiet ", models.folder()));
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.out, absl::StrCat("==> ", models.path("c_broken.onnx"), " <==\n"));
  EXPECT_EQ(RunShell(absl::StrCat("$cli infer --quiet ", models.path("b_small.onnx"))).out, "");
}

TEST(CliModels, Stdin) {
  const std::string model = DataPath("corpus/models/lstm_tagger_ts11.onnx");
  const ProcessResult named = RunShell(absl::StrCat("$cli audit ", model));
  const ProcessResult piped = RunShell(absl::StrCat("cat ", model, " | $cli audit -"));
  EXPECT_EQ(piped.code, 0) << piped.err;
  EXPECT_EQ(piped.out, named.out);
  EXPECT_EQ(RunShell("$cli explain - tags --axis 0 < " + model).code, 0);
  EXPECT_THAT(RunShell(absl::StrCat("$cli audit - ", model, " < ", model)).out,
              HasSubstr("==> stdin <=="));
  EXPECT_EQ(RunShell("$cli audit - < /dev/null").code, 1);
  EXPECT_EQ(RunShell("$cli audit - -").code, 2);
}

TEST(CliModels, FindsValuesInAll) {
  const std::string model = DataPath("corpus/models/lstm_tagger_ts11.onnx");
  const ProcessResult result =
      RunShell(absl::StrCat("$cli infer --find 'float[batch, *, 17]' ", model, " ", model));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out,
              HasSubstr("  tags                float  [batch, sequence, 17]  /l/Add\n"));
  EXPECT_THAT(result.out, HasSubstr("\n2 of 51 values found\n"));
  EXPECT_THAT(result.out, Not(HasSubstr("symbols")));
  const ProcessResult json = RunShell("$cli infer --json --find tags " + model);
  const auto graphs = nlohmann::json::parse(json.out).at("graphs");
  ASSERT_EQ(graphs.size(), 1u);
  ASSERT_EQ(graphs[0].at("values").size(), 1u);
  EXPECT_EQ(graphs[0]["values"][0].at("name"), "tags");
  EXPECT_EQ(RunShell("$cli infer --find '[N' " + model).code, 2);
}

// HLO text is known by its content, and found in folders by its name. A buffer in tiles of 2 x 128
// has 2 * 128 * 4 bytes.
TEST(CliModels, HloText) {
  const std::string folder = DataPath("hlo");
  const ProcessResult inferred = RunShell(absl::StrCat("$cli infer - < ", folder, "/loop.hlo"));
  EXPECT_EQ(inferred.code, 0) << inferred.err;
  EXPECT_THAT(inferred.out, HasSubstr("100.0 % fully known"));
  const ProcessResult all = RunShell(absl::StrCat("$cli infer ", folder));
  EXPECT_EQ(all.code, 0) << all.err;
  EXPECT_GE(HeadingsOf(all.out).size(), 15U);
  const ProcessResult layouts = RunShell(absl::StrCat("$cli layout ", folder, "/forms.hlo"));
  EXPECT_EQ(layouts.code, 0) << layouts.err;
  EXPECT_THAT(layouts.out, HasSubstr("  1024   1000"));
  EXPECT_THAT(layouts.out, HasSubstr("1 of 1 copies change a layout\n  copied: "
                                     "f32[2,3]{1,0:T(2,128)} to f32[2,3]{0,1}, elements move\n"));
}

}  // namespace
}  // namespace shapewright::end_to_end
