#include "core/rules/signature/signature_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

const char* const kOp = "com.example:Op";

// A rule for it.
RequestRules RulesOf(const std::string& signature, bool is_pure = false) {
  RequestRules rules;
  absl::StatusOr<RequestRules::Rule> rule = MakeSignatureRule(signature, is_pure);
  EXPECT_TRUE(rule.ok()) << signature << ": " << rule.status();
  if (!rule.ok()) return rules;
  rule->domain = "com.example";
  rule->op_type = "Op";
  rules.Add(*std::move(rule));
  return rules;
}

void Check(const std::string& signature, const std::vector<OpCase>& cases) {
  SCOPED_TRACE(signature);
  const RequestRules rules = RulesOf(signature);
  CheckCases(cases, &rules);
}

// The example of ONNX's own guide: dims of one name are unified.
TEST(SignatureRule, UnifiesDimsOfOneName) {
  Check("(a: T[M, K], b: T[K, N]) -> T[M, N]",
        {{.op = kOp, .inputs = {"float32[5, 3]", "float32[3, 7]"}, .outputs = {"float32[5, 7]"}},
         {.op = kOp,
          .inputs = {"float32[M, K]", "float32[L, N]"},
          .outputs = {"float32[M, N]"},
          .facts = {"REQUIRED K = L"}},
         {.op = kOp,
          .inputs = {"float32[M, 3]", "float32[4, N]"},
          .outputs = {"float32[M, N]"},
          .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 1: Op: the rule's \"K\" of input b: 3 "
                          "(input 0 axis 1) = 4 (input 1 axis 0) can never hold"}}});
}

TEST(SignatureRule, ReportsOtherRanksAndTypes) {
  Check(
      "(a: T[M, K], b: T[K, N]) -> T[M, N]",
      {{.op = kOp,
        .inputs = {"float32[M]", "float32[3, N]"},
        .outputs = {"float32[?1, N]"},
        .diagnostics = {"ERROR RANK_MISMATCH input 0: Op needs rank 2 for input 0 (a), whose "
                        "shape is [M]"}},
       {.op = kOp,
        .inputs = {"float32[M, 3]", "float16[3, N]"},
        .outputs = {"float32[M, N]"},
        .diagnostics = {"ERROR ELEMENT_TYPE_MISMATCH input 1: Op needs float32 for input 1 (b) as "
                        "for input 0, which is float16"}},
       {.op = kOp,
        .inputs = {"seq(float32[M])", "float32[3, N]"},
        .outputs = {"float32[?1, N]"},
        .diagnostics = {"ERROR TYPE_MISMATCH input 0"}},
       {.op = kOp,
        .inputs = {"float32[M, 3]"},
        .outputs = {"?"},
        .diagnostics = {"ERROR WRONG_INPUT_COUNT"}},
       {.op = kOp,
        .inputs = {"", "float32[3, N]"},
        .outputs = {"?"},
        .diagnostics = {"ERROR MISSING_INPUT input 0"}}});
}

TEST(SignatureRule, KeepsWhatOtherOperandsSayOfOneOfUnknownRank) {
  Check("(a: T[M, K], b: T[K, N]) -> (T[M, N], T[M, K])",
        {{.op = kOp,
          .inputs = {"float32?", "float32[3, N]"},
          .outputs = {"float32[?1, N]", "float32[?1, 3]"}},
         {.op = kOp,
          .inputs = {"?", "float32[3, N]"},
          .outputs = {"float32[?1, N]", "float32[?1, 3]"}},
         {.op = kOp,
          .inputs = {"float32 rank 3..", "float32[3, N]"},
          .outputs = {"float32[?1, N]", "float32[?1, 3]"},
          .diagnostics = {"ERROR RANK_MISMATCH input 0"}}});
}

TEST(SignatureRule, TakesAnyNumberOfDims) {
  Check("(a: T[*b, M, K], b: T[*b, K, N]) -> T[*b, M, N]",
        {{.op = kOp,
          .inputs = {"float32[B, 2, 3]", "float32[8, 3, 4]"},
          .outputs = {"float32[8, 2, 4]"},
          .facts = {"REQUIRED B = 8"}},
         {.op = kOp, .inputs = {"float32[2, 3]", "float32[3, 4]"}, .outputs = {"float32[2, 4]"}},
         {.op = kOp,
          .inputs = {"float32[B, C, 2, 3]", "float32?"},
          .outputs = {"float32[B, C, 2, ?1]"}},
         {.op = kOp, .inputs = {"float32?", "float32?"}, .outputs = {"float32 rank 2.."}},
         {.op = kOp,
          .inputs = {"float32[B, 2, 3]", "float32[3, 4]"},
          .outputs = {"float32[B, 2, 4]"},
          .diagnostics = {"ERROR RANK_MISMATCH input 1"}}});
  Check("(x: T[N, ...]) -> (T[N, *], T?)",
        {{.op = kOp, .inputs = {"float32[2, 3, 4]"}, .outputs = {"float32 rank 1..", "float32?"}}});
  Check("(a: T[*a], b: T[*b]) -> T[*a, *b]",
        {{.op = kOp, .inputs = {"float32[2, 3]", "float32[N]"}, .outputs = {"float32[2, 3, N]"}}});
}

TEST(SignatureRule, BroadcastsAsNumpy) {
  Check("(a: T[*a], b: T[*b]) -> bool[broadcast(*a, *b)]",
        {{.op = kOp, .inputs = {"float32[4, 1, N]", "float32[3, 1]"}, .outputs = {"bool[4, 3, N]"}},
         {.op = kOp,
          .inputs = {"float32[N]", "float32[3]"},
          .outputs = {"bool[3]"},
          .facts = {"REQUIRED broadcastable(N, 3)"}},
         {.op = kOp, .inputs = {"float32?", "float32[3]"}, .outputs = {"bool?"}}});
  Check("(x...: T[*s]) -> T[broadcast(*s)]",
        {{.op = kOp,
          .inputs = {"float32[4, 1]", "float32[3]", "float32[1, 1]"},
          .outputs = {"float32[4, 3]"}},
         {.op = kOp,
          .inputs = {"float32[4]", "float32[3]"},
          .outputs = {"float32[?1]"},
          .diagnostics = {"ERROR DIM_MISMATCH"}}});
}

TEST(SignatureRule, TellsOperandsThatAreLeftOut) {
  Check(
      "(x: T[N, C], bias?: T[C], mask?: bool[N, K]) -> (T[N, C], bool[K], T[if(has(mask), K, 1)])",
      {{.op = kOp,
        .inputs = {"float32[2, D]", "float32[3]", "bool[2, 5]"},
        .outputs = {"float32[2, 3]", "bool[5]", "float32[5]"},
        .facts = {"REQUIRED D = 3"}},
       {.op = kOp,
        .inputs = {"float32[2, D]", "", "bool[2, 5]"},
        .outputs = {"float32[2, D]", "bool[5]", "float32[5]"}},
       {.op = kOp,
        .inputs = {"float32[2, D]"},
        .outputs = {"float32[2, D]", "bool[?1]", "float32[1]"}}});
  // What an operand that is left out would say is no size: it may be anything.
  Check("(x: T[N], y?: T[M]) -> T[M - 1]",
        {{.op = kOp, .inputs = {"float32[N]"}, .outputs = {"float32[?1]"}}});
}

TEST(SignatureRule, TakesAnOperandAnyNumberOfTimes) {
  Check("(first: T[*b, N], rest...: T[*b, M]) -> T[*b, N + sum(rest.M)] where rest.M <= 8",
        {{.op = kOp, .inputs = {"float32[2, 3]"}, .outputs = {"float32[2, 3]"}},
         {.op = kOp,
          .inputs = {"float32[B, 3]", "float32[2, 4]", "float32[B, K]"},
          .outputs = {"float32[2, K + 7]"},
          .facts = {"REQUIRED B = 2", "REQUIRED K <= 8"}},
         {.op = kOp,
          .inputs = {"float32[2, 3]", "float32[2, 9]"},
          .outputs = {"float32[2, 12]"},
          .diagnostics = {"ERROR DIM_MISMATCH: Op: the rule says \"rest.M <= 8\""}}});
  Check("(x...: T[A]) -> int64[x.count]",
        {{.op = kOp, .inputs = {}, .outputs = {"int64[0]"}},
         {.op = kOp, .inputs = {"float32[2]", "float32[3]"}, .outputs = {"int64[2]"}}});
}

TEST(SignatureRule, ReadsAttributes) {
  // The example of S64.
  const std::string unshuffle = "(x: T[N, C, H, W]) -> T[N, C*@r*@r, (H - 1)//@r + 1, W//@r]";
  Check(unshuffle,
        {{.op = kOp,
          .inputs = {"float32[8, 3, 5, 6]"},
          .attributes = {{"r", int64_t{2}}},
          .outputs = {"float32[8, 12, 3, 3]"}},
         {.op = kOp,
          .inputs = {"float32[8, 3, 5, 6]"},
          .outputs = {"float32[8, ?1, ?2, ?3]"},
          .diagnostics = {"ERROR MISSING_ATTRIBUTE: Op needs the attribute r"}},
         {.op = kOp,
          .inputs = {"float32[8, 3, 5, 6]"},
          .attributes = {{"r", Ints{2, 2}}},
          .outputs = {"float32[8, ?1, ?2, ?3]"},
          .diagnostics = {"ERROR INVALID_ATTRIBUTE: Op needs an integer as the attribute r"}}});
  Check("(x: T[N, H], @k = 2, @pads = [1, 1]) -> T[@pads[0] + N + @pads[1], H*@k, len(@pads)]",
        {{.op = kOp, .inputs = {"float32[N, H]"}, .outputs = {"float32[N + 2, 2*H, 2]"}},
         {.op = kOp,
          .inputs = {"float32[N, H]"},
          .attributes = {{"k", int64_t{3}}, {"pads", Ints{0, 5, 7}}},
          .outputs = {"float32[N + 5, 3*H, 3]"}},
         {.op = kOp,
          .inputs = {"float32[N, H]"},
          .attributes = {{"pads", Ints{4}}},
          .outputs = {"float32[?1, 2*H, 1]"},
          .diagnostics = {"ERROR INVALID_ATTRIBUTE: Op needs at least 2 entries"}}});
  Check("(x: T[N]) -> (@to[N], T[*@n])", {{.op = kOp,
                                           .inputs = {"float32[N]"},
                                           .attributes = {{"to", int64_t{7}}, {"n", int64_t{2}}},
                                           .outputs = {"int64[N]", "float32[?1, ?2]"}}});
  Check("(x: T[N]) -> T[if(has(@k), @k, N)]",
        {{.op = kOp, .inputs = {"float32[N]"}, .outputs = {"float32[N]"}},
         {.op = kOp,
          .inputs = {"float32[N]"},
          .attributes = {{"k", int64_t{4}}},
          .outputs = {"float32[4]"}}});
}

TEST(SignatureRule, RequiresWhatStandsBehindWhere) {
  Check(
      "(x: T[N, C], @groups = 1) -> T[N, C//@groups] where mod(C, @groups) = 0, 1 <= N <= 8, "
      "T in {float16, float32}",
      {{.op = kOp,
        .inputs = {"float32[N, C]"},
        .attributes = {{"groups", int64_t{4}}},
        .outputs = {"float32[N, C//4]"},
        .facts = {"REQUIRED C divisible by 4", "REQUIRED N >= 1", "REQUIRED N <= 8"}},
       {.op = kOp,
        .inputs = {"float16[2, 6]"},
        .attributes = {{"groups", int64_t{4}}},
        .outputs = {"float16[2, 1]"},
        .diagnostics = {"ERROR DIM_MISMATCH: Op: the rule says \"mod(C, @groups) = 0\""}},
       {.op = kOp,
        .inputs = {"float16[9, 6]"},
        .outputs = {"float16[9, 6]"},
        .diagnostics = {"ERROR DIM_MISMATCH: Op: the rule says \"1 <= N <= 8\""}},
       {.op = kOp,
        .inputs = {"int64[2, 6]"},
        .outputs = {"int64[2, 6]"},
        .diagnostics = {"ERROR ELEMENT_TYPE_NOT_ALLOWED input 0: Op: input 0 is int64; its rule "
                        "allows float32, float16"}}});
  Check("(x: T[N, M]) -> T[N] where N in {1, 8}, N != M, broadcastable(N, M)",
        {{.op = kOp,
          .inputs = {"float32[4, 4]"},
          .outputs = {"float32[4]"},
          .diagnostics = {"ERROR DIM_MISMATCH: Op: the rule says \"N in {1, 8}\"",
                          "ERROR DIM_MISMATCH: Op: the rule says \"N != M\""}},
         {.op = kOp, .inputs = {"float32[8, 1]"}, .outputs = {"float32[8]"}}});
}

TEST(SignatureRule, DefinesNames) {
  Check(
      "(x: T[B, C, H, W], @kernel, @stride = 1) -> T[B, L, K] where L = ((H - @kernel)//@stride + "
      "1)*((W - @kernel)//@stride + 1), K = C*@kernel*@kernel, @kernel <= H, @kernel <= W",
      {{.op = kOp,
        .inputs = {"float32[N, 3, H, 32]"},
        .attributes = {{"kernel", int64_t{16}}, {"stride", int64_t{16}}},
        .outputs = {"float32[N, 2*(H//16), 768]"},
        .facts = {"REQUIRED H >= 16"}}});
}

TEST(SignatureRule, SolvesEquations) {
  Check("(x: T[2*N + 1]) -> T[N]",
        {{.op = kOp, .inputs = {"float32[7]"}, .outputs = {"float32[3]"}},
         {.op = kOp,
          .inputs = {"float32[D]"},
          .outputs = {"float32[(D - 1)//2]"},
          .facts = {"REQUIRED D - 1 divisible by 2"}},
         {.op = kOp,
          .inputs = {"float32[8]"},
          .outputs = {"float32[3]"},
          .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 0"}}});
  Check("(x: T[N], y: T[K - N]) -> T[K]",
        {{.op = kOp, .inputs = {"float32[N]", "float32[M]"}, .outputs = {"float32[N + M]"}}});
  // One that is known already.
  Check("(r: T[4*H, H], b?: T[8*H]) -> T[H]",
        {{.op = kOp,
          .inputs = {"float32[16, H]", "float32[32]"},
          .outputs = {"float32[4]"},
          .facts = {"REQUIRED H = 4"}},
         {.op = kOp,
          .inputs = {"float32[16, H]", "float32[0]"},
          .outputs = {"float32[4]"},
          .facts = {"REQUIRED H = 4"},
          .diagnostics = {"ERROR DIM_MISMATCH input 1 axis 0"}},
         {.op = kOp,
          .inputs = {"float32[A, H]"},
          .outputs = {"float32[H]"},
          .facts = {"REQUIRED A = 4*H"}}});
  // In any order.
  Check("(x: T[N*K], y: T[N]) -> T[K]",
        {{.op = kOp, .inputs = {"float32[12]", "float32[4]"}, .outputs = {"float32[3]"}}});
  Check("(x: T[N], y: T[N + 1], z: T[4]) -> T[N]",
        {{.op = kOp,
          .inputs = {"float32[N]", "float32[M]", "float32[K]"},
          .outputs = {"float32[N]"},
          .facts = {"REQUIRED M = N + 1", "REQUIRED K = 4"}}});
  // No division can be undone: the size stays unknown.
  Check("(x: T[N//2]) -> T[N]", {{.op = kOp,
                                  .inputs = {"float32[7]"},
                                  .outputs = {"float32[?1]"},
                                  .facts = {"REQUIRED ?1//2 = 7"}}});
}

TEST(SignatureRule, ReadsElements) {
  Check("(x: T[N], shape: int64[R] = s) -> (T[*s], T[s[0], N])",
        {{.op = kOp,
          .inputs = {"float32[N]", "int64[2] = {3, N}"},
          .outputs = {"float32[3, N]", "float32[3, N]"}},
         {.op = kOp,
          .inputs = {"float32[N]", "int64[1]"},
          .outputs = {"float32[in1[0]]", "float32[in1[0], N]"},
          .facts = {"REQUIRED in1[0] >= 0"}},
         {.op = kOp,
          .inputs = {"float32[N]", "int64[K]"},
          .outputs = {"float32?", "float32[?1, N]"}}});
  Check("(n: int64[] = n) -> int64[n + 1]",
        {{.op = kOp, .inputs = {"int64[] = {4}"}, .outputs = {"int64[5]"}}});
}

TEST(SignatureRule, MakesUnknowns) {
  Check("(x: T[N]) -> (T[?, ?], T[0..N], T[2..])",
        {{.op = kOp,
          .inputs = {"float32[N]"},
          .outputs = {"float32[?1, ?2]", "float32[?3]", "float32[?4]"}}});
}

TEST(SignatureRule, KnowsSequencesAndOptionals) {
  Check("(x: seq(T[N]), y: optional(int64[M])) -> (seq(T[N, M]), optional(T[?]), T[N])",
        {{.op = kOp,
          .inputs = {"seq(float32[3])", "optional(int64[4])"},
          .outputs = {"seq(float32[3, 4])", "optional(float32[?1])", "float32[3]"}},
         {.op = kOp,
          .inputs = {"?", "?"},
          .outputs = {"seq(undefined[?1, ?2])", "optional(undefined[?3])", "undefined[?1]"}}});
  Check("(x: ?, n: T[N]) -> ?",
        {{.op = kOp, .inputs = {"seq(float32[3])", "float32[2]"}, .outputs = {"?"}}});
}

TEST(SignatureRule, CountsOutputs) {
  Check("(x: T[N]) -> T[N]", {{.op = kOp,
                               .inputs = {"float32[N]"},
                               .outputs = {"float32[N]", "?"},
                               .diagnostics = {"ERROR WRONG_OUTPUT_COUNT"}}});
  Check("(x: T[N]) -> (T[N], y...: T[N, 2])",
        {{.op = kOp,
          .inputs = {"float32[N]"},
          .outputs = {"float32[N]", "float32[N, 2]", "float32[N, 2]"}}});
}

TEST(SignatureRule, IsImpureUnlessItSaysOtherwise) {
  for (const bool is_pure : {false, true}) {
    const RequestRules rules = RulesOf("(x: T[N]) -> T[?]", is_pure);
    TestModel model(&rules);
    const graph::ValueId x = model.Input("float32[3]");
    const graph::ValueId first = model.Node("com.example:Op", {x})[0];
    const graph::ValueId second = model.Node("com.example:Op", {x})[0];
    model.Run();
    EXPECT_EQ(model.Text(first) == model.Text(second), is_pure);
  }
}

TEST(SignatureRule, GoesBeforeABuiltInRule) {
  RequestRules rules;
  absl::StatusOr<RequestRules::Rule> rule = MakeSignatureRule("(x: T[N]) -> int64[N, 2]", true);
  ASSERT_TRUE(rule.ok());
  rule->op_type = "Relu";
  EXPECT_TRUE(rules.Add(*std::move(rule)));
  CheckCases({{.op = "Relu", .inputs = {"float32[3]"}, .outputs = {"int64[3, 2]"}}}, &rules);
}

}  // namespace
}  // namespace shapewright::rules
