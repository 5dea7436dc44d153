// The checks that need bodies, several nodes or rules of a request: each model violates one, or
// shows it as the fact that must hold. That of a caller's rule is in
// tests/core/library/rule_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <string>

#include "absl/strings/string_view.h"
#include "tests/core/inference/support/requests.h"
#include "tests/core/rules/operators/model_checks.h"

namespace shapewright::inference {
namespace {

struct CheckCase {
  absl::string_view id;
  absl::string_view model;
  absl::string_view rest = "";
};

constexpr char kRule[] = R"pb(
  model {
    operator_rules {
      key { domain: "com.example" op_type: "Same" }
      signature: "(x: T[B, C], y: T[B, D]) -> T[B] where C <= 4"
    }
  }
)pb";

constexpr CheckCase kCases[] = {
    {"if.then_cannot_run", R"(
        input x: float32[B, 5]
        input p: bool[]
        const axis: int64[1] = 1
        y = If(p) then_branch={ a = Squeeze(x, axis) output a }
                  else_branch={ b = Identity(x) output b }
        output y)"},
    {"if.else_cannot_run", R"(
        input x: float32[B, 5]
        input p: bool[]
        const axis: int64[1] = 1
        y = If(p) then_branch={ a = Identity(x) output a }
                  else_branch={ b = Squeeze(x, axis) output b }
        output y)"},
    {"body.cannot_run", R"(
        input x: float32[2, 3]
        input m: int64[]
        const w: float32[4] = 1. 2. 3. 4.
        const yes: bool[] = 1
        y, s = Loop(m, yes, x) body={
          input i: int64[] input c: bool[] input v: float32[2, 3]
          a = MatMul(v, w) u = Identity(v) d = Identity(c)
          output d output u output a
        }
        output y output s)"},
    {"node.cannot_run", R"(
        input x: float32[B, S]
        const axis: int64[1] = 1
        const one: int64[] = 1
        shape = Shape(x)
        size = Gather(shape, one)
        p = Equal(size, one)
        y = If(p) then_branch={ a = Squeeze(x, axis) output a }
                  else_branch={ b = Identity(x) output b }
        t = Transpose(y) perm=[1, 0]
        output t)"},
    {"scan.batch", R"(
        opset 8
        input h: float32[2, 4]
        input x: float32[3, S, 3]
        y, s = Scan(_, h, x) num_scan_inputs=1 body={
          input hi: float32[4] input xi: float32[3]
          c = Concat(hi, xi) axis=0 ho = Relu(hi)
          output ho output c
        }
        output y output s)"},
    {"scan.trips", R"(
        input h: float32[4]
        input x: float32[5, 3]
        input z: float32[6, 3]
        y, s = Scan(h, x, z) num_scan_inputs=2 body={
          input hi: float32[4] input xi: float32[3] input zi: float32[3]
          c = Add(xi, zi) ho = Relu(hi)
          output ho output c
        }
        output y output s)"},
    {"scan.carried", R"(
        input h: float32[N]
        input x: float32[5, 3]
        y = Scan(h, x) num_scan_inputs=1 body={
          input hi: float32 input xi: float32
          ho = Relu(xi)
          output ho
        }
        output y)"},
    {"sequence.samples", R"(
        opset 17
        input x: float32[2]
        xs = SequenceConstruct(x, x)
        zs = SequenceConstruct(x, x, x)
        ys = SequenceMap(xs, zs) body={
          input e: float32 input f: float32 t = Add(e, f) output t
        }
        output ys)"},
    {"float.divisor", R"(
        input x: float32[N, 3]
        const first: int64[] = 0
        const six: float32[] = 6.
        shape = Shape(x)
        n = Gather(shape, first)
        f = Cast(n) to=1
        q = Div(six, f)
        y = Cast(q) to=7
        output y)"},
    {"sequence.concat_axes", R"(
        input x: float32[2, 3]
        input z: float32[4, 5]
        xs = SequenceConstruct(x, z)
        y = ConcatFromSequence(xs) axis=0
        output y)"},
    {"attention.whole_mask", R"(
        opset 23
        input q: float32[1, 2, 3, 8]
        input k: float32[1, 2, 4, 8]
        input v: float32[1, 2, 4, 8]
        input m: float32[1, 4]
        y = Attention(q, k, v, m)
        output y)",
     "model { options { as_runtime: RUNTIME_ONNXRUNTIME } }"},
    {"rule.dim",
     "opset 17 opset com.example 1 input x: float32[2, 3] input y: float32[4, 3] "
     "z = com.example.Same(x, y) output z",
     kRule},
    {"rule.condition",
     "opset 17 opset com.example 1 input x: float32[2, 5] input y: float32[2, 3] "
     "z = com.example.Same(x, y) output z",
     kRule}};

class CheckOf : public testing::TestWithParam<CheckCase> {};

TEST_P(CheckOf, IsNamedByTheAnswer) {
  const v1::InferShapesResponse answer =
      Answer(Request(GetParam().model, std::string(GetParam().rest)));
  std::set<std::string> ids;
  for (const v1::Fact& fact : answer.facts()) ids.insert(fact.check());
  for (const v1::Diagnostic& diagnostic : answer.diagnostics()) ids.insert(diagnostic.check());
  EXPECT_THAT(ids, testing::Contains(std::string(GetParam().id)));
}

INSTANTIATE_TEST_SUITE_P(Bodies, CheckOf, testing::ValuesIn(kCases));

// That a size never exceeds another one is no check of an operator.
TEST(BoundedSizes, HaveAReasonAndNoCheck) {
  const v1::InferShapesResponse answer =
      Answer(Request("input x: float32[N, 3]\ny = NonZero(x)\noutput y", ""));
  ASSERT_EQ(answer.facts_size(), 1);
  EXPECT_EQ(answer.facts(0).reason(), "never more than this");
  EXPECT_EQ(answer.facts(0).check(), "");
}

TEST(BodyChecks, HaveACaseEach) {
  std::set<std::string> shown = {"rule.caller"};
  for (const CheckCase& c : kCases) shown.insert(std::string(c.id));
  EXPECT_EQ(shown,
            std::set<std::string>(std::begin(rules::kModelChecks), std::end(rules::kModelChecks)));
}

}  // namespace
}  // namespace shapewright::inference
