// S51, S53 to S57: costs of models and of their parts. What is expected follows from the
// paragraphs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/cost.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

v1::EstimateCostResponse Estimated(absl::string_view model, const std::string& rest = "") {
  return AnswerOf<v1::EstimateCostResponse>(RequestOf<v1::EstimateCostRequest>(model, rest));
}

std::string TextOf(const v1::Amount& amount) {
  if (amount.has_value()) return absl::StrCat(amount.value());
  return amount.has_expr() ? amount.expr() : "?";
}

std::string Macs(const v1::CostEntry& entry) { return TextOf(entry.cost().macs()); }

// "Relu: counted 2" of each operator.
std::vector<std::string> Lists(const v1::EstimateCostResponse& response) {
  std::vector<std::string> lines;
  for (const v1::OperatorCount& each : response.operators()) {
    const absl::string_view kind = each.kind() == v1::OperatorCount::KIND_COUNTED ? "counted"
                                   : each.kind() == v1::OperatorCount::KIND_FREE  ? "free"
                                                                                  : "uncounted";
    lines.push_back(absl::StrCat(each.op_type(), ": ", kind, " ", each.nodes()));
  }
  return lines;
}

constexpr char kTwoLayers[] = R"(
  input x: float32[N, 4]
  const w: float32[4, 6] = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
  const v: float32[6, 4] = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
  h = MatMul(x, w)
  r = Relu(h)
  y = MatMul(r, v)
  s = Shape(y)
  output y
  output s
)";

TEST(EstimateCostS51, ListsPartsOfACost) {
  const v1::EstimateCostResponse response = Estimated(
      kTwoLayers,
      "parts { group_by: [COST_GROUPING_NODE, COST_GROUPING_OPERATOR] } bindings { symbols { "
      "symbol: 'N' size: 5 } } measure { machine { flops_per_second: 10 bytes_per_second: 1000 } "
      "}");
  const v1::Cost& cost = response.total().cost();
  EXPECT_EQ(response.total().nodes(), 4u);
  EXPECT_EQ(TextOf(cost.macs()), "48*N");
  EXPECT_EQ(TextOf(cost.alu()), "6*N");
  EXPECT_EQ(TextOf(cost.flops()), "102*N");
  // x, w; h; r, v.
  EXPECT_EQ(TextOf(cost.bytes_read()), "64*N + 192");
  EXPECT_EQ(TextOf(cost.bytes_written()), "64*N");
  EXPECT_EQ(cost.parameters(), 48);
  EXPECT_EQ(cost.parameter_bytes(), 192);
  ASSERT_EQ(response.groups_size(), 5);
  EXPECT_EQ(response.groups(0).op_type(), "MatMul");
  EXPECT_EQ(Macs(response.groups(0)), "24*N");
  EXPECT_EQ(response.groups(1).op_type(), "Relu");
  EXPECT_EQ(response.groups(3).name(), "MatMul");
  EXPECT_EQ(Macs(response.groups(3)), "48*N");
  const v1::CostNumbers& numbers = response.evaluations(0).total();
  EXPECT_EQ(numbers.flops(), 510);
  EXPECT_EQ(numbers.bytes_read(), 512);
  EXPECT_DOUBLE_EQ(numbers.intensity(), 510.0 / 832);
  EXPECT_DOUBLE_EQ(numbers.estimated_seconds(), 51);
  EXPECT_THAT(Lists(response),
              ElementsAre("MatMul: counted 2", "Relu: counted 1", "Shape: free 1"));
}

TEST(EstimateCostS51, WeighsByConventions) {
  const auto flops = [](const std::string& rest) {
    return TextOf(Estimated(kTwoLayers, rest).total().cost().flops());
  };
  EXPECT_EQ(flops("measure { convention: COUNTING_CONVENTION_MATRIX }"), "96*N");
  EXPECT_EQ(flops("measure { convention: COUNTING_CONVENTION_TORCH }"), "96*N");
  EXPECT_EQ(flops("measure { convention: COUNTING_CONVENTION_FVCORE }"), "48*N");
  EXPECT_EQ(flops("measure { convention: COUNTING_CONVENTION_ONNX_TOOL }"), "54*N");
  EXPECT_EQ(flops("measure { convention: COUNTING_CONVENTION_WEIGHTS weights { mac: 3 alu: 5 } }"),
            "174*N");
}

TEST(EstimateCostS51, RefusesWhatMakesNoSense) {
  const auto field = [](const std::string& rest) {
    return FieldOfError(RequestOf<v1::EstimateCostRequest>(kTwoLayers, rest));
  };
  EXPECT_EQ(field("measure { weights { mac: 1 } }"), "measure.weights");
  EXPECT_EQ(field("measure { convention: COUNTING_CONVENTION_WEIGHTS weights { div: -1 } }"),
            "measure.weights.div");
  EXPECT_EQ(field("measure { machine { flops_per_second: 1 } }"),
            "measure.machine.bytes_per_second");
  EXPECT_EQ(field("memory { alignment_bytes: 3 }"), "memory.alignment_bytes");
  EXPECT_EQ(field("memory { with_plan: true }"), "memory.with_plan");
  EXPECT_EQ(field("states { input: 'z' output: 'y' }"), "states[0].input");
  EXPECT_EQ(field("states { input: 'x' output: 'z' }"), "states[0].output");
}

constexpr char kCostlyBranches[] = R"(
  input p: bool[]
  input x: float32[N, 4]
  const w: float32[4, 4] = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
  y = If(CONDITION) then_branch={ a = MatMul(x, w) output a } else_branch={ b = Relu(x) output b }
  output y
)";

std::string WithCondition(const std::string& more, const std::string& condition) {
  std::string text = kCostlyBranches;
  text.replace(text.find("CONDITION"), 9, condition);
  text.insert(text.find("  y = If"), more);
  return text;
}

// The sides of a condition that the inputs decide; the most of both where data do; the branch that
// a known condition takes.
TEST(EstimateCostS53, CountsBranches) {
  const std::string by_size = WithCondition(R"(
  s = Shape(x)
  const zero: int64[] = 0
  const three: int64[] = 3
  n = Gather(s, zero)
  q = Less(n, three)
)",
                                            "q");
  const v1::EstimateCostResponse response = Estimated(
      by_size,
      "parts { group_by: COST_GROUPING_OPERATOR } bindings { symbols { symbol: 'N' size: 2 } "
      "} bindings { symbols { symbol: 'N' size: 5 } }");
  EXPECT_EQ(response.evaluations(0).total().macs(), 32);
  EXPECT_EQ(response.evaluations(1).total().macs(), 0);
  // One comparison, and Relu.
  EXPECT_EQ(response.evaluations(0).total().alu(), 1);
  EXPECT_EQ(response.evaluations(1).total().alu(), 21);
  EXPECT_FALSE(response.total().cost().upper_bound());
  const v1::EstimateCostResponse by_data = Estimated(WithCondition("", "p"));
  EXPECT_EQ(Macs(by_data.total()), "16*N");
  EXPECT_EQ(TextOf(by_data.total().cost().alu()), "4*N");
  EXPECT_TRUE(by_data.total().cost().upper_bound());
  const v1::EstimateCostResponse known = Estimated(WithCondition("  const t: bool[] = 0\n", "t"));
  EXPECT_EQ(Macs(known.total()), "0");
  EXPECT_EQ(TextOf(known.total().cost().alu()), "4*N");
  EXPECT_FALSE(known.total().cost().upper_bound());
}

std::string Looped(const std::string& trips, const std::string& cond = "t") {
  return absl::StrCat(R"(
  input m: int64[]
  input p: bool[]
  input x: float32[N, 4]
  const w: float32[4, 4] = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
  const t: bool[] = 1
  const k: int64[] = 7
  y, s = Loop()",
                      trips, ", ", cond, R"(, x) body={
    input i: int64[]
    input c: bool[]
    input v: float32[N, 4]
    d = Identity(c)
    a = MatMul(v, w)
    b = Tanh(a)
    output d
    output b
    output b
  }
  output y
  output s
)");
}

// As often as the unrolled copies.
TEST(EstimateCostS53, CountsLoops) {
  std::string unrolled =
      "input x: float32[N, 4]\nconst w: float32[4, 4] = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n";
  std::string value = "x";
  for (int i = 0; i < 7; ++i) {
    absl::StrAppend(&unrolled, "a", i, " = MatMul(", value, ", w)\nb", i, " = Tanh(a", i, ")\n");
    value = absl::StrCat("b", i);
  }
  absl::StrAppend(&unrolled, "output ", value, "\n");
  const v1::EstimateCostResponse copies = Estimated(unrolled);
  const v1::EstimateCostResponse loop = Estimated(Looped("k"));
  EXPECT_EQ(Macs(loop.total()), "112*N");
  EXPECT_EQ(Macs(loop.total()), Macs(copies.total()));
  EXPECT_EQ(TextOf(loop.total().cost().special()), TextOf(copies.total().cost().special()));
  EXPECT_EQ(TextOf(loop.total().cost().bytes_read()), TextOf(copies.total().cost().bytes_read()));
  EXPECT_EQ(loop.total().cost().parameters(), 18) << "w, the limit and the condition";
  EXPECT_FALSE(loop.total().cost().upper_bound());
  const v1::EstimateCostResponse by_input =
      Estimated(Looped("m"),
                "bindings { symbols { symbol: 'N' size: 2 } symbols { symbol: 'm[]' size: 3 } }");
  EXPECT_EQ(by_input.evaluations(0).total().macs(), 96);
}

TEST(EstimateCostS53, MarksLoopsThatMayEndSooner) {
  const v1::EstimateCostResponse loop = Estimated(Looped("k", "p"));
  EXPECT_EQ(Macs(loop.total()), "112*N");
  EXPECT_TRUE(loop.total().cost().upper_bound());
}

TEST(EstimateCostS54, ListsLoopsWithoutALimit) {
  const v1::EstimateCostResponse loop = Estimated(R"(
  input p: bool[]
  input x: float32[N, 4]
  y = Loop(_, p, x) body={
    input i: int64[]
    input c: bool[]
    input v: float32[N, 4]
    a = Relu(v)
    n = ReduceSum(a) keepdims=0
    b = Cast(n) to=9
    output b
    output a
  }
  output y
)");
  EXPECT_EQ(loop.total().cost().uncounted_nodes(), 1u);
  EXPECT_EQ(TextOf(loop.total().cost().alu()), "0");
  EXPECT_THAT(Lists(loop), ::testing::Contains("Loop: uncounted 1"));
}

TEST(EstimateCostS53, CountsScans) {
  const v1::EstimateCostResponse scan = Estimated(R"(
  input h: float32[4]
  input x: float32[T, 4]
  y, s = Scan(h, x) num_scan_inputs=1 body={
    input v: float32[4]
    input e: float32[4]
    a = Add(v, e)
    output a
    output a
  }
  output y
  output s
)");
  EXPECT_EQ(TextOf(scan.total().cost().alu()), "4*T");
}

// The body is charged to each call; its constants count once, wherever they come from.
TEST(EstimateCostS53, CountsFunctions) {
  const v1::EstimateCostResponse response = Estimated(R"(
  opset 17
  opset my.domain 1
  input x: float32[N, 4]
  const w: float32[4, 4] = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
  a = my.domain.Layer(x, w)
  y = my.domain.Layer(a, w)
  output y
  function my.domain.Layer(v, m) -> (r) { p = MatMul(v, m) r = Relu(p) }
)",
                                                      "parts { group_by: COST_GROUPING_NODE }");
  EXPECT_EQ(Macs(response.total()), "32*N");
  EXPECT_EQ(TextOf(response.total().cost().alu()), "8*N");
  EXPECT_EQ(response.total().cost().parameters(), 16);
  ASSERT_EQ(response.groups_size(), 2);
  EXPECT_EQ(Macs(response.groups(1)), "16*N");
}

TEST(EstimateCostS54, ListsWhatIsNotCounted) {
  const v1::EstimateCostResponse response = Estimated(R"(
  opset 17
  opset my.domain 1
  input x: float32[N, 8]
  v = Unique(x)
  z = my.domain.Strange(x)
  y = Relu(x)
  output v
  output z
  output y
)");
  EXPECT_THAT(Lists(response), ElementsAre("Unique: uncounted 1", "my.domain:Strange: uncounted 1",
                                           "Relu: counted 1"));
  EXPECT_EQ(response.total().cost().uncounted_nodes(), 2u);
  EXPECT_EQ(response.operators(0).reason(), "no formula for this operator");
  EXPECT_EQ(response.operators(1).reason(), "no rule for this operator");
  EXPECT_EQ(response.operators(1).first().node(), 1u);
}

// A size that the data decide has an upper bound, which evaluations take.
TEST(EstimateCostS55, TakesUpperBoundsOfData) {
  const v1::EstimateCostResponse response =
      Estimated(R"(
  input x: float32[N]
  i = NonZero(x)
  t = Transpose(i)
  c = Cast(t) to=1
  y = Tanh(c)
  output y
)",
                "bindings { symbols { symbol: 'N' size: 6 } }");
  EXPECT_THAT(TextOf(response.total().cost().special()), HasSubstr("?"));
  EXPECT_EQ(response.evaluations(0).total().special(), 6);
  EXPECT_TRUE(response.evaluations(0).total().upper_bound());
}

TEST(EstimateCostS55, PacksSmallTypesAndReadsOnce) {
  const v1::EstimateCostResponse response =
      Estimated(R"(
  opset 21
  input x: uint4[N, 5]
  input z: float32[N]
  const s: float32[] = 1
  y = DequantizeLinear(x, s)
  w = Mul(z, z)
  output y
  output w
)",
                "bindings { symbols { symbol: 'N' size: 3 } }");
  // 15 halves of a byte, the scale, z once.
  EXPECT_EQ(response.evaluations(0).total().bytes_read(), 8 + 4 + 12);
  EXPECT_EQ(response.evaluations(0).total().bytes_written(), 60 + 12);
}

TEST(EstimateCostS53, GroupsByScope) {
  onnx::ModelProto model;
  v1::EstimateCostRequest request = RequestOf<v1::EstimateCostRequest>(kTwoLayers, "");
  ASSERT_TRUE(model.ParseFromString(request.model().onnx()));
  model.mutable_graph()->mutable_node(0)->set_name("/encoder/layer.0/MatMul");
  model.mutable_graph()->mutable_node(1)->set_name("/encoder/layer.0/act/Relu");
  auto* metadata = model.mutable_graph()->mutable_node(2)->add_metadata_props();
  metadata->set_key("pkg.torch.onnx.name_scopes");
  metadata->set_value("['', 'encoder', 'encoder.1', 'encoder.1.proj', 'linear']");
  request.mutable_model()->set_onnx(model.SerializeAsString());
  request.mutable_parts()->add_group_by(v1::COST_GROUPING_SCOPE);
  const auto names = [&] {
    std::vector<std::string> found;
    const auto response = AnswerOf<v1::EstimateCostResponse>(request);
    for (const v1::CostEntry& entry : response.groups()) {
      found.push_back(absl::StrCat(entry.name(), " ", TextOf(entry.cost().flops())));
    }
    return found;
  };
  EXPECT_THAT(names(), ElementsAre(" 0", "/encoder/1/proj 48*N", "/encoder/layer.0 48*N",
                                   "/encoder/layer.0/act 6*N"));
  request.mutable_parts()->set_scope_depth(1);
  EXPECT_THAT(names(), ElementsAre(" 0", "/encoder 102*N"));
}

TEST(EstimateCostS51, GroupsByElementType) {
  const v1::EstimateCostResponse response =
      Estimated(R"(
  input x: float16[N, 4]
  input w: float16[4, 6]
  input a: uint8[N, 4]
  input b: int8[4, 5]
  input p: bool[4]
  h = MatMul(x, w)
  z = MatMulInteger(a, b)
  q = Where(p, x, x)
  n = Not(p)
  output h
  output z
  output q
  output n
)",
                "parts { group_by: COST_GROUPING_ELEMENT_TYPE }");
  std::vector<std::string> found;
  for (const v1::CostEntry& entry : response.groups()) {
    EXPECT_EQ(entry.grouping(), v1::COST_GROUPING_ELEMENT_TYPE);
    found.push_back(absl::StrCat(entry.name(), " ", Macs(entry), " ", TextOf(entry.cost().alu())));
  }
  EXPECT_THAT(found, ElementsAre("bool 0 4", "float16 24*N 4*N", "uint8 20*N 0"));
}

TEST(EstimateCost, FindsWhatStatesGrowBy) {
  constexpr char kModel[] = R"(
  input past_key_values.0.key: float16[B, 2, P, 8]
  input past_key_values.0.value: float16[B, 2, P, 8]
  input k: float16[B, 2, S, 8]
  present.0.key = Concat(past_key_values.0.key, k) axis=2
  present.0.value = Concat(past_key_values.0.value, k) axis=2
  output present.0.key
  output present.0.value
)";
  const v1::EstimateCostResponse response = Estimated(
      kModel,
      "bindings { inputs { name: 'k' sizes: [3, 2, 1, 8] } symbols { symbol: 'P' size: 9 } }");
  ASSERT_EQ(response.states().pairs_size(), 2);
  EXPECT_EQ(response.states().pairs(0).output(), "present.0.key");
  EXPECT_EQ(TextOf(response.states().bytes_per_token()), "64*B");
  EXPECT_EQ(response.evaluations(0).bytes_per_token(), 192);
  EXPECT_FALSE(Estimated(kTwoLayers).has_states());
}

TEST(EstimateCostS56, GivesThePeakAsAnExpression) {
  const v1::EstimateCostResponse response = Estimated(
      kTwoLayers, "memory { alignment_bytes: 1 } bindings { symbols { symbol: 'N' size: 5 } }");
  // h and r, 24 bytes a row each.
  EXPECT_EQ(TextOf(response.memory().bytes()), "48*N");
  EXPECT_FALSE(response.memory().lower_bound());
  EXPECT_FALSE(response.memory().upper_bound());
  EXPECT_EQ(response.evaluations(0).memory_bytes(), 240);
}

TEST(EstimateCost, AnswersErrorsOfBindings) {
  const v1::EstimateCostResponse response = Estimated(
      kTwoLayers,
      "bindings { label: 'a' symbols { symbol: 'Z' size: 5 } } bindings { label: 'b' } bindings { "
      "label: 'c' inputs { name: 'x' sizes: [2, 3] } }");
  EXPECT_EQ(response.evaluations(0).error().reason(), "MALFORMED_BINDING");
  EXPECT_FALSE(response.evaluations(1).total().has_macs());
  EXPECT_THAT(response.evaluations(1).unbound(), ElementsAre("N"));
  EXPECT_EQ(response.evaluations(2).violations_size(), 1);
  EXPECT_THAT(response.evaluations(1).violations(), IsEmpty());
}

TEST(EstimateCost, HasNoNumbersForSizesBelowZero) {
  const v1::EstimateCostResponse response = Estimated(
      R"(
        input x: float32[N]
        const p: int64[2] = -3 0
        y = Pad(x, p)
        output y
      )",
      "bindings { symbols { symbol: 'N' size: 2 } } bindings { symbols { symbol: 'N' size: 5 } }");
  ASSERT_EQ(response.evaluations_size(), 2);
  EXPECT_GT(response.evaluations(0).violations_size(), 0);
  EXPECT_FALSE(response.evaluations(0).has_total());
  EXPECT_EQ(response.evaluations(1).total().bytes_written(), 8);
}

// As EvaluateShapes does: no sizes make 6 and 7 alike.
TEST(EstimateCost, TellsErrorsOfTheModel) {
  constexpr char kModel[] = R"(
    input x: float32[N, 6]
    input w: float32[7, 2]
    y = MatMul(x, w)
    output y
  )";
  const auto answer = Estimated(kModel, "bindings { symbols { symbol: 'N' size: 1 } }");
  ASSERT_EQ(answer.evaluations(0).violations_size(), 1);
  EXPECT_EQ(answer.evaluations(0).violations(0).kind(), v1::Violation::KIND_MODEL);
}

TEST(EstimateCost, SaysThatARankIsNotDeclared) {
  const v1::EstimateCostResponse response =
      Estimated("input x: float32\ny = Relu(x)\noutput y\n",
                "bindings { inputs { name: 'x' sizes: [2, 3] } }");
  ASSERT_EQ(response.evaluations_size(), 1);
  EXPECT_THAT(response.evaluations(0).error().message(), HasSubstr("declares no rank"));
}

}  // namespace
}  // namespace shapewright::questions
