// S51, S52, S54: what nodes count as. What is expected is counted by hand.
#include "core/questions/cost/cost_report.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/substitute.h"
#include "shapewright/v1/cost.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

v1::EstimateCostResponse CostOf(absl::string_view model, const std::string& rest = "") {
  return AnswerOf<v1::EstimateCostResponse>(RequestOf<v1::EstimateCostRequest>(model, rest));
}

// What nodes without operations of their own read counts as well: by hand.
TEST(CostReportS51, ParametersOfFreeNodesAndBodies) {
  const v1::EstimateCostResponse tied = CostOf(R"(
    input x: float32[N, 4]
    const w: float32[4, 2] = 1 1 1 1 1 1 1 1
    v = Identity(w)
    y = MatMul(x, v)
    output y
  )");
  EXPECT_EQ(tied.total().cost().parameters(), 8);
  const v1::EstimateCostResponse carried = CostOf(R"(
    input m: int64[]
    const w: float32[2, 2] = 1 1 1 1
    const t: bool[] = 1
    y = Loop(m, t, w) body={
      input i: int64[]
      input c: bool[]
      input v: float32[2, 2]
      d = Identity(c)
      g = MatMul(v, v)
      output d
      output g
    }
    output y
  )");
  EXPECT_EQ(carried.total().cost().parameters(), 5) << "w and the condition";
}

// Attributes that make no sense are no reason to count less than nothing, or to crash.
TEST(CostReportS52, AttributesThatMakeNoSenseAreNotCounted) {
  constexpr char kMoe[] = R"(
    opset 17 opset com.microsoft 1
    input x: float32[N, 4]
    input r: float32[N, 2]
    input f: uint8[2, 8, 2]
    input a: float32[2, 8]
    input g: uint8[2, 4, 4]
    input b: float32[2, 4]
    y = com.microsoft.QMoE(x, r, f, a, _, g, b) $0
    output y
  )";
  for (const char* const attributes :
       {"expert_weight_bits=0", "expert_weight_bits=16", "expert_weight_bits=-4", "k=-5"}) {
    const v1::EstimateCostResponse response = CostOf(absl::Substitute(kMoe, attributes));
    EXPECT_EQ(response.total().cost().uncounted_nodes(), 1) << attributes;
  }
  EXPECT_EQ(CostOf(absl::Substitute(kMoe, "expert_weight_bits=4")).total().cost().uncounted_nodes(),
            0);
  const v1::EstimateCostResponse window = CostOf(R"(
    input x: float32[N, 4, 3, 3]
    y = LRN(x) size=-50
    output y
  )");
  EXPECT_EQ(window.total().cost().uncounted_nodes(), 1);
}

TEST(CostReportS54, NumbersBeyond64BitsAreViolations) {
  const v1::EstimateCostResponse response = CostOf(R"(
    input a: float32[N, K]
    input b: float32[K, M]
    y = MatMul(a, b)
    output y
  )",
                                                   R"(bindings {
    symbols { symbol: 'N' size: 2147483648 } symbols { symbol: 'K' size: 2147483648 }
    symbols { symbol: 'M' size: 2147483648 } })");
  ASSERT_EQ(response.evaluations(0).violations_size(), 1);
  EXPECT_EQ(response.evaluations(0).violations(0).kind(), v1::Violation::KIND_OVERFLOW);
}

// Of a multi-head attention on 2*4 queries: by hand.
TEST(CostReportS52, BiasesAndMasksOfAttention) {
  constexpr char kAttention[] = R"(
    opset 17 opset com.microsoft 1
    input q: float32[1, 2, 4]
    input b: float32[12]
    input s: float32[1, 2, 2, 2]
    y = com.microsoft.MultiHeadAttention(q, q, q$0) num_heads=2
    output y
  )";
  const auto alu = [&](const char* operands) {
    return CostOf(absl::Substitute(kAttention, operands)).total().cost().alu().value();
  };
  constexpr int64_t kOperands = 3 * 8;
  constexpr int64_t kScores = 2 * 2 * 2;
  const int64_t plain = alu("");
  EXPECT_EQ(alu(", b"), plain + kOperands);
  EXPECT_EQ(alu(", _, _, s"), plain + kScores);
  EXPECT_EQ(alu(", b, _, s"), plain + kOperands + kScores);
}

TEST(CostReportS52, PeepholesOfLstm) {
  constexpr char kLstm[] = R"(
    opset 17
    input x: float32[S, B, 4]
    input w: float32[1, 16, 4]
    input r: float32[1, 16, 4]
    input p: float32[1, 12]
    y = LSTM(x, w, r$0) hidden_size=4
    output y
  )";
  EXPECT_EQ(CostOf(absl::Substitute(kLstm, "")).total().cost().macs().expr(), "128*S*B");
  EXPECT_EQ(CostOf(absl::Substitute(kLstm, ", _, _, _, _, p")).total().cost().macs().expr(),
            "140*S*B");
}

}  // namespace
}  // namespace shapewright::questions
