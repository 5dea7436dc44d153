// S58 to S61: what a model demands of requests, as a program. What is expected follows from the
// specification of the operators.
#include "core/questions/guard/compile_guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/guard/request_check.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Sizes = std::vector<int64_t>;

struct GivenSizes {
  std::string name;
  Sizes sizes;
  Sizes elements = {};
};

v1::GuardProgram Compiled(absl::string_view model, const std::string& rest = "") {
  return AnswerOf<v1::CompileGuardResponse>(RequestOf<v1::CompileGuardRequest>(model, rest))
      .program();
}

// What the guard says of a request: "pass", or the verdict and what is wrong.
std::string Said(const v1::GuardProgram& program, const std::vector<GivenSizes>& given) {
  const auto loaded = guard::LoadedGuard::Load(program);
  EXPECT_TRUE(loaded.ok()) << loaded.status();
  guard::RequestCheck check(*loaded);
  std::vector<guard::RequestTensor> request;
  for (const GivenSizes& each : given) {
    request.push_back({each.name, v1::ELEMENT_TYPE_UNSPECIFIED, each.sizes, each.elements});
  }
  const guard::Verdict verdict = check.Check(request);
  std::string text = verdict == guard::Verdict::kPass   ? "pass"
                     : verdict == guard::Verdict::kFail ? "fail"
                                                        : "undecided";
  for (const guard::Problem& problem : check.problems()) {
    absl::StrAppend(&text, "; ", check.Describe(problem));
  }
  return text;
}

// The sizes of output `k` for a request; -1 of what is not known.
Sizes SizesFor(const v1::GuardProgram& program, const std::vector<GivenSizes>& given, int k = 0) {
  guard::RequestCheck check(*guard::LoadedGuard::Load(program));
  std::vector<guard::RequestTensor> request;
  for (const GivenSizes& each : given) {
    request.push_back({each.name, v1::ELEMENT_TYPE_UNSPECIFIED, each.sizes, each.elements});
  }
  check.Check(request);
  const v1::GuardType* const type = check.TypeOf(program.outputs(k));
  Sizes sizes;
  if (type == nullptr || type->unsized()) return {-7};
  for (const uint32_t size : type->sizes()) sizes.push_back(check.SizeAt(size).value_or(-1));
  return sizes;
}

constexpr char kMasked[] = R"(
  input x: float32[N, S]
  input mask: float32[N, S]
  const length: int64[1] = 512
  const zero: int64[1] = 0
  const one: int64[1] = 1
  const two: int64[1] = 2
  positions = ConstantOfShape(length)
  shape = Shape(x)
  last = Slice(shape, one, two)
  used = Slice(positions, zero, last)
  a = Add(x, mask)
  y = Add(a, used)
  output y
)";

// The example of S61: S is at most 512, as more positions are not there.
TEST(CompileGuardS61, ChecksTheExample) {
  const v1::GuardProgram program = Compiled(kMasked);
  EXPECT_EQ(program.coverage(), v1::GuardProgram::COVERAGE_COMPLETE);
  EXPECT_EQ(Said(program, {{"x", {8, 128}}, {"mask", {8, 128}}}), "pass");
  EXPECT_EQ(SizesFor(program, {{"x", {8, 128}}, {"mask", {8, 128}}}), (Sizes{8, 128}));
  EXPECT_THAT(Said(program, {{"x", {8, 600}}, {"mask", {8, 600}}}), HasSubstr("fail; node"));
  EXPECT_THAT(Said(program, {{"x", {8, 128}}, {"mask", {7, 128}}}),
              HasSubstr("fail; axis 0 of input mask is N: 7 = 8 does not hold; give 8"));
  EXPECT_THAT(Said(program, {{"x", {8}}, {"mask", {8, 128}}}),
              HasSubstr("fail; input x has 2 axes: 1 = 2 does not hold; give 2"));
  EXPECT_EQ(Said(program, {{"x", {8, 128}}}),
            "fail; input mask is missing; give float32[N, S]; not decided: input mask has 2 axes; "
            "not decided: axis 0 of input mask is N; not decided: axis 1 of input mask is S");
}

TEST(CompileGuardS58, FollowsSizesAndMultiples) {
  const v1::GuardProgram program = Compiled(kReshapeToRows);
  EXPECT_EQ(SizesFor(program, {{"x", {16, 4}}}), (Sizes{2, 32}));
  EXPECT_THAT(Said(program, {{"x", {12, 4}}}), HasSubstr("fail; node 0 Reshape"));
  EXPECT_THAT(Said(program, {{"x", {12, 4}}}), HasSubstr("N must be a multiple of 8"));
  EXPECT_THAT(Said(program, {{"x", {16, 3}}}), HasSubstr("fail; axis 1 of input x is 4: 3 = 4"));
}

constexpr char kToShape[] = R"(
  input x: float32[N, 6]
  input s: int64[2]
  y = Reshape(x, s)
  output y
)";

// Inference takes the elements for sizes; -1 is another case, which the guard leaves to a server.
TEST(CompileGuardS58, TakesElements) {
  const v1::GuardProgram program = Compiled(kToShape);
  EXPECT_EQ(Said(program, {{"x", {4, 6}}, {"s", {2}, {3, 8}}}), "pass");
  EXPECT_EQ(SizesFor(program, {{"x", {4, 6}}, {"s", {2}, {3, 8}}}), (Sizes{3, 8}));
  EXPECT_THAT(Said(program, {{"x", {4, 6}}, {"s", {2}, {3, 9}}}), HasSubstr("fail; "));
  EXPECT_THAT(Said(program, {{"x", {4, 6}}, {"s", {2}, {3, -1}}}), HasSubstr("undecided; "));
  EXPECT_THAT(Said(program, {{"x", {4, 6}}, {"s", {2}}}), HasSubstr("undecided; "));
}

constexpr char kDepth[] = R"(
  input i: int64[8]
  input depth: int64[]
  input w: float32[?]
  const values: float32[2] = 0 1
  hot = OneHot(i, depth, values)
  y = MatMul(hot, w)
  output y
)";

// `depth[] = ?1` makes the element stand for the dim: both are read, each where it is declared.
// Oracle: onnxruntime refuses {depth 3, w [1]} and gives [8] for {3, [3]} (found at random).
TEST(CompileGuardS58, HoldsAnElementAgainstADim) {
  const v1::GuardProgram program = Compiled(kDepth);
  EXPECT_EQ(Said(program, {{"i", {8}}, {"depth", {}, {3}}, {"w", {3}}}), "pass");
  EXPECT_EQ(SizesFor(program, {{"i", {8}}, {"depth", {}, {3}}, {"w", {3}}}), (Sizes{8}));
  EXPECT_THAT(Said(program, {{"i", {8}}, {"depth", {}, {3}}, {"w", {1}}}),
              HasSubstr("fail; node 1 MatMul"));
}

constexpr char kBranches[] = R"(
  input x: float32[B, S]
  input rate: int64[]
  const fast: int64[] = 16000
  const shape: int64[2] = -1 8
  is_fast = Equal(rate, fast)
  y = If(is_fast) then_branch={ a = Reshape(x, shape) output a }
                  else_branch={ b = Flatten(x) axis=0 output b }
  output y
)";

// Facts of a branch count where it runs.
TEST(CompileGuardS58, LooksAtConditionsOfBranches) {
  const v1::GuardProgram program = Compiled(kBranches);
  EXPECT_EQ(Said(program, {{"x", {3, 8}}, {"rate", {}, {16000}}}), "pass");
  EXPECT_EQ(SizesFor(program, {{"x", {3, 8}}, {"rate", {}, {16000}}}), (Sizes{3, 8}));
  EXPECT_THAT(Said(program, {{"x", {3, 7}}, {"rate", {}, {16000}}}), HasSubstr("fail; "));
  EXPECT_EQ(Said(program, {{"x", {3, 7}}, {"rate", {}, {8000}}}), "pass");
  EXPECT_EQ(SizesFor(program, {{"x", {3, 7}}, {"rate", {}, {8000}}}), (Sizes{1, 21}));
  EXPECT_THAT(Said(program, {{"x", {3, 7}}, {"rate", {}}}), HasSubstr("undecided; "));
}

constexpr char kRanks[] = R"(
  input x: float32[B, S]
  const one: int64[] = 1
  const axes: int64[1] = 1
  shape = Shape(x)
  length = Gather(shape, one)
  is_one = Equal(length, one)
  y = If(is_one) then_branch={ b = Squeeze(x, axes) output b }
                 else_branch={ c = Identity(x) output c }
  output y
)";

// S33: types that the sizes decide.
TEST(CompileGuardS58, ChoosesAlternatives) {
  const v1::GuardProgram program = Compiled(kRanks);
  ASSERT_EQ(program.outputs(0).types_size(), 2);
  EXPECT_EQ(SizesFor(program, {{"x", {5, 1}}}), (Sizes{5}));
  EXPECT_EQ(SizesFor(program, {{"x", {5, 2}}}), (Sizes{5, 2}));
}

// What data decide is listed, with the bound of sizes.
TEST(CompileGuardS61, TellsWhatItDoesNotCover) {
  const v1::GuardProgram program = Compiled(R"(
    input x: float32[N]
    input w: float32[3]
    n = NonZero(x)
    y = Squeeze(n)
    t = Cast(w) to=7
    z = Add(y, t)
    output n
    output z
  )");
  EXPECT_EQ(program.coverage(), v1::GuardProgram::COVERAGE_PARTIAL);
  ASSERT_GE(program.not_covered_size(), 1);
  EXPECT_EQ(Said(program, {{"x", {5}}, {"w", {3}}}), "pass");
  EXPECT_EQ(SizesFor(program, {{"x", {5}}, {"w", {3}}}), (Sizes{1, -1}));
  EXPECT_EQ(program.outputs(0).types(0).upper_sizes_size(), 2);
}

TEST(CompileGuardS61, IsUndecidedWhereInputsHaveNoRank) {
  const v1::GuardProgram program = Compiled("input x: float32\n y = Relu(x)\n output y");
  EXPECT_THAT(Said(program, {{"x", {5}}}),
              HasSubstr("undecided; not decided: input x has no rank in the model"));
}

TEST(CompileGuardS61, FailsWhereTheModelIsWrong) {
  const v1::GuardProgram program = Compiled(R"(
    input x: float32[N, 3]
    input w: float32[4, 5]
    y = MatMul(x, w)
    output y
  )");
  EXPECT_THAT(Said(program, {{"x", {2, 3}}, {"w", {4, 5}}}),
              HasSubstr("fail; the model is wrong: "));
}

// onnxruntime pools an axis of 2 with a kernel of 3 into none, and the product runs at no other
// size: what is wrong with the model is so only where there is room.
TEST(CompileGuardS61, IsUndecidedWhereAPoolingHasNoRoom) {
  const v1::GuardProgram program = Compiled(R"(
    input x: float32[1, 2, N]
    input w: float32[2, 3]
    a = AveragePool(x) kernel_shape=[3]
    y = MatMul(x, w)
    output a
    output y
  )");
  EXPECT_THAT(Said(program, {{"x", {1, 2, 2}}, {"w", {2, 3}}}), HasSubstr("undecided; "));
  EXPECT_THAT(Said(program, {{"x", {1, 2, 3}}, {"w", {2, 3}}}),
              HasSubstr("fail; the model is wrong: "));
}

// Premises are checked too, and what is given of elements.
TEST(CompileGuardS58, ChecksPremisesAndConstants) {
  const v1::GuardProgram program =
      Compiled(kToShape,
               "model { premises: '2 <= N <= 8' premises: 'mod(N, 2) = 0' premises: 'N in {4, 6}' "
               "constants { name: 's' tensor { element_type: ELEMENT_TYPE_INT64 sizes: 2 "
               "ints: [ 4, -1 ] } } }");
  EXPECT_EQ(Said(program, {{"x", {4, 6}}, {"s", {2}, {4, -1}}}), "pass");
  EXPECT_THAT(Said(program, {{"x", {8, 6}}, {"s", {2}, {4, -1}}}),
              HasSubstr("premises[2]: N is in the list"));
  EXPECT_THAT(Said(program, {{"x", {4, 6}}, {"s", {2}, {3, -1}}}),
              HasSubstr("fail; element 0 of input s is given as a constant: 3 = 4"));
  EXPECT_THAT(Said(program, {{"x", {9, 6}}, {"s", {2}, {4, -1}}}),
              HasSubstr("fail; input x: given by the request: N <= 6"));
}

TEST(CompileGuard, HasInnerValuesAndMemory) {
  const v1::GuardProgram program = Compiled(kConcatAndRelu, "values: 'a' memory {}");
  ASSERT_EQ(program.values_size(), 1);
  EXPECT_EQ(program.values(0).name(), "a");
  guard::RequestCheck check(*guard::LoadedGuard::Load(program));
  const Sizes x = {3, 4};
  const Sizes y = {5, 4};
  const guard::RequestTensor request[] = {{"x", v1::ELEMENT_TYPE_FLOAT, x, {}},
                                          {"y", v1::ELEMENT_TYPE_FLOAT, y, {}}};
  ASSERT_EQ(check.Check(request), guard::Verdict::kPass);
  EXPECT_EQ(check.SizeAt(check.TypeOf(program.values(0))->sizes(0)), 8);
  // Inputs of 48 and 80 bytes, an output of 128, and `a`, 128 too.
  EXPECT_EQ(check.MemoryBytes(), 48 + 80 + 128 + 128);
}

TEST(CompileGuard, BlamesFields) {
  const auto field = [](const std::string& rest) {
    return FieldOfError(RequestOf<v1::CompileGuardRequest>(kConcatAndRelu, rest));
  };
  EXPECT_EQ(field("values: 'q'"), "values[0]");
  EXPECT_EQ(field("values: 'a' values: 'a'"), "values[1]");
  EXPECT_EQ(field("memory { with_plan: true }"), "memory.with_plan");
  EXPECT_EQ(field("memory { reuse_in_place: true }"), "memory.reuse_in_place");
  EXPECT_EQ(field("memory { alignment_bytes: 3 }"), "memory.alignment_bytes");
  EXPECT_EQ(field("max_request { name: 'q' }"), "max_request[0].name");
  EXPECT_EQ(field("max_request { name: 'x' } max_request { name: 'x' }"), "max_request[1].name");
}

TEST(CompileGuardS60, SaysChecksInCel) {
  const v1::GuardProgram program =
      Compiled(kReshapeToRows, "max_request { name: 'x' sizes: [ 64, 4 ] }");
  std::vector<std::string> texts;
  for (const v1::GuardCheck& check : program.checks()) texts.push_back(check.cel());
  EXPECT_THAT(texts, ElementsAre("(size(request.inputs[\"x\"].shape) == 2)",
                                 "(request.inputs[\"x\"].shape[1] == 4)",
                                 "(8 != 0 && request.inputs[\"x\"].shape[0] % 8 == 0)",
                                 HasSubstr("0 <= ")));
  EXPECT_THAT(program.not_in_cel(), IsEmpty());
  EXPECT_EQ(program.max_slots_size(), program.slots_size());
}

// Numbers that may leave 64 bits are not said.
TEST(CompileGuardS60, LeavesOutWhatMayOverflow) {
  const v1::GuardProgram program =
      Compiled(kReshapeToRows, "max_request { name: 'x' sizes: [ 9223372036854775806, 4 ] }");
  EXPECT_GT(program.not_in_cel_size(), 0);
  EXPECT_EQ(program.max_slots_size(), 0);
}

}  // namespace
}  // namespace shapewright::questions
