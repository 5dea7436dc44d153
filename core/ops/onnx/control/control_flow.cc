// If; Loop and Scan are in loop.cc and scan.cc.
#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "core/ops/onnx/control/loop.h"
#include "core/ops/onnx/control/scan.h"
#include "core/rules/join.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/rules/state/guarded.h"

namespace shapewright::ops {
namespace {

constexpr absl::string_view kThen = "then_branch";
constexpr absl::string_view kElse = "else_branch";

// What must be positive for the branch to run: the condition, or 1 minus it for else_branch.
std::vector<Expr> RunsIf(RuleContext& ctx, absl::string_view branch) {
  const auto condition = ctx.IntElements(0);
  if (!condition || condition->size() != 1 || condition->front().is_unknown()) return {};
  if (!Interval{0, 1}.Contains(ctx.Bounds(condition->front()))) return {};
  return {branch == kThen ? condition->front() : ctx.Subtract(1, condition->front())};
}

std::vector<ValueState> RunBranch(RuleContext& ctx, absl::string_view branch,
                                  bool is_proved = false) {
  const graph::GraphId body = ctx.GraphAttribute(branch);
  if (body == graph::kNoGraph) {
    ctx.Error("MISSING_ATTRIBUTE", {}, absl::StrCat("If has no attribute ", branch));
    return {};
  }
  std::vector<ValueState> results = ctx.runner().Run(
      body, {}, {ctx.SiteOf({}), std::string(branch), is_proved, RunsIf(ctx, branch)});
  if (results.size() != static_cast<size_t>(ctx.output_count())) {
    ctx.Error("WRONG_OUTPUT_COUNT", {},
              absl::StrCat("If has ", ctx.output_count(), " outputs, its ", branch, " has ",
                           results.size()));
    return {};
  }
  return results;
}

// Turns diagnostics of a branch that is never executed into INFO, from index `begin` on.
void DowngradeAfter(std::vector<Diagnostic>& diagnostics, size_t begin, absl::string_view branch) {
  for (size_t i = begin; i < diagnostics.size(); ++i) {
    // Unknown operators are reported once per model, so this one may be used elsewhere too.
    if (diagnostics[i].code == "UNKNOWN_OPERATOR") continue;
    diagnostics[i].severity = Severity::kInfo;
    diagnostics[i].refuted.reset();
    absl::StrAppend(&diagnostics[i].message, "; ", branch, " never runs");
  }
}

// Infers the branch that never runs, for the types of its own values; its facts are dropped.
void InferUntakenBranch(RuleContext& ctx, absl::string_view branch) {
  auto& diagnostics = ctx.workspace().diagnostics();
  const size_t begin = diagnostics.size();
  DiagnosticCounts& left_out = ctx.workspace().left_out_diagnostics();
  const DiagnosticCounts left_out_before = left_out;
  const symbolic::FactStore::Trial trial = ctx.facts().BeginTrial();
  RunBranch(ctx, branch);
  ctx.facts().EndTrial(trial);
  DowngradeAfter(diagnostics, begin, branch);
  const uint64_t harmless = left_out.total() - left_out_before.total();
  left_out = left_out_before;
  left_out[Severity::kInfo] += harmless;
}

// With a known condition the branch that runs gives the results.
void InferKnownIf(RuleContext& ctx, bool condition) {
  InferUntakenBranch(ctx, condition ? kElse : kThen);
  const auto results = RunBranch(ctx, condition ? kThen : kElse, true);
  for (size_t i = 0; i < results.size(); ++i) {
    ctx.SetOutputState(static_cast<int>(i), results[i]);
  }
}

// Whether this If made the diagnostic a warning, and no If, Loop or Scan within it did.
bool IsUnderGuardOf(const symbolic::Site& site, const Diagnostic& diagnostic) {
  return diagnostic.severity == Severity::kWarning && !IsLoadError(diagnostic.code) &&
         !diagnostic.related.empty() && diagnostic.related.back() == site;
}

// One of the branches runs, so if both have errors, these are errors of the model (S2), unless the
// If itself may not run.
void ReportIfBothAreWrong(RuleContext& ctx, size_t then_begin, size_t else_begin) {
  if (ctx.facts().current_scope() != symbolic::kRootScope) return;
  const symbolic::Site site = ctx.SiteOf({});
  const auto is_wrong = [&site](const Diagnostic& d) { return IsUnderGuardOf(site, d); };
  auto& diagnostics = ctx.workspace().diagnostics();
  const auto then_first = diagnostics.begin() + static_cast<ptrdiff_t>(then_begin);
  const auto else_first = diagnostics.begin() + static_cast<ptrdiff_t>(else_begin);
  if (!std::any_of(then_first, else_first, is_wrong)) return;
  if (!std::any_of(else_first, diagnostics.end(), is_wrong)) return;
  for (auto i = then_first; i != diagnostics.end(); ++i) {
    if (is_wrong(*i)) i->severity = Severity::kError;
  }
}

void InferIf(RuleContext& ctx) {
  if (const auto condition = ctx.ConstantInt(0)) {
    InferKnownIf(ctx, *condition != 0);
    return;
  }
  const auto& diagnostics = ctx.workspace().diagnostics();
  const size_t then_begin = diagnostics.size();
  const auto then_results = RunBranch(ctx, kThen);
  const size_t else_begin = diagnostics.size();
  const auto else_results = RunBranch(ctx, kElse);
  ReportIfBothAreWrong(ctx, then_begin, else_begin);
  if (then_results.empty() || else_results.empty()) return;
  const auto condition = ctx.IntElements(0);
  const bool is_one = condition && condition->size() == 1;
  Joiner joiner(ctx, "the branches of If differ", {}, is_one ? condition->front() : Expr());
  for (size_t i = 0; i < then_results.size(); ++i) {
    ctx.SetOutputState(static_cast<int>(i), joiner.JoinStates(then_results[i], else_results[i]));
  }
}

constexpr OperatorRow kRows[] = {
    {"",
     "If",
     {1, 11, 13, 16, 19, 21, 23, 24, 25},
     InferIf,
     "the join of both branches, by the condition where it is of sizes; one branch where it is "
     "known",
     {.bodies = Bodies::kBranches}},
    {"",
     "Loop",
     {1, 11, 13, 16, 19, 21, 23, 24, 25},
     InferLoop,
     "a fixed point by widening; steps times trip count where known",
     {.bodies = Bodies::kLoop}},
    {"",
     "Scan",
     {8, 9, 11, 16, 19, 21, 23, 24, 25},
     InferScan,
     "a fixed point by widening; one slice per step",
     {.bodies = Bodies::kScan}},
};

}  // namespace

absl::Span<const OperatorRow> ControlFlowOperators() { return kRows; }

}  // namespace shapewright::ops
