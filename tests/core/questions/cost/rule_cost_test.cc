// S62: what the rules of a request say that their nodes cost. What is expected is the cost of a
// built-in operator that does the same, or follows from the rule by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/cost.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using ::testing::HasSubstr;

std::string RuleOf(const std::string& signature) {
  return absl::StrCat("model { operator_rules { key { domain: 'my.domain' op_type: 'Op' } ",
                      "signature: '", signature, "' } } ");
}

v1::EstimateCostResponse CostBy(const std::string& signature, const std::string& model,
                                const std::string& rest = "") {
  return AnswerOf<v1::EstimateCostResponse>(
      RequestOf<v1::EstimateCostRequest>(model, absl::StrCat(RuleOf(signature), rest)));
}

std::string TextOf(const v1::Amount& amount) {
  if (amount.has_value()) return absl::StrCat(amount.value());
  return amount.has_expr() ? amount.expr() : "?";
}

// "mac alu div sqrt special", and how many nodes are not counted.
std::string PartsOf(const v1::EstimateCostResponse& response) {
  const v1::Cost& cost = response.total().cost();
  return absl::StrCat(TextOf(cost.macs()), " | ", TextOf(cost.alu()), " | ", TextOf(cost.div()),
                      " | ", TextOf(cost.sqrt()), " | ", TextOf(cost.special()), " | ",
                      cost.uncounted_nodes());
}

// A model of one node, which `node` writes, of inputs that `inputs` declares.
std::string ModelOf(const std::string& inputs, const std::string& node) {
  return absl::StrCat("opset 17\nopset my.domain 1\n", inputs, "\n", node, "\noutput y\n");
}

TEST(RuleCostS62, IsThatOfABuiltInOperator) {
  struct Twin {
    std::string inputs;
    std::string built_in;
    std::string own;
    std::string signature;
  };
  const std::string two = "input a: float32[B, 2, M, K]\ninput b: float32[B, 2, K, N]";
  const std::string image = "input x: float32[N, 6, H, W]\ninput w: float32[8, 3, 5, 5]";
  const Twin twins[] = {
      {two, "y = MatMul(a, b)", "y = my.domain.Op(a, b)",
       "(a: T[*b, M, K], b: T[*b, K, N]) -> T[*b, M, N] where K >= 0, cost mac = size(*b)*M*N*K"},
      {two, "y = MatMul(a, b)", "y = my.domain.Op(a, b)",
       "(a: T[*a, M, K], b: T[*b, K, N]) -> y: T[broadcast(*a, *b), M, N] cost mac = K*size(y)"},
      {"input x: float32[N, C]", "y = Softmax(x)", "y = my.domain.Op(x)",
       "(x: T[*s]) -> T[*s] cost alu = 3*size(x), div = size(*s), special = size(x)"},
      {image, "y = Conv(x, w) group=2 strides=[2, 2]", "y = my.domain.Op(x, w) group=2 step=[2, 2]",
       "(x: T[N, C, H, W], w: T[O, I, K, L], @group, @step = [1, 1]) -> T[N, O, P, Q] where "
       "P = (H - K)//@step[0] + 1, Q = (W - L)//@step[1] + 1, H >= K, W >= L, C = I*@group, "
       "cost mac = N*O*P*Q*(C//@group)*K*L"},
      {"input x: float32[N]\ninput z: float32[N]\ninput v: float32[N]", "y = Sum(x, z, v)",
       "y = my.domain.Op(x, z, v)",
       "(x...: T[*s]) -> y: T[broadcast(*s)] cost alu = size(y)*(x.count - 1)"},
  };
  for (const Twin& twin : twins) {
    SCOPED_TRACE(twin.signature);
    const auto own = CostBy(twin.signature, ModelOf(twin.inputs, twin.own));
    const auto built_in = AnswerOf<v1::EstimateCostResponse>(
        RequestOf<v1::EstimateCostRequest>(ModelOf(twin.inputs, twin.built_in), ""));
    EXPECT_EQ(PartsOf(own), PartsOf(built_in));
    EXPECT_EQ(TextOf(own.total().cost().flops()), TextOf(built_in.total().cost().flops()));
    EXPECT_EQ(TextOf(own.total().cost().bytes_read()),
              TextOf(built_in.total().cost().bytes_read()));
    EXPECT_EQ(own.total().cost().upper_bound(), built_in.total().cost().upper_bound());
  }
}

TEST(RuleCostS62, SpeaksOfAllThatRulesSpeakOf) {
  struct Case {
    std::string inputs;
    std::string node;
    std::string signature;
    std::string parts;
  };
  const Case cases[] = {
      // An equation, solved; an attribute by default.
      {"input x: float32[H]", "y = my.domain.Op(x)", "(x: T[2*N], @k = 3) -> T[N] cost alu = @k*N",
       "0 | 3*(H//2) | 0 | 0 | 0 | 0"},
      {"input x: float32[H]", "y = my.domain.Op(x) k=5",
       "(x: T[9 - N], @k = 3) -> T[N] cost alu = @k*N", "0 | 45 - 5*H | 0 | 0 | 0 | 0"},
      // An input that is left out.
      {"input x: float32[N, 4]", "y = my.domain.Op(x)",
       "(x: T[N, C], bias?: T[C]) -> T[N, C] cost alu = if(has(bias), size(bias), 0) + N",
       "0 | N | 0 | 0 | 0 | 0"},
      {"input x: float32[N, 4]\ninput b: float32[4]", "y = my.domain.Op(x, b)",
       "(x: T[N, C], bias?: T[C]) -> T[N, C] cost alu = if(has(bias), size(bias), 0) + N",
       "0 | N + 4 | 0 | 0 | 0 | 0"},
      // Any number of inputs.
      {"input x: float32[3]\ninput z: float32[M]", "y = my.domain.Op(x, z)",
       "(x...: T[N]) -> T[sum(x.N)] cost alu = sum(x.N), div = size(x)*x.count",
       "0 | M + 3 | 2*M + 6 | 0 | 0 | 0"},
      // Elements, of a constant and of an input.
      {"input x: float32[N]\nconst k: int64[] = 7", "y = my.domain.Op(x, k)",
       "(x: T[N], k: int64[] = k) -> T[N] cost alu = k*N", "0 | 7*N | 0 | 0 | 0 | 0"},
      {"input x: float32[N]\ninput k: int64[2]", "y = my.domain.Op(x, k)",
       "(x: T[N], k: int64[R] = k) -> T[N] cost alu = k[1]*k[1]*N",
       "0 | N*k[1]*k[1] | 0 | 0 | 0 | 0"},
      // A defined name; several results, one of them not asked for; types of types: how long
      // the sequence is, and so its bytes, is not known.
      {"input x: float32[N]", "y = my.domain.Op(x)",
       "(x: T[N]) -> (T[L], m: T[N]) where L = N//2, cost special = L", "0 | 0 | 0 | 0 | N//2 | 0"},
      {"input x: seq(float32[N])", "y = my.domain.Op(x)", "(x: seq(T[N])) -> T[N] cost special = N",
       "0 | 0 | 0 | 0 | N | 1"},
  };
  for (const Case& each : cases) {
    SCOPED_TRACE(each.signature);
    EXPECT_EQ(PartsOf(CostBy(each.signature, ModelOf(each.inputs, each.node))), each.parts);
  }
}

// A count is not negative.
TEST(RuleCostS62, HasNoCountsBelowZero) {
  const std::string rule = "(x: T[N]) -> T[N] cost alu = N - 5";
  const v1::EstimateCostResponse response =
      CostBy(rule, ModelOf("input x: float32[N]", "y = my.domain.Op(x)"),
             "bindings { symbols { symbol: 'N' size: 3 } } bindings { symbols { symbol: 'N' size: "
             "7 } }");
  EXPECT_EQ(response.evaluations(0).total().alu(), 0);
  EXPECT_EQ(response.evaluations(1).total().alu(), 2);
  EXPECT_EQ(PartsOf(CostBy(rule, ModelOf("input x: float32[3]", "y = my.domain.Op(x)"))),
            "0 | 0 | 0 | 0 | 0 | 0");
}

std::string ReasonBy(const std::string& signature, const std::string& input) {
  const v1::EstimateCostResponse response =
      CostBy(signature, ModelOf(input, "y = my.domain.Op(x)"));
  EXPECT_EQ(response.total().cost().uncounted_nodes(), 1u);
  return response.operators(0).reason();
}

TEST(RuleCostS54, ListsWhatItCannotCount) {
  EXPECT_EQ(ReasonBy("(x: T[N]) -> T[N]", "input x: float32[N]"), "its rule says no cost");
  EXPECT_EQ(ReasonBy("(x: T[N]) -> T[3] cost mac = N", "input x: float32"), "a size is not known");
  EXPECT_EQ(ReasonBy("(x: T[N], z?: T[M]) -> T[3] cost mac = M", "input x: float32[N]"),
            "a size is not known");
  EXPECT_EQ(ReasonBy("(x: T[N]) -> T[3] cost mac = N//0", "input x: float32[N]"),
            "a size is not known");
  EXPECT_EQ(ReasonBy("(x: T[N]) -> (T[3], m: T[?]) cost mac = size(m)", "input x: float32[N]"),
            "a size is not known");
  // The root is not solved for.
  EXPECT_EQ(ReasonBy("(x: T[N*N]) -> T[N] cost mac = N", "input x: float32[9]"),
            "the data decide a size, which has no bound");
  EXPECT_EQ(ReasonBy("(x: T[N]) -> y: T[?] cost mac = size(y)", "input x: float32[N]"),
            "the data decide a size, which has no bound");
  EXPECT_EQ(ReasonBy("(x: T[N]) -> T[3] cost mac = 3*9223372036854775807", "input x: float32[N]"),
            "a number of it leaves 64 bits");
}

// A number that overflows at a binding is not told; others are.
TEST(RuleCostS62, OverflowsAtABinding) {
  const v1::EstimateCostResponse response =
      CostBy("(x: T[N]) -> T[N] cost mac = N*N*N*N, alu = N",
             ModelOf("input x: float32[N]", "y = my.domain.Op(x)"),
             "bindings { symbols { symbol: 'N' size: 1000000 } }");
  EXPECT_FALSE(response.evaluations(0).total().has_macs());
  EXPECT_EQ(response.evaluations(0).total().alu(), 1'000'000);
}

// The most that data leave.
TEST(RuleCostS62, BoundsWhatDataDecide) {
  const v1::EstimateCostResponse response =
      CostBy("(x: T[N]) -> y: T[0..N] cost mac = 2*size(y)",
             ModelOf("input x: float32[N]", "y = my.domain.Op(x)"),
             "bindings { symbols { symbol: 'N' size: 6 } }");
  EXPECT_EQ(response.evaluations(0).total().macs(), 12);
  EXPECT_TRUE(response.evaluations(0).total().upper_bound());
}

// As often as the bodies run; with the attributes of calls.
TEST(RuleCostS53, CountsInBodiesAndFunctions) {
  const v1::EstimateCostResponse loop = CostBy("(x: T[N], @k = 2) -> T[N] cost alu = @k*N", R"(
  opset 17
  opset my.domain 1
  input x: float32[N]
  const t: bool[] = 1
  const k: int64[] = 7
  y = Loop(k, t, x) body={
    input i: int64[]
    input c: bool[]
    input v: float32[N]
    d = Identity(c)
    b = my.domain.Op(v)
    output d
    output b
  }
  output y
)");
  EXPECT_EQ(PartsOf(loop), "0 | 14*N | 0 | 0 | 0 | 0");
  const v1::EstimateCostResponse call = CostBy("(x: T[N], @k = 2) -> T[N] cost alu = @k*N", R"(
  opset 17
  opset my.domain 1
  input x: float32[N]
  a = my.domain.Outer(x) n=3
  y = my.domain.Outer(a) n=4
  output y
  function my.domain.Outer(v) -> (r) { r = my.domain.Op(v) k=@n }
)");
  EXPECT_EQ(PartsOf(call), "0 | 7*N | 0 | 0 | 0 | 0");
}

TEST(RuleCostS62, IsToldByEvaluateShapes) {
  const v1::EvaluateShapesResponse response =
      Evaluated(ModelOf("input x: float32[N]", "y = my.domain.Op(x)"),
                absl::StrCat(RuleOf("(x: T[N]) -> T[N] cost mac = N*N"),
                             "cost {} bindings { symbols { symbol: 'N' size: 6 } }"));
  EXPECT_EQ(response.evaluations(0).cost().macs(), 36);
  EXPECT_EQ(response.evaluations(0).cost().uncounted_nodes(), 0u);
}

TEST(RuleCostS64, SaysWhereItIsWrong) {
  const auto request =
      RequestOf<v1::EstimateCostRequest>(ModelOf("input x: float32[N]", "y = my.domain.Op(x)"),
                                         RuleOf("(x: T[N]) -> T[N] cost mac = M"));
  EXPECT_EQ(FieldOfError(request), "model.operator_rules[0].signature");
  const auto bytes = AnswerBytes(request);
  EXPECT_THAT(std::string(bytes.status().message()), HasSubstr("column 30"));
}

}  // namespace
}  // namespace shapewright::questions
