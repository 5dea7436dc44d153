// S56, S57: which values are the most at which sizes. What is expected follows from counting what
// lives at each node.
#include "core/questions/cost/peak_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/cost.pb.h"
#include "tests/core/inference/support/requests.h"
#include "tests/core/symbolic/text_evaluator.h"

namespace shapewright::questions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

v1::EstimateCostResponse PeakOf(const std::string& model, const std::string& rest) {
  return AnswerOf<v1::EstimateCostResponse>(
      RequestOf<v1::EstimateCostRequest>(model, "memory { alignment_bytes: 1 } " + rest));
}

// A batch of N rows of 4, and once N x N: the second is more from N = 5 on.
constexpr char kTwoPeaks[] = R"(
  input x: float32[N, 4]
  a = Relu(x)
  b = Tanh(a)
  w = Transpose(b) perm=[1, 0]
  s = MatMul(b, w)
  p = Exp(s)
  y = ReduceSum(p) keepdims=0
  output y
)";

TEST(PeakMemoryS57, TellsWhichNodeNeedsTheMost) {
  const v1::EstimateCostResponse response = PeakOf(
      kTwoPeaks,
      "bindings { symbols { symbol: 'N' size: 2 } } bindings { symbols { symbol: 'N' size: 9 } }");
  const v1::PeakMemory& memory = response.memory();
  EXPECT_FALSE(memory.lower_bound());
  EXPECT_FALSE(memory.has_at_most());
  ASSERT_GE(memory.candidates_size(), 2);
  for (int i = 0; i < 2; ++i) {
    const int64_t n = i == 0 ? 2 : 9;
    const v1::CostEvaluation& evaluation = response.evaluations(i);
    // b, w and s while the product runs; s and p afterwards.
    const int64_t product = 4 * (4 * n + 4 * n + n * n);
    const int64_t after = 4 * (2 * n * n);
    EXPECT_EQ(evaluation.memory_bytes(), std::max(product, after));
    EXPECT_EQ(evaluation.peak_node(), product >= after ? 3u : 4u);
    int holds = 0;
    for (const v1::PeakCandidate& candidate : memory.candidates()) {
      bool is_most = true;
      for (const std::string& when : candidate.when()) {
        is_most &=
            symbolic::EvaluateText(absl::StrCat("(", when, ")"), {{"N", n}}).value_or(0) == 1;
      }
      if (!is_most) continue;
      ++holds;
      EXPECT_EQ(candidate.node(), evaluation.peak_node());
      EXPECT_EQ(symbolic::EvaluateText(candidate.bytes().expr(), {{"N", n}}),
                evaluation.memory_bytes());
    }
    EXPECT_EQ(holds, 1) << n;
  }
}

TEST(PeakMemoryS57, NamesTheOnlyOne) {
  const v1::EstimateCostResponse response =
      PeakOf("input x: float32[N, 4]\nh = Relu(x)\nr = Tanh(h)\ny = Exp(r)\noutput y\n",
             "bindings { symbols { symbol: 'N' size: 5 } }");
  ASSERT_EQ(response.memory().candidates_size(), 1);
  EXPECT_THAT(response.memory().candidates(0).when(), IsEmpty());
  EXPECT_EQ(response.memory().candidates(0).op_type(), "Tanh");
  EXPECT_EQ(response.evaluations(0).peak_node(), 1u);
  const v1::EstimateCostResponse none =
      PeakOf("input x: float32[N]\ny = Relu(x)\noutput y\n", "bindings { }");
  EXPECT_THAT(none.memory().candidates(), IsEmpty());
  EXPECT_EQ(none.evaluations(0).memory_bytes(), 0);
  EXPECT_FALSE(none.evaluations(0).has_peak_node());
}

// 100 pairs of sizes A^i and B^(99 - i) of which none is always the greater one.
TEST(PeakMemoryS57, BoundsTooManySets) {
  std::string model = "input a: float32[A]\ninput b: float32[B]\n";
  constexpr int kSets = 100;
  for (int i = 1; i <= kSets; ++i) {
    // Tiles of i*A and (101 - i)*B elements.
    absl::StrAppend(&model, "const i", i, ": int64[1] = ", i, "\nconst k", i,
                    ": int64[1] = ", kSets + 1 - i, "\ns", i, " = Tile(a, i", i, ")\nt", i,
                    " = Tile(b, k", i, ")\nu", i, " = ReduceMax(s", i, ") keepdims=0\nv", i,
                    " = ReduceMax(t", i, ") keepdims=0\nw", i, " = Add(u", i, ", v", i,
                    ")\noutput w", i, "\n");
  }
  const std::string at =
      "bindings { symbols { symbol: 'A' size: 7 } symbols { symbol: 'B' size: 3 } }";
  const v1::EstimateCostResponse response = PeakOf(model, at);
  EXPECT_TRUE(response.memory().lower_bound());
  v1::EvaluateShapesRequest evaluate =
      EvaluateRequestOf(model, "memory { alignment_bytes: 1 } " + at);
  const int64_t exact = Answer(evaluate).evaluations(0).memory().lower_bound_bytes();
  EXPECT_EQ(response.evaluations(0).memory_bytes(), exact);
  ASSERT_TRUE(response.memory().has_at_most());
  EXPECT_GE(symbolic::EvaluateText(response.memory().at_most().expr(), {{"A", 7}, {"B", 3}}),
            exact);
  EXPECT_LE(symbolic::EvaluateText(response.memory().bytes().expr(), {{"A", 7}, {"B", 3}}), exact);
}

}  // namespace
}  // namespace shapewright::questions
