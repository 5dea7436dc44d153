// Bindings for inputs of unknown rank. Expected values by hand from the operators' specifications.
#include "core/inference/bound_ranks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/graph/onnx/onnx_reader.h"
#include "core/inference/compiled_inference.h"
#include "core/inference/infer.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kConv[] = R"(
  input x: float32
  input w: float32[8, 3, 3, 3]
  y = Conv(x, w)
  output y
)";

std::string Sizes(const std::string& sizes) {
  return "bindings { inputs { input: 'x' sizes: [" + sizes + "] } }";
}

TEST(BoundRanks, TheRankOfTheBindingsIsThatOfTheInput) {
  const auto answer = Answer(Request(kConv, Sizes("1, 3, 8, 8") + Sizes("2, 3, 4, 6")));
  EXPECT_THAT(answer.diagnostics(), IsEmpty());
  EXPECT_THAT(answer.evaluated_ranks(), ElementsAre(4));
  ASSERT_EQ(answer.evaluations_size(), 2);
  EXPECT_THAT(answer.evaluations(0).sizes(), ElementsAre(1, 8, 6, 6));
  EXPECT_THAT(answer.evaluations(1).sizes(), ElementsAre(2, 8, 2, 4));
  EXPECT_THAT(answer.evaluations(1).violations(), IsEmpty());
}

TEST(BoundRanks, ARankThatAnOperatorRefusesIsAnError) {
  const auto answer = Answer(Request(kConv, Sizes("2, 3")));
  ASSERT_EQ(answer.diagnostics_size(), 1);
  EXPECT_EQ(answer.diagnostics(0).code(), "RANK_MISMATCH");
  EXPECT_EQ(answer.diagnostics(0).severity(), v1::Diagnostic::SEVERITY_ERROR);
}

TEST(BoundRanks, ScalarsAndElements) {
  constexpr char kFill[] = R"(
    input x: int64
    y = ConstantOfShape(x)
    output y
  )";
  const auto answer = Answer(Request(kFill, R"pb(
    bindings {
      elements {
        input: "x"
        tensor {
          element_type: ELEMENT_TYPE_INT64
          sizes: 2
          ints: [ 4, 5 ]
        }
      }
    }
  )pb"));
  EXPECT_THAT(answer.evaluations(0).sizes(), ElementsAre(4, 5));
  const auto scalar = Answer(Request("input x: float32\n y = Relu(x)\n output y\n", Sizes("")));
  EXPECT_THAT(scalar.evaluated_ranks(), ElementsAre(0));
  EXPECT_THAT(scalar.evaluations(0).bytes(), ElementsAre(4));
}

std::string Elements(const std::string& input, const std::string& elements, int count) {
  return "bindings { elements { input: '" + input +
         "' tensor { element_type: ELEMENT_TYPE_INT64 sizes: " + std::to_string(count) +
         " ints: [" + elements + "] } } }";
}

// A length that is the rank of a result.
TEST(BoundRanks, TheLengthOfElementsIsThatOfTheInput) {
  constexpr char kFill[] = R"(
    input x: int64[K]
    input z: float32[K, 3]
    y = ConstantOfShape(x)
    output y
    output z
  )";
  const auto answer =
      Answer(Request(kFill, Elements("x", "4, 5", 2) + Elements("x", "6, 7", 2) + "bindings {}"));
  EXPECT_THAT(answer.evaluated_ranks(), ElementsAre(2, 2));
  EXPECT_THAT(answer.evaluations(0).sizes(), ElementsAre(4, 5, 2, 3));
  EXPECT_THAT(answer.evaluations(1).sizes(), ElementsAre(6, 7, 2, 3));
  EXPECT_THAT(answer.evaluations(0).violations(), IsEmpty());
  // Of several lengths none.
  const auto several =
      Answer(Request(kFill, Elements("x", "4, 5", 2) + Elements("x", "4, 5, 6", 3)));
  EXPECT_THAT(several.evaluated_ranks(), ElementsAre(-1, 2));
  EXPECT_THAT(several.evaluations(1).sizes(), ElementsAre(3, 3));
  // Shapes of inputs are no elements: the inference serves all of them.
  EXPECT_THAT(Answer(Request(kFill, Sizes("2"))).evaluated_ranks(), ElementsAre(-1, 2));
}

// Of inputs that share a name, and of one whose elements the request gives, the type may be
// another.
TEST(BoundRanks, ALengthOfWhatHasNone) {
  const std::string elements = Elements("x", "4, 5", 2);
  const std::string constant =
      "overrides { name: 'x' constant { element_type: ELEMENT_TYPE_INT64 ints: [7] } }";
  const std::string model = "input x: int64[K]\n y = Neg(x)\n output y\n";
  EXPECT_EQ(FieldOfError(Request(model, constant + elements)),
            "bindings[0].elements[0].tensor.sizes");
}

TEST(BoundRanks, OneRankInARequest) {
  EXPECT_EQ(FieldOfError(Request(kConv, Sizes("1, 3, 8, 8") + "bindings {}" + Sizes("2, 3"))),
            "bindings[2].inputs[0].sizes");
  std::string many = "1";
  for (int i = 1; i < 65; ++i) many += ", 1";
  EXPECT_EQ(FieldOfError(Request(kConv, Sizes(many))), "bindings[0].inputs[0].sizes");
  const std::string bounded =
      "overrides { name: 'x' type { tensor { element_type: ELEMENT_TYPE_FLOAT"
      "  shape { unknown_rank { min: 3 max: 4 } } } } }";
  EXPECT_EQ(FieldOfError(Request(kConv, bounded + Sizes("2, 3"))), "bindings[0].inputs[0].sizes");
  EXPECT_THAT(Answer(Request(kConv, bounded + Sizes("1, 3, 8, 8"))).evaluations(0).sizes(),
              ElementsAre(1, 8, 6, 6));
}

// An inference that is kept would answer bindings of other ranks with the first one's.
TEST(BoundRanks, NothingIsKept) {
  for (const v1::InferShapesRequest& request :
       {Request(kConv, Sizes("1, 3, 8, 8")), Request(kConv, "bindings {}"),
        Request("input x: int64[K]\n y = ConstantOfShape(x)\n output y\n",
                Elements("x", "4, 5", 2))}) {
    const std::string bytes = request.model().onnx();
    const auto model = graph::ReadOnnxModel(bytes, {});
    ASSERT_TRUE(model.ok());
    const auto compiled = CompiledInference::Compile(request, **model, InferOptions());
    ASSERT_TRUE(compiled.ok());
    EXPECT_FALSE((*compiled)->serves_all_bindings());
    EXPECT_EQ(*(*compiled)->Answer(request, InferOptions()), *InferRequest(request, **model));
  }
}

}  // namespace
}  // namespace shapewright::inference
