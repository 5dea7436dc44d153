// The command requests as a program. Expected numbers are counted by hand.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

using nlohmann::json;

class RequestsCommand : public testing::Test {
 protected:
  RequestsCommand() { WriteFile(folder_.File("model.onnx"), ReluModel()); }  // x: float32[N, 3]

  ProcessResult RunOn(const std::string& log, const std::vector<std::string>& flags) {
    WriteFile(folder_.File("log"), log);
    std::vector<std::string> words = {SHAPEWRIGHT_CLI, "requests", folder_.File("model.onnx"),
                                      folder_.File("log")};
    words.insert(words.end(), flags.begin(), flags.end());
    return RunProcess(words);
  }

  json JsonOf(const std::string& log, const std::vector<std::string>& flags) {
    std::vector<std::string> all = flags;
    all.emplace_back("--json");
    const ProcessResult result = RunOn(log, all);
    return json::parse(result.out, nullptr, false);
  }

  TempFolder folder_;
};

constexpr char kLog[] = "x,count\n8x3,6\n2x3,2\n4x4,1\n";

TEST_F(RequestsCommand, CountsWhatTheModelDoesWithThem) {
  const json study = JsonOf(kLog, {"--embedded"});
  EXPECT_EQ(study.at("requests"), 9);
  EXPECT_EQ(study.at("passed"), 8);
  EXPECT_EQ(study.at("failed"), 1);
  EXPECT_EQ(study.at("undecided"), 0);
  EXPECT_EQ(study.at("coverageComplete"), true);
  ASSERT_EQ(study.at("problems").size(), 1U);
  EXPECT_EQ(study.at("problems").at(0).at("line"), 4);
  EXPECT_EQ(study.at("problems").at(0).at("requests"), 1);
  ASSERT_EQ(study.at("shapes").size(), 2U);
  EXPECT_EQ(study.at("shapes").at(0).at("inputs"), "x=[8,3]");
  EXPECT_EQ(study.at("shapes").at(0).at("requests"), 6);
  // An input and an output of 8 x 3 floats of 4 bytes, and of 2 x 3.
  EXPECT_EQ(study.at("cacheBytes"), 2 * 8 * 3 * 4 + 2 * 2 * 3 * 4);
  EXPECT_EQ(study.at("largestBytes"), 2 * 8 * 3 * 4);
}

TEST_F(RequestsCommand, ChoosesBucketsAndProfiles) {
  const json study = JsonOf(kLog, {"--embedded"});
  EXPECT_EQ(study.at("symbols"), json({"N"}));
  ASSERT_EQ(study.at("buckets").size(), 2U);
  // Of 8 requests padded to 8 rows, 6 have 8 and 2 have 2: 12 rows of 64 are padding.
  EXPECT_DOUBLE_EQ(study.at("buckets").at(0).at("padding"), 12.0 / 64);
  EXPECT_DOUBLE_EQ(study.at("buckets").at(1).at("padding"), 0);
  ASSERT_EQ(study.at("profiles").size(), 2U);
  EXPECT_EQ(study.at("profiles").at(0).at("proved"), true);
}

TEST_F(RequestsCommand, TellsPeople) {
  const ProcessResult result = RunOn(kLog, {"--embedded"});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(absl::StartsWith(result.out,
                               "9 requests in 2 shapes; the guard: 8 pass, 1 fail, 0 undecided\n"))
      << result.out;
  EXPECT_TRUE(absl::StrContains(result.out, "18.8 %")) << result.out;
  EXPECT_TRUE(absl::StrContains(result.err, "1 of 9 requests fail")) << result.err;
  EXPECT_EQ(RunOn("x\n1x3\n", {"--embedded"}).code, 0);
}

TEST_F(RequestsCommand, AServerAnswersTheSame) {
  const ServerProcess server;
  EXPECT_EQ(JsonOf(kLog, {"--target", server.target()}), JsonOf(kLog, {"--embedded"}));
}

}  // namespace
}  // namespace shapewright::end_to_end
