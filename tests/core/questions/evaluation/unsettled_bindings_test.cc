// Bindings that decide what inference has left unknown (S28 to S31). Oracle: a fresh inference
// whose inputs have exactly those sizes and elements; sizes that are written out follow from ONNX's
// specification of the operators.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "core/inference/read_model.h"
#include "core/questions/binding/unsettled_values.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "tests/core/inference/support/fresh_cases.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using inference::InferOptions;
using ::testing::ElementsAre;

// The example of S32.
constexpr char kSampleRate[] = R"(
  input x: float32[B, S]
  input sr: int64[]
  const rate: int64[] = 16000
  const one: int64[] = 1
  const axes: int64[1] = 1
  const fixed: int64[2] = 2 3
  is_fast = Equal(sr, rate)
  y = If(is_fast) then_branch={
        shape = Shape(x)
        length = Gather(shape, one)
        is_one = Equal(length, one)
        a = If(is_one) then_branch={ b = Squeeze(x, axes) output b }
                       else_branch={ c = Identity(x) output c }
        output a }
      else_branch={ d = ConstantOfShape(fixed) output d }
  output y
)";

Case SampleRate(int64_t batch, int64_t length, int64_t rate) {
  return {{"x", "float32", {batch, length}, {}}, {"sr", "int64", {}, {rate}}};
}

TEST(S32Bindings, SizesAndElementsDecideRanks) {
  const std::vector<Case> cases = {SampleRate(2, 1, 16000), SampleRate(4, 7, 16000),
                                   SampleRate(2, 1, 8000), SampleRate(0, 1, 16000)};
  ExpectAsFresh(kSampleRate, cases);
  std::string bindings;
  for (const Case& each : cases) bindings += BindingOf(each);
  const auto answer = Evaluated(kSampleRate, bindings);
  const auto sizes = [&](int i) { return answer.evaluations(i).outputs(0).sizes(); };
  EXPECT_THAT(sizes(0), ElementsAre(2));
  EXPECT_THAT(sizes(1), ElementsAre(4, 7));
  EXPECT_THAT(sizes(2), ElementsAre(2, 3));
  EXPECT_THAT(sizes(3), ElementsAre(0));
  for (const v1::Evaluation& each : answer.evaluations()) {
    EXPECT_EQ(each.verdict(), v1::Evaluation::VERDICT_VALID) << each.ShortDebugString();
  }
}

// The order of bindings does not matter, nor what came before.
TEST(S28Bindings, EachIsAnsweredByItself) {
  const std::vector<Case> cases = {SampleRate(2, 1, 16000), SampleRate(4, 7, 16000),
                                   SampleRate(2, 1, 8000)};
  std::string forwards;
  std::string backwards;
  for (const Case& each : cases) {
    forwards += BindingOf(each);
    backwards = BindingOf(each) + backwards;
  }
  const auto first = Evaluated(kSampleRate, forwards);
  const auto second = Evaluated(kSampleRate, backwards);
  for (int i = 0; i < 3; ++i) {
    const auto alone = Evaluated(kSampleRate, BindingOf(cases[static_cast<size_t>(i)]));
    EXPECT_EQ(first.evaluations(i).SerializeAsString(), alone.evaluations(0).SerializeAsString());
    EXPECT_EQ(second.evaluations(2 - i).SerializeAsString(),
              alone.evaluations(0).SerializeAsString());
  }
}

TEST(S28Bindings, PackedSizesSayTheRanksThatTheyHave) {
  const auto answer = Evaluated(kSampleRate, "packed {}" + BindingOf(SampleRate(2, 1, 16000)) +
                                                 BindingOf({{"x", "float32", {4, 7}, {}}}));
  const v1::PackedSizes& known = answer.evaluations(0).packed();
  ASSERT_EQ(known.ranks_size(), answer.packed_index().ranks_size());
  int64_t sum = 0;
  for (const int32_t rank : known.ranks()) sum += rank;
  EXPECT_EQ(known.sizes_size(), sum);
  // Without the rate, what it decides stays open.
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_OPEN);
}

// ceil(log2(N)): numpy gives 4 for 13, and libraries differ in the last places for 8.
TEST(S28Bindings, ALogarithmOfASizeThatIsBound) {
  constexpr char kModel[] = R"(
    input x: float32[N]
    const two: float32[] = 2
    size = Shape(x)
    count = Cast(size) to=1
    log = Log(count)
    base = Log(two)
    exponent = Div(log, base)
    whole = Ceil(exponent)
    levels = Cast(whole) to=7
    y = ConstantOfShape(levels)
    output y
  )";
  std::vector<Case> cases;
  std::string bindings;
  for (const int64_t n : {1, 3, 13, 1000, 8}) {
    cases.push_back({{"x", "float32", {n}, {}}});
    bindings += BindingOf(cases.back());
  }
  ExpectAsFresh(kModel, cases);
  const auto answer = Evaluated(kModel, bindings);
  const std::vector<int64_t> expected = {0, 2, 4, 10};
  for (int i = 0; i < 4; ++i) {
    EXPECT_THAT(answer.evaluations(i).outputs(0).sizes(), ElementsAre(expected[i])) << i;
  }
  EXPECT_THAT(answer.evaluations(4).outputs(0).sizes(), ElementsAre(-1));
}

TEST(S28Bindings, ALoopWhoseTripCountIsBound) {
  std::vector<Case> cases;
  for (int64_t m = 0; m < 5; ++m) {
    for (int64_t n = 0; n < 3; ++n) {
      cases.push_back({{"x", "float32", {n}, {}}, {"m", "int64", {}, {m}}});
    }
  }
  ExpectAsFresh(R"(
    input x: float32[N]
    input m: int64[]
    const yes: bool[] = 1
    y = Loop(m, yes, x) body={
          input i: int64[]
          input c: bool[]
          input v: float32['n']
          w = Concat(v, v) axis=0
          d = Identity(c)
          output d
          output w }
    output y
  )",
                cases);
}

// All iterations run, so that what they require holds: 3 positions are too few for the second
// convolution.
TEST(S28Bindings, WhatLaterIterationsRequire) {
  const auto answer = Evaluated(R"(
    input x: float32[1, 1, W]
    input k: float32[1, 1, 2]
    const m: int64[] = 2
    const yes: bool[] = 1
    y = Loop(m, yes, x) body={
          input i: int64[]
          input c: bool[]
          input v: float32['a', 'b', 'n']
          w = Conv(v, k) strides=[2]
          d = Identity(c)
          output d
          output w }
    output y
  )",
                                R"pb(
                                  bindings { symbols { symbol: "W" size: 4 } }
                                  bindings { symbols { symbol: "W" size: 3 } })pb");
  EXPECT_EQ(answer.evaluations(0).violations_size(), 0);
  EXPECT_THAT(answer.evaluations(0).outputs(0).sizes(), ElementsAre(1, 1, 1));
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_INVALID);
}

TEST(S28Bindings, AxesAndRepeatsThatAreElements) {
  std::vector<Case> cases;
  for (const int64_t axis : {0, 1, -1, -2}) {
    for (int64_t n = 0; n < 3; ++n) {
      cases.push_back({{"x", "float32", {n, 4}, {}}, {"a", "int64", {1}, {axis}}});
    }
  }
  ExpectAsFresh(R"(
    input x: float32[N, 4]
    input a: int64[1]
    y = Unsqueeze(x, a)
    z = ReduceSum(x, a) keepdims=0
    output y
    output z
  )",
                cases);
}

// A fact of a branch that does not run fails nothing; of one that may run it leaves the verdict
// open. Oracle: by hand, 15 elements are no multiple of 4.
TEST(S32Bindings, WhatOnlyABranchDemands) {
  constexpr char kModel[] = R"(
    input x: float32[N, 3]
    input c: bool[]
    const four: int64[2] = 4 -1
    y = If(c) then_branch={ a = Reshape(x, four) output a }
              else_branch={ b = Relu(x) output b }
    output y
  )";
  const auto answer =
      Evaluated(kModel, BindingOf({{"x", "float32", {5, 3}, {}}, {"c", "bool", {}, {0}}}) +
                            BindingOf({{"x", "float32", {5, 3}, {}}, {"c", "bool", {}, {1}}}) +
                            BindingOf({{"x", "float32", {5, 3}, {}}}));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(5, 3));
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_EQ(answer.evaluations(2).verdict(), v1::Evaluation::VERDICT_OPEN);
  EXPECT_EQ(answer.evaluations(2).violations_size(), 1);
}

TEST(S28Bindings, ElementsOfItsType) {
  const auto field = [](const std::string& element, int value, const std::string& rest) {
    return Evaluated("input k: " + element +
                         "[1]\n a = Cast(k) to=7\n y = ConstantOfShape(a)\n output y\n",
                     rest + BindingOf({{"k", element, {1}, {value}}}))
        .evaluations(0)
        .error()
        .field();
  };
  EXPECT_EQ(field("uint8", 255, ""), "");
  EXPECT_EQ(field("uint8", 256, ""), "inputs[0].values");
  EXPECT_EQ(field("uint8", -1, ""), "inputs[0].values");
  EXPECT_EQ(field("bool", 2, ""), "inputs[0].values");
  const std::string constant =
      "model { constants { name: 'k' tensor { element_type: ELEMENT_TYPE_INT64 sizes: 1 ints: 4 } "
      "} }";
  EXPECT_EQ(field("int64", 4, constant), "");
  EXPECT_EQ(field("int64", 5, constant), "inputs[0].values");
}

TEST(S28Bindings, RangesThatAreDims) {
  const auto answer = Evaluated(
      "input x: float32[N, 3]\n y = Relu(x)\n output y\n",
      "model { input_types { name: 'x' type { text: 'float32[2..3, 3]' } } }" +
          BindingOf({{"x", "float32", {2, 3}, {}}}) + BindingOf({{"x", "float32", {5, 3}, {}}}));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_INVALID);
}

// The inferences count as work.
// The element of the maximum is a symbol that Range has made.
TEST(S28Bindings, WhatFollowsFromReducedElements) {
  constexpr char kModel[] = R"(
    input l: int64[K]
    const zero: int64[] = 0
    const one: int64[] = 1
    const axes: int64[1] = 1
    m = ReduceMax(l) keepdims=0
    r = Range(zero, m, one)
    u = Unsqueeze(l, axes)
    output r
    output u
  )";
  ExpectAsFresh(kModel, {{{"l", "int64", {2}, {2, 3}}},
                         {{"l", "int64", {3}, {7, 1, 4}}},
                         {{"l", "int64", {1}, {0}}}});
}

// One of one element, none of none.
TEST(S28Bindings, TheLeastOfWhatIsUnique) {
  constexpr char kModel[] = "input x: float32[N]\n u = Unique(x)\n output u\n";
  ExpectAsFresh(kModel, {{{"x", "float32", {0}, {}}}, {{"x", "float32", {1}, {}}}});
}

TEST(S31Bindings, WorkIsLimited) {
  std::string bindings = "limits { work: 3000 }";
  for (int64_t n = 1; n < 300; ++n) bindings += BindingOf(SampleRate(n, 1, 16000));
  const auto bytes = AnswerBytes(EvaluateRequestOf(kSampleRate, bindings));
  EXPECT_EQ(bytes.status().code(), absl::StatusCode::kResourceExhausted);
}

// Elements on which no shape depends may be wrong all the same. Oracle: 7 rows have no row 9.
TEST(S28Bindings, ElementsThatANodeChecks) {
  const auto answer = Evaluated(
      R"(
    input ids: int64[N]
    const rows: float32[7, 2] = 0 0 0 0 0 0 0 0 0 0 0 0 0 0
    y = Gather(rows, ids)
    output y
  )",
      BindingOf({{"ids", "int64", {2}, {1, 6}}}) + BindingOf({{"ids", "int64", {2}, {1, 9}}}));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_EQ(answer.evaluations(1).violations_size(), 1);
}

// A dim that only an output's declaration names.
TEST(S28Bindings, NamesOfOutputsAreSizesToo) {
  const std::vector<Case> cases = {{{"x", "float32", {2, 4}, {}}, {"p", "bool", {}, {1}}},
                                   {{"x", "float32", {2, 4}, {}}, {"p", "bool", {}, {0}}}};
  const auto answer = Evaluated(R"(
    input x: float32[2, 4]
    input p: bool[]
    const axes: int64[1] = 0
    const fixed: int64[2] = 1 9
    y = If(p) then_branch={ a = Relu(x) output a }
              else_branch={ b = ConstantOfShape(fixed) output b }
    output y: float32[rows, columns]
  )",
                                BindingOf(cases[0]) + BindingOf(cases[1]));
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(2, 4));
  EXPECT_THAT(SizesOf(answer.evaluations(1)), ElementsAre(1, 9));
}

bool IsUnsettled(absl::string_view model, const std::string& name) {
  const v1::EvaluateShapesRequest request = EvaluateRequestOf(model, "");
  const auto read = inference::ReadModel(request.model(), InferOptions());
  EXPECT_TRUE(read.ok()) << read.status();
  const auto run = RunInference(request, **read, InferOptions());
  EXPECT_TRUE(run.ok()) << run.status();
  const UnsettledValues unsettled(*(*run)->engine);
  const auto& values = (*run)->model->values;
  for (graph::ValueId id = 0; id < values.size(); ++id) {
    if (values[id].name == name) return unsettled.Contains(id);
  }
  ADD_FAILURE() << "no value " << name;
  return false;
}

// What data alone decide, no binding does: such models are not inferred anew.
TEST(S29Settled, WhatDataDecide) {
  constexpr absl::string_view kData = R"(
    input x: float32[N]
    input ids: int64[N]
    const limit: float32[] = 0.5
    const zero: int64[] = 0
    big = Greater(x, limit)
    found = NonZero(big)
    count = Shape(found) start=1
    y = Gather(x, found) axis=0
    one = Squeeze(count)
    is_none = Equal(one, zero)
    z = If(is_none) then_branch={ a = Identity(x) output a }
                    else_branch={ b = Unsqueeze(x, count) output b }
    where = NonZero(ids)
    output y
    output z
    output where
  )";
  EXPECT_FALSE(IsUnsettled(kData, "found"));
  EXPECT_FALSE(IsUnsettled(kData, "y"));
  EXPECT_FALSE(IsUnsettled(kData, "z"));
  EXPECT_TRUE(IsUnsettled(kData, "where"));
  // What inputs decide is settled where it has alternatives (S33).
  EXPECT_FALSE(IsUnsettled(kSampleRate, "y"));
}

// What a loop carries has other sizes from one iteration to the next for some sizes of a binding
// and keeps them for others. onnxruntime 1.31 returns [3] with x [3] or [1] and w [3], and refuses
// x [3] with w [4], whatever the number of iterations and the condition are.
TEST(S28Bindings, WhatALoopCarries) {
  for (const char* const trips : {"3", "900"}) {
    const std::string model = absl::StrCat(R"(
      input x: float32[N]
      input w: float32[M]
      const count: int64[] = )",
                                           trips, R"(
      const yes: bool[] = 1
      y = Loop(count, yes, x) body={
        input i: int64[] input c: bool[] input v: float32
        vo = Add(v, w)
        co = Identity(c)
        output co output vo }
      output y
    )");
    ExpectAsFresh(model, {{{"x", "float32", {3}, {}}, {"w", "float32", {3}, {}}},
                          {{"x", "float32", {1}, {}}, {"w", "float32", {3}, {}}},
                          {{"x", "float32", {3}, {}}, {"w", "float32", {4}, {}}}});
    const auto answer = Evaluated(
        model, "bindings { symbols { symbol: 'N' size: 3 } symbols { symbol: 'M' size: 3 } }");
    EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
    EXPECT_THAT(answer.evaluations(0).outputs(0).sizes(), ElementsAre(3));
  }
}

// A loop whose first condition the data decide may have no iteration, so that nothing in its body
// fails for sure: onnxruntime 1.31 runs it with x = 0, w [3] and u [4].
TEST(S2Bindings, TheDataDecideWhetherABodyRuns) {
  for (const char* const count : {"count", "_"}) {
    const std::string model = absl::StrCat(R"(
      input x: float32[]
      input w: float32[N]
      input u: float32[M]
      const count: int64[] = 3
      c0 = Cast(x) to=9
      y = Loop()",
                                           count, R"(, c0, x) body={
        input i: int64[] input c: bool[] input v: float32
        p = MatMul(w, u)
        vo = Add(v, p)
        co = Identity(c)
        output co output vo }
      output y
    )");
    const auto answer =
        Evaluated(model,
                  "bindings { symbols { symbol: 'N' size: 3 } symbols { symbol: 'M' size: 4 } }"
                  "bindings { symbols { symbol: 'N' size: 3 } symbols { symbol: 'M' size: 3 } }");
    EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_OPEN) << model;
    EXPECT_NE(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_INVALID) << model;
    EXPECT_TRUE(answer.evaluations(1).violations().empty()) << model;
  }
}

// Constants that nothing has read yet are elements like others. onnxruntime 1.31 returns [7] with
// x [0], and [9], [4], [2] with x [2] and w [4].
TEST(S26Bindings, BranchesThatAreConstants) {
  const auto model = [](absl::string_view otherwise) {
    return absl::StrCat(R"(
      input x: float32[N]
      input w: float32[M]
      const zero: int64[1] = 0
      const axes: int64[1] = 0
      const seven: int64[1] = 7
      const nine: int64[1] = 9
      n = Shape(x)
      m = Shape(w)
      is_empty = Equal(n, zero)
      c = Squeeze(is_empty, axes)
      q = If(c) then_branch={ a = Identity(seven) output a } else_branch={ b = )",
                        otherwise, R"( output b }
      y = ConstantOfShape(q)
      output y
    )");
  };
  const auto shape = [&](absl::string_view otherwise) {
    return ShapeOf(Answer(Request(model(otherwise), "")), "y");
  };
  EXPECT_EQ(shape("Identity(nine)"), "[9 - 2*max(0, 1 - N)]");
  EXPECT_EQ(shape("Identity(m)"), "[if((N = 0), 7, M)]");
  EXPECT_EQ(shape("Div(m, n)"), "[if((N = 0), 7, M//N)]");
  for (const char* const otherwise : {"Identity(nine)", "Identity(m)", "Div(m, n)"}) {
    ExpectAsFresh(model(otherwise), {{{"x", "float32", {0}, {}}, {"w", "float32", {4}, {}}},
                                     {{"x", "float32", {2}, {}}, {"w", "float32", {4}, {}}}});
  }
}

// The lengths of two Ifs by one condition are two symbols, which what follows makes equal; bindings
// of the condition are answered as onnxruntime 1.31.1 runs them.
TEST(S32Bindings, OfTwoIfsByOneCondition) {
  constexpr char kTwoIfs[] = R"(
  input c: bool[]
  const two: int64[1] = 2
  const three: int64[1] = 3
  a = If(c) then_branch={ t = ConstantOfShape(two) output t }
            else_branch={ e = ConstantOfShape(three) output e }
  b = If(c) then_branch={ u = ConstantOfShape($0) output u }
            else_branch={ v = ConstantOfShape($1) output v }
  y = Add(a, b)
  output y
)";
  const std::vector<Case> cases = {{{"c", "bool", {}, {1}}}, {{"c", "bool", {}, {0}}}};
  std::string bindings;
  for (const Case& each : cases) bindings += BindingOf(each);
  const std::string equal = absl::Substitute(kTwoIfs, "two", "three");
  ExpectAsFresh(equal, cases);
  const auto runs = Evaluated(equal, bindings);
  EXPECT_THAT(runs.evaluations(0).outputs(0).sizes(), ElementsAre(2));
  EXPECT_THAT(runs.evaluations(1).outputs(0).sizes(), ElementsAre(3));
  const auto fails = Evaluated(absl::Substitute(kTwoIfs, "three", "two"), bindings);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(runs.evaluations(i).verdict(), v1::Evaluation::VERDICT_VALID);
    EXPECT_EQ(fails.evaluations(i).verdict(), v1::Evaluation::VERDICT_INVALID);
  }
}

// Every assumption about v is broken where it runs: for v = 0 and at most one element, says
// onnxruntime 1.31.1 of all of these.
TEST(S5Bindings, OfASizeThatIsNegatedAndExpanded) {
  constexpr char kNegated[] = R"(
  input x: float32[A]
  input v: int64[1]
  const m: int64[1] = -1
  s = Sub(m, v)
  r = Reshape(x, s)
  y = Expand(r, v)
  output y
)";
  for (const int64_t size : {0, 1, 2, 3}) {
    for (const int64_t v : {-3, -2, -1, 0, 1, 2}) {
      const auto answer =
          Evaluated(kNegated, BindingOf({{"x", "float32", {size}, {}}, {"v", "int64", {1}, {v}}}));
      const bool runs = v == 0 && size <= 1;
      EXPECT_EQ(answer.evaluations(0).verdict(),
                runs ? v1::Evaluation::VERDICT_VALID : v1::Evaluation::VERDICT_INVALID)
          << size << " " << v;
      if (!runs) continue;
      EXPECT_THAT(answer.evaluations(0).outputs(0).sizes(), ElementsAre(0));
    }
  }
}

}  // namespace
}  // namespace shapewright::questions
