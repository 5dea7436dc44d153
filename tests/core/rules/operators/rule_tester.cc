#include "tests/core/rules/operators/rule_tester.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shapewright::rules {
namespace {

using graph::ValueId;

std::string Lines(const std::vector<std::string>& texts) { return absl::StrJoin(texts, "\n"); }

// Each diagnostic by its beginning.
void ExpectBeginnings(const std::vector<std::string>& actual,
                      const std::vector<std::string>& expected) {
  if (actual.size() != expected.size()) {
    ADD_FAILURE() << "expected " << expected.size() << " diagnostics:\n"
                  << Lines(expected) << "\nfound:\n"
                  << Lines(actual);
    return;
  }
  for (size_t i = 0; i < actual.size(); ++i) {
    EXPECT_THAT(actual[i], testing::StartsWith(expected[i]));
  }
}

// What a rule keeps views of is there once it has returned: a text on its stack is overwritten by
// then, and the sanitizers tell it.
void ExpectTextsThatStay(Workspace& workspace) {
  const auto is_text = [](absl::string_view text) {
    return std::all_of(text.begin(), text.end(), absl::ascii_isprint);
  };
  for (const symbolic::Fact& fact : workspace.facts().facts()) {
    EXPECT_TRUE(is_text(fact.source.reason())) << "a reason";
  }
  for (const symbolic::Fact& fact : workspace.facts().refuted()) {
    EXPECT_TRUE(is_text(fact.source.reason())) << "a reason";
  }
  for (const Diagnostic& diagnostic : workspace.diagnostics()) {
    EXPECT_TRUE(is_text(diagnostic.code)) << "a code";
  }
}

// Adds the node of a case with its operands, and infers it.
std::vector<ValueId> RunCase(const OpCase& c, TestModel& model) {
  for (const auto& [name, bounds] : c.symbols) {
    model.DeclareSymbol(name, bounds);
  }
  std::vector<ValueId> inputs;
  for (const std::string& text : c.inputs) {
    int same = 0;
    if (text.empty()) {
      inputs.push_back(graph::kNoValue);
    } else if (text[0] == '@' && absl::SimpleAtoi(text.substr(1), &same)) {
      inputs.push_back(inputs.at(static_cast<size_t>(same)));
    } else {
      inputs.push_back(model.Input(text, absl::StrCat("in", inputs.size())));
    }
  }
  const auto outputs = model.Node(c.op, inputs, c.attributes, c.outputs);
  model.Run();
  return outputs;
}

void CheckCase(const OpCase& c, const RequestRules* rules) {
  TestModel model(rules);
  const std::vector<ValueId> outputs = RunCase(c, model);
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i] == graph::kNoValue) continue;
    EXPECT_EQ(model.Text(outputs[i]), c.outputs[i]) << "output " << i;
  }
  EXPECT_EQ(Lines(model.FactTexts()), Lines(c.facts));
  ExpectBeginnings(model.DiagnosticTexts(), c.diagnostics);
  ExpectTextsThatStay(model.workspace());
}

}  // namespace

void CheckCases(const std::vector<OpCase>& cases, const RequestRules* rules) {
  for (const OpCase& c : cases) {
    SCOPED_TRACE(absl::StrCat(c.op, "(", absl::StrJoin(c.inputs, "; "), ")"));
    CheckCase(c, rules);
  }
}

CaseChecks ChecksOf(const OpCase& c) {
  TestModel model;
  RunCase(c, model);
  CaseChecks checks;
  for (const symbolic::Fact& fact : model.workspace().facts().facts()) {
    const std::string id(fact.source.check.id);
    checks.named.insert(id);
    if (fact.source.basis == symbolic::Basis::kAssumed) checks.assumed.insert(id);
  }
  for (const Diagnostic& diagnostic : model.workspace().diagnostics()) {
    if (!diagnostic.check.empty()) checks.failing.insert(std::string(diagnostic.check));
  }
  return checks;
}

}  // namespace shapewright::rules
