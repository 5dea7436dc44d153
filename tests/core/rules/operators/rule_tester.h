#ifndef SHAPEWRIGHT_TESTS_CORE_RULES_OPERATORS_RULE_TESTER_H_
#define SHAPEWRIGHT_TESTS_CORE_RULES_OPERATORS_RULE_TESTER_H_

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/model.h"
#include "core/rules/rule_context.h"
#include "core/rules/state/workspace.h"

namespace shapewright::rules {

using Ints = std::vector<int64_t>;
using Floats = std::vector<double>;
using Strings = std::vector<std::string>;
// A tensor attribute: "int64[2] = {3, 4}", "string[1] = {a}".
struct TensorText {
  std::string text;
};
// A type attribute: "seq(float32[N])".
struct TypeText {
  std::string text;
};

// A graph attribute: the number of a graph of the model.
struct GraphNumber {
  graph::GraphId graph;
};

struct Attr {
  std::string name;
  std::variant<int64_t, double, std::string, Ints, Floats, Strings, TensorText, TypeText,
               GraphNumber>
      value;
};

// One operator by its operands and what is to come out, all as text.
//
// op: "Concat-13" is Concat in opset 13, "Concat" in the newest one; domains go
//   before: "com.microsoft:Gelu".
// inputs: "float32[N, 3, 2..8]", "float32?" or "float32 rank 2..4" for an unknown
//   rank, "seq(float32[N])", "" for an operand that is left out, "@0" for the
//   same value as operand 0. Known elements follow: "int64[2] = {N, -1}",
//   "float32[2] = {0.5, N / 4}", "bool[] = {1}"; "?" is an unknown element.
//   Names in types and elements are symbols of the case with interval [0, inf),
//   `x[0]` is a value symbol with the range of the element type (S10), "?1" an
//   anonymous symbol and "?" a new one. Elements that a rule asks for and that
//   are not given are called `in0[i]`, `in1[i]`, ...
// symbols: other intervals: {"N", "1..8"}.
// outputs: the exact types, with elements where they are known; "" for an output
//   that the node leaves out.
// facts: all facts in order: "REQUIRED N >= 1", "REQUIRED N = M",
//   "ASSUMED N <= 5", "REQUIRED N divisible by 3",
//   "REQUIRED broadcastable(N, M)", "REQUIRED N != 0".
// diagnostics: all of them in order, each by its beginning:
//   "ERROR RANK_MISMATCH input 0: Concat needs ...".
struct OpCase {
  std::string op;
  std::vector<std::string> inputs = {};
  std::vector<Attr> attributes = {};
  std::vector<std::pair<std::string, std::string>> symbols = {};
  std::vector<std::string> outputs = {};
  std::vector<std::string> facts = {};
  std::vector<std::string> diagnostics = {};
};

// Runs each case through the registry and compares. `rules` are those of a request, or null.
void CheckCases(const std::vector<OpCase>& cases, const RequestRules* rules = nullptr);

// The ids of the checks that a case's answer names.
struct CaseChecks {
  std::set<std::string> named;    // by facts
  std::set<std::string> assumed;  // by facts that are assumed
  std::set<std::string> failing;  // by diagnostics
};
CaseChecks ChecksOf(const OpCase& c);

// A model of several nodes, for what one node cannot show. Values are added
// first, then Run() infers the nodes in order.
class TestModel {
 public:
  explicit TestModel(const RequestRules* rules = nullptr);

  // "N" in [1, 8]; before the name is used.
  void DeclareSymbol(const std::string& name, const std::string& bounds);
  // A named input's unknown elements are `name[i]` (S10).
  graph::ValueId Input(const std::string& text, const std::string& name = "");
  // The ids of the outputs; `outputs` may say "" for one that is left out.
  std::vector<graph::ValueId> Node(const std::string& op, const std::vector<graph::ValueId>& inputs,
                                   const std::vector<Attr>& attributes = {},
                                   const std::vector<std::string>& outputs = {"y"});
  // Makes the workspace, with the states of the inputs; Run() does it too.
  void Prepare();
  // Nodes whose operators hold graphs need a runner.
  void Run(SubgraphRunner* runner = nullptr);

  Workspace& workspace() { return *workspace_; }
  graph::Model& model() { return model_; }
  // The nodes so far; do not add more once one is in use.
  const graph::Node& node(size_t index) const { return nodes_[index]; }
  // The type of a value, and its elements where they are known.
  std::string Text(graph::ValueId value);
  std::vector<std::string> FactTexts();
  std::vector<std::string> DiagnosticTexts();

 private:
  struct Given {
    graph::ValueId value;
    std::string text;
  };

  graph::ValueId AddValue(graph::ValueOrigin origin);
  void SetInput(const Given& given);
  void SetElements(const std::vector<std::string>& items, ValueState& state);
  absl::StatusOr<Expr> ResolveName(absl::string_view name, ElementType element);
  std::string FloatText(const FloatElement& element);
  std::string ElementsText(const ValueState& state);

  const RequestRules* const rules_;
  graph::Model model_;
  std::vector<graph::Node> nodes_;
  std::vector<Given> inputs_;
  absl::flat_hash_map<std::string, Interval> bounds_;
  absl::flat_hash_map<std::string, Expr> names_;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_TESTS_CORE_RULES_OPERATORS_RULE_TESTER_H_
