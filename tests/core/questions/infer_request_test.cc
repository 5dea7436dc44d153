// What a request may say beside the model. Expected values by the comments of
// infer.proto and shape.proto, and by hand.
#include "core/questions/infer_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "google/protobuf/text_format.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
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

TEST(Values, OfNoGraphOrTwiceAreRefused) {
  EXPECT_EQ(FieldOfError(Request(kConcat, "scope: SCOPE_OUTPUTS values: 'a' values: 'b'")),
            "values[1]");
  EXPECT_EQ(FieldOfError(Request(kConcat, "scope: SCOPE_OUTPUTS values: 'a' values: 'a'")),
            "values[1]");
  EXPECT_TRUE(AnswerBytes(Request(kConcat, "scope: SCOPE_OUTPUTS values: 'a' values: 'x'")).ok());
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
  EXPECT_EQ(answer.symbols(0).range().min(), 6);
  EXPECT_EQ(answer.symbols(0).range().max(), 64);
}

TEST(Premises, ADivisorMakesAReshapeProvable) {
  const auto answer = Answer(Request(kReshapeToRows, "model { premises: 'mod(N, 8) = 0' }"));
  EXPECT_EQ(answer.symbols(0).divisor(), 8);
  for (const v1::Fact& fact : answer.facts()) {
    EXPECT_EQ(fact.basis(), v1::Fact::BASIS_PREMISE) << fact.ShortDebugString();
  }
}

TEST(Premises, AListBoundsTheSymbol) {
  const auto answer = Answer(Request(kConcat, "model { premises: 'N in {16, 4, 8}' }"));
  EXPECT_THAT(answer.symbols(0).allowed(), ElementsAre(4, 8, 16));
  EXPECT_EQ(answer.symbols(0).range().min(), 4);
  EXPECT_EQ(answer.symbols(0).range().max(), 16);
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

std::vector<std::string> NamesOf(const google::protobuf::RepeatedPtrField<v1::ValueInfo>& values) {
  std::vector<std::string> names;
  for (const v1::ValueInfo& value : values) names.push_back(value.name());
  return names;
}

constexpr char kSelectedBranches[] = R"(
  input x: float32[N, 3]
  input p: bool[]
  y = If(p) then_branch={ a = Relu(x) output a } else_branch={ b = Abs(x) output b }
  z = Neg(y)
  output z
)";

v1::InferShapesRequest Selecting(const std::string& rest) {
  v1::InferShapesRequest request = Request(kSelectedBranches, rest);
  if (rest.find("scope") == std::string::npos) request.clear_scope();
  return request;
}

TEST(Selection, WithNothingAskedForHasTheValuesOfTheMainGraph) {
  const auto answer = Answer(Selecting(""));
  EXPECT_THAT(NamesOf(answer.inputs()), ElementsAre("x", "p"));
  EXPECT_THAT(NamesOf(answer.outputs()), ElementsAre("z"));
  ASSERT_EQ(answer.graphs_size(), 1);
  EXPECT_THAT(NamesOf(answer.graphs(0).values()), ElementsAre("x", "p", "y", "z"));
  EXPECT_EQ(answer.graphs(0).nodes_size(), 0);
  EXPECT_EQ(answer.graphs(0).values(2).type().text(), "float32[N, 3]");
  EXPECT_EQ(answer.graphs(0).values(2).node(), 0u);
  EXPECT_EQ(answer.statistics().values(), 6u);
  EXPECT_TRUE(answer.consistent());
}

TEST(Selection, OfOutputsHasNoGraphUnlessAValueOrTheNodesAreNamed) {
  const auto outputs = Answer(Selecting("scope: SCOPE_OUTPUTS"));
  EXPECT_EQ(outputs.graphs_size(), 0);
  EXPECT_THAT(NamesOf(outputs.outputs()), ElementsAre("z"));
  EXPECT_EQ(outputs.statistics().values(), 6u);
  const auto named = Answer(Selecting("scope: SCOPE_OUTPUTS values: 'y'"));
  ASSERT_EQ(named.graphs_size(), 1);
  EXPECT_THAT(NamesOf(named.graphs(0).values()), ElementsAre("y"));
  const auto nodes = Answer(Selecting("scope: SCOPE_OUTPUTS include: PART_NODES"));
  ASSERT_EQ(nodes.graphs_size(), 1);
  EXPECT_EQ(nodes.graphs(0).values_size(), 0);
  ASSERT_EQ(nodes.graphs(0).nodes_size(), 2);
  EXPECT_EQ(nodes.graphs(0).nodes(0).op_type(), "If");
}

TEST(Selection, OfAllGraphsHasTheBodies) {
  const auto answer = Answer(Selecting("scope: SCOPE_ALL_GRAPHS"));
  ASSERT_EQ(answer.graphs_size(), 3);
  EXPECT_THAT(NamesOf(answer.graphs(1).values()), ElementsAre("a"));
  EXPECT_EQ(answer.graphs(1).owner().op_type(), "If");
  EXPECT_EQ(answer.graphs(2).attribute(), "else_branch");
}

// By hand: values are x, p, y, z; a; b.
TEST(Selection, WiringTellsWhoReadsWhat) {
  const auto plain = Answer(Selecting("scope: SCOPE_ALL_GRAPHS include: PART_NODES"));
  EXPECT_THAT(plain.graphs(0).nodes(0).inputs(), ElementsAre());
  EXPECT_EQ(plain.opsets_size(), 0);
  const auto answer =
      Answer(Selecting("scope: SCOPE_ALL_GRAPHS include: [PART_NODES, PART_WIRING]"));
  EXPECT_THAT(answer.graphs(0).nodes(0).inputs(), ElementsAre(1));
  EXPECT_THAT(answer.graphs(0).nodes(1).inputs(), ElementsAre(2));
  EXPECT_THAT(answer.graphs(0).outputs(), ElementsAre(3));
  EXPECT_THAT(answer.graphs(1).nodes(0).inputs(), ElementsAre(0));
  EXPECT_THAT(answer.graphs(1).outputs(), ElementsAre(4));
  EXPECT_FALSE(answer.graphs(0).is_branch());
  EXPECT_TRUE(answer.graphs(1).is_branch() && answer.graphs(2).is_branch());
  ASSERT_EQ(answer.opsets_size(), 1);
  EXPECT_EQ(answer.opsets(0).version(), 17);
}

TEST(Selection, WiringTellsConstantsAndOperandsLeftOut) {
  const auto answer = Answer(Request(R"(
    input x: float32[N]
    k = Constant() value_float=1.0
    y = Clip(x, _, k)
    output y
  )",
                                     "include: [PART_NODES, PART_WIRING]"));
  EXPECT_TRUE(answer.graphs(0).nodes(0).is_constant());
  EXPECT_FALSE(answer.graphs(0).nodes(1).is_constant());
  EXPECT_THAT(answer.graphs(0).nodes(1).inputs(), ElementsAre(0, -1, 1));
}

TEST(Selection, NumbersDoNotDependOnWhatIsListed) {
  const auto all = Answer(Request(kConcat, ""));
  const auto outputs = Answer(Request(kConcat, "scope: SCOPE_OUTPUTS"));
  ASSERT_EQ(outputs.outputs_size(), 1);
  EXPECT_EQ(outputs.outputs(0).number(), 2u);
  EXPECT_EQ(all.graphs(0).values(2).name(), outputs.outputs(0).name());
}

TEST(Selection, OfAValueThatIsNotThereIsRefused) {
  EXPECT_EQ(FieldOfError(Request(kConcat, "scope: SCOPE_OUTPUTS values: ['x', 'q']")), "values[1]");
}

TEST(Selection, OfNoPartIsRefused) {
  EXPECT_EQ(FieldOfError(Request(kConcat, "include: PART_NODES include: PART_UNSPECIFIED")),
            "include[1]");
}

// What is told can be said again.
TEST(Selection, TypesAreInlineWithTheirTexts) {
  const auto answer = Answer(Request(R"(
    input x: float32[?, 3]
    input s: seq(float32[N])
    const w: float32[2, 3] = 1 2 3 4 5 6
    y = Add(x, w)
    output y
    output s
  )",
                                     ""));
  ASSERT_EQ(answer.outputs_size(), 2);
  EXPECT_EQ(answer.outputs(0).type().text(), "float32[2, 3]");
  EXPECT_EQ(answer.outputs(1).type().text(), "seq(float32[N])");
  EXPECT_EQ(answer.outputs(1).type().sequence().element().text(), "");
  EXPECT_EQ(answer.inputs(0).type().text(), "float32[?1, 3]");
}

// In a request's types `?1` is one unknown, and an expression declares its names.
TEST(InputTypes, UnknownsAndExpressionsMeanWhatTheyMeanElsewhere) {
  constexpr char kTwo[] = R"(
    input x: float32[A, 4]
    input y: float32[B, 4]
    a = Concat(x, y) axis=0
    b = Add(x, y)
    output a
    output b
  )";
  const auto typed = [&](absl::string_view x, absl::string_view y) {
    return Answer(Request(kTwo, absl::StrCat("model { input_types { name: 'x' type { ", x,
                                             " } } input_types { name: 'y' type { ", y, " } } }")));
  };
  const auto text = [](absl::string_view dim) {
    return absl::StrCat("text: 'float32[", dim, ", 4]'");
  };
  const auto dims = [](absl::string_view dim) {
    return absl::StrCat("tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: '", dim,
                        "' } dims { size: 4 } } }");
  };
  for (const bool is_text : {true, false}) {
    const auto type = [&](absl::string_view dim) { return is_text ? text(dim) : dims(dim); };
    // One unknown: the sum needs no fact.
    auto answer = typed(type("?1"), type("?1"));
    EXPECT_EQ(ShapeOf(answer, "a"), "[2*?1, 4]");
    EXPECT_THAT(answer.facts(), testing::IsEmpty());
    ASSERT_EQ(answer.symbols_size(), 1);
    EXPECT_EQ(answer.symbols(0).name(), "?1");
    EXPECT_EQ(answer.symbols(0).kind(), v1::Symbol::KIND_ANONYMOUS);
    // Two of them.
    EXPECT_EQ(ShapeOf(typed(type("?1"), type("?2")), "a"), "[?1 + ?2, 4]");
    // Names of an expression are symbols like others, also those of the next type.
    EXPECT_EQ(ShapeOf(typed(type("M+1"), type("M")), "a"), "[2*M + 1, 4]");
    EXPECT_EQ(ShapeOf(typed(type("M"), type("M + 1")), "a"), "[2*M + 1, 4]");
    EXPECT_EQ(ShapeOf(typed(type("2*?1"), type("?1")), "a"), "[3*?1, 4]");
    // A name that only looks like an expression is quoted.
    EXPECT_EQ(ShapeOf(typed(type("`M + 1`"), type("M")), "a"), "[`M + 1` + M, 4]");
  }
  // What is bound to the names.
  const auto evaluated =
      Evaluated(kTwo, absl::StrCat("model { input_types { name: 'x' type { ", text("M+1"), R"( } } }
    bindings { symbols { symbol: "M" size: 6 } symbols { symbol: "B" size: 7 } }
    bindings { inputs { name: "x" sizes: [ 7, 4 ] } symbols { symbol: "B" size: 7 } })"));
  EXPECT_THAT(SizesOf(evaluated.evaluations(0)), testing::ElementsAre(14, 4, 7, 4));
  EXPECT_THAT(SizesOf(evaluated.evaluations(1)), testing::ElementsAre(14, 4, 7, 4));
}

TEST(InputTypes, ConstantsHaveElements) {
  EXPECT_EQ(FieldOfError(Request(kConcatAndRelu, "model { constants { name: 'x' } }")),
            "model.constants[0].tensor");
}

}  // namespace
}  // namespace shapewright::questions
