// Signatures of built-in operators say the same as their rules, on the literal cases of these
// (tests/core/rules/operators/cases), whose answers the runtimes gave.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/rules/signature/signature_rule.h"
#include "tests/core/rules/operators/case_table.h"
#include "tests/core/rules/operators/rule_tester.h"
#include "tests/data_path/data_path.h"

namespace shapewright::rules {
namespace {

struct BuiltIn {
  // Several with spaces between them.
  const char* operators;
  int since;  // the versions that the signature is for
  const char* signature;
  // Cases of which a signature cannot speak, by their operands and attributes.
  const char* but_for = "^$";
};

// A scalar that may be a vector of one element.
constexpr char kOneElement[] = "; (int64|float32).1.(;|$)";
constexpr char kSame[] = "(x: T[*s]) -> T[*s]";
constexpr char kBroadcast[] = "(a: T[*a], b: T[*b]) -> T[broadcast(*a, *b)]";
constexpr char kCompare[] = "(a: T[*a], b: T[*b]) -> bool[broadcast(*a, *b)]";

const BuiltIn kBuiltIns[] = {
    {"Relu Sigmoid Tanh Abs Neg Exp Log Sqrt Floor Ceil Erf Round Sign Selu Elu LeakyRelu Softplus "
     "Softsign HardSigmoid HardSwish Mish Celu ThresholdedRelu Reciprocal Sin Cos Tan",
     1, kSame},
    {"IsNaN IsInf", 1, "(x: T[*s]) -> bool[*s]"},
    {"Add Sub Mul Div", 7, kBroadcast},
    {"Pow", 7, "(a: T[*a], b: U[*b]) -> T[broadcast(*a, *b)]"},
    {"Mod BitShift", 1, kBroadcast},
    {"Equal Less Greater LessOrEqual GreaterOrEqual", 7, kCompare},
    {"And Or Xor", 7, "(a: bool[*a], b: bool[*b]) -> bool[broadcast(*a, *b)]"},
    {"Where", 1, "(c: bool[*c], a: T[*a], b: T[*b]) -> T[broadcast(*c, *a, *b)]"},
    {"Max Min Sum Mean", 8, "(first: T[*a], rest...: T[*b]) -> T[broadcast(*a, *b)]"},
    {"Det", 1, "(x: T[*b, M, M]) -> T[*b]"},
    {"Trilu", 1, "(x: T[*b, M, N], k?: int64[]) -> T[*b, M, N]", kOneElement},
    {"Cast", 6, "(x: T[*s]) -> @to[*s]"},
    {"CastLike", 1, "(x: T[*s], like: U[*u]) -> U[*s]"},
    {"Size", 1, "(x: T?) -> int64[]"},
    {"Dropout", 12, "(x: T[*s], ratio?: U[], training?: bool[]) -> (T[*s], bool[*s])"},
    {"Clip", 11, "(x: T[*s], min?: T[], max?: T[]) -> T[*s]", kOneElement},
    {"DepthToSpace", 1,
     "(x: T[N, C, H, W], @blocksize) -> T[N, C//(@blocksize*@blocksize), H*@blocksize, "
     "W*@blocksize] where mod(C, @blocksize*@blocksize) = 0"},
    {"SpaceToDepth", 1,
     "(x: T[N, C, H, W], @blocksize) -> T[N, C*@blocksize*@blocksize, H//@blocksize, "
     "W//@blocksize] where mod(H, @blocksize) = 0, mod(W, @blocksize) = 0"},
    {"BatchNormalization", 15,
     "(x: T[N, C, *s], scale: U[C], bias: U[C], mean: V[C], variance: V[C]) -> (T[N, C, *s], V[C], "
     "V[C])",
     // A vector has one channel.
     "^float32.N.;"},
    {"InstanceNormalization", 1, "(x: T[N, C, *s], scale: T[C], bias: T[C]) -> T[N, C, *s]"},
    {"GroupNormalization", 21,
     "(x: T[N, C, *s], scale: T[C], bias: T[C], @num_groups) -> T[N, C, *s] where mod(C, "
     "@num_groups) = 0"},
    {"LSTM", 7,
     "(x: T[S, B, I], w: T[D, 4*H, I], r: T[D, 4*H, H], bias?: T[D, 8*H], lengths?: int32[B], h?: "
     "T[D, B, H], c?: T[D, B, H], p?: T[D, 3*H]) -> (T[S, D, B, H], T[D, B, H], T[D, B, H]) "
     "where H = if(has(@hidden_size), @hidden_size, H)",
     "layout=1"},
    {"GRU", 7,
     "(x: T[S, B, I], w: T[D, 3*H, I], r: T[D, 3*H, H], bias?: T[D, 6*H], lengths?: int32[B], h?: "
     "T[D, B, H]) -> (T[S, D, B, H], T[D, B, H]) "
     "where H = if(has(@hidden_size), @hidden_size, H)",
     "layout=1"},
    {"RNN", 7,
     "(x: T[S, B, I], w: T[D, H, I], r: T[D, H, H], bias?: T[D, 2*H], lengths?: int32[B], h?: T[D, "
     "B, H]) -> (T[S, D, B, H], T[D, B, H]) "
     "where H = if(has(@hidden_size), @hidden_size, H)",
     "layout=1"},
    {"Gemm", 7,
     "(a: T[P, Q], b: T[R, S], c?: T[*c], @transA = 0, @transB = 0) -> T[if(@transA, Q, P), "
     "if(@transB, R, S)] where if(@transA, P, Q) = if(@transB, S, R)",
     // Its third operand is broadcast to the result, not with it; others than 0 and 1.
     ";.*;|trans.=-1"},
    {"com.microsoft:BiasGelu", 1, "(x: T[*b, N], bias: T[N]) -> T[*b, N]"},
    {"com.microsoft:Gelu", 1, kSame},
    {"com.microsoft:CDist", 1, "(a: T[M, K], b: T[N, K]) -> T[M, N]"},
    {"com.microsoft:ComplexMul", 1, kBroadcast},
    {"com.microsoft:BiasSplitGelu", 1, "(x: T[B, S, D], bias: T[D]) -> T[B, S, D//2]"},
};

using Key = std::pair<std::string, int>;

// "Gemm-7" is {"Gemm", 7}.
Key Split(const std::string& op) {
  const size_t dash = op.rfind('-');
  int version = 0;
  EXPECT_TRUE(absl::SimpleAtoi(op.substr(dash + 1), &version)) << op;
  return {op.substr(0, dash), version};
}

const BuiltIn* FindBuiltIn(const std::string& op) {
  const auto [name, version] = Split(op);
  for (const BuiltIn& built_in : kBuiltIns) {
    const std::string all = absl::StrCat(" ", built_in.operators, " ");
    const bool is_named = absl::StrContains(all, absl::StrCat(" ", name, " "));
    if (is_named && version >= built_in.since) return &built_in;
  }
  return nullptr;
}

RequestRules RulesFor(const std::string& op, const std::string& signature) {
  RequestRules rules;
  absl::StatusOr<RequestRules::Rule> rule = MakeSignatureRule(signature, true);
  EXPECT_TRUE(rule.ok()) << signature << ": " << rule.status();
  if (!rule.ok()) return rules;
  const std::string name = Split(op).first;
  const size_t colon = name.find(':');
  rule->domain = colon == std::string::npos ? "" : name.substr(0, colon);
  rule->op_type = colon == std::string::npos ? name : name.substr(colon + 1);
  rules.Add(*std::move(rule));
  return rules;
}

struct Told {
  std::vector<std::string> types;
  std::set<std::string> facts;
  bool has_error = false;
};

// What one node tells, without elements, which signatures do not speak of, and the numbers of
// unknowns.
Told Tell(const OpCase& c, const RequestRules* rules) {
  TestModel model(rules);
  for (const auto& [name, bounds] : c.symbols) model.DeclareSymbol(name, bounds);
  std::vector<graph::ValueId> inputs;
  for (const std::string& text : c.inputs) {
    inputs.push_back(text.empty() ? graph::kNoValue
                                  : model.Input(text, absl::StrCat("in", inputs.size())));
  }
  const auto outputs = model.Node(c.op, inputs, c.attributes, c.outputs);
  model.Run();
  Told told;
  const std::regex number("\\?[0-9]+");
  for (const graph::ValueId output : outputs) {
    if (output == graph::kNoValue) continue;
    const std::string text = model.Text(output);
    told.types.push_back(std::regex_replace(text.substr(0, text.find(" = ")), number, "?"));
  }
  for (const std::string& fact : model.FactTexts()) told.facts.insert(fact);
  for (const std::string& found : model.DiagnosticTexts()) {
    told.has_error |= absl::StartsWith(found, "ERROR");
  }
  return told;
}

TEST(BuiltInSignatures, SayTheSameAsTheRules) {
  std::map<std::string, int> cases;
  for (const auto& entry :
       std::filesystem::directory_iterator(SourcePath("tests/core/rules/operators/cases"))) {
    for (const TableCase& c : ReadCaseTable(entry.path().string())) {
      const BuiltIn* const built_in = FindBuiltIn(c.op_case.op);
      const std::string inputs = absl::StrJoin(c.op_case.inputs, "; ");
      std::string text = inputs;
      for (const Attr& attribute : c.op_case.attributes) {
        const auto* const number = std::get_if<int64_t>(&attribute.value);
        if (number != nullptr) absl::StrAppend(&text, " ", attribute.name, "=", *number);
      }
      if (built_in == nullptr || std::regex_search(text, std::regex(built_in->but_for))) continue;
      SCOPED_TRACE(absl::StrCat(entry.path().filename().string(), ":", c.line, " ", c.op_case.op,
                                "(", inputs, ")"));
      const RequestRules rules = RulesFor(c.op_case.op, built_in->signature);
      const Told own = Tell(c.op_case, nullptr);
      const Told told = Tell(c.op_case, &rules);
      EXPECT_EQ(told.has_error, own.has_error);
      if (own.has_error) continue;
      EXPECT_EQ(told.types, own.types);
      EXPECT_EQ(absl::StrJoin(told.facts, "\n"), absl::StrJoin(own.facts, "\n"));
      ++cases[Split(c.op_case.op).first];
    }
  }
  EXPECT_GE(cases.size(), 40);
}

}  // namespace
}  // namespace shapewright::rules
