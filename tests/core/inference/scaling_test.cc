// Nothing here asserts a time (tests/benchmark/chain_speed.cc prints them): only
// that models of any length are answered, in bounded memory and stack, and that
// a caller who gives up is heard.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <cstddef>
#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/inference/infer.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/core/inference/support/chain_models.h"
#include "tests/core/inference/support/inferred.h"

namespace shapewright::inference {
namespace {

constexpr int kMillion = 1'000'000;

v1::InferShapesResponse AnswerOfModel(const std::string& model, const InferOptions& options = {}) {
  v1::InferShapesResponse answer;
  const auto bytes = InferOnnxModel(model, options);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  EXPECT_TRUE(answer.ParseFromString(bytes.value_or("")));
  return answer;
}

int CountSymbols(const v1::InferShapesResponse& answer, v1::Symbol::Kind kind) {
  int count = 0;
  for (const v1::Symbol& symbol : answer.symbols()) count += symbol.kind() == kind ? 1 : 0;
  return count;
}

// Runs where deep recursion would crash.
void RunOnSmallStack(std::function<void()> body) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size_t{512} << 10);
  pthread_t thread;
  const auto run = [](void* function) -> void* {
    (*static_cast<std::function<void()>*>(function))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &body), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

TEST(Scaling, AMillionNodesAreAllAnswered) {
  const v1::InferShapesResponse answer = AnswerOfModel(FindChain("relu").build(kMillion));
  ASSERT_EQ(answer.graphs_size(), 1);
  EXPECT_EQ(answer.graphs(0).values_size(), kMillion + 1);
  EXPECT_EQ(answer.graphs(0).nodes_size(), kMillion);
  EXPECT_EQ(answer.statistics().exact(), static_cast<uint32_t>(kMillion + 1));
}

class ChainTest : public testing::TestWithParam<Chain> {};

TEST_P(ChainTest, IsAnsweredInFullOnASmallStack) {
  constexpr int kNodes = 30'000;
  const std::string model = GetParam().build(kNodes);
  RunOnSmallStack([&] {
    const v1::InferShapesResponse answer = AnswerOfModel(model);
    ASSERT_EQ(answer.graphs_size(), 1);
    const auto values = static_cast<uint32_t>(answer.graphs(0).values_size());
    EXPECT_GE(answer.statistics().nodes(), kNodes);
    EXPECT_GT(values, kNodes);
    EXPECT_EQ(answer.statistics().values(), values);
    EXPECT_LE(answer.diagnostics_size(), 1000);
    const bool is_fine = GetParam().name != "wrong";
    EXPECT_EQ(answer.statistics().errors() == 0, is_fine);
  });
}

INSTANTIATE_TEST_SUITE_P(Kinds, ChainTest, testing::ValuesIn(Chains().begin(), Chains().end()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Scaling, TheLastOfManyConcatsIsExact) {
  const v1::InferShapesResponse answer = AnswerOfModel(FindChain("concat").build(50'000));
  const v1::GraphInfo& graph = answer.graphs(0);
  const v1::ValueInfo& last = graph.values(graph.values_size() - 1);
  const v1::Shape& shape = last.type().tensor().shape();
  EXPECT_EQ(shape.dims(0).expr(), "50001*N");
}

TEST(S20Scaling, DiagnosticsBeyondTheLimitAreCounted) {
  const v1::InferShapesResponse answer = AnswerOfModel(FindChain("wrong").build(50'000));
  EXPECT_EQ(answer.statistics().errors(), 50'000u);
  EXPECT_EQ(answer.diagnostics_size() + answer.statistics().diagnostics_dropped(), 50'000u);
}

TEST(S20Scaling, TwoHundredThousandDefinedSymbolsOnASmallStack) {
  InferOptions options;
  options.exprs.depth = 2;
  options.max_answer_bytes = size_t{256} << 20;
  const std::string model = FindChain("halving").build(420'000);
  RunOnSmallStack([&] {
    const v1::InferShapesResponse answer = AnswerOfModel(model, options);
    EXPECT_GE(CountSymbols(answer, v1::Symbol::KIND_DEFINED), 200'000);
  });
}

TEST(S20Scaling, TheTotalOfExpressionsEndsTheCall) {
  InferOptions options;
  options.exprs.total_nodes = 1000;
  const auto bytes = InferOnnxModel(FindChain("concat").build(20'000), options);
  EXPECT_EQ(bytes.status().code(), absl::StatusCode::kResourceExhausted);
}

TEST(Interrupt, IsAskedAgainAndAgain) {
  constexpr int kNodes = 100'000;
  int asked = 0;
  InferOptions options;
  options.reader.check_interrupt = [&asked] {
    ++asked;
    return absl::OkStatus();
  };
  AnswerOfModel(FindChain("relu").build(kNodes), options);
  // A node takes at least 18 operations to read and 40 to infer (S65).
  EXPECT_GE(asked, kNodes * 18 / Work::kPollInterval + kNodes * 40 / Work::kPollInterval);
}

TEST(Interrupt, EndsReadingAndInferenceAtOnce) {
  constexpr int kNodes = 100'000;
  const std::string model = FindChain("relu").build(kNodes);
  for (const int last : {1, 20, 27, 28, 29, 40, 80}) {
    int asked = 0;
    InferOptions options;
    options.reader.check_interrupt = [&asked, last] {
      return ++asked < last ? absl::OkStatus() : absl::DeadlineExceededError("late");
    };
    const auto bytes = InferOnnxModel(model, options);
    EXPECT_EQ(bytes.status().code(), absl::StatusCode::kDeadlineExceeded);
    EXPECT_EQ(asked, last);
  }
}

}  // namespace
}  // namespace shapewright::inference
