// S53: loops whose carried values grow cost the sum of their iterations. The expected numbers are
// those of unrolled copies, and sums written as loops.
#include "core/inference/cost/loop_growth.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/cost.pb.h"
#include "tests/core/inference/support/requests.h"
#include "tests/core/symbolic/text_evaluator.h"

namespace shapewright::inference {
namespace {

// Two rows more in each iteration, then attention of all rows.
constexpr char kGrows[] = R"(
  input m: int64[]
  input x: float32[N, 4]
  const z: float32[2, 4] = 1 1 1 1 1 1 1 1
  const t: bool[] = 1
  y = Loop(m, t, x) body={
    input i: int64[]
    input c: bool[]
    input v: float32[R, 4]
    d = Identity(c)
    g = Concat(v, z) axis=0
    w = Transpose(g) perm=[1, 0]
    s = MatMul(g, w)
    a = Tanh(s)
    output d
    output g
  }
  output y
)";

v1::EstimateCostResponse GrowingCost(const std::string& model, const std::string& rest = "") {
  return AnswerOf<v1::EstimateCostResponse>(RequestOf<v1::EstimateCostRequest>(model, rest));
}

int64_t AmountAt(const v1::Amount& amount, int64_t n, int64_t m) {
  if (amount.has_value()) return amount.value();
  return symbolic::EvaluateText(amount.expr(), {{"N", n}, {"m[]", m}}).value_or(-1);
}

TEST(LoopGrowthS53, SumsIterations) {
  const v1::EstimateCostResponse response = GrowingCost(kGrows);
  const v1::Cost& cost = response.total().cost();
  EXPECT_FALSE(cost.upper_bound());
  EXPECT_EQ(cost.uncounted_nodes(), 0u);
  for (const int64_t n : {0, 1, 3, 10}) {
    for (const int64_t m : {0, 1, 2, 7}) {
      int64_t macs = 0;
      int64_t special = 0;
      for (int64_t i = 0; i < m; ++i) {
        const int64_t rows = n + 2 * (i + 1);
        macs += rows * rows * 4;
        special += rows * rows;
      }
      const v1::EstimateCostResponse at =
          GrowingCost(kGrows, absl::StrCat("bindings { symbols { symbol: 'N' size: ", n,
                                           " } symbols { symbol: 'm[]' size: ", m, " } }"));
      EXPECT_EQ(at.evaluations(0).total().macs(), macs) << n << " " << m;
      EXPECT_EQ(at.evaluations(0).total().special(), special) << n << " " << m;
      EXPECT_FALSE(at.evaluations(0).total().upper_bound());
    }
  }
}

// All parts are those of copies, bytes too.
TEST(LoopGrowthS53, CostsWhatCopiesCost) {
  std::string copies = "input x: float32[N, 4]\nconst z: float32[2, 4] = 1 1 1 1 1 1 1 1\n";
  std::string rows = "x";
  constexpr int kCopies = 5;
  for (int i = 0; i < kCopies; ++i) {
    absl::StrAppend(&copies, "g", i, " = Concat(", rows, ", z) axis=0\nw", i, " = Transpose(g", i,
                    ") perm=[1, 0]\ns", i, " = MatMul(g", i, ", w", i, ")\na", i, " = Tanh(s", i,
                    ")\noutput a", i, "\n");
    rows = absl::StrCat("g", i);
  }
  const std::string bind = "bindings { symbols { symbol: 'N' size: 6 } ";
  const v1::CostNumbers unrolled = GrowingCost(copies, bind + "}").evaluations(0).total();
  const v1::CostNumbers loop =
      GrowingCost(kGrows, bind + "symbols { symbol: 'm[]' size: 5 } }").evaluations(0).total();
  EXPECT_EQ(loop.macs(), unrolled.macs());
  EXPECT_EQ(loop.special(), unrolled.special());
  EXPECT_EQ(loop.bytes_read(), unrolled.bytes_read());
  EXPECT_EQ(loop.bytes_written(), unrolled.bytes_written());
}

// Sizes that double have no such sum.
TEST(LoopGrowthS54, ListsOtherGrowth) {
  std::string doubles = kGrows;
  const std::string rows = "Concat(v, z)";
  doubles.replace(doubles.find(rows), rows.size(), "Concat(v, v)");
  const v1::Cost cost = GrowingCost(doubles).total().cost();
  EXPECT_GT(cost.uncounted_nodes(), 0u);
  EXPECT_EQ(AmountAt(cost.macs(), 1, 1), 0);
}

}  // namespace
}  // namespace shapewright::inference
