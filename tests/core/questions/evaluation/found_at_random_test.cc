// Small models that `./dev fuzz laws` came to: bindings of what runs are VALID, with the sizes of
// the run. Sizes and what runs: onnxruntime 1.32.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/guard.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/fresh_cases.h"
#include "tests/core/inference/support/inferred.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// The verdict VALID and the sizes of the first output, one line each of what is not so.
void ExpectRuns(const std::string& model, const Case& binding, const std::vector<int64_t>& sizes) {
  const auto answer = Evaluated(model, BindingOf(binding));
  ASSERT_EQ(answer.evaluations_size(), 1) << model;
  const v1::Evaluation& found = answer.evaluations(0);
  EXPECT_EQ(found.verdict(), v1::Evaluation::VERDICT_VALID) << model << found.ShortDebugString();
  EXPECT_THAT(
      std::vector<int64_t>(found.outputs(0).sizes().begin(), found.outputs(0).sizes().end()),
      ::testing::ElementsAreArray(sizes))
      << model;
}

// An element of -1, of an input that only a body reads, breaks the assumption that it is a size.
TEST(S5BrokenInBodies, AnElementThatOnlyABranchReads) {
  constexpr char kModel[] = R"(
    opset 18
    input c: bool[]
    input x: float32[3]
    input s: int64[2]
    y = If(c) then_branch={ a = Reshape(x, s) output a } else_branch={ b = Neg(x) output b }
    output y
  )";
  const auto binding = [](int64_t c, int64_t first, int64_t second) {
    return Case{
        {"c", "bool", {}, {c}}, {"x", "float32", {3}, {}}, {"s", "int64", {2}, {first, second}}};
  };
  ExpectRuns(kModel, binding(1, 0, -1), {3, 1});
  ExpectRuns(kModel, binding(1, 1, -1), {1, 3});
  ExpectRuns(kModel, binding(0, 1, -1), {3});
}

TEST(S5BrokenInBodies, AnElementThatOnlyALoopOrScanReads) {
  constexpr char kLoop[] = R"(
    opset 14
    input x: float32[N, 2, 1]
    input s: int64[2]
    const m: int64[] = 2
    v, y = Loop(m, _, x) body={ input i: int64[] input c: bool[] input a: float32[?, ?, ?]
      r = Reshape(a, s) k = Identity(c) b = Identity(a) output k output b output r }
    output y
  )";
  ExpectRuns(kLoop, {{"x", "float32", {2, 2, 1}, {}}, {"s", "int64", {2}, {-1, 2}}}, {2, 2, 2});
  constexpr char kScan[] = R"(
    opset 13
    input x: float32[1, M, 1, N]
    input s: int64[2]
    y = Scan(x) num_scan_inputs=1 body={ input a: float32[?, ?, ?] r = Reshape(a, s) output r }
    output y
  )";
  ExpectRuns(kScan, {{"x", "float32", {1, 2, 1, 2}, {}}, {"s", "int64", {2}, {-1, 2}}}, {1, 2, 2});
}

// What runtimes pool all the same runs beside a broken assumption, and where other facts have taken
// the place of the one that it fits.
TEST(S13PoolsWithoutRoom, BesideABrokenAssumption) {
  constexpr char kModel[] = R"(
    opset 21
    input x: float32[3, N, M, A]
    input s: int64[2]
    p = MaxPool(x) kernel_shape=[2, 2] strides=[2, 2]
    y = Reshape(p, s) allowzero=1
    output y
  )";
  ExpectRuns(kModel, {{"x", "float32", {3, 1, 1, 3}, {}}, {"s", "int64", {2}, {1, 3}}}, {1, 3});
  ExpectRuns(kModel, {{"x", "float32", {3, 1, 1, 3}, {}}, {"s", "int64", {2}, {1, -1}}}, {1, 3});
}

TEST(S13PoolsWithoutRoom, WhereAnotherFactSaysMore) {
  constexpr char kModel[] = R"(
    opset 18
    input x: float32[N, 4, M, 3]
    input z: float32[M, M, 2, 3]
    p = MaxPool(x) kernel_shape=[2, 2] strides=[2, 2] ceil_mode=1
    y = Max(z, x)
    output p
    output y
  )";
  ExpectRuns(kModel, {{"x", "float32", {1, 4, 1, 3}, {}}, {"z", "float32", {1, 1, 2, 3}, {}}},
             {1, 4, 1, 2});
}

// That N is 1 or 2 is found when all facts are known.
TEST(S13PoolsWithoutRoom, WhereOtherFactsLeaveNone) {
  constexpr char kModel[] = R"(
    opset 18
    input x: float32[N, 4]
    input w: float32[2, 4]
    input z: float32[8, 2, N, M]
    y = Add(x, w)
    p = MaxPool(z) kernel_shape=[3, 3] strides=[2, 2] ceil_mode=1 pads=[0, 1, 0, 0]
    output p
    output y
  )";
  const auto binding = [](int64_t n, int64_t m) {
    return Case{{"x", "float32", {n, 4}, {}},
                {"w", "float32", {2, 4}, {}},
                {"z", "float32", {8, 2, n, m}, {}}};
  };
  ExpectRuns(kModel, binding(2, 2), {8, 2, 1, 1});
  ExpectRuns(kModel, binding(1, 4), {8, 2, 0, 2});
}

// S10: what follows from an element that is taken for a size is assumed, the bound of what data
// decide too. With s = [4, -1] y has 128 columns.
// Whether Reshape takes 16 elements, of 2 x 8, to these sizes; by the specification.
bool Reshapes(int64_t first, int64_t second, bool zero_is_size) {
  const bool is_error = zero_is_size && std::min(first, second) == -1 && first * second == 0;
  if (is_error || std::min(first, second) < -1 || (first == -1 && second == -1)) return false;
  if (first == 0 && !zero_is_size) first = 2;
  if (second == 0 && !zero_is_size) second = 8;
  if (first == -1) return second != 0 && 16 % second == 0;
  if (second == -1) return first != 0 && 16 % first == 0;
  return first * second == 16;
}

struct ElementRanges {
  std::pair<int64_t, int64_t> first;
  std::pair<int64_t, int64_t> second;
};

// Where premises leave an element of which it is certain that it is not the size that the others
// leave, it still has to be -1, or 0 for a dim of that size: at all points.
TEST(S10Chosen, AnElementThatCannotBeTheSizeThatIsLeft) {
  constexpr char kModel[] = R"(
    opset 14
    input x: float32[2, 8]
    input s: int64[2]
    y = Reshape(x, s) allowzero=)";
  const ElementRanges ranges[] = {{{-1, 2}, {0, 3}},
                                  {{0, 3}, {-1, 3}},
                                  {{1, 2}, {-1, 3}},
                                  {{-1, 9}, {-1, 3}},
                                  {{4, 4}, {-1, 0}}};
  for (const bool zero_is_size : {false, true}) {
    const std::string model = absl::StrCat(kModel, zero_is_size ? 1 : 0, "\n output y\n");
    for (const auto& [first, second] : ranges) {
      const std::string premises =
          absl::StrCat("model { premises: ['", first.first, " <= s[0] <= ", first.second, "', '",
                       second.first, " <= s[1] <= ", second.second, "'] }");
      SCOPED_TRACE(premises + (zero_is_size ? " allowzero" : ""));
      std::string bindings;
      std::vector<bool> runs;
      for (int64_t a = first.first; a <= first.second; ++a) {
        for (int64_t b = second.first; b <= second.second; ++b) {
          absl::StrAppend(&bindings, BindingOf({{"s", "int64", {2}, {a, b}}}));
          runs.push_back(Reshapes(a, b, zero_is_size));
        }
      }
      const auto answer = Evaluated(model, premises + bindings);
      for (size_t i = 0; i < runs.size(); ++i) {
        EXPECT_EQ(answer.evaluations(static_cast<int>(i)).verdict(),
                  runs[i] ? v1::Evaluation::VERDICT_VALID : v1::Evaluation::VERDICT_INVALID)
            << i << " of " << bindings;
      }
      // A box tells one number for an element that the facts fix.
      const auto planned =
          AnswerOf<v1::PlanProfilesResponse>(RequestOf<v1::PlanProfilesRequest>(model, premises));
      const v1::Profile& profile = planned.profiles(0);
      if (profile.proof() != v1::Profile::PROOF_PROVED) continue;
      const auto range = [&](int element) {
        const int64_t one = profile.min().binding().inputs(1).values(element);
        const int64_t other = profile.max().binding().inputs(1).values(element);
        return std::pair(std::min(one, other), std::max(one, other));
      };
      for (int64_t a = range(0).first; a <= range(0).second; ++a) {
        for (int64_t b = range(1).first; b <= range(1).second; ++b) {
          EXPECT_TRUE(Reshapes(a, b, zero_is_size)) << a << " " << b;
        }
      }
    }
  }
}

// Nothing is VALID where two elements are no sizes, whatever they are, nor where a rank is declared
// alone.
TEST(S28Unchecked, IsNotValid) {
  constexpr char kModel[] = R"(
    opset 14
    input x: float32[2, 8]
    input s: int64[2]
    y = Reshape(x, s)
    output y
  )";
  const auto two = Evaluated(kModel, "model { premises: ['-1 <= s[0] <= 0', '-1 <= s[1] <= 0'] }" +
                                         BindingOf({{"s", "int64", {2}, {-1, -1}}}));
  EXPECT_NE(two.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  // onnxruntime: a squeezed dim of 2 is none.
  constexpr char kSqueeze[] = R"(
    opset 17
    input x: float32[2]
    input n: float32[N]
    input axes: int64[1]
    y = Squeeze(x, axes)
    output y: float32[1]
  )";
  const auto planned = AnswerOf<v1::PlanProfilesResponse>(
      RequestOf<v1::PlanProfilesRequest>(kSqueeze, "model { premises: '1 <= N <= 4' }"));
  EXPECT_NE(planned.profiles(0).proof(), v1::Profile::PROOF_PROVED);
  const auto one = Evaluated(kSqueeze, BindingOf({{"axes", "int64", {1}, {-1}}}));
  EXPECT_EQ(one.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
  // It may have 0 to 2*N columns: the product is one of two only where there are two.
  constexpr char kDeclared[] = R"(
    opset 14
    input x: float32[2, N]
    input w: float32[2, 1]
    n = NonZero(x)
    f = Cast(n) to=1
    y = MatMul(f, w)
    output f: float32[2, 2]
    output y
  )";
  const auto declared = Evaluated(kDeclared, BindingOf({{"x", "float32", {2, 3}, {}}}));
  EXPECT_EQ(declared.evaluations(0).verdict(), v1::Evaluation::VERDICT_OPEN);
}

// onnxruntime: slices of 6 and 9 elements are not stacked, one of them is.
TEST(S28Unchecked, SlicesOfSeveralSizes) {
  constexpr char kModel[] = R"(
    opset 21
    input x: float32[3, N]
    input m: int64[]
    input z: float32[3, N]
    v, y = Loop(m, _, x) body={ input i: int64[] input c: bool[] input a: float32[?, ?]
      b = Concat(a, z) axis=0 k = Identity(c) s = Identity(b) output k output b output s }
    output y
  )";
  const auto binding = [](int64_t trips) {
    return Case{
        {"x", "float32", {3, 1}, {}}, {"m", "int64", {}, {trips}}, {"z", "float32", {3, 1}, {}}};
  };
  const auto answer = Evaluated(kModel, BindingOf(binding(3)));
  EXPECT_NE(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  ExpectRuns(kModel, binding(1), {1, 6, 1});
}

// A guard tells no size that a declaration gives an unknown that a binding decides: at starts of -1
// and a step of 1 there is one element, not none.
TEST(S29Settled, NotBySizesThatAreDeclaredLater) {
  constexpr char kModel[] = R"(
    opset 14
    input x: float32[N]
    input end: int64[1]
    input step: int64[1]
    const start: int64[1] = -1
    const axis: int64[1] = 0
    a = Slice(x, start, end, axis, step)
    y = Transpose(a) perm=[0]
    output y: float32[0]
  )";
  ExpectRuns(kModel,
             {{"x", "float32", {4}, {}}, {"end", "int64", {1}, {100}}, {"step", "int64", {1}, {1}}},
             {1});
  const auto guard =
      AnswerOf<v1::CompileGuardResponse>(RequestOf<v1::CompileGuardRequest>(kModel, ""));
  ASSERT_EQ(guard.program().outputs_size(), 1);
  EXPECT_TRUE(guard.program().outputs(0).types(0).unsized()) << guard.ShortDebugString();
}

TEST(S10Chosen, TheBoundOfAnUnknownRestsOnElements) {
  const Inferred inferred(R"(
    opset 18
    input x: float32[N, M]
    input s: int64[2]
    r = Reshape(x, s)
    y = NonZero(r)
    output y
  )");
  EXPECT_THAT(inferred.Facts(), Contains(HasSubstr("ASSUMED ?1 <= s[0]*s[1]")));
  EXPECT_THAT(inferred.Facts(), Not(Contains(HasSubstr("REQUIRED ?1"))));
}

// A computed size of 0 copies a dim, and one of -1 is inferred: only where it is a size does the
// product of the sizes say anything. N = 0 and N = 2 run.
TEST(S10Chosen, ComputedSizesOfReshapeRequireNothing) {
  constexpr char kModel[] = R"(
    opset 18
    input x: float32[N]
    const one: int64[1] = 1
    const two: int64[1] = 2
    d = Shape(x)
    e = Sub(d, one)
    s = Concat(two, e) axis=0
    y = Reshape(x, s)
    output y
  )";
  const Inferred inferred(kModel);
  EXPECT_THAT(inferred.Facts(), Not(Contains(HasSubstr("REQUIRED"))));
  EXPECT_THAT(inferred.Diagnostics(), IsEmpty());
  EXPECT_EQ(inferred.Type("x"), "float32[N]");
  ExpectRuns(kModel, {{"x", "float32", {0}, {}}}, {2, 0});
  ExpectRuns(kModel, {{"x", "float32", {2}, {}}}, {2, 1});
}

TEST(S10Chosen, ComputedSizesBesideAnInferredOneRequireNothing) {
  constexpr char kModel[] = R"(
    opset 18
    input x: float32[1, N]
    input z: float32[M, N]
    const zero: int64[1] = 0
    const one: int64[1] = 1
    const minus: int64[1] = -1
    d = Shape(z)
    f = Slice(d, zero, one)
    e = Sub(f, one)
    s = Concat(e, minus) axis=0
    y = Reshape(x, s)
    output y
  )";
  EXPECT_THAT(Inferred(kModel).Facts(), Not(Contains(HasSubstr("REQUIRED"))));
  ExpectRuns(kModel, {{"x", "float32", {1, 1}, {}}, {"z", "float32", {1, 1}, {}}}, {1, 1});
  ExpectRuns(kModel, {{"x", "float32", {1, 6}, {}}, {"z", "float32", {3, 6}, {}}}, {2, 3});
}

// S29: sizes that the elements of a sequence have together need not differ for those of a binding.
TEST(S29Sequences, PartsThatAreAlikeAtABinding) {
  constexpr char kModel[] = R"(
    opset 18
    input x: float32[N, 2, M]
    input z: float32[M, 2, A]
    const two: int64[] = 2
    p = SplitToSequence(x, two) axis=0
    q = SequenceInsert(p, z)
    y = ConcatFromSequence(q) axis=0
    output y
  )";
  const auto at = [](int64_t n, int64_t m, int64_t a) {
    return Case{{"x", "float32", {n, 2, m}, {}}, {"z", "float32", {m, 2, a}, {}}};
  };
  ExpectAsFresh(kModel, {at(1, 1, 1), at(4, 2, 2), at(3, 1, 1)});
  ExpectRuns(kModel, at(1, 1, 1), {2, 2, 1});
}

TEST(S29Sequences, OnePart) {
  constexpr char kModel[] = R"(
    opset 18
    input x: float32[1, N, M, A]
    const two: int64[] = 2
    const last: int64[] = -1
    p = SplitToSequence(x, two) axis=1
    y = SequenceAt(p, last)
    output y
  )";
  const auto at = [](int64_t n) { return Case{{"x", "float32", {1, n, 3, 1}, {}}}; };
  ExpectAsFresh(kModel, {at(1), at(2), at(4)});
}

// S29: N is 2 by what comes after it, and the rank was open as it was inferred.
TEST(S29Ranks, ASizeThatALaterNodeDemands) {
  constexpr char kModel[] = R"(
    opset 19
    input x: float32[4, N]
    input z: float32[2, 2]
    y = Squeeze(x)
    c = Concat(z, x) axis=0
    output y
    output c
  )";
  const Case binding = {{"x", "float32", {4, 2}, {}}, {"z", "float32", {2, 2}, {}}};
  ExpectAsFresh(kModel, {binding});
  ExpectRuns(kModel, binding, {4, 2});
}

// S28: at a binding a side that cannot be 1 is the size.
TEST(S28Broadcasts, ASideThatIsKnown) {
  constexpr char kModel[] = R"(
    opset 16
    input x: float32[2, N]
    input r: int64[2]
    n = NonZero(x)
    f = Cast(n) to=1
    t = Tile(x, r)
    y = Add(f, t)
    output y
  )";
  ExpectAsFresh(kModel, {{{"x", "float32", {2, 3}, {}}, {"r", "int64", {2}, {1, 2}}},
                         {{"x", "float32", {2, 2}, {}}, {"r", "int64", {2}, {1, 2}}}});
}

// S28: runtimes differ on where this slice ends; it has no more elements than the axis.
TEST(S28Slices, TheMostThatAnOpenEndLeaves) {
  constexpr char kModel[] = R"(
    opset 11
    input x: float32[N, M]
    const zero: int64[1] = 0
    const far: int64[1] = 9223372036854775807
    const back: int64[1] = -1
    y = Slice(x, zero, far, zero, back)
    output y
  )";
  const auto answer = Evaluated(kModel, BindingOf({{"x", "float32", {3, 1}, {}}}));
  EXPECT_THAT(UpperSizesOf(answer.evaluations(0)), ElementsAre(3, 1));
}

// S28: what data decide is a multiple of the parts, and never more than what an element leaves.
TEST(S28Bounds, OfWhatLaterFactsLeaveOfAnUnknown) {
  constexpr char kParts[] = R"(
    opset 12
    input x: float32[N]
    v = NonZero(x)
    p, q, r = Split(v) axis=1
    y = Identity(v)
    output y
  )";
  const auto parts = Evaluated(kParts, BindingOf({{"x", "float32", {64}, {}}}));
  EXPECT_THAT(UpperSizesOf(parts.evaluations(0)), ElementsAre(1, 63));
  constexpr char kRest[] = R"(
    opset 18
    input limit: float32[]
    input s: int64[1]
    const one: float32[] = 1
    const two: float32[] = 2
    v = Range(one, limit, two)
    n = Shape(v)
    left = Sub(s, n)
    y = ConstantOfShape(left)
    output v
    output y
  )";
  const auto rest = Evaluated(kRest, BindingOf({{"s", "int64", {1}, {2}}}));
  EXPECT_THAT(UpperSizesOf(rest.evaluations(0)), ElementsAre(2, 2));
}

// S28: 16 columns are declared, and there are no more than 2*N.
TEST(S28Declared, MoreThanTheBindingLeaves) {
  constexpr char kModel[] = R"(
    opset 18
    input x: float32[N, 2]
    n = NonZero(x)
    y = Cast(n) to=1
    output y: float32[2, 16]
  )";
  ExpectAsFresh(kModel, {{{"x", "float32", {3, 2}, {}}}, {{"x", "float32", {8, 2}, {}}}});
  const auto answer = Evaluated(kModel, BindingOf({{"x", "float32", {3, 2}, {}}}));
  EXPECT_THAT(UpperSizesOf(answer.evaluations(0)), ElementsAre(2, 6));
}

// An anonymous size of an input is one size, also of all elements of a sequence.
TEST(S29Sequences, ElementsOfAnAnonymousSize) {
  constexpr char kModel[] = R"(
    opset 18
    input x: float32[N, ?]
    const first: int64[] = 0
    p = SplitToSequence(x) axis=0
    y = SequenceAt(p, first)
    output y
  )";
  EXPECT_EQ(Inferred(kModel).Type("y"), "float32[1, ?1]");
  ExpectRuns(kModel, {{"x", "float32", {3, 4}, {}}}, {1, 4});
}

// S28: an input has the sizes that the binding gives it, whatever stands for them by then.
TEST(S28Inputs, KeepTheirSizes) {
  constexpr char kModel[] = R"(
    opset 18
    input a: float32[]
    input b: float32[]
    input z: float32[M, 1]
    const step: float32[] = 2.0
    const s: int64[2] = 4 -1
    r = Range(a, b, step)
    t = Reshape(r, s)
    y = MatMul(t, z)
    output y
  )";
  const auto answer = Evaluated(kModel, BindingOf({{"z", "float32", {3, 1}, {}}}) + " packed {}");
  const auto& sizes = answer.evaluations(0).packed().sizes();
  EXPECT_THAT(std::vector<int64_t>(sizes.begin(), sizes.end()), ::testing::IsSupersetOf({3, 1}));
  EXPECT_EQ(sizes[0], 3) << answer.ShortDebugString();
}

}  // namespace
}  // namespace shapewright::questions
