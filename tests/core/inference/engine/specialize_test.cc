// Parts of models asked alone. Expected values by hand; over the corpus, what
// inference of the whole model finds.
#include "core/inference/engine/specialize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "shapewright/v1/explain.pb.h"
#include "tests/core/inference/support/model_text.h"
#include "tests/core/inference/support/requests.h"
#include "tests/data_path/data_path.h"

namespace shapewright::inference {
namespace {

using ::testing::ElementsAre;

constexpr char kChain[] = R"(
  input x: float32[N, 4]
  input y: float32[M, 4]
  r = Relu(x)
  c = Concat(r, y) axis=0
  s = Shape(c)
  t = Transpose(c)
  u = Abs(t)
  output u
  output s
)";

std::vector<std::string> Names(const v1::InferShapesResponse& answer) {
  std::vector<std::string> names;
  for (const v1::ValueInfo& value : answer.graphs(0).values()) names.push_back(value.name());
  return names;
}

// A request about a part of a model.
v1::InferShapesRequest PartOf(absl::string_view model, absl::string_view submodel) {
  return Request(model, absl::StrCat("model { options { submodel { ", submodel, " } } }"));
}

v1::InferShapesResponse Part(absl::string_view model, absl::string_view submodel) {
  return Answer(PartOf(model, submodel));
}

TEST(Specialize, TakesAnInnerValueAsInput) {
  const auto answer = Part(kChain, R"(inputs {
    name: 'c'
    type { tensor { element_type: ELEMENT_TYPE_FLOAT
                    shape { dims { expr: 'K' } dims { size: 7 } } } }
  })");
  EXPECT_THAT(Names(answer), ElementsAre("c", "s", "t", "u"));
  EXPECT_EQ(ShapeOf(answer, "u"), "[7, K]");
  EXPECT_EQ(answer.statistics().nodes(), 3u);
}

TEST(Specialize, FindsTheTypeThatIsAbsent) {
  const auto answer = Part(kChain, "inputs { name: 'r' } outputs: 'c'");
  EXPECT_THAT(Names(answer), ElementsAre("y", "r", "c"));
  EXPECT_EQ(ShapeOf(answer, "r"), "[N, 4]");
  EXPECT_EQ(ShapeOf(answer, "c"), "[M + N, 4]");
}

// The inferred type has the names of the model: a binding of the part may use them.
TEST(Specialize, ATypeThatIsAbsentKeepsItsExpressions) {
  const auto answer = Part(kChain, "inputs { name: 'c' } outputs: 't'");
  EXPECT_EQ(ShapeOf(answer, "c"), "[N + M, 4]");
  EXPECT_EQ(ShapeOf(answer, "t"), "[4, N + M]");
  ASSERT_EQ(answer.symbols_size(), 2);
  const auto evaluated = Evaluated(kChain, R"pb(
    model {
      options {
        submodel {
          inputs { name: "c" }
          outputs: "t"
        }
      }
    }
    bindings {
      symbols { symbol: "N" size: 2 }
      symbols { symbol: "M" size: 3 }
    }
  )pb");
  EXPECT_THAT(SizesOf(evaluated.evaluations(0)), ElementsAre(4, 5));
}

TEST(Specialize, LeavesOutWhatNobodyNeeds) {
  const auto answer = Part(kChain, "outputs: 'r'");
  EXPECT_THAT(Names(answer), ElementsAre("x", "r"));
  const auto both = Part(kChain, "inputs { name: 'x' } outputs: 'x'");
  EXPECT_THAT(Names(both), ElementsAre("x"));
}

TEST(Specialize, KnowsTheElementsOfAConstant) {
  const auto answer = Answer(Request(R"(
    input x: float32[N, 4]
    s = Shape(x)
    k = Abs(s)
    r = ConstantOfShape(k)
    output r
  )",
                                     R"pb(
                                       model {
                                         constants {
                                           name: "s"
                                           tensor {
                                             element_type: ELEMENT_TYPE_INT64
                                             sizes: 2
                                             ints: [ 3, 9 ]
                                           }
                                         }
                                         options { submodel { inputs { name: "s" } } }
                                       })pb"));
  EXPECT_EQ(ShapeOf(answer, "r"), "[3, 9]");
}

TEST(Specialize, AFunctionAlone) {
  constexpr char kModel[] = R"(
    opset 17
    opset my 1
    input x: float32[N, 4]
    y = my.Twice(x)
    output y
    function my.Twice(a) -> (b) { c = Concat(a, a) axis=0 b = Relu(c) }
  )";
  const auto answer = Part(kModel, R"(
    function { domain: 'my' op_type: 'Twice' }
    inputs {
      name: 'a'
      type { tensor { element_type: ELEMENT_TYPE_FLOAT shape { dims { expr: 'A' } } } }
    })");
  EXPECT_THAT(Names(answer), ElementsAre("a", "c", "b"));
  EXPECT_EQ(ShapeOf(answer, "b"), "[2*A]");
  ASSERT_EQ(answer.graphs_size(), 1);
  EXPECT_EQ(FieldOfError(PartOf(kModel, "function { op_type: 'Twice' }")),
            "model.options.submodel.function");
}

// my.F of the text alone, whose attribute `body` has the graph of the second text as its default.
v1::InferShapesRequest RequestWithDefault(absl::string_view text, absl::string_view body) {
  onnx::ModelProto model = ParseModelText(text);
  onnx::FunctionProto& function = *model.mutable_functions(0);
  onnx::AttributeProto& attribute = *function.add_attribute_proto();
  attribute.set_name("body");
  attribute.set_type(onnx::AttributeProto::GRAPH);
  *attribute.mutable_g() = ParseModelText(body).graph();
  for (onnx::NodeProto& node : *function.mutable_node()) {
    if (node.op_type() != "If") continue;
    for (const char* name : {"then_branch", "else_branch"}) {
      onnx::AttributeProto& branch = *node.add_attribute();
      branch.set_name(name);
      branch.set_type(onnx::AttributeProto::GRAPH);
      branch.set_ref_attr_name("body");
    }
  }
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(model.SerializeAsString());
  v1::Submodel& part = *request.mutable_model()->mutable_options()->mutable_submodel();
  part.mutable_function()->set_domain("my");
  part.mutable_function()->set_op_type("F");
  return request;
}

// Found by fuzzing: the default stands at no node.
TEST(Specialize, AFunctionOfADefaultAlone) {
  v1::InferShapesRequest request =
      RequestWithDefault("opset 17\n opset my 1\n function my.F(a) -> (a) { }",
                         "opset 17\n input w: float32[2]\n z = Relu(w)\n output z");
  request.set_scope(v1::SCOPE_ALL_GRAPHS);
  const auto answer = Answer(request);
  ASSERT_EQ(answer.graphs_size(), 2);
  EXPECT_THAT(Names(answer), ElementsAre("a"));
  EXPECT_EQ(answer.graphs(1).values_size(), 2);
  EXPECT_EQ(answer.graphs(1).attribute(), "");
  v1::ExplainShapesRequest why;
  *why.mutable_model() = request.model();
  why.add_questions()->mutable_value()->set_name("w");
  why.mutable_questions(0)->mutable_value()->set_graph(1);
  const auto explained = AnswerOf<v1::ExplainShapesResponse>(why);
  ASSERT_EQ(explained.explanations_size(), 1);
  EXPECT_FALSE(explained.explanations(0).has_error());
}

// The node that stands first, where the model says that defaults stand, is left out.
TEST(Specialize, KeepsDefaultsOfTheFunction) {
  v1::InferShapesRequest request = RequestWithDefault(
      "opset 17\n opset my 1\n function my.F(p, w) -> (y) { unused = Abs(w) y = If(p) }",
      "opset 17\n z = Relu(w)\n output z");
  v1::NamedType& input =
      *request.mutable_model()->mutable_options()->mutable_submodel()->add_inputs();
  input.set_name("w");
  v1::TensorType& type = *input.mutable_type()->mutable_tensor();
  type.set_element_type(v1::ELEMENT_TYPE_FLOAT);
  type.mutable_shape()->add_dims()->set_expr("A");
  const auto answer = Answer(request);
  EXPECT_THAT(Names(answer), ElementsAre("p", "w", "y"));
  EXPECT_EQ(ShapeOf(answer, "y"), "[A]");
}

TEST(Specialize, KeepsBodiesAndWhatTheySee) {
  const auto answer = Part(R"(
    input p: bool[]
    input x: float32[N]
    q = Abs(x)
    z = Neg(x)
    d = If(p) then_branch={ e = Relu(z) output e } else_branch={ f = Abs(z) output f }
    c = If(p) then_branch={ a = Relu(q) output a } else_branch={ b = Abs(q) output b }
    o = Neg(c)
    output o
    output d
  )",
                           "outputs: 'o'");
  EXPECT_THAT(Names(answer), ElementsAre("p", "x", "q", "c", "o"));
  ASSERT_EQ(answer.graphs_size(), 3);
  EXPECT_EQ(answer.graphs(1).owner().node(), 1u);
  EXPECT_EQ(answer.graphs(1).attribute(), "then_branch");
  EXPECT_EQ(answer.graphs(2).values(0).name(), "b");
  EXPECT_EQ(ShapeOf(answer, "o"), "[N]");
}

TEST(Specialize, BlamesTheField) {
  const auto field = [](absl::string_view submodel) {
    return FieldOfError(PartOf(kChain, submodel));
  };
  const std::string part = "model.options.submodel.";
  EXPECT_EQ(field("inputs { name: 'q' }"), part + "inputs[0].name");
  EXPECT_EQ(field("inputs { name: 'r' } inputs { name: 'r' }"), part + "inputs[1].name");
  EXPECT_EQ(field("inputs { name: 'r' type { text: 'float32[' } }"), part + "inputs[0].type.text");
  EXPECT_EQ(field("outputs: 'u' outputs: 'q'"), part + "outputs[1]");
}

// Whether the text names none of the symbols that are numbered as they come up.
bool IsOverInputs(const v1::InferShapesResponse& answer, const std::string& text) {
  for (const v1::Symbol& symbol : answer.symbols()) {
    const bool is_numbered = symbol.kind() != v1::Symbol::KIND_INPUT_DIM;
    if (is_numbered && absl::StrContains(text, symbol.name())) return false;
  }
  return true;
}

// Cut at a value in the middle, with the type that the whole model gives it, the
// outputs are as they were, as far as they are written in the sizes of inputs.
TEST(Specialize, PartsOfTheCorpusSayWhatTheWholeSays) {
  int parts = 0;
  int alike = 0;
  for (const auto& entry : std::filesystem::directory_iterator(DataPath("corpus/models"))) {
    std::ifstream file(entry.path(), std::ios::binary);
    v1::InferShapesRequest request;
    request.mutable_model()->set_onnx(std::string{std::istreambuf_iterator<char>(file), {}});
    const v1::InferShapesResponse whole = Answer(request);
    const v1::GraphInfo& main = whole.graphs(0);
    std::vector<std::string> made;
    for (const v1::ValueInfo& value : main.values()) {
      const v1::Type& type = value.type();
      const bool is_float = type.tensor().element_type() == v1::ELEMENT_TYPE_FLOAT;
      if (value.has_node() && is_float) made.push_back(value.name());
    }
    if (made.empty()) continue;
    v1::Submodel& submodel = *request.mutable_model()->mutable_options()->mutable_submodel();
    submodel.add_inputs()->set_name(made[made.size() / 2]);
    const v1::InferShapesResponse part = Answer(request);
    ++parts;
    EXPECT_LE(part.statistics().nodes(), whole.statistics().nodes());
    bool is_alike = true;
    for (const v1::ValueInfo& value : part.graphs(0).values()) {
      const std::string before = ShapeOf(whole, value.name());
      is_alike &= !IsOverInputs(whole, before) || before == ShapeOf(part, value.name());
    }
    alike += is_alike ? 1 : 0;
  }
  EXPECT_GT(parts, 50);
  EXPECT_GE(alike, parts * 9 / 10) << alike << " of " << parts;
}

}  // namespace
}  // namespace shapewright::inference
