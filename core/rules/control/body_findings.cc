#include "core/rules/control/body_findings.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/rules/control/prunable_nodes.h"
#include "core/rules/state/diagnostic_class.h"

namespace shapewright::rules {
namespace {

constexpr absl::string_view kNeverFound = " never runs";

// Unknown operators are reported once per model, so the one of a body may be used elsewhere too.
bool IsOfModel(const Diagnostic& diagnostic) { return diagnostic.code == "UNKNOWN_OPERATOR"; }

}  // namespace

BodyFindings::BodyFindings(RuleContext& ctx)
    : ctx_(ctx),
      diagnostics_(ctx.workspace().diagnostics().size()),
      facts_(ctx.facts().facts().size()),
      refuted_(ctx.facts().refuted().size()),
      unchecked_(ctx.workspace().unchecked().size()),
      runs_(ctx.runner().CountRuns()),
      left_out_(ctx.workspace().left_out_diagnostics()) {}

std::optional<symbolic::Site> BodyFindings::WhyItCannotRun(graph::GraphId body) const {
  const symbolic::Site control = ctx_.SiteOf({});
  const auto& diagnostics = ctx_.workspace().diagnostics();
  std::optional<NodeSet> prunable;
  for (size_t i = diagnostics_; i < diagnostics.size(); ++i) {
    const Diagnostic& found = diagnostics[i];
    const bool is_proof = IsUnderGuardOf(control, found) && found.is_firm &&
                          ClassOf(found.code) == DiagnosticClass::kRun;
    if (!is_proof) continue;
    if (!prunable) prunable = FindPrunableNodes(ctx_.workspace(), body);
    if (!prunable) return std::nullopt;
    const auto graph = static_cast<graph::GraphId>(found.site.graph);
    if (!prunable->contains({graph, static_cast<uint32_t>(found.site.node)})) return found.site;
  }
  return std::nullopt;
}

void BodyFindings::Downgrade(absl::string_view what, Reason reason) {
  ForgetFacts();
  auto& diagnostics = ctx_.workspace().diagnostics();
  for (size_t i = diagnostics_; i < diagnostics.size(); ++i) {
    Diagnostic& found = diagnostics[i];
    found.refuted.reset();
    const bool is_of_load = reason == Reason::kFindings && found.severity == Severity::kError &&
                            ClassOf(found.code) == DiagnosticClass::kLoad;
    // A body within this one may not run either.
    const bool is_told =
        found.severity == Severity::kInfo && absl::EndsWith(found.message, kNeverFound);
    if (IsOfModel(found) || is_of_load || is_told) continue;
    if (IsUnderGuardOf(ctx_.SiteOf({}), found)) DropGuardText(found);
    found.severity = Severity::kInfo;
    absl::StrAppend(&found.message, "; ", what, kNeverFound);
  }
  DiagnosticCounts& left_out = ctx_.workspace().left_out_diagnostics();
  const uint64_t harmless = left_out.total() - left_out_.total();
  left_out = left_out_;
  left_out[Severity::kInfo] += harmless;
}

void BodyFindings::LeaveGuard() {
  auto& diagnostics = ctx_.workspace().diagnostics();
  for (size_t i = diagnostics_; i < diagnostics.size(); ++i) {
    const bool is_error = IsUnderGuardOf(ctx_.SiteOf({}), diagnostics[i]);
    if (is_error) rules::LeaveGuard(ctx_.facts(), diagnostics[i]);
  }
}

void BodyFindings::Undo() {
  ForgetFacts();
  auto& diagnostics = ctx_.workspace().diagnostics();
  const auto first = diagnostics.begin() + static_cast<ptrdiff_t>(diagnostics_);
  diagnostics.erase(std::remove_if(first, diagnostics.end(), std::not_fn(IsOfModel)),
                    diagnostics.end());
  ctx_.workspace().left_out_diagnostics() = left_out_;
  ctx_.runner().ForgetRunsAfter(runs_);
}

void BodyFindings::ForgetFacts() {
  ctx_.facts().ForgetFactsAfter(facts_);
  ctx_.facts().ForgetRefutedAfter(refuted_);
  ctx_.workspace().TakeUncheckedAfter(unchecked_);
}

}  // namespace shapewright::rules
