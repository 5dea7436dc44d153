#include "core/inference/operator_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/questions/infer_request.h"
#include "shapewright/v1/explain.pb.h"
#include "tests/core/inference/support/model_text.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using questions::InferRequest;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kPatches[] = R"(
  opset 17
  opset com.example 1
  input x: float32[N, 3, H, W]
  a = com.example.Patches(x) kernel=16
  b = Relu(a)
  output b
)";

constexpr char kPatchesRule[] = R"pb(
  model {
    operator_rules {
      key { domain: "com.example" op_type: "Patches" }
      signature: "(x: T[B, C, H, W], @stride = 16) -> T[B, L, C*@kernel*@kernel] "
                 "where L = ((H - @kernel)//@stride + 1)*((W - @kernel)//@stride + 1), "
                 "@kernel <= H, @kernel <= W"
    }
  }
)pb";

std::vector<std::string> FactsOf(const v1::InferShapesResponse& answer) {
  std::vector<std::string> texts;
  for (const v1::Fact& fact : answer.facts()) texts.push_back(fact.text());
  return texts;
}

std::vector<std::string> DiagnosticsOf(const v1::InferShapesResponse& answer) {
  std::vector<std::string> texts;
  for (const v1::Diagnostic& diagnostic : answer.diagnostics()) {
    texts.push_back(absl::StrCat(diagnostic.code(), ": ", diagnostic.message()));
  }
  return texts;
}

TEST(OperatorRules, GiveAnOperatorOfOnesOwnItsShapes) {
  const v1::InferShapesResponse answer = Answer(Request(kPatches, kPatchesRule));
  EXPECT_EQ(ShapeOf(answer, "b"), "[N, (H//16)*(W//16), 768]");
  EXPECT_THAT(FactsOf(answer), ElementsAre("16 <= H", "16 <= W"));
  EXPECT_EQ(answer.facts(0).reason(), "the rule says \"@kernel <= H\"");
  EXPECT_THAT(DiagnosticsOf(answer), ElementsAre());
}

TEST(OperatorRules, HoldForBindingsToo) {
  const v1::EvaluateShapesResponse answer = Evaluated(kPatches, absl::StrCat(kPatchesRule, R"pb(
                                                        bindings {
                                                          symbols { symbol: "N" size: 2 }
                                                          symbols { symbol: "H" size: 224 }
                                                          symbols { symbol: "W" size: 32 }
                                                        }
                                                        bindings {
                                                          symbols { symbol: "N" size: 2 }
                                                          symbols { symbol: "H" size: 8 }
                                                          symbols { symbol: "W" size: 32 }
                                                        }
                                                      )pb"));
  ASSERT_EQ(answer.evaluations_size(), 2);
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(2, 28, 768));
  EXPECT_EQ(answer.evaluations(1).violations_size(), 1);
}

TEST(OperatorRules, GoBeforeFunctionsOfTheModelAndBuiltInRules) {
  constexpr char kModel[] = R"(
    opset 17
    opset my.domain 1
    input x: float32[N, 4]
    a = my.domain.Twice(x)
    b = Relu(x)
    output a
    output b
    function my.domain.Twice(a) -> (b) { b = Add(a, a) }
  )";
  EXPECT_EQ(ShapeOf(Answer(Request(kModel, "")), "a"), "[N, 4]");
  const v1::InferShapesResponse answer = Answer(Request(kModel, R"pb(
    model {
      operator_rules {
        key { domain: "my.domain" op_type: "Twice" }
        signature: "(x: T[N, C]) -> T[N, 2*C]"
      }
      operator_rules {
        key { domain: "ai.onnx" op_type: "Relu" }
        signature: "(x: T[N, C]) -> T[C]"
      }
      operator_rules {
        key { op_type: "Foo" }
        signature: "() -> int64[]"
      }
    })pb"));
  EXPECT_EQ(ShapeOf(answer, "a"), "[N, 8]");
  EXPECT_EQ(ShapeOf(answer, "b"), "[4]");
  EXPECT_THAT(DiagnosticsOf(answer),
              ElementsAre("UNUSED_RULE: operator_rules[2]: no node of the model is Foo"));
  EXPECT_EQ(answer.diagnostics(0).severity(), v1::Diagnostic::SEVERITY_INFO);
}

// The function of a model text.
std::string FunctionOf(const char* model, size_t index = 0) {
  return ParseModelText(model).functions(static_cast<int>(index)).SerializeAsString();
}

constexpr char kWithBody[] = R"(
  opset 17
  opset my.domain 1
  input x: float32[N, 4]
  a = my.domain.Rows(x) count=3
  output a
)";

// It has a body within, an operator of its own, and reads an attribute of its call.
constexpr char kRows[] = R"(
  opset 18
  opset my.domain 1
  input x: float32[N]
  output x
  function my.domain.Rows(a) -> (d) {
    b = Constant() value_int=@count
    c = Reshape(b, one)
    one = Constant() value_ints=[1]
    s = Shape(a)
    f = Concat(c, s) axis=0
    e = Expand(a, f)
    p = Constant() value=int64[](1)
    q = Cast(p) to=9
    d = If(q) then_branch={ g = Identity(e) output g } else_branch={ h = Relu(e) output h }
  }
)";

v1::InferShapesRequest RequestWithBody(const std::string& function) {
  v1::InferShapesRequest request = Request(kWithBody, "");
  v1::OperatorRule* rule = request.mutable_model()->add_operator_rules();
  rule->mutable_key()->set_domain("my.domain");
  rule->mutable_key()->set_op_type("Rows");
  rule->set_onnx_function(function);
  return request;
}

TEST(OperatorRules, MayBeBodies) {
  const std::string function = FunctionOf(kRows);
  const v1::InferShapesResponse answer = Answer(RequestWithBody(function));
  EXPECT_EQ(ShapeOf(answer, "a"), "[3, N, 4]");
  // The same model with the function as its own says the same.
  onnx::ModelProto own = ParseModelText(kWithBody);
  ASSERT_TRUE(own.add_functions()->ParseFromString(function));
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(own.SerializeAsString());
  const v1::InferShapesResponse with_own = Answer(request);
  EXPECT_EQ(ShapeOf(with_own, "a"), ShapeOf(answer, "a"));
  EXPECT_EQ(DiagnosticsOf(with_own), DiagnosticsOf(answer));
  EXPECT_EQ(FactsOf(with_own), FactsOf(answer));
}

TEST(OperatorRules, OfWhichABodyCallsAnother) {
  v1::InferShapesRequest request = RequestWithBody(FunctionOf(R"(
    opset 18
    opset my.domain 1
    input x: float32[N]
    output x
    function my.domain.Rows(a) -> (c) { b = my.domain.Half(a) c = my.domain.Unknown(b) }
  )"));
  v1::OperatorRule* rule = request.mutable_model()->add_operator_rules();
  rule->mutable_key()->set_domain("my.domain");
  rule->mutable_key()->set_op_type("Half");
  rule->set_signature("(x: T[N, C]) -> T[N, C//2]");
  rule = request.mutable_model()->add_operator_rules();
  rule->mutable_key()->set_domain("my.domain");
  rule->mutable_key()->set_op_type("Unknown");
  rule->set_onnx_function(FunctionOf(R"(
    opset 18
    input x: float32[N]
    output x
    function my.domain.Unknown(a) -> (b) { b = Transpose(a) }
  )"));
  const v1::InferShapesResponse answer = Answer(request);
  EXPECT_EQ(ShapeOf(answer, "a"), "[2, N]");
  EXPECT_THAT(DiagnosticsOf(answer), ElementsAre());
}

TEST(OperatorRules, HoldForPartsOfAModel) {
  constexpr char kChain[] = R"(
    opset 17
    opset com.example 1
    input x: float32[N, 4]
    a = com.example.Half(x)
    b = com.example.Half(a)
    output b
  )";
  const v1::InferShapesResponse answer = Answer(Request(kChain, R"pb(
    model {
      operator_rules {
        key { domain: "com.example" op_type: "Half" }
        signature: "(x: T[N, C]) -> T[N, C//2]"
      }
      options { submodel { inputs { name: "a" } } }
    })pb"));
  EXPECT_EQ(ShapeOf(answer, "b"), "[N, 1]");
}

struct RefusedRules {
  std::string rules;
  std::string field;
  std::string message;
};

TEST(OperatorRules, AreRefusedWithTheirField) {
  const RefusedRules refusals[] = {
      {"operator_rules { signature: '(x: T[N]) -> T[N]' }", "model.operator_rules[0].key.op_type",
       "the operator has no name"},
      {"operator_rules { key { op_type: 'A' } }", "model.operator_rules[0].signature",
       "neither a signature nor a body is given"},
      {"operator_rules { key { op_type: 'A' } signature: '(x: T[N]) -> T[N]' }"
       "operator_rules { key { op_type: 'B' } signature: '(x: T[N]) -> T[M]' }",
       "model.operator_rules[1].signature", "column 16: nothing says what \"M\" is"},
      {"operator_rules { key { op_type: 'A' } signature: '(x: T[N]) -> T[N]' }"
       "operator_rules { key { domain: 'ai.onnx' op_type: 'A' } onnx_function: '' }",
       "model.operator_rules[1].key", "an earlier rule is for the same operator"},
      {"operator_rules { key { op_type: 'A' } onnx_function: '\\n\\001B' }",
       "model.operator_rules[0].onnx_function", "the function's name is \"B\""},
      {"operator_rules { key { op_type: 'A' } onnx_function: '\\377' }",
       "model.operator_rules[0].onnx_function", "FunctionProto"},
  };
  for (const RefusedRules& refusal : refusals) {
    const auto request = Request(kWithBody, absl::StrCat("model { ", refusal.rules, " }"));
    const auto answer = InferRequest(request, InferOptions());
    ASSERT_FALSE(answer.ok()) << refusal.rules;
    EXPECT_EQ(answer.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(answer.status().GetPayload(graph::kReasonPayload), "MALFORMED_RULE");
    EXPECT_EQ(graph::FieldOf(answer.status()), refusal.field);
    EXPECT_THAT(std::string(answer.status().message()), HasSubstr(refusal.message));
  }
}

TEST(OperatorRules, HaveLimits) {
  v1::InferShapesRequest request = RequestWithBody(FunctionOf(kRows));
  InferOptions options;
  options.reader.limits.max_operator_rules = 0;
  EXPECT_EQ(InferRequest(request, options).status().GetPayload(graph::kReasonPayload),
            "TOO_MANY_RULES");
  options = InferOptions();
  // One node, and those of the body: nine and one in each branch.
  options.reader.limits.max_nodes = 11;
  EXPECT_THAT(std::string(InferRequest(request, options).status().message()),
              HasSubstr("the model would have more than 11 nodes"));
  options.reader.limits.max_nodes = 12;
  EXPECT_TRUE(InferRequest(request, options).ok());
}

TEST(OperatorRules, AreExplained) {
  const auto request = RequestOf<v1::ExplainShapesRequest>(
      kPatches, absl::StrCat(kPatchesRule, "questions { value { name: 'a' } axis: 1 }"));
  const auto answer = AnswerOf<v1::ExplainShapesResponse>(request);
  ASSERT_EQ(answer.explanations_size(), 1);
  EXPECT_THAT(answer.ShortDebugString(), HasSubstr("Patches"));
}

}  // namespace
}  // namespace shapewright::inference
