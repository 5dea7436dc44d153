// The command chain as a program: models from files, exit codes, with a server and without.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

using testing::HasSubstr;

ProcessResult RunChain(std::vector<std::string> words, const std::string& target = "") {
  words.insert(words.begin(), {SHAPEWRIGHT_CLI, "chain"});
  words.push_back(target.empty() ? "--embedded" : absl::StrCat("--target=", target));
  return RunProcess(words);
}

std::string Corpus(const std::string& name) { return DataPath("corpus/models/" + name + ".onnx"); }

// That the decoder's cache is as long is what onnxruntime does: tests/conformance/check_chains.py.
TEST(ChainCommand, StatesOfADecoder) {
  const ServerProcess server;
  const std::vector<std::string> words = {"d=" + Corpus("gpt2_past_ts17"), "--state",
                                          "present.*=past_key_values.*", "--steps", "32"};
  const ProcessResult here = RunChain(words);
  EXPECT_EQ(here.code, 0) << here.err;
  EXPECT_THAT(here.out, HasSubstr("d.present.0.key -> d.past_key_values.0.key, and "));
  EXPECT_THAT(here.out, HasSubstr("after T steps: [batch, 12, sequence*T + past_sequence, 16]\n"));
  EXPECT_THAT(here.out, HasSubstr("after 32: [batch, 12, 32*sequence + past_sequence, 16]\n"));
  EXPECT_EQ(RunChain(words, server.target()).out, here.out);
}

TEST(ChainCommand, LinksAndBindings) {
  const TempFolder folder;
  const std::string small = folder.File("small.onnx");
  WriteFile(small, ReluModel());
  const std::vector<std::string> stages = {"a=" + small, "b=" + small};
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.begin(), stages.begin(), stages.end());
    return RunChain(words);
  };
  ProcessResult result = run({"--link", "a.v0=b.x", "--bind", "x=[2,3]", "--memory"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("a.v0 -> b.x  float  [N, 3]  yes"));
  EXPECT_THAT(result.out, HasSubstr("memory: 72 B in all"));
  result = run({"--link", "a.v0=b.x", "--bind", "x=[2,4]"});
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.err, HasSubstr("invalid bindings: 1 of 1"));
  result = run({"--link", "a.v0=b.x", "--input", "b.x=float32[N,4]"});
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.out, HasSubstr("does not fit: link a.v0 -> b.x: "));
  EXPECT_THAT(result.err, HasSubstr("the stages do not fit together"));
  result = run({"--link", "a.v1=b.x"});
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.err, HasSubstr("stage a has no output \"v1\""));
  EXPECT_EQ(run({"--link", "a.v0"}).code, 2);
  EXPECT_EQ(RunChain({"a=" + folder.File("none.onnx")}).code, 3);
}

}  // namespace
}  // namespace shapewright::end_to_end
