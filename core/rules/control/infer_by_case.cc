#include "core/rules/control/infer_by_case.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/rules/checks/checks.h"
#include "core/rules/control/alternatives.h"
#include "core/rules/control/body_findings.h"
#include "core/rules/state/diagnostic_class.h"
#include "core/symbolic/facts/require_fact.h"
#include "core/symbolic/text/print.h"

namespace shapewright::rules {
namespace {

using graph::ValueId;
using symbolic::Fact;

// Operations counted per run besides those of its expressions (S65).
constexpr uint64_t kCountPerRun = 64;

constexpr absl::string_view kNever = " never holds";

class CaseRunner {
 public:
  CaseRunner(RuleContext& ctx, absl::FunctionRef<void()> infer)
      : ctx_(ctx),
        workspace_(ctx.workspace()),
        conditions_(ctx.workspace().conditions()),
        infer_(infer) {
    for (const ValueId input : ctx.node().inputs) {
      if (input == graph::kNoValue || !workspace_.value(input).has_alternatives()) continue;
      const bool is_known = std::any_of(operands_.begin(), operands_.end(),
                                        [&](const Operand& known) { return known.id == input; });
      if (!is_known) operands_.push_back({input, workspace_.value(input)});
    }
  }

  bool Run() {
    if (operands_.empty()) return false;
    while (true) {
      const std::vector<Case> cases = Combine();
      if (cases.size() == 1) {
        RunWith(cases.front());
        return true;
      }
      if (cases.empty() || cases.size() > kMaxAlternatives || !MayRun(cases.size())) return false;
      BodyFindings findings(ctx_);
      const std::optional<size_t> failed = RunAll(cases);
      if (!failed) return true;
      std::vector<Diagnostic> why = std::move(failures_);
      findings.Undo();
      Exclude(cases, *failed, std::move(why));
    }
  }

 private:
  struct Operand {
    ValueId id;
    ValueState state;
  };
  // By operand, the number of its alternative.
  struct Case {
    CaseSet cases;
    absl::InlinedVector<size_t, 4> chosen;
  };

  // What the alternatives of all operands leave; more than kMaxAlternatives: too many.
  std::vector<Case> Combine() {
    std::vector<Case> cases = {{conditions_.Possible(), {}}};
    for (const Operand& operand : operands_) {
      std::vector<Case> next;
      const absl::Span<const Alternative> alternatives = operand.state.alternatives();
      for (const Case& each : cases) {
        for (size_t i = 0; i < alternatives.size(); ++i) {
          Case both = {each.cases & alternatives[i].cases, each.chosen};
          both.chosen.push_back(i);
          if (!both.cases.IsEmpty()) next.push_back(std::move(both));
        }
      }
      cases = std::move(next);
      if (cases.size() > kMaxAlternatives) break;
    }
    return cases;
  }

  bool MayRun(size_t count) {
    bool is_first = false;
    if (conditions_.TakeRuns(count, &is_first)) return true;
    if (!is_first) return false;
    Diagnostic diagnostic;
    diagnostic.severity = Severity::kInfo;
    diagnostic.code = "REFINEMENT_LIMIT";
    diagnostic.message = "not worked out, as it takes too much: nodes by cases of their operands";
    diagnostic.site = ctx_.SiteOf({});
    ctx_.Report(std::move(diagnostic));
    return false;
  }

  void RunWith(const Case& only) {
    workspace_.exprs().CountWork(kCountPerRun);
    for (size_t i = 0; i < operands_.size(); ++i) {
      const Alternative& chosen = operands_[i].state.alternatives()[only.chosen[i]];
      workspace_.SetValue(operands_[i].id, chosen.state);
    }
    for (const ValueId output : ctx_.node().outputs) {
      if (output != graph::kNoValue) workspace_.SetValue(output, {});
    }
    infer_();
    for (const Operand& operand : operands_) workspace_.RestoreValue(operand.id, operand.state);
  }

  // The condition of one of the cases.
  Expr ConditionOf(const std::vector<Case>& cases, size_t place) {
    CaseSet others;
    for (size_t i = 0; i < cases.size(); ++i) {
      if (i != place) others = others | cases[i].cases;
    }
    return conditions_.Separate(cases[place].cases, others);
  }

  // Runs the cases and joins the results. If one of them cannot run, its place, and the rest is not
  // done.
  std::optional<size_t> RunAll(const std::vector<Case>& cases) {
    const size_t first_diagnostic = workspace_.diagnostics().size();
    const size_t first_fact = ctx_.facts().facts().size();
    const bool rested_before = ctx_.facts().rests_on_assumptions();
    bool rests_after = rested_before;
    std::vector<symbolic::ScopeId> scopes;
    std::vector<std::vector<Alternative>> results(ctx_.node().outputs.size());
    for (size_t i = 0; i < cases.size(); ++i) {
      const size_t own_diagnostics = workspace_.diagnostics().size();
      ctx_.facts().SetRestsOnAssumptions(rested_before);
      ctx_.facts().PushScope({ctx_.SiteOf({}), "", false, {ConditionOf(cases, i)}});
      scopes.push_back(ctx_.facts().current_scope());
      RunWith(cases[i]);
      for (size_t k = 0; k < results.size(); ++k) {
        const ValueId output = ctx_.node().outputs[k];
        if (output == graph::kNoValue) continue;
        results[k].push_back({cases[i].cases, workspace_.StateOf(output)});
      }
      ctx_.facts().PopScope();
      rests_after |= ctx_.facts().rests_on_assumptions();
      failures_ = Failures(own_diagnostics);
      if (!failures_.empty()) {
        ctx_.facts().SetRestsOnAssumptions(rested_before);
        return i;
      }
    }
    ctx_.facts().SetRestsOnAssumptions(rests_after);
    for (size_t k = 0; k < results.size(); ++k) {
      if (ctx_.node().outputs[k] == graph::kNoValue) continue;
      ctx_.SetOutputState(static_cast<int>(k),
                          JoinCases(ctx_, "sizes of the operands decide", results[k]));
    }
    DropRepeated(first_diagnostic);
    MoveCommonFacts(first_fact, scopes);
    return std::nullopt;
  }

  // The findings from the given one on that show that nothing can run the node with these operands.
  std::vector<Diagnostic> Failures(size_t begin) const {
    std::vector<Diagnostic> failures;
    const auto& diagnostics = workspace_.diagnostics();
    for (size_t i = begin; i < diagnostics.size(); ++i) {
      const bool is_proof = IsUnderGuardOf(ctx_.SiteOf({}), diagnostics[i]) &&
                            diagnostics[i].is_firm &&
                            ClassOf(diagnostics[i].code) == DiagnosticClass::kRun;
      if (is_proof) failures.push_back(diagnostics[i]);
    }
    return failures;
  }

  // The node cannot run in one of the cases: what must hold for that.
  void Exclude(const std::vector<Case>& cases, size_t failed, std::vector<Diagnostic> why) {
    const Expr condition = ConditionOf(cases, failed);
    ctx_.RequireCondition(condition, false, {}, "node.cannot_run"_check);
    conditions_.Exclude(cases[failed].cases);
    for (Diagnostic& found : why) {
      DropGuardText(found);
      found.severity = Severity::kInfo;
      found.related.pop_back();
      found.refuted.reset();
      absl::StrAppend(&found.message, "; ", symbolic::ConditionText(ctx_.exprs(), condition),
                      kNever);
      ctx_.Report(std::move(found));
    }
  }

  // What several cases say alike is told once.
  void DropRepeated(size_t begin) {
    auto& diagnostics = workspace_.diagnostics();
    HashSet<std::tuple<absl::string_view, symbolic::Site, std::string>> known;
    const auto is_known = [&known](const Diagnostic& found) {
      return !known.emplace(found.code, found.site, found.message).second;
    };
    const auto first = diagnostics.begin() + static_cast<ptrdiff_t>(begin);
    diagnostics.erase(std::remove_if(first, diagnostics.end(), is_known), diagnostics.end());
  }

  // A fact of every case holds whatever the case.
  void MoveCommonFacts(size_t begin, const std::vector<symbolic::ScopeId>& scopes) {
    std::vector<Fact> found = ctx_.facts().TakeFactsAfter(begin);
    using Key = std::tuple<symbolic::Relation, Expr, Expr, symbolic::Basis>;
    const auto key_of = [](const Fact& fact) {
      return Key(fact.relation, fact.left, fact.right, fact.source.basis);
    };
    // By fact, a bit for each case that has it.
    HashMap<Key, uint32_t> holders;
    for (const Fact& fact : found) {
      const auto scope = std::find(scopes.begin(), scopes.end(), fact.scope);
      if (scope != scopes.end()) holders[key_of(fact)] |= 1U << (scope - scopes.begin());
    }
    const uint32_t all = (1U << scopes.size()) - 1;
    for (Fact& fact : found) {
      const auto held = holders.find(key_of(fact));
      if (held == holders.end() || held->second != all) {
        ctx_.facts().PutBack(std::move(fact));
      } else if (fact.scope == scopes.front()) {
        symbolic::RequireFact(ctx_.facts(), fact);
      }
    }
  }

  RuleContext& ctx_;
  Workspace& workspace_;
  Conditions& conditions_;
  absl::FunctionRef<void()> infer_;
  std::vector<Operand> operands_;
  // Of the case that cannot run.
  std::vector<Diagnostic> failures_;
};

}  // namespace

bool InferByCase(RuleContext& ctx, absl::FunctionRef<void()> infer) {
  return CaseRunner(ctx, infer).Run();
}

}  // namespace shapewright::rules
