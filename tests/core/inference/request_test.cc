// What a request may say beside the model. Expected values by the comments of
// infer.proto and shape.proto, and by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/inference/infer.h"
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
             graph {
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
      "model { graph { graph { nodes { inputs: 'x' } } } }", &request));
  EXPECT_EQ(FieldOfError(request), "model.graph.graph.nodes[0].op_type");
}

TEST(InputTypes, TakeThePlaceOfDeclaredOnes) {
  const auto request = Request(kConcat, R"pb(
    model {
      input_types {
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
      }
    })pb");
  EXPECT_EQ(ShapeOf(Answer(request), "a"), "[13, 4]");
}

TEST(InputTypes, MayBeTexts) {
  const auto shape = [](const std::string& text) {
    v1::InferShapesRequest request = Request(kConcat, "");
    v1::NamedType& input = *request.mutable_model()->add_input_types();
    input.set_name("x");
    input.mutable_type()->set_text(text);
    return ShapeOf(Answer(request), "a");
  };
  EXPECT_EQ(shape("float32[8, 4]"), "[13, 4]");
  EXPECT_EQ(shape("f32[8,4]{1,0}"), "[13, 4]");
  EXPECT_EQ(shape("float32[M, 4]"), "[M + 5, 4]");
  EXPECT_EQ(shape("float32[2..8, 4]"), "[?1 + 5, 4]");
}

TEST(InputTypes, AKindGoesBeforeAText) {
  const auto request = Request(kConcat, R"pb(
    model {
      input_types {
        name: "x"
        type {
          text: "no type at all"
          tensor {
            element_type: ELEMENT_TYPE_FLOAT
            shape {
              dims { size: 8 }
              dims { size: 4 }
            }
          }
        }
      }
    })pb");
  EXPECT_EQ(ShapeOf(Answer(request), "a"), "[13, 4]");
}

TEST(InputTypes, ThatMakeNoSenseAreRefused) {
  const auto field = [](absl::string_view input) {
    return FieldOfError(Request(kConcat, absl::StrCat("model { input_types { ", input, " } }")));
  };
  EXPECT_EQ(field("name: 'z' type { text: 'float32[2]' }"), "model.input_types[0].name");
  EXPECT_EQ(field("name: 'a' type { text: 'float32[2]' }"), "model.input_types[0].name");
  EXPECT_EQ(field("name: 'x'"), "model.input_types[0].type");
  EXPECT_EQ(field("name: 'x' type { text: 'flot32[2]' }"), "model.input_types[0].type.text");
  EXPECT_EQ(field("name: 'x' type { text: '8' }"), "model.input_types[0].type.text");
  const std::string twice = "name: 'x' type { text: 'float32[N, 4]' }";
  EXPECT_EQ(field(absl::StrCat(twice, " } input_types { ", twice)), "model.input_types[1].name");
}

TEST(Constants, MakeAnInputKnown) {
  const auto request = Request(kReshape, R"pb(
    model {
      constants {
        name: "shape"
        tensor { element_type: ELEMENT_TYPE_INT64 sizes: 2 ints: 2 ints: -1 }
      }
    })pb");
  EXPECT_EQ(ShapeOf(Answer(request), "a"), "[2, 2*N]");
}

TEST(Constants, ReplaceTheDefaultOfAnInput) {
  const auto request = Request(R"(
    input x: float32[N, 4]
    input shape: int64[2]
    const shape: int64[2] = 4 -1
    a = Reshape(x, shape)
    output a
  )",
                               R"pb(
                                 model {
                                   constants {
                                     name: "shape"
                                     tensor { element_type: ELEMENT_TYPE_INT64 sizes: 1 ints: -1 }
                                   }
                                 })pb");
  EXPECT_EQ(ShapeOf(Answer(request), "a"), "[4*N]");
}

TEST(Constants, ForAnUnknownNameAreRefused) {
  const auto request =
      Request(kConcat, "model { constants { name: 'k' tensor { element_type: 7 } } }");
  EXPECT_EQ(FieldOfError(request), "model.constants[0].name");
}

TEST(Premises, RangesDecideWhatDependsOnThem) {
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
  const auto answer = Answer(Request(kMax, "model { premises: '6 <= N <= 64' }"));
  EXPECT_EQ(ShapeOf(answer, "a"), "[N]");
  ASSERT_EQ(answer.symbols_size(), 1);
  EXPECT_EQ(answer.symbols(0).bounds().min(), 6);
  EXPECT_EQ(answer.symbols(0).bounds().max(), 64);
}

TEST(Premises, ADivisorMakesAReshapeProvable) {
  constexpr char kHeads[] = R"(
    input x: float32[N, 4]
    const shape: int64[2] = -1 32
    a = Reshape(x, shape)
    output a
  )";
  const auto answer = Answer(Request(kHeads, "model { premises: 'mod(N, 8) = 0' }"));
  EXPECT_EQ(answer.symbols(0).divisor(), 8);
  for (const v1::Constraint& constraint : answer.constraints()) {
    EXPECT_EQ(constraint.basis(), v1::Constraint::BASIS_DECLARED) << constraint.ShortDebugString();
  }
}

TEST(Premises, AListBoundsTheSymbol) {
  const auto answer = Answer(Request(kConcat, "model { premises: 'N in {16, 4, 8}' }"));
  EXPECT_THAT(answer.symbols(0).allowed(), ElementsAre(4, 8, 16));
  EXPECT_EQ(answer.symbols(0).bounds().min(), 4);
  EXPECT_EQ(answer.symbols(0).bounds().max(), 16);
}

TEST(Premises, ElementsOfIntegerInputsAreSymbols) {
  const auto answer = Answer(Request(kReshape, "model { premises: 'shape[0] = 7' }"));
  EXPECT_EQ(answer.symbols_size() > 0, true);
  EXPECT_THAT(ShapeOf(answer, "a"), HasSubstr("[7, "));
}

// The reason of an error of the request, and its field.
std::string ErrorOf(const v1::InferShapesRequest& request) {
  const absl::Status status = InferRequest(request).status();
  const auto reason = status.GetPayload(graph::kReasonPayload);
  return absl::StrCat(reason ? std::string(*reason) : "", " ", graph::FieldOf(status));
}

TEST(Premises, ThatDoNotFitTheModelAreRefused) {
  const auto error = [](absl::string_view model, absl::string_view premises) {
    return ErrorOf(Request(model, absl::StrCat("model { premises: [", premises, "] }")));
  };
  EXPECT_EQ(error(kConcat, "'N >= 1', 'M >= 1'"), "MALFORMED_PREMISE model.premises[1]");
  EXPECT_EQ(error(kReshape, "'shape[2] = 1'"), "MALFORMED_PREMISE model.premises[0]");
  EXPECT_EQ(error(kConcat, "'N <= -1'"), "MALFORMED_PREMISE model.premises[0]");
  EXPECT_EQ(error(kConcat, "'2 <= N <= 1'"), "MALFORMED_PREMISE model.premises[0]");
}

constexpr char kDeclared[] = R"(
  input x: float32[N, 3]
  a = Relu(x)
  output a: float32[N, 4]
)";

TEST(S6DeclaredTypes, ThePolicyOfTheRequestDecidesConflicts) {
  const auto refined =
      Answer(Request(kDeclared, "model { options { declared_types: MERGE_POLICY_REFINE } }"));
  EXPECT_EQ(ShapeOf(refined, "a"), "[N, 3]");
  EXPECT_EQ(refined.diagnostics(0).severity(), v1::Diagnostic::SEVERITY_WARNING);
  const auto strict =
      Answer(Request(kDeclared, "model { options { declared_types: MERGE_POLICY_STRICT } }"));
  EXPECT_EQ(strict.diagnostics(0).severity(), v1::Diagnostic::SEVERITY_ERROR);
  const auto inferred =
      Answer(Request(kDeclared, "model { options { declared_types: MERGE_POLICY_OVERRIDE } }"));
  EXPECT_EQ(ShapeOf(inferred, "a"), "[N, 3]");
  EXPECT_EQ(inferred.diagnostics_size(), 0);
  const auto declared =
      Answer(Request(kDeclared, "model { options { declared_types: MERGE_POLICY_SKIP } }"));
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
