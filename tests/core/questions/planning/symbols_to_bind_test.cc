// Which symbols have to be bound. Expected sets by hand; over the corpus see corpus_planning_test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using ::testing::ElementsAre;

// "N=7 M optimal; y: reason", the reason's beginning.
std::string BoundFor(absl::string_view model, const std::string& rest) {
  const auto answer =
      AnswerOf<v1::FindSymbolsToBindResponse>(RequestOf<v1::FindSymbolsToBindRequest>(model, rest));
  std::string text;
  for (const v1::SymbolToBind& symbol : answer.symbols()) {
    absl::StrAppend(&text, symbol.symbol());
    if (symbol.has_greatest()) absl::StrAppend(&text, "=", symbol.greatest());
    absl::StrAppend(&text, " ");
  }
  absl::StrAppend(&text, answer.optimal() ? "optimal" : "perhaps");
  for (const v1::UnreachedValue& value : answer.unreached()) {
    absl::StrAppend(&text, "; ", value.value().name());
    EXPECT_FALSE(value.reason().empty());
  }
  return text;
}

constexpr char kTwoRows[] = R"(
  input x: float32[N, 3]
  input y: float32[M, 3]
  input z: float32[4]
  a = Concat(x, y) axis=0
  b = Relu(x)
  output a
  output b
)";
// The first dim of r is the number of rows that are not 0.
constexpr char kCountedRows[] = R"(
  input x: float32[N, 3]
  i = NonZero(x)
  b = Relu(x)
  output i
  output b
)";
constexpr char kSquared[] = R"(
  input x: float32[N, M]
  m = MatMul(x, x)
  s = Shape(x)
  output m
)";

TEST(S49Static, AsksForWhatValuesDependOn) {
  EXPECT_EQ(BoundFor(kTwoRows, ""), "N M optimal");
  EXPECT_EQ(BoundFor(kTwoRows, "values: 'b'"), "N optimal");
  EXPECT_EQ(BoundFor(kTwoRows, "values: 'z'"), "optimal");
  // Both are one.
  EXPECT_EQ(BoundFor(kSquared, ""), "N optimal");
  EXPECT_EQ(BoundFor(kTwoRows, "model { premises: 'N = 3' }"), "M optimal");
  EXPECT_EQ(BoundFor(kCountedRows, ""), "N optimal; i");
}

// What does not need a symbol is not called optimal with it. Oracle: the size at all values.
TEST(S49Static, IsOptimalOnlyWhereTheSizeDiffers) {
  const auto of = [](const std::string& size, const std::string& premises) {
    return BoundFor(absl::StrCat(R"(
  input x: float32[N, M]
  const one: int64[1] = 1
  const two: int64[1] = 2
  s = Shape(x)
  const zeroth: int64[1] = 0
  n = Gather(s, zeroth)
  m = Gather(s, one)
  n1 = Sub(n, one)
  n2 = Sub(n, two)
)",
                                 size, "\n y = ConstantOfShape(d)\n output y"),
                    absl::StrCat("values: 'y' ", premises));
  };
  // N*(N - 1) is even; (N - 1)*(N - 2) is 0 at 1 and 2.
  EXPECT_THAT(of("p = Mul(n, n1)\n d = Mod(p, two)", ""),
              testing::Not(testing::EndsWith("optimal")));
  EXPECT_THAT(of("d = Mul(n1, n2)", "model { premises: 'N in {1, 2}' }"),
              testing::Not(testing::EndsWith("optimal")));
  EXPECT_THAT(of("d = Mul(n, m)", "model { premises: 'N*M = 12' }"),
              testing::Not(testing::EndsWith("optimal")));
  EXPECT_EQ(of("d = Mul(n1, n2)", "model { premises: 'N in {1, 2, 3}' }"), "N optimal");
  EXPECT_EQ(of("d = Mul(n, m)", ""), "N M optimal");
  EXPECT_EQ(of("d = Mul(n, m)", "model { premises: 'mod(N, 8) = 0' }"), "N M optimal");
  EXPECT_EQ(of("d = Add(n, m)", "model { premises: 'N <= M' }"), "N M optimal");
}

// S29: of an unsettled value an evaluation may find more than the expressions say. Oracle: with N,
// M and t[1] the rank and sizes of q are numbers, and so is the size of y that t[0] is.
TEST(S49Static, IsNotOptimalBesideWhatABindingDecides) {
  EXPECT_EQ(BoundFor(R"(
  opset 18
  input x: float32[N, M]
  input t: int64[2]
  q = Squeeze(x)
  y = Reshape(q, t)
  output y
)",
                     "values: 'y'"),
            "t[0] t[1] perhaps");
}

// Facts that bound a symbol, though its interval does not say so: 9 bounds N where N*N <= 9; a
// size that is broadcast to M is 1 or M.
TEST(S49Bounded, IsNotOptimalWhereAFactMayBound) {
  EXPECT_EQ(BoundFor("input x: float32[N]\n a = Relu(x)\n output a",
                     "goal: GOAL_BOUNDED model { premises: 'N*N <= 9' }"),
            "N perhaps");
  EXPECT_EQ(BoundFor("input x: float32[N]\n input y: float32[M]\n a = Add(x, y)\n b = Relu(x)\n"
                     " output a\n output b",
                     "goal: GOAL_BOUNDED values: 'b' model { premises: 'M <= 8' }"),
            "N perhaps");
}

// Inputs that have nothing to do with each other, and as many that all belong together: neither
// takes more work than a request of this size may.
TEST(S49Bind, ThousandsOfSymbols) {
  constexpr int kNodes = 1500;
  std::string apart;
  std::string joined;
  std::string all = " y = Concat(";
  for (int i = 0; i < kNodes; ++i) {
    absl::StrAppend(&apart, "input x", i, ": float32[s", i, ", t", i, "]\n y", i, " = Relu(x", i,
                    ")\n output y", i, "\n");
    absl::StrAppend(&joined, "input x", i, ": float32[s", i, "]\n");
    absl::StrAppend(&all, i == 0 ? "x" : ", x", i);
  }
  for (const char* const goal : {"GOAL_STATIC", "GOAL_BOUNDED", "GOAL_SMALL"}) {
    const auto answer = AnswerOf<v1::FindSymbolsToBindResponse>(
        RequestOf<v1::FindSymbolsToBindRequest>(apart, absl::StrCat("goal: ", goal)));
    EXPECT_EQ(answer.symbols_size(), 2 * kNodes) << goal;
    EXPECT_TRUE(answer.optimal()) << goal;
    const auto one =
        AnswerOf<v1::FindSymbolsToBindResponse>(RequestOf<v1::FindSymbolsToBindRequest>(
            absl::StrCat(joined, all, ") axis=0\n output y"), absl::StrCat("goal: ", goal)));
    EXPECT_EQ(one.symbols_size(), kNodes) << goal;
  }
}

TEST(S49Bounded, AsksForWhatHasNoEnd) {
  EXPECT_EQ(BoundFor(kTwoRows, "goal: GOAL_BOUNDED"), "N M optimal");
  EXPECT_EQ(BoundFor(kTwoRows, "goal: GOAL_BOUNDED model { premises: 'N <= 8' }"), "M optimal");
  // At most as many as there are elements.
  EXPECT_EQ(BoundFor(kCountedRows, "goal: GOAL_BOUNDED"), "N optimal");
}

TEST(S49Small, TellsTheGreatestBound) {
  EXPECT_EQ(BoundFor(kTwoRows, "goal: GOAL_SMALL values: 'b'"), "N=715827882 optimal");
  EXPECT_EQ(BoundFor(kTwoRows, "goal: GOAL_SMALL"), "N M optimal");
  EXPECT_EQ(BoundFor(kTwoRows, "goal: GOAL_SMALL model { premises: 'N <= 1000000' }"),
            "M=714827882 optimal");
  EXPECT_EQ(BoundFor(kTwoRows, "goal: GOAL_SMALL model { premises: ['N <= 9', 'M <= 9'] }"),
            "optimal");
  EXPECT_EQ(
      BoundFor("input x: float32[N, 70000, 70000]\n a = Relu(x)\n output a", "goal: GOAL_SMALL"),
      "optimal; x; a");
}

// What an equation determines, an evaluation finds too. onnxruntime 1.31 runs the first model with
// M = 2 alone, and the second with N = 6 where M = 4.
TEST(S49Static, WhatAnEquationDetermines) {
  constexpr char kDoubled[] = R"(
    input x: float32[4, M, 4]
    v = Concat(x, x) axis=1
    z = MatMul(v, v)
    output z
  )";
  constexpr char kTwoThirds[] = R"(
    input x: float32[1, N]
    input y: float32[M, 1]
    a = Concat(x, x) axis=1
    b = Concat(y, y, y) axis=0
    z = MatMul(a, b)
    output a
    output b
  )";
  EXPECT_EQ(BoundFor(kDoubled, ""), "optimal");
  const auto doubled = Evaluated(kDoubled, "bindings {}");
  EXPECT_EQ(doubled.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_THAT(SizesOf(doubled.evaluations(0)), ElementsAre(4, 4, 4));
  const auto thirds = Evaluated(kTwoThirds,
                                "bindings { symbols { symbol: 'N' size: 6 } }"
                                "bindings { symbols { symbol: 'M' size: 4 } }"
                                "bindings { symbols { symbol: 'N' size: 5 } }");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(thirds.evaluations(i).verdict(), v1::Evaluation::VERDICT_VALID);
    EXPECT_THAT(SizesOf(thirds.evaluations(i)), ElementsAre(1, 12, 12, 1));
  }
  EXPECT_NE(thirds.evaluations(2).verdict(), v1::Evaluation::VERDICT_VALID);
}

TEST(S49Bind, RefusesWhatTheModelDoesNotHave) {
  EXPECT_EQ(FieldOfError(RequestOf<v1::FindSymbolsToBindRequest>(kTwoRows, "values: ['a', 'c']")),
            "values[1]");
  EXPECT_EQ(FieldOfError(RequestOf<v1::FindSymbolsToBindRequest>(kTwoRows, "goal: 9")), "goal");
}

}  // namespace
}  // namespace shapewright::questions
