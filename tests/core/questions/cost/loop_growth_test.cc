// S53: loops whose carried values grow cost the sum of their iterations. The expected numbers are
// those of unrolled copies, and sums written as loops.
#include "core/questions/cost/loop_growth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/cost.pb.h"
#include "tests/core/inference/support/requests.h"
#include "tests/core/symbolic/text_evaluator.h"

namespace shapewright::questions {
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

// Three columns less in each iteration until data end it: 20 iterations there cannot be.
constexpr char kShrinks[] = R"(
  input x: float32[1, 1, N]
  const m: int64[] = 20
  const t: bool[] = 1
  y = Loop(m, t, x) body={
    input i: int64[]
    input c: bool[]
    input v: float32[1, 1, R]
    s = ReduceSum(v) keepdims=0
    d = Cast(s) to=9
    g = MaxPool(v) kernel_shape=[3]
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

v1::CostNumbers NumbersAt(const std::string& model, int64_t n, int64_t m) {
  const std::string bind = absl::StrCat("bindings { symbols { symbol: 'N' size: ", n,
                                        " } symbols { symbol: 'm[]' size: ", m, " } }");
  return GrowingCost(model, bind).evaluations(0).total();
}

// Seven iterations at N = 21 cost more than the sum over 20, in which sizes fall below 0.
TEST(LoopGrowthS53, AnUpperBoundOfTripsIsNoneOfASumThatShrinks) {
  const v1::EstimateCostResponse response =
      GrowingCost(kShrinks, "bindings { symbols { symbol: 'N' size: 21 } }");
  int64_t alu = 0;
  for (int64_t n = 21; n >= 3; n -= 2) alu += 2 * n + 3 * (n - 2);
  const v1::CostNumbers& total = response.evaluations(0).total();
  EXPECT_TRUE(total.upper_bound() || total.uncounted_nodes() > 0);
  EXPECT_TRUE(total.uncounted_nodes() > 0 || total.alu() >= alu - 10) << total.alu();
  EXPECT_GE(total.alu(), 0);
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
      const v1::CostNumbers at = NumbersAt(kGrows, n, m);
      EXPECT_EQ(at.macs(), macs) << n << " " << m;
      EXPECT_EQ(at.special(), special) << n << " " << m;
      EXPECT_FALSE(at.upper_bound());
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

// A product of all pairs of the numbers before i, and for each a row of x.
constexpr char kReadsNumber[] = R"(
  input m: int64[]
  input x: float32[N, 4]
  const zero: int64[] = 0
  const one: int64[] = 1
  const axis: int64[1] = 0
  const t: bool[] = 1
  y = Loop(m, t, x) body={
    input i: int64[]
    input c: bool[]
    input v: float32[N, 4]
    d = Identity(c)
    copy = COPY
    r = Range(zero, copy, one)
    f = Cast(r) to=1
    column = Unsqueeze(f, axis)
    s = MatMul(f, f)
    a = Tanh(f)
    row = Transpose(column) perm=[1, 0]
    p = MatMul(row, column)
    q = Exp(p)
    g = Tanh(v)
    output d
    output g
  }
  output y
)";

std::string ReadsNumber(const std::string& copy) {
  std::string text = kReadsNumber;
  text.replace(text.find("COPY"), 4, copy);
  return text;
}

TEST(LoopGrowthS53, SumsWhatTheIterationsNumberDecides) {
  for (const char* const copy : {"Identity(i)", "Cast(i) to=7", "Squeeze(i)"}) {
    const std::string text = ReadsNumber(copy);
    const v1::Cost cost = GrowingCost(text).total().cost();
    EXPECT_FALSE(cost.upper_bound());
    EXPECT_EQ(cost.uncounted_nodes(), 0u);
    for (const int64_t n : {0, 3}) {
      for (const int64_t m : {0, 1, 2, 7}) {
        int64_t macs = 0;
        int64_t special = 0;
        for (int64_t i = 0; i < m; ++i) {
          macs += i + i * i;
          special += i + i * i + n * 4;
        }
        const v1::CostNumbers at = NumbersAt(text, n, m);
        EXPECT_EQ(at.macs(), macs) << copy << " " << n << " " << m;
        EXPECT_EQ(at.special(), special) << copy << " " << n << " " << m;
      }
    }
  }
}

// Every other number before i: no polynomial. Each iteration costs at most what the last one does.
TEST(LoopGrowthS53, BoundsWhatTheIterationsNumberDecides) {
  std::string text = ReadsNumber("Identity(i)");
  const std::string range = "Range(zero, copy, one)";
  text.replace(text.find(range), range.size(), "Range(zero, copy, two)");
  text.insert(text.find("  const t:"), "  const two: int64[] = 2\n");
  const v1::Cost cost = GrowingCost(text).total().cost();
  EXPECT_TRUE(cost.upper_bound());
  EXPECT_EQ(cost.uncounted_nodes(), 0u);
  for (const int64_t m : {0, 1, 2, 7, 8}) {
    int64_t macs = 0;
    for (int64_t i = 0; i < m; ++i) macs += (i + 1) / 2 + ((i + 1) / 2) * ((i + 1) / 2);
    const int64_t last = m / 2;  // half of m - 1, rounded up
    EXPECT_GE(NumbersAt(text, 3, m).macs(), macs) << m;
    EXPECT_EQ(NumbersAt(text, 3, m).macs(), m * (last + last * last)) << m;
  }
}

// All parts are those of copies with the number in its place.
TEST(LoopGrowthS53, CostsWhatCopiesWithTheirNumbersCost) {
  std::string copies = "input x: float32[N, 4]\nconst zero: int64[] = 0\nconst one: int64[] = 1\n";
  absl::StrAppend(&copies, "const axis: int64[1] = 0\n");
  std::string rows = "x";
  constexpr int kCopies = 5;
  for (int i = 0; i < kCopies; ++i) {
    const std::string k = absl::StrCat(i);
    absl::StrAppend(&copies, "const i", k, ": int64[] = ", k, "\nr", k, " = Range(zero, i", k,
                    ", one)\nf", k, " = Cast(r", k, ") to=1\nc", k, " = Unsqueeze(f", k,
                    ", axis)\ns", k, " = MatMul(f", k, ", f", k, ")\na", k, " = Tanh(f", k, ")\nt",
                    k, " = Transpose(c", k, ") perm=[1, 0]\np", k, " = MatMul(t", k, ", c", k,
                    ")\nq", k, " = Exp(p", k, ")\ng", k, " = Tanh(", rows, ")\noutput q", k,
                    "\noutput s", k, "\noutput a", k, "\n");
    rows = absl::StrCat("g", k);
  }
  absl::StrAppend(&copies, "output ", rows, "\n");
  const std::string bind = "bindings { symbols { symbol: 'N' size: 6 } ";
  const v1::CostNumbers unrolled = GrowingCost(copies, bind + "}").evaluations(0).total();
  const v1::CostNumbers loop =
      GrowingCost(ReadsNumber("Identity(i)"), bind + "symbols { symbol: 'm[]' size: 5 } }")
          .evaluations(0)
          .total();
  EXPECT_EQ(loop.macs(), unrolled.macs());
  EXPECT_EQ(loop.alu(), unrolled.alu());
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
}  // namespace shapewright::questions
