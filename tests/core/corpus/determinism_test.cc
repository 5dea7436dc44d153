// S21: the same question has the same answer, byte for byte, in every process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/inference/infer.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/core/inference/support/chain_models.h"
#include "tests/core/inference/support/corpus_truth.h"

namespace shapewright::inference {
namespace {

constexpr int kChainNodes = 2000;

std::string AnswerBytes(const std::string& model) {
  const auto bytes = InferOnnxModel(model);
  return bytes.ok() ? *bytes : bytes.status().ToString();
}

class DeterminismTest : public testing::TestWithParam<std::string> {};

TEST_P(DeterminismTest, TheSameModelGivesTheSameBytes) {
  const std::string model = ReadCorpusModel(GetParam());
  EXPECT_EQ(AnswerBytes(model), AnswerBytes(std::string(model)));
}

TEST_P(DeterminismTest, TheBytesAreWhatProtobufWouldWrite) {
  const std::string bytes = AnswerBytes(ReadCorpusModel(GetParam()));
  v1::InferShapesResponse answer;
  ASSERT_TRUE(answer.ParseFromString(bytes));
  EXPECT_TRUE(answer.SerializeAsString() == bytes);
}

INSTANTIATE_TEST_SUITE_P(Models, DeterminismTest, testing::ValuesIn(ModelNames()),
                         [](const auto& info) { return info.param; });

// Not a test: what the one below runs in processes of its own.
TEST(AnswerDigests, DISABLED_ArePrinted) {
  for (const std::string& name : ModelNames()) {
    std::printf("digest %s %zx\n", name.c_str(),
                std::hash<std::string>()(AnswerBytes(ReadCorpusModel(name))));
  }
  for (const Chain& chain : Chains()) {
    std::printf("digest %s %zx\n", std::string(chain.name).c_str(),
                std::hash<std::string>()(AnswerBytes(chain.build(kChainNodes))));
  }
}

// The lines that such a process prints.
std::string DigestsOfAnotherProcess() {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string command = absl::StrCat(
      "'", self,
      "' --gtest_also_run_disabled_tests --gtest_filter=AnswerDigests.DISABLED_ArePrinted");
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string digests;
  std::array<char, 512> line;
  while (pipe != nullptr && std::fgets(line.data(), line.size(), pipe.get()) != nullptr) {
    const std::string text = line.data();
    if (text.rfind("digest ", 0) == 0) digests += text;
  }
  return digests;
}

// Hash tables are salted by the address that a process is loaded to.
TEST(S21Determinism, TwoProcessesGiveTheSameBytes) {
  const std::string first = DigestsOfAnotherProcess();
  EXPECT_THAT(first, testing::HasSubstr("digest relu "));
  EXPECT_EQ(first, DigestsOfAnotherProcess());
}

}  // namespace
}  // namespace shapewright::inference
