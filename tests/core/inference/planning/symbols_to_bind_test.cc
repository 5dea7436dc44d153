// Which symbols have to be bound. Expected sets by hand; over the corpus see corpus_planning_test.
#include "core/inference/planning/symbols_to_bind.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

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

TEST(S49Bind, RefusesWhatTheModelDoesNotHave) {
  EXPECT_EQ(FieldOfError(RequestOf<v1::FindSymbolsToBindRequest>(kTwoRows, "values: ['a', 'c']")),
            "values[1]");
  EXPECT_EQ(FieldOfError(RequestOf<v1::FindSymbolsToBindRequest>(kTwoRows, "goal: 9")), "goal");
}

}  // namespace
}  // namespace shapewright::inference
