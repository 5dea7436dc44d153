// The edits that simplify a model, worked out by hand. That the rewritten models compute the same
// is what onnxruntime says: tests/conformance/check_rewrites.py.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/core/questions/rewrite/rewrite_support.h"

namespace shapewright::questions {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Simplify, ShortensTargets) {
  const auto response = Rewritten(kScaffold, "goal: GOAL_SIMPLIFY");
  EXPECT_THAT(TextsOf(response),
              ElementsAre("add y_shape = 0,0,12,64", "operand 4.1 = y_shape", "remove 3",
                          "drop rest", "remove 2", "drop i1", "remove 1", "drop i0", "remove 0"));
}

// A -1 beside a size that may be 0 is refused by onnxruntime, so that it is written only where a
// premise says that it is not.
TEST(Simplify, WritesNoRestBesideASizeOfZero) {
  constexpr char kModel[] = R"(
    input x: float32[N, A, B]
    const i0: int64[1] = 0
    const i1: int64[1] = 1
    const i2: int64[1] = 2
    s = Shape(x)
    n = Gather(s, i0)
    a = Gather(s, i1)
    b = Gather(s, i2)
    ab = Mul(a, b)
    target = Concat(n, ab) axis=0
    y = Reshape(x, target)
    output y
  )";
  EXPECT_THAT(TextsOf(Rewritten(kModel, "goal: GOAL_SIMPLIFY")), IsEmpty());
  EXPECT_THAT(TextsOf(Rewritten(kModel,
                                "goal: GOAL_SIMPLIFY model { premises: ['N >= 1', 'A >= "
                                "1', 'B >= 1'] }")),
              Contains("add y_shape = 0,-1"));
}

TEST(Simplify, RemovesIdentities) {
  const auto response = Rewritten(R"(
    input x: float32[N, 4]
    a = Identity(x)
    b = Identity(a)
    c = Relu(b)
    d = Identity(c)
    output d
  )",
                                  "goal: GOAL_SIMPLIFY");
  EXPECT_THAT(TextsOf(response), ElementsAre("operand 2.0 = x", "remove 1", "remove 0"));
}

// All of an axis, whatever its size is; and all but the last three.
constexpr char kSlices[] = R"(
  input x: float32[N, 8, M]
  const zero: int64[1] = 0
  const two: int64[1] = 2
  const three: int64[1] = 3
  s = Shape(x)
  n = Gather(s, zero)
  m = Gather(s, two)
  all = Slice(x, zero, n, zero)
  a = Relu(all)
  end = Sub(m, three)
  most = Slice(a, zero, end, two)
  output most
)";

TEST(Simplify, S86RemovesSlicesOfAllAndCountsEndsFromTheEnd) {
  EXPECT_THAT(
      TextsOf(Rewritten(kSlices, "goal: GOAL_SIMPLIFY model { premises: ['M >= 3'] }")),
      ElementsAre("operand 4.0 = x", "add most_ends = -3", "operand 6.2 = most_ends", "remove 5",
                  "drop three", "remove 2", "remove 3", "remove 1", "remove 0"));
}

// A size of 2 has the end -1, which is the place 1: another one than three before the end.
TEST(Simplify, S86KeepsEndsThatMayBeBelowZero) {
  EXPECT_THAT(TextsOf(Rewritten(kSlices, "goal: GOAL_SIMPLIFY")), Not(Contains(HasSubstr("add"))));
}

TEST(Simplify, S86RemovesWhatGivesItsOperand) {
  const auto response = Rewritten(R"(
    input x: float32[N, 8]
    const zero: int64[1] = 0
    const one: int64[1] = 1
    s = Shape(x)
    n = Gather(s, zero)
    more = Add(n, one)
    once = Sub(more, n)
    repeats = Concat(once, once) axis=0
    tiled = Tile(x, repeats)
    e = Gather(s, one)
    to = Concat(once, e) axis=0
    wide = Expand(tiled, to)
    target = Concat(n, e) axis=0
    shaped = Reshape(wide, target)
    y = Relu(shaped)
    output y
  )",
                                  "goal: GOAL_SIMPLIFY");
  EXPECT_THAT(TextsOf(response), Contains("operand 11.0 = x"));
  for (const int node : {5, 8, 10}) {
    EXPECT_THAT(TextsOf(response), Contains(absl::StrCat("remove ", node)));
  }
}

// With steps of 2, or backwards, all of an axis is not the operand; an output has to be given.
TEST(Simplify, S86KeepsOtherSlices) {
  for (const char* const slice : {"Slice(x, zero, n, zero, two)", "Slice(x, n, low, zero, back)"}) {
    const std::string model = absl::StrCat(R"(
      input x: float32[N, 8]
      const zero: int64[1] = 0
      const two: int64[1] = 2
      const back: int64[1] = -1
      const low: int64[1] = -9223372036854775807
      s = Shape(x)
      n = Gather(s, zero)
      all = )",
                                           slice, R"(
      y = Relu(all)
      output y
    )");
    EXPECT_THAT(TextsOf(Rewritten(model, "goal: GOAL_SIMPLIFY")), Not(Contains("operand 3.0 = x")));
  }
}

// A target that is constant after folding is not written twice.
TEST(Simplify, S86WritesAConstantTargetOnce) {
  const auto response = Rewritten(R"(
    input x: float32[6]
    const two: int64[1] = 2
    const three: int64[1] = 3
    target = Concat(two, three) axis=0
    y = Reshape(x, target)
    output y
  )",
                                  "goal: GOAL_SIMPLIFY");
  EXPECT_THAT(TextsOf(response),
              ElementsAre("remove 0", "add target = 2,3", "drop three", "drop two"));
}

}  // namespace
}  // namespace shapewright::questions
