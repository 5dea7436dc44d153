#include "core/rules/operators/onnx/control/conditional.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/static_text.h"
#include "core/rules/checks/checks.h"
#include "core/rules/control/alternatives.h"
#include "core/rules/control/body_findings.h"
#include "core/rules/join.h"
#include "core/rules/state/diagnostic_class.h"

namespace shapewright::rules {
namespace {

// What facts and guards say of it.
struct Branch {
  absl::string_view name;
  const symbolic::Check& cannot_run;
};
constexpr Branch kThen = {"then_branch", "if.then_cannot_run"_check};
constexpr Branch kElse = {"else_branch", "if.else_cannot_run"_check};
// As StableHLO names them.
constexpr Branch kTrue = {"true_branch", "if.then_cannot_run"_check};
constexpr Branch kFalse = {"false_branch", "if.else_cannot_run"_check};

const Branch& BranchOf(RuleContext& ctx, bool condition) {
  const bool is_onnx = ctx.GraphAttribute(kTrue.name) == graph::kNoGraph;
  if (condition) return is_onnx ? kThen : kTrue;
  return is_onnx ? kElse : kFalse;
}

// The condition, 0 or 1; unknown where nothing is known of it.
Expr Condition(RuleContext& ctx) {
  const auto condition = ctx.IntElements(0);
  if (!condition || condition->size() != 1 || condition->front().is_unknown()) return {};
  return Interval{0, 1}.Contains(ctx.Bounds(condition->front())) ? condition->front() : Expr();
}

// What must be positive for the branch to run: the condition, or 1 minus it for else_branch.
std::vector<Expr> RunsIf(RuleContext& ctx, bool condition) {
  const Expr expr = Condition(ctx);
  if (expr.is_unknown()) return {};
  return {condition ? expr : ctx.Subtract(1, expr)};
}

std::vector<ValueState> RunBranch(RuleContext& ctx, bool condition, bool is_proved = false) {
  const absl::string_view name = BranchOf(ctx, condition).name;
  const graph::GraphId body = ctx.GraphAttribute(name);
  if (body == graph::kNoGraph) {
    ctx.Error("MISSING_ATTRIBUTE", {}, absl::StrCat("If has no attribute ", name));
    return {};
  }
  std::vector<ValueState> results = ctx.runner().Run(
      body, {}, {ctx.SiteOf({}), std::string(name), is_proved, RunsIf(ctx, condition)});
  if (results.size() != static_cast<size_t>(ctx.output_count())) {
    ctx.Error("WRONG_OUTPUT_COUNT", {},
              absl::StrCat("If has ", ctx.output_count(), " outputs, its ", name, " has ",
                           results.size()));
    return {};
  }
  return results;
}

// With a known condition the branch that runs gives the results. The other one is inferred for the
// types of its own values.
void InferKnownIf(RuleContext& ctx, bool condition, BodyFindings::Reason reason) {
  BodyFindings untaken(ctx);
  const symbolic::FactStore::Trial trial = ctx.facts().BeginTrial();
  const bool rests_on_assumptions = ctx.facts().rests_on_assumptions();
  RunBranch(ctx, !condition);
  ctx.facts().SetRestsOnAssumptions(rests_on_assumptions);
  ctx.facts().EndTrial(trial);
  untaken.Downgrade(BranchOf(ctx, !condition).name, reason);
  const auto results = RunBranch(ctx, condition, true);
  for (size_t i = 0; i < results.size(); ++i) {
    ctx.SetOutputState(static_cast<int>(i), results[i]);
  }
}

// What the run of a branch gives, and the node that shows that it cannot run.
struct BranchRun {
  std::vector<ValueState> results;
  std::optional<symbolic::Site> why_not;
};

BranchRun TryBranch(RuleContext& ctx, bool condition) {
  const BodyFindings findings(ctx);
  BranchRun run;
  run.results = RunBranch(ctx, condition);
  const graph::GraphId body = ctx.GraphAttribute(BranchOf(ctx, condition).name);
  if (body != graph::kNoGraph) run.why_not = findings.WhyItCannotRun(body);
  return run;
}

// One of the branches runs, so that the model cannot, unless the If itself does not (S36).
void ReportNoBranchRuns(RuleContext& ctx, BodyFindings& findings, const symbolic::Site& then_site,
                        const symbolic::Site& else_site) {
  findings.Downgrade("If", BodyFindings::Reason::kFindings);
  Diagnostic diagnostic;
  diagnostic.code = "NO_BRANCH_RUNS";
  diagnostic.message = "neither branch of If can run";
  diagnostic.site = ctx.SiteOf({});
  diagnostic.related = {then_site, else_site};
  WarnUnderGuard(ctx.facts(), diagnostic);
  ctx.Report(std::move(diagnostic));
}

// The other branch cannot run: what must hold for that, and the results of this one.
void InferOnlyBranch(RuleContext& ctx, bool condition) {
  const Expr expr = ctx.OnlyElementOfInput(0);
  if (Interval{0, 1}.Contains(ctx.Bounds(expr))) {
    ctx.RequireCondition(expr, condition, Place::Input(0), BranchOf(ctx, !condition).cannot_run);
  } else {
    ctx.runner().NoteOpenCondition();
  }
  InferKnownIf(ctx, condition, BodyFindings::Reason::kFindings);
}

bool MayRunAgain(RuleContext& ctx) {
  constexpr absl::string_view kWhat = "a branch of If where the other one cannot run";
  return ctx.runner().ReserveRuns(ctx.GraphAttribute(BranchOf(ctx, true).name), 1, kWhat) &&
         ctx.runner().ReserveRuns(ctx.GraphAttribute(BranchOf(ctx, false).name), 1, kWhat);
}

void JoinResults(RuleContext& ctx, absl::Span<const ValueState> then_results,
                 absl::Span<const ValueState> else_results) {
  if (then_results.empty() || else_results.empty()) return;
  constexpr StaticText kReason = "the branches of If differ";
  const auto elements = ctx.IntElements(0);
  const Expr condition = elements && elements->size() == 1 ? elements->front() : Expr();
  Joiner joiner(ctx, kReason, {}, condition);
  for (size_t i = 0; i < then_results.size(); ++i) {
    std::optional<CaseSet> cases;
    if (joiner.is_decided_by_inputs() &&
        NeedAlternatives(ctx.types(), then_results[i], else_results[i])) {
      cases = ctx.workspace().conditions().Add(condition);
    }
    const ValueState state =
        cases ? JoinCases(ctx, kReason,
                          {{*cases, then_results[i]}, {CaseSet::All() - *cases, else_results[i]}})
              : joiner.JoinStates(then_results[i], else_results[i]);
    ctx.SetOutputState(static_cast<int>(i), state);
  }
}

}  // namespace

void InferIf(RuleContext& ctx) {
  if (const auto condition = ctx.ConstantInt(0)) {
    InferKnownIf(ctx, *condition != 0, BodyFindings::Reason::kCondition);
    return;
  }
  BodyFindings findings(ctx);
  // What one branch assumes does not concern the other.
  const bool rested_before = ctx.facts().rests_on_assumptions();
  const BranchRun then_run = TryBranch(ctx, true);
  const bool rests_after = ctx.facts().rests_on_assumptions();
  ctx.facts().SetRestsOnAssumptions(rested_before);
  const BranchRun else_run = TryBranch(ctx, false);
  const bool only_one_fails = then_run.why_not.has_value() != else_run.why_not.has_value();
  if (only_one_fails && MayRunAgain(ctx)) {
    findings.Undo();
    ctx.facts().SetRestsOnAssumptions(rested_before);
    InferOnlyBranch(ctx, else_run.why_not.has_value());
    return;
  }
  if (rests_after) ctx.facts().SetRestsOnAssumptions(true);
  if (then_run.why_not && else_run.why_not) {
    ReportNoBranchRuns(ctx, findings, *then_run.why_not, *else_run.why_not);
  }
  JoinResults(ctx, then_run.results, else_run.results);
}

}  // namespace shapewright::rules
