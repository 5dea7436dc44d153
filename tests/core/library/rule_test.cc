#include "shapewright/rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "shapewright/evaluate.h"
#include "shapewright/infer.h"
#include "tests/core/inference/support/model_text.h"

namespace shapewright {
namespace {

using testing::HasSubstr;

constexpr absl::string_view kOwn = R"(
  opset 17
  opset com.example 1
  input x: float32[N, 8]
  const k: int64[2] = 3 4
  y = com.example.Own(x, k) by=2 sizes=[5, 6] scale=0.5 mode='fast'
  z = Relu(y)
  output z)";

absl::StatusOr<Inference> Infer(absl::string_view text, std::vector<OperatorRule> rules) {
  auto model = Model::FromOnnx(ParseModelText(text).SerializeAsString());
  EXPECT_TRUE(model.ok()) << model.status();
  InferenceOptions options;
  options.rules = std::move(rules);
  return InferShapes(*model, options);
}

std::string TypeOfZ(const absl::StatusOr<Inference>& inference) {
  EXPECT_TRUE(inference.ok()) << inference.status();
  return inference.ok() ? inference->FindValue("z")->type->text : "";
}

TEST(Rule, IsASignature) {
  EXPECT_EQ(TypeOfZ(Infer(kOwn, {{.op = "com.example:Own",
                                  .signature = "(x: T[N, C], k: ?, @by) -> T[N, C//@by]"}})),
            "float32[N, 4]");
}

TEST(Rule, IsABody) {
  const auto function = ParseModelText(R"(
    opset 17
    input x: float32[N]
    output x
    function com.example.Own(a, k) -> (b) { b = Transpose(a) })")
                            .functions(0);
  EXPECT_EQ(TypeOfZ(Infer(
                kOwn, {{.op = "com.example:Own", .onnx_function = function.SerializeAsString()}})),
            "float32[8, N]");
}

TEST(Rule, IsAFunction) {
  const auto function = [](NodeInference& node) {
    EXPECT_EQ(node.op_type(), "Own");
    EXPECT_EQ(node.input_count(), 2);
    EXPECT_EQ(node.output_count(), 1);
    const auto x = node.input(0);
    EXPECT_EQ(x->text, "float32[N, 8]");
    EXPECT_EQ(x->dims[0].kind, Dim::Kind::kExpression);
    EXPECT_EQ(x->dims[1].size, 8);
    const auto k = node.elements(1);
    ASSERT_TRUE(k.has_value());
    EXPECT_EQ((*k)[1].size, 4);
    EXPECT_EQ(node.IntAttribute("by"), 2);
    EXPECT_EQ(node.IntAttribute("sizes"), std::nullopt);
    EXPECT_EQ(node.IntsAttribute("sizes"), (std::vector<int64_t>{5, 6}));
    EXPECT_EQ(node.FloatAttribute("scale"), 0.5);
    EXPECT_EQ(node.StringAttribute("mode"), "fast");
    EXPECT_EQ(node.SetOutput(0, "float32[M]").code(), absl::StatusCode::kInvalidArgument);
    EXPECT_TRUE(node.Require(absl::StrCat(x->dims[0].text, " <= 100")).ok());
    EXPECT_TRUE(node.SetOutput(0, absl::StrCat("float32[2*(", x->dims[0].text, "), ?]")).ok());
  };
  const auto inference = Infer(kOwn, {{.op = "com.example:Own", .function = function}});
  EXPECT_EQ(TypeOfZ(inference), "float32[2*N, ?1]");
  ASSERT_EQ(inference->facts().size(), 1);
  EXPECT_EQ(inference->facts()[0].text, "N <= 100");
  EXPECT_EQ(inference->facts()[0].check, "rule.caller");
  EXPECT_TRUE(inference->is_consistent());
  const auto evaluator = Evaluator::Make(*inference);
  ASSERT_TRUE(evaluator.ok());
  Binding binding;
  binding.inputs.push_back({.name = "x", .sizes = {3, 8}, .values = {}});
  const auto at = evaluator->Evaluate(binding);
  ASSERT_TRUE(at.ok()) << at.status();
  EXPECT_EQ(at->values[0].sizes[0], 6);
}

TEST(Rule, ReportsWhatIsWrongWithANode) {
  const auto function = [](NodeInference& node) {
    node.Error("RANK_MISMATCH", "x has to be a vector");
    EXPECT_TRUE(node.Require("1 = 2").ok());
  };
  const auto inference = Infer(kOwn, {{.op = "com.example:Own", .function = function}});
  EXPECT_EQ(TypeOfZ(inference), "undefined?");
  ASSERT_EQ(inference->diagnostics().size(), 2);
  EXPECT_EQ(inference->diagnostics()[0].code, "RANK_MISMATCH");
  EXPECT_EQ(inference->diagnostics()[1].code, "DIM_MISMATCH");
  EXPECT_EQ(inference->diagnostics()[0].check, "");
  EXPECT_EQ(inference->diagnostics()[1].check, "rule.caller");
}

TEST(Rule, IsRefusedIfItIsNone) {
  const auto inference = Infer(kOwn, {{.op = "com.example:Own"}});
  EXPECT_EQ(ErrorReason(inference.status()), "MALFORMED_RULE");
  EXPECT_EQ(ErrorField(inference.status()), "rules[0].signature");
  EXPECT_THAT(
      std::string(Infer(kOwn, {{.op = "com.example:Own", .signature = "(x"}}).status().message()),
      HasSubstr("column 3"));
}

}  // namespace
}  // namespace shapewright
