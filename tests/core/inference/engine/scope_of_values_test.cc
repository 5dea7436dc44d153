// What is known of a value within a branch, a body or a call, and what is left of it afterwards.
// Expected values by hand from the operators' specification and the paragraphs of semantics.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tests/core/inference/support/inferred.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// The elements of the last value of a name, as text.
std::vector<std::string> Elements(const v1::InferShapesResponse& answer, absl::string_view name) {
  std::vector<std::string> elements;
  for (const v1::GraphInfo& graph : answer.graphs()) {
    for (const v1::ValueInfo& value : graph.values()) {
      if (value.name() != name) continue;
      elements.clear();
      for (const v1::Amount& element : value.elements()) {
        elements.push_back(element.has_value() ? absl::StrCat(element.value()) : element.expr());
      }
    }
  }
  return elements;
}

v1::InferShapesResponse AnswerWithElements(absl::string_view model, const std::string& rest = "") {
  return Answer(Request(model, absl::StrCat("include: PART_ELEMENTS ", rest)));
}

// Each branch fixes the length N of the vector x: to 2, to 5.
std::string TwoLengths(absl::string_view use_then, absl::string_view use_else,
                       absl::string_view after = "z = Identity(p) output z") {
  return absl::StrCat(R"(
    input p: bool[]
    input f: float32[N]
    input x: int64[N]
    input d: float32[K]
    const w2: float32[2] = 1 1
    const w5: float32[5] = 1 1 1 1 1
    const five: int64[5] = 1 2 3 4 5
    y = If(p) then_branch={ m = MatMul(f, w2) )",
                      use_then, R"( output m }
              else_branch={ n = MatMul(f, w5) )",
                      use_else, R"( output n }
    )",
                      after, R"(
    output y
  )");
}

TEST(S2Scope, ElementsOfAnOuterValueLearnedInABranchAreOfThatBranch) {
  const Inferred model(TwoLengths("a = Reshape(d, x)", "b = Reshape(d, x)"));
  EXPECT_EQ(model.Type("a"), "float32[x[0], x[1]]");
  EXPECT_EQ(model.Type("b"), "float32[x[0], x[1], x[2], x[3], x[4]]");
}

TEST(S2Scope, AShapeThatABranchFillsHasTheRankOfItsOwnLength) {
  const Inferred model(TwoLengths("a = ConstantOfShape(x)", "b = ConstantOfShape(x)"));
  EXPECT_EQ(model.Type("a"), "float32[x[0], x[1]]");
  EXPECT_EQ(model.Type("b"), "float32[x[0], x[1], x[2], x[3], x[4]]");
}

TEST(S2Scope, ArithmeticOverAnOuterValueReadsAsManyElementsAsTheBranchKnows) {
  const auto answer = AnswerWithElements(
      TwoLengths("a = ConstantOfShape(x)", "b = Add(x, five) c = Concat(b, x) axis=0"));
  EXPECT_THAT(Elements(answer, "b"),
              ElementsAre("x[0] + 1", "x[1] + 2", "x[2] + 3", "x[3] + 4", "x[4] + 5"));
}

TEST(S2Scope, NothingIsLeftOfABranchAfterIt) {
  const Inferred model(TwoLengths("a = ConstantOfShape(x)", "", "z = ConstantOfShape(x) output z"));
  EXPECT_EQ(model.Type("z"), "float32?");
}

TEST(S2Scope, ABranchThatNeverRunsTeachesNothing) {
  const Inferred model(R"(
    input f: float32[N]
    input x: int64[N]
    const w2: float32[2] = 1 1
    p = Constant() value=bool[](0)
    y = If(p) then_branch={ m = MatMul(f, w2) a = ConstantOfShape(x) output m }
              else_branch={ b = ConstantOfShape(x) r = NonZero(f) n = ReduceSum(f) keepdims=0 output n }
    output y
  )");
  EXPECT_EQ(model.Type("a"), "float32[x[0], x[1]]");
  EXPECT_EQ(model.Type("b"), "float32?");
}

TEST(S2Scope, NothingIsLeftOfABodyAfterIt) {
  const Inferred model(R"(
    input trips: int64[]
    input f: float32[N]
    input x: int64[N]
    input v: float32[]
    const w2: float32[2] = 1 1
    y = Loop(trips, _, v) body={
      input i: int64[]
      input c: bool[]
      input s: float32[]
      m = MatMul(f, w2)
      a = ConstantOfShape(x)
      k = Identity(c)
      output k
      output m
    }
    z = ConstantOfShape(x)
    output y
    output z
  )");
  EXPECT_EQ(model.Type("a"), "float32[x[0], x[1]]");
  EXPECT_EQ(model.Type("z"), "float32?");
}

TEST(S2Scope, ABranchWithinABranchKnowsWhatTheOuterOneLearned) {
  const Inferred model(TwoLengths(
      "a = ConstantOfShape(x) t = If(p) then_branch={ b = ConstantOfShape(x) u = Identity(p) "
      "output u } else_branch={ v = Identity(p) output v }",
      "e = ConstantOfShape(x)"));
  EXPECT_EQ(model.Type("a"), "float32[x[0], x[1]]");
  EXPECT_EQ(model.Type("b"), "float32[x[0], x[1]]");
  EXPECT_EQ(model.Type("e"), "float32[x[0], x[1], x[2], x[3], x[4]]");
}

TEST(S2Scope, AFunctionCalledInBothBranchesIsOfEachCall) {
  const Inferred model(absl::StrCat(
      "opset 17 opset my.domain 1 ", TwoLengths("a = my.domain.Fill(x)", "b = my.domain.Fill(x)"),
      " function my.domain.Fill(q) -> (r) { r = ConstantOfShape(q) }"));
  // The elements of x by whatever name it goes in the function.
  EXPECT_EQ(model.Type("a"), "float32[x[0], x[1]]");
  EXPECT_EQ(model.Type("b"), "float32[x[0], x[1], x[2], x[3], x[4]]");
}

// Where a fact is asked for, once each: rounds of a fixed point and branches that never run ask for
// nothing.
TEST(S2Scope, PlacesOfAFactAreThoseThatCount) {
  const Inferred model(R"(
    input trips: int64[]
    input x: float32[N]
    input y: float32[M]
    input v: float32[K]
    w = Add(x, y)
    u = Loop(trips, _, v) body={
      input i: int64[]
      input c: bool[]
      input s: float32[?]
      a = Add(x, y)
      b = Mul(x, y)
      t = Concat(s, v) axis=0
      k = Identity(c)
      output k
      output t
    }
    p = Constant() value=bool[](0)
    q = If(p) then_branch={ e = Add(x, y) f = Mul(x, y) output f }
              else_branch={ g = Sub(x, y) output g }
    output w
    output u
    output q
  )");
  ASSERT_EQ(model.Facts().front(), "REQUIRED N broadcasts with M");
  std::vector<std::string> places;
  for (const v1::Site& site : model.answer().facts(0).sites()) {
    places.push_back(absl::StrCat(site.graph(), ":", site.node()));
  }
  // Both sides of the first one, then the two of the body and the one of the branch that runs.
  EXPECT_THAT(places, ElementsAre("0:0", "0:0", "1:0", "1:1", "3:0"));
}

// S22: NonZero(f) is one question, but how large its answer can be is not the same everywhere.
TEST(S22Unknowns, BoundsOfAnUnknownThatABranchMakesAreOfThatBranch) {
  const Inferred model(TwoLengths("a = NonZero(f)", "b = NonZero(f)", "z = NonZero(f) output z"));
  EXPECT_EQ(model.Type("a"), "int64[1, ?1]");
  EXPECT_THAT(model.Symbols(), Contains("?1 DATA_DEPENDENT 0..2"));
  EXPECT_EQ(model.Type("b"), "int64[1, ?2]");
  EXPECT_THAT(model.Symbols(), Contains("?2 DATA_DEPENDENT 0..5"));
  EXPECT_EQ(model.Type("z"), "int64[1, ?3]");
  EXPECT_THAT(model.Symbols(), Contains("?3 DATA_DEPENDENT 0.."));
}

TEST(S22Unknowns, WhereBothBranchesKnowTheSameTheUnknownIsOne) {
  const Inferred model(R"(
    input p: bool[]
    input f: float32[N]
    y = If(p) then_branch={ a = NonZero(f) output a }
              else_branch={ b = NonZero(f) output b }
    z = NonZero(f)
    output y
    output z
  )");
  EXPECT_EQ(model.Type("y"), "int64[1, ?1]");
  EXPECT_EQ(model.Type("z"), "int64[1, ?1]");
}

// A value of a function is one in the answer, whatever it is in each call.
TEST(S12Functions, ElementsThatDifferFromCallToCallAreNotAnswered) {
  const auto answer = AnswerWithElements(R"(
    opset 17
    opset my.domain 1
    input x: float32[2]
    input z: float32[3]
    a = my.domain.Sizes(x)
    b = my.domain.Sizes(z)
    function my.domain.Sizes(q) -> (r) { s = Shape(q) one = Constant() value=int64[1](1) r = Add(s, one) }
    output a
    output b
  )");
  EXPECT_THAT(Elements(answer, "a"), ElementsAre("3"));
  EXPECT_THAT(Elements(answer, "b"), ElementsAre("4"));
  EXPECT_THAT(Elements(answer, "s"), IsEmpty());
  EXPECT_THAT(Elements(answer, "r"), IsEmpty());
}

TEST(S12Functions, ElementsThatAllCallsAgreeOnAreAnswered) {
  const auto answer = AnswerWithElements(R"(
    opset 17
    opset my.domain 1
    input x: float32[N]
    a = my.domain.Sizes(x)
    b = my.domain.Sizes(x)
    function my.domain.Sizes(q) -> (r) { r = Shape(q) }
    output a
    output b
  )");
  EXPECT_THAT(Elements(answer, "r"), ElementsAre("N"));
}

// A body that is run iteration by iteration, too, has the values in the answer that all have.
TEST(S18Loop, ElementsOfABodyAreNotThoseOfItsLastIteration) {
  const auto answer = AnswerWithElements(R"(
    const trips: int64[] = 3
    const v: int64[2] = 4 5
    y = Loop(trips, _, v) body={
      input i: int64[]
      input c: bool[]
      input s: int64[?]
      t = Concat(s, s) axis=0
      f = ConstantOfShape(v)
      k = Identity(c)
      output k
      output t
    }
    output y
  )");
  EXPECT_EQ(Elements(answer, "y").size(), 16);
  EXPECT_THAT(Elements(answer, "i"), IsEmpty());
  EXPECT_THAT(Elements(answer, "s"), IsEmpty());
  EXPECT_THAT(Elements(answer, "t"), IsEmpty());
}

// What a false value_info says under SKIP goes before what is inferred, elements and all.
constexpr char kFalselyDeclared[] = R"(
  const three: int64[3] = 1 2 3
  const many: int64[64] = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
                          1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
  a = Identity(three)
  b = Add(a, many)
  c = ConstantOfShape(a)
  value a: int64[64]
  output b
  output c
)";

TEST(S6DeclaredTypes, ElementsGoWithTheTypeThatSkipReplaces) {
  const auto answer = AnswerWithElements(kFalselyDeclared,
                                         "model { options { declared_types: MERGE_POLICY_SKIP } }");
  EXPECT_EQ(ShapeOf(answer, "a"), "[64]");
  EXPECT_EQ(ShapeOf(answer, "b"), "[64]");
  EXPECT_THAT(Elements(answer, "a"), Not(ElementsAre("1", "2", "3")));
}

TEST(S6DeclaredTypes, ElementsStayWhereSkipSaysTheSame) {
  const auto answer = AnswerWithElements(R"(
    const three: int64[3] = 1 2 3
    a = Identity(three)
    b = Add(a, a)
    value a: int64[3]
    output b
  )",
                                         "model { options { declared_types: MERGE_POLICY_SKIP } }");
  EXPECT_THAT(Elements(answer, "b"), ElementsAre("2", "4", "6"));
}

TEST(S6DeclaredTypes, ElementsOfAnotherKindDoNotStayUnderSkip) {
  const auto answer = AnswerWithElements(R"(
    const three: int64[3] = 1 2 3
    a = Identity(three)
    b = Identity(a)
    value a: float32[3]
    output b
  )",
                                         "model { options { declared_types: MERGE_POLICY_SKIP } }");
  EXPECT_THAT(Elements(answer, "b"), IsEmpty());
}

constexpr char kReshapeInBranch[] = R"(
  input x: float32[N, 4]
  input shape: int64[2]
  a = Reshape(x, shape)
  output a
)";

TEST(GivenElements, MakeTheInputAsLongAsTheyAre) {
  const auto answer = AnswerWithElements(kReshapeInBranch, R"pb(
    model {
      constants {
        name: "shape"
        tensor { element_type: ELEMENT_TYPE_INT64 sizes: 3 ints: 1 ints: 2 ints: 8 }
      }
    })pb");
  EXPECT_EQ(ShapeOf(answer, "shape"), "[3]");
  EXPECT_EQ(ShapeOf(answer, "a"), "[1, 2, 8]");
}

TEST(GivenElements, GoBeforeATypeThatIsGivenBesideThem) {
  const auto answer = AnswerWithElements(kReshapeInBranch, R"pb(
    model {
      input_types {
        name: "shape"
        type { text: "int64[64]" }
      }
      constants {
        name: "shape"
        tensor { element_type: ELEMENT_TYPE_INT64 sizes: 1 ints: 8 }
      }
    })pb");
  EXPECT_EQ(ShapeOf(answer, "shape"), "[1]");
  EXPECT_EQ(ShapeOf(answer, "a"), "[8]");
}

TEST(GivenElements, OfABindingThatAreNotAsManyAsDeclaredContradict) {
  for (const char* sizes : {"sizes: 3 values: [ 1, 2, 8 ]", "values: 8", "sizes: 0"}) {
    const auto answer = Evaluated(
        kReshapeInBranch, absl::StrCat("bindings { inputs { name: 'shape' ", sizes, " } }"));
    ASSERT_EQ(answer.evaluations_size(), 1);
    EXPECT_EQ(answer.evaluations(0).violations_size(), 1) << sizes;
  }
}

// S9: a name in a body is per iteration, and never leaves it.
TEST(S9Names, WhatABodyNamesIsNoAliasOutside) {
  const Inferred model(R"(
    input trips: int64[]
    input x: float32[N, 3]
    input e: float32[2, 3]
    y = Loop(trips, _, x) body={
      input i: int64[]
      input c: bool[]
      input v: float32[?, 3]
      w = Concat(v, e) axis=0
      value w: float32[Grown, 3]
      k = Identity(c)
      output k
      output w
    }
    output y
  )");
  for (const std::string& symbol : model.Symbols()) {
    EXPECT_THAT(symbol, Not(::testing::StartsWith("Grown"))) << symbol;
  }
}

TEST(S9Names, ANameInABodyIsNotThatOfAnInput) {
  const Inferred model(R"(
    input trips: int64[]
    input x: float32[N]
    input f: float32[K]
    y = Loop(trips, _, x) body={
      input i: int64[]
      input c: bool[]
      input v: float32[?]
      w = NonZero(f)
      value w: int64[1, N]
      k = Identity(c)
      output k
      output v
    }
    output y
  )");
  EXPECT_EQ(model.Type("w"), "int64[1, ?1]");
  EXPECT_THAT(model.Facts(), ElementsAre("REQUIRED ?1 <= K"));
}

}  // namespace
}  // namespace shapewright::inference
