// Names and declared types. Expected values by the paragraphs of semantics.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/inference/support/inferred.h"

namespace shapewright::inference {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(S5Basis, SharedInputNameIsDeclaredOncePerFurtherPosition) {
  const Inferred model(R"(
    input x: float32[N, 3]
    input y: float32[N, N]
    a = Relu(x)
    output a
  )");
  EXPECT_THAT(model.Facts(), ElementsAre("DECLARED N = N", "DECLARED N = N"));
}

TEST(S6DeclaredTypes, FillInWhatInferenceLeftUnknown) {
  const Inferred model(R"(
    opset 17
    opset my.domain 1
    input x: float32[N, 3]
    a = my.domain.Unknown(x)
    b = Relu(a)
    value a: float32[N, 7]
    output b
  )");
  EXPECT_EQ(model.Type("b"), "float32[N, 7]");
}

TEST(S6DeclaredTypes, NeverOverrideAndWarnOnConflict) {
  const Inferred model(R"(
    input x: float32[N, 3]
    a = Relu(x)
    output a: float32[N, 4]
  )");
  EXPECT_EQ(model.Type("a"), "float32[N, 3]");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("WARNING DECLARED_TYPE_CONFLICT"));
}

TEST(S6DeclaredTypes, ConflictIsAnErrorUnderStrict) {
  InferOptions strict;
  strict.strictness = Strictness::kNoErrors;
  const Inferred model(R"(
    input x: float32[N, 3]
    a = Relu(x)
    output a: float32[N, 4]
  )",
                       strict);
  EXPECT_EQ(model.status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(S6DeclaredTypes, NeverConstrainAnInput) {
  const Inferred model(R"(
    input x: float32[N, 3]
    a = Relu(x)
    output a: float32[8, 3]
  )");
  EXPECT_EQ(model.Type("a"), "float32[N, 3]");
  EXPECT_EQ(model.Type("x"), "float32[N, 3]");
}

TEST(S6DeclaredTypes, NameOfAnOutputOnlyIsAnAlias) {
  const Inferred model(R"(
    input x: float32[N, 3]
    input y: float32[5, 3]
    c = Concat(x, y) axis=0
    output c: float32[M, 3]
  )");
  EXPECT_EQ(model.Type("c"), "float32[N + 5, 3]");
  EXPECT_THAT(model.Symbols(), Contains("M ALIAS .. := N + 5"));
}

TEST(S8DimParam, ExpressionOverDeclaredNamesIsThatExpression) {
  const Inferred model(R"(
    input past: float32[B, past_sequence]
    input ids: float32[B, sequence]
    input mask: float32[B, 'past_sequence + sequence']
    c = Concat(past, ids) axis=1
    d = Add(c, mask)
    output d
  )");
  EXPECT_EQ(model.Type("mask"), "float32[B, past_sequence + sequence]");
  EXPECT_EQ(model.Type("d"), "float32[B, past_sequence + sequence]");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
}

TEST(S8DimParam, ExpressionOverUndeclaredNamesIsOneSymbol) {
  const Inferred model(R"(
    input x: float32['a + b', 'a + b']
    y = Relu(x)
    output y
  )");
  EXPECT_EQ(model.Type("y"), "float32[`a + b`, `a + b`]");
}

// Sizes are those of the notations' own documentation (docs/notation.md).
TEST(S8DimParam, DimsOfExportersAreExpressions) {
  const Inferred model(R"(
    input x: float32[H, W]
    input y: float32['floor(H/2)', 'H/2 + H/2', '(W - 1)/2 + 1', 'Max(1, W)', 'H**2', 'W % 4']
    z = Relu(y)
    output z
  )");
  EXPECT_EQ(model.Type("z"), "float32[H//2, H, (W + 1)//2, max(1, W), H*H, mod(W, 4)]");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
}

TEST(S8DimParam, WhatLooksLikeArithmeticAndIsNoneIsTold) {
  const Inferred model(R"(
    input x: float32[H, 'log(H)', 'floor(K/2)', 'batch.1', 'a-b', 'batch (dynamic)', 'R/R_dim_0']
    y = Relu(x)
    output y
  )");
  EXPECT_EQ(model.Type("y"),
            "float32[H, `log(H)`, `floor(K/2)`, batch.1, `a-b`, "
            "`batch (dynamic)`, `R/R_dim_0`]");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("WARNING UNREADABLE_DIM", "WARNING UNREADABLE_DIM"));
  ASSERT_EQ(model.answer().diagnostics_size(), 2);
  EXPECT_EQ(model.answer().diagnostics(0).message(),
            "the declared dim \"log(H)\" looks like an expression, but is taken for a name: column "
            "1: expected a function, found \"log\"");
  EXPECT_EQ(model.answer().diagnostics(1).message(),
            "the declared dim \"floor(K/2)\" looks like an expression, but is taken for a name: "
            "column 7: expected the name of a dim of an input, found \"K\"");
}

TEST(S8DimParam, WhatToolsReadInTwoWaysIsToldOnce) {
  const Inferred model(R"(
    input x: float32[H, W, '2*(H/2)', '2*(W/2)', 'H/W', 'H^2']
    y = Relu(x)
    output y
  )");
  EXPECT_EQ(model.Type("y"), "float32[H, W, H, W, `H/W`, H*H]");
  EXPECT_THAT(model.Diagnostics(),
              ElementsAre("INFO AMBIGUOUS_DIM", "INFO AMBIGUOUS_DIM", "INFO AMBIGUOUS_DIM"));
}

TEST(S8DimParam, TextsThatNameNothingAreAnonymous) {
  const Inferred model(R"(
    input x: float32['?', 'None', -1, 0]
    y = Relu(x)
    output y
  )");
  EXPECT_EQ(model.Type("y"), "float32[?1, ?2, ?3, 0]");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("WARNING ANONYMOUS_DIM", "WARNING ANONYMOUS_DIM",
                                               "WARNING ANONYMOUS_DIM"));
}

TEST(S4Constants, RequiredSizePrintsEverywhereAndStaysInTheTable) {
  const Inferred model(R"(
    input x: float32[M, N]
    input w: float32[8, 4]
    a = Relu(x)
    b = MatMul(a, w)
    output b
  )");
  EXPECT_EQ(model.Type("a"), "float32[M, 8]");
  EXPECT_EQ(model.Type("x"), "float32[M, 8]");
  EXPECT_EQ(model.DeclaredType("x"), "float32[M, N]");
  EXPECT_EQ(model.Type("b"), "float32[M, 4]");
  EXPECT_THAT(model.Symbols(), Contains("N INPUT_DIM 0.. := 8"));
  EXPECT_THAT(model.Facts(), ElementsAre("REQUIRED N = 8"));
}

TEST(S19Contradictions, OnlyTheConflictingDimBecomesUnknown) {
  const Inferred model(R"(
    input x: float32[2, 3, N]
    input y: float32[2, 4, M]
    c = Concat(x, y) axis=2
    d = Relu(c)
    output d
  )");
  EXPECT_EQ(model.Type("d"), "float32[2, ?1, N + M]");
  EXPECT_THAT(model.Diagnostics(), ElementsAre("ERROR DIM_MISMATCH"));
}

TEST(S10ValueSymbols, ElementsOfInputsHaveNames) {
  const Inferred model(R"(
    input shape: int64[2]
    input n: int64[]
    x = ConstantOfShape(shape)
    output x
  )");
  EXPECT_EQ(model.Type("x"), "float32[shape[0], shape[1]]");
  EXPECT_THAT(model.Facts(), ElementsAre("REQUIRED 0 <= shape[0]", "REQUIRED 0 <= shape[1]"));
  EXPECT_THAT(model.Symbols(), Contains("shape[0] INPUT_VALUE 0.."));
}

TEST(S12Range, OverValueSymbols) {
  const Inferred model(R"(
    input start: int64[]
    input stop: int64[]
    input step: int64[]
    r = Range(start, stop, step)
    output r
  )");
  EXPECT_EQ(model.Type("r"), "int64[max(0, ceildiv(stop[] - start[], step[]))]");
}

TEST(S22SameQuestion, EqualOperatorsOverEqualValuesGiveEqualUnknowns) {
  const Inferred model(R"(
    input x: float32[N]
    a = NonZero(x)
    i = Identity(x)
    b = NonZero(i)
    y = Relu(x)
    c = NonZero(y)
    output a
    output b
    output c
  )");
  EXPECT_EQ(model.Type("a"), model.Type("b"));
  EXPECT_NE(model.Type("a"), model.Type("c"));
}

}  // namespace
}  // namespace shapewright::inference
