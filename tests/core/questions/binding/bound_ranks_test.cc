// Bindings for inputs of unknown rank. Expected values by hand from the operators' specifications.
#include "core/questions/binding/bound_ranks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/graph/onnx/onnx_reader.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using inference::InferOptions;
using shapewright::SizesOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kConv[] = R"(
  input x: float32
  input w: float32[8, 3, 3, 3]
  y = Conv(x, w)
  output y
)";

std::string Sizes(const std::string& sizes) {
  return "bindings { inputs { name: 'x' sizes: [" + sizes + "] } }";
}

TEST(BoundRanks, TheRankOfTheBindingsIsThatOfTheInput) {
  const auto answer = Answer(EvaluateRequestOf(kConv, Sizes("1, 3, 8, 8") + Sizes("2, 3, 4, 6")));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_THAT(RanksOf(answer.evaluations(0)), ElementsAre(4));
  ASSERT_EQ(answer.evaluations_size(), 2);
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(1, 8, 6, 6));
  EXPECT_THAT(SizesOf(answer.evaluations(1)), ElementsAre(2, 8, 2, 4));
  EXPECT_THAT(answer.evaluations(1).violations(), IsEmpty());
}

// Oracle: what each binding is answered alone.
TEST(BoundRanks, NoBindingIsAnsweredWithSizesOfAnother) {
  constexpr char kRelu[] = R"(
    input x: float32
    y = Relu(x)
    output y
  )";
  const std::string empty = "bindings {}";
  const auto answer = Evaluated(kRelu, empty + Sizes("2, 3") + Sizes("-2"));
  ASSERT_EQ(answer.evaluations_size(), 3);
  EXPECT_THAT(RanksOf(answer.evaluations(0)), ElementsAre(-1));
  EXPECT_THAT(SizesOf(answer.evaluations(1)), ElementsAre(2, 3));
  EXPECT_TRUE(answer.evaluations(2).has_error());
  const auto first = Evaluated(kRelu, Sizes("-2") + Sizes("2, 3"));
  EXPECT_TRUE(first.evaluations(0).has_error());
  EXPECT_THAT(SizesOf(first.evaluations(1)), ElementsAre(2, 3));
}

TEST(BoundRanks, ARankThatAnOperatorRefusesIsInvalid) {
  const auto answer = Answer(EvaluateRequestOf(kConv, Sizes("2, 3")));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
}

TEST(BoundRanks, LengthsOfElements) {
  constexpr char kFill[] = R"(
    input x: int64
    y = ConstantOfShape(x)
    output y
  )";
  const auto answer = Evaluated(kFill, "bindings { inputs { name: 'x' values: [ 4, 5 ] } }");
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(4, 5));
}

std::string Elements(const std::string& input, const std::string& elements, int count) {
  return "bindings { inputs { name: '" + input + "' sizes: " + std::to_string(count) +
         " values: [" + elements + "] } }";
}

// The length of x, which the bindings fix, is the rank of y.
TEST(BoundRanks, TheLengthOfElementsIsThatOfTheInput) {
  constexpr char kFill[] = R"(
    input x: int64[K]
    input z: float32[K, 3]
    y = ConstantOfShape(x)
    output y
    output z
  )";
  const auto answer = Answer(EvaluateRequestOf(
      kFill, Elements("x", "4, 5", 2) + Elements("x", "6, 7", 2) + "bindings {}"));
  EXPECT_THAT(RanksOf(answer.evaluations(0)), ElementsAre(2, 2));
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(4, 5, 2, 3));
  EXPECT_THAT(SizesOf(answer.evaluations(1)), ElementsAre(6, 7, 2, 3));
  EXPECT_THAT(answer.evaluations(0).violations(), IsEmpty());
  // Bindings with different lengths are answered each by itself.
  const auto several =
      Answer(EvaluateRequestOf(kFill, Elements("x", "4, 5", 2) + Elements("x", "4, 5, 6", 3)));
  EXPECT_THAT(RanksOf(several.evaluations(0)), ElementsAre(2, 2));
  EXPECT_THAT(SizesOf(several.evaluations(0)), ElementsAre(4, 5, 2, 3));
  EXPECT_THAT(SizesOf(several.evaluations(1)), ElementsAre(4, 5, 6, 3, 3));
  // Also beside one that says nothing of elements.
  const auto mixed = Answer(EvaluateRequestOf(kFill, Sizes("2") + Elements("x", "4, 5, 6", 3)));
  EXPECT_THAT(mixed.evaluations(0).violations(), IsEmpty());
  EXPECT_THAT(SizesOf(mixed.evaluations(0)), ElementsAre(-1, -1, 2, 3));
  EXPECT_THAT(SizesOf(mixed.evaluations(1)), ElementsAre(4, 5, 6, 3, 3));
  // A shape fixes a length, too.
  EXPECT_THAT(SizesOf(Evaluated(kFill, Sizes("2")).evaluations(0)), ElementsAre(-1, -1, 2, 3));
}

v1::EntryError BindingErrorOf(const v1::EvaluateShapesRequest& request, int binding) {
  return Answer(request).evaluations(binding).error();
}

// The request's constant may have another shape than the declared one, here a scalar.
TEST(BoundRanks, ALengthOfWhatHasNone) {
  const std::string elements = Elements("x", "4, 5", 2);
  const std::string constant =
      "model { constants { name: 'x' tensor { element_type: ELEMENT_TYPE_INT64 ints: [7] } } }";
  const std::string model = "input x: int64[K]\n y = Neg(x)\n output y\n";
  EXPECT_EQ(BindingErrorOf(EvaluateRequestOf(model, constant + elements), 0).field(),
            "inputs[0].sizes");
}

// S28: a binding is answered by what it says itself.
TEST(BoundRanks, EachBindingHasItsOwnRank) {
  constexpr char kRelu[] = "input x: float32\n y = Relu(x)\n output y\n";
  const auto answer = Evaluated(kRelu, Sizes("1, 3") + "bindings {}" + Sizes("2, 3, 4"));
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(1, 3));
  EXPECT_THAT(RanksOf(answer.evaluations(1)), ElementsAre(-1));
  EXPECT_THAT(SizesOf(answer.evaluations(2)), ElementsAre(2, 3, 4));
  const auto conv = Evaluated(kConv, Sizes("1, 3, 8, 8") + Sizes("2, 3"));
  EXPECT_THAT(SizesOf(conv.evaluations(0)), ElementsAre(1, 8, 6, 6));
  EXPECT_EQ(conv.evaluations(1).verdict(), v1::Evaluation::VERDICT_INVALID);
}

// A Reshape element that is 0 copies the operand's size. It is assumed to be the size itself, which
// replaces no dim of an input, also where that has no name.
TEST(BoundRanks, AssumptionsReplaceNoDimOfAnInput) {
  constexpr char kReshape[] =
      "input x: float32\n input s: int64[K]\n y = Reshape(x, s)\n output y\n";
  const auto bind = [](const std::string& size) {
    return "bindings { inputs { name: 'x' sizes: " + size + " } inputs { name: 's' values: 0 } }";
  };
  const auto answer = Evaluated(kReshape, bind("6") + bind("-1"));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(6));
  EXPECT_THAT(SizesOf(answer.evaluations(1)), ElementsAre(-1));
}

TEST(BoundRanks, RanksBeyondLimitsAreErrors) {
  std::string many = "1";
  for (int i = 1; i < 65; ++i) many += ", 1";
  EXPECT_EQ(BindingErrorOf(EvaluateRequestOf(kConv, Sizes(many)), 0).field(), "inputs[0].sizes");
  const std::string bounded =
      "model { input_types { name: 'x' type { text: 'float32 rank 3..4' } } }";
  const auto both = Evaluated(kConv, bounded + Sizes("2, 3") + Sizes("1, 3, 8, 8"));
  EXPECT_EQ(both.evaluations(0).error().field(), "inputs[0].sizes");
  EXPECT_THAT(SizesOf(both.evaluations(1)), ElementsAre(1, 8, 6, 6));
}

// Models whose inputs have no rank or no length, and what requests about them bind.
struct OpenModel {
  const char* text;
  std::vector<std::string> bindings;
};

std::vector<OpenModel> OpenModels() {
  const std::string element = "bindings { symbols { symbol: 'x[0]' size: 4 } }";
  const std::string both = Elements("x", "4, 5", 2) + "bindings { label: 'more' }";
  const std::vector<std::string> vectors = {"bindings {}",
                                            "bindings { symbols { symbol: 'K' size: 2 } }",
                                            Sizes("2"),
                                            Sizes("3"),
                                            Sizes("2, 2"),
                                            Elements("x", "4, 5", 2),
                                            Elements("x", "6, 5", 2),
                                            Elements("x", "4, 5, 6", 3),
                                            Elements("x", "4, 5, 6", 2),
                                            Elements("x", "", 0),
                                            both,
                                            element,
                                            "bindings { inputs { name: 'x' } }",
                                            Elements("none", "1", 1)};
  const std::vector<std::string> ranks = {"bindings {}",
                                          "bindings { symbols { symbol: 'N' size: 2 } }",
                                          Sizes("1, 3, 8, 8"),
                                          Sizes("2, 3, 8, 8"),
                                          Sizes("2, 3"),
                                          Sizes(""),
                                          Sizes("2, 3") + Sizes("4, 3"),
                                          Sizes("2, 3") + Sizes("3"),
                                          Elements("x", "4, 5", 2),
                                          Elements("z", "4, 5", 2)};
  return {
      {"input x: int64[K]\n y = ConstantOfShape(x)\n output y\n", vectors},
      {"input x: int64[K]\n input z: float32[K, N]\n y = Expand(z, x)\n output y\n", vectors},
      {"input x: int64\n y = ConstantOfShape(x)\n output y\n", vectors},
      {"input x: float32\n input z: int64[N]\n y = Reshape(x, z)\n output y\n", ranks},
      {kConv, ranks},
  };
}

// A CompiledInference of one request answers every other request as a fresh inference does.
TEST(BoundRanks, WhatIsKeptAnswersAsAFreshInferenceDoes) {
  for (const auto& [text, all_bindings] : OpenModels()) {
    const std::string bytes = EvaluateRequestOf(text, "").model().onnx();
    const auto model = graph::ReadOnnxModel(bytes, {});
    ASSERT_TRUE(model.ok());
    for (const std::string& first : all_bindings) {
      const auto compiled = CompiledInference::Compile(EvaluateRequestOf(text, first), **model, {});
      ASSERT_TRUE(compiled.ok()) << compiled.status();
      for (const std::string& next : all_bindings) {
        const v1::EvaluateShapesRequest request = EvaluateRequestOf(text, next);
        SCOPED_TRACE(testing::Message() << text << first << ", then " << next);
        const auto fresh = EvaluateRequest(request, **model);
        const auto kept = (*compiled)->Answer(request, InferOptions());
        ASSERT_EQ(kept.status(), fresh.status());
        ASSERT_TRUE(fresh.ok());
        EXPECT_EQ(*kept, *fresh);
        WireWriter at_once;
        if ((*compiled)->AnswerAtOnce(request.bindings(), 1'000'000, &at_once)) {
          EXPECT_EQ(at_once.Take(), *fresh);
        }
      }
    }
  }
}

// S28: what a binding is answered does not depend on the others. Oracle: each one alone.
TEST(BoundRanks, BindingsDoNotDependOnEachOther) {
  for (const auto& [text, all_bindings] : OpenModels()) {
    for (const std::string& first : all_bindings) {
      const auto alone = Answer(EvaluateRequestOf(text, first));
      for (const std::string& second : all_bindings) {
        SCOPED_TRACE(testing::Message() << text << first << "\n" << second);
        const auto before = Answer(EvaluateRequestOf(text, first + second));
        const auto after = Answer(EvaluateRequestOf(text, second + first));
        const int others = after.evaluations_size() - alone.evaluations_size();
        for (int i = 0; i < alone.evaluations_size(); ++i) {
          EXPECT_EQ(before.evaluations(i).DebugString(), alone.evaluations(i).DebugString());
          EXPECT_EQ(after.evaluations(others + i).DebugString(),
                    alone.evaluations(i).DebugString());
        }
      }
    }
  }
}

}  // namespace
}  // namespace shapewright::questions
