// What a request may say beside the model. Expected values by the comments of
// infer.proto and shape.proto, and by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "google/protobuf/text_format.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kConcat[] = R"(
  input x: float32[N, 4]
  input y: float32[5, 4]
  a = Concat(x, y) axis=0
  output a
)";

constexpr char kReshape[] = R"(
  input x: float32[N, 4]
  input shape: int64[2]
  a = Reshape(x, shape)
  output a
)";

TEST(GraphMessage, IsInferredAsAModelIs) {
  v1::InferShapesRequest request;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(model {
             model {
               graph {
                 inputs {
                   name: "x"
                   type {
                     tensor {
                       element_type: ELEMENT_TYPE_FLOAT
                       shape {
                         dims { expr: "N" }
                         dims { size: 3 }
                       }
                     }
                   }
                 }
                 outputs: "y"
                 nodes { op_type: "Transpose" inputs: "x" outputs: "y" }
               }
             }
           })pb",
      &request));
  EXPECT_EQ(ShapeOf(Answer(request), "y"), "[3, N]");
}

TEST(GraphMessage, AnErrorNamesTheFieldFromTheRequestOn) {
  v1::InferShapesRequest request;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      "model { model { graph { nodes { inputs: 'x' } } } }", &request));
  EXPECT_EQ(FieldOfError(request), "model.model.graph.nodes[0].op_type");
}

TEST(Overrides, TakeThePlaceOfADeclaredType) {
  const auto request = Request(kConcat, R"pb(
    overrides {
      name: "x"
      type {
        tensor {
          element_type: ELEMENT_TYPE_FLOAT
          shape {
            dims { size: 8 }
            dims { size: 4 }
          }
        }
      }
    })pb");
  EXPECT_EQ(ShapeOf(Answer(request), "a"), "[13, 4]");
}

TEST(Overrides, AConstantMakesTheInputKnown) {
  const auto request = Request(kReshape, R"pb(
    overrides {
      name: "shape"
      constant { element_type: ELEMENT_TYPE_INT64 sizes: 2 ints: 2 ints: -1 }
    })pb");
  EXPECT_EQ(ShapeOf(Answer(request), "a"), "[2, 2*N]");
}

TEST(Overrides, OfAnInputThatIsNotThereIsRefused) {
  EXPECT_EQ(FieldOfError(Request(kConcat, "overrides { name: 'z' }")), "overrides[0].name");
  EXPECT_EQ(FieldOfError(Request(kConcat, "overrides { name: 'a' }")), "overrides[0].name");
}

TEST(Constants, GiveTheElementsOfAnInput) {
  const auto request = Request(kReshape, R"pb(
    constants {
      input: "shape"
      tensor { element_type: ELEMENT_TYPE_INT64 sizes: 2 ints: 0 ints: 4 }
    })pb");
  EXPECT_EQ(ShapeOf(Answer(request), "a"), "[N, 4]");
}

TEST(Constants, ForAnUnknownNameAreRefused) {
  const auto request = Request(kConcat, "constants { input: 'k' tensor { element_type: 7 } }");
  EXPECT_EQ(FieldOfError(request), "constants[0].input");
}

TEST(Symbols, IntervalsDecideWhatDependsOnThem) {
  // max(N, 5) is a node unless N's interval decides it.
  constexpr char kMax[] = R"(
    input x: float32[N, 4]
    s = Shape(x)
    i = Constant() value=int64[1](0)
    n = Gather(s, i)
    k = Constant() value=int64[1](5)
    m = Max(n, k)
    a = ConstantOfShape(m)
    output a
  )";
  EXPECT_EQ(ShapeOf(Answer(Request(kMax, "")), "a"), "[max(5, N)]");
  const auto answer = Answer(Request(kMax, "symbols { symbol: 'N' bounds { min: 6 max: 64 } }"));
  EXPECT_EQ(ShapeOf(answer, "a"), "[N]");
  ASSERT_EQ(answer.symbols_size(), 1);
  EXPECT_EQ(answer.symbols(0).bounds().min(), 6);
  EXPECT_EQ(answer.symbols(0).bounds().max(), 64);
}

TEST(Symbols, ADivisorMakesAReshapeProvable) {
  constexpr char kHeads[] = R"(
    input x: float32[N, 4]
    const shape: int64[2] = -1 32
    a = Reshape(x, shape)
    output a
  )";
  const auto answer = Answer(Request(kHeads, "symbols { symbol: 'N' divisor: 8 opt: 16 }"));
  EXPECT_EQ(answer.symbols(0).divisor(), 8);
  EXPECT_EQ(answer.symbols(0).opt(), 16);
  for (const v1::Constraint& constraint : answer.constraints()) {
    EXPECT_EQ(constraint.basis(), v1::Constraint::BASIS_DECLARED) << constraint.ShortDebugString();
  }
}

TEST(Symbols, AllowedValuesBoundTheSymbol) {
  const auto answer = Answer(Request(kConcat, "symbols { symbol: 'N' allowed: [16, 4, 8] }"));
  EXPECT_THAT(answer.symbols(0).allowed(), ElementsAre(4, 8, 16));
  EXPECT_EQ(answer.symbols(0).bounds().min(), 4);
  EXPECT_EQ(answer.symbols(0).bounds().max(), 16);
}

TEST(Symbols, ElementsOfIntegerInputsAreSymbols) {
  const auto answer =
      Answer(Request(kReshape, "symbols { symbol: 'shape[0]' bounds { min: 7 max: 7 } }"));
  EXPECT_EQ(answer.symbols_size() > 0, true);
  EXPECT_THAT(ShapeOf(answer, "a"), HasSubstr("[7, "));
}

TEST(Symbols, ThatNoInputHasAreRefused) {
  EXPECT_EQ(FieldOfError(Request(kConcat, "symbols { symbol: 'M' }")), "symbols[0].symbol");
  EXPECT_EQ(FieldOfError(Request(kReshape, "symbols { symbol: 'shape[2]' }")), "symbols[0].symbol");
  EXPECT_EQ(FieldOfError(Request(kConcat, "symbols { symbol: 'N' bounds { min: 2 max: 1 } }")),
            "symbols[0].bounds");
  EXPECT_EQ(FieldOfError(Request(kConcat, "symbols { symbol: 'N' bounds { max: -1 } }")),
            "symbols[0].bounds");
  EXPECT_EQ(FieldOfError(Request(kConcat, "symbols { symbol: 'N' divisor: -2 }")),
            "symbols[0].divisor");
}

constexpr char kDeclared[] = R"(
  input x: float32[N, 3]
  a = Relu(x)
  output a: float32[N, 4]
)";

TEST(S6DeclaredTypes, ThePolicyOfTheRequestDecidesConflicts) {
  const auto refined = Answer(Request(kDeclared, "declared_types: MERGE_POLICY_REFINE"));
  EXPECT_EQ(ShapeOf(refined, "a"), "[N, 3]");
  EXPECT_EQ(refined.diagnostics(0).severity(), v1::Diagnostic::SEVERITY_WARNING);
  const auto strict = Answer(Request(kDeclared, "declared_types: MERGE_POLICY_STRICT"));
  EXPECT_EQ(strict.diagnostics(0).severity(), v1::Diagnostic::SEVERITY_ERROR);
  const auto inferred = Answer(Request(kDeclared, "declared_types: MERGE_POLICY_OVERRIDE"));
  EXPECT_EQ(ShapeOf(inferred, "a"), "[N, 3]");
  EXPECT_EQ(inferred.diagnostics_size(), 0);
  const auto declared = Answer(Request(kDeclared, "declared_types: MERGE_POLICY_SKIP"));
  EXPECT_EQ(ShapeOf(declared, "a"), "[N, 4]");
}

TEST(Selection, NumbersDoNotDependOnWhatIsListed) {
  const auto all = Answer(Request(kConcat, ""));
  EXPECT_EQ(all.graphs(0).value_numbers_size(), 0);
  const auto outputs = Answer(Request(kConcat, "selection { scope: SCOPE_OUTPUTS }"));
  ASSERT_EQ(outputs.graphs(0).values_size(), 1);
  EXPECT_THAT(outputs.graphs(0).value_numbers(), ElementsAre(2));
  EXPECT_EQ(all.graphs(0).values(2).name(), outputs.graphs(0).values(0).name());
}

TEST(Selection, OfAValueThatIsNotThereIsRefused) {
  EXPECT_EQ(FieldOfError(Request(kConcat, "selection { scope: SCOPE_NAMED names: ['x', 'q'] }")),
            "selection.names[1]");
}

}  // namespace
}  // namespace shapewright::inference
