#include "core/inference/engine/report_model.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/rules/registry/registry.h"

namespace shapewright::inference {
namespace {

rules::Severity SeverityOf(graph::Finding::Severity severity) {
  switch (severity) {
    case graph::Finding::Severity::kNote:
      return rules::Severity::kInfo;
    case graph::Finding::Severity::kWarning:
      return rules::Severity::kWarning;
    case graph::Finding::Severity::kError:
      break;
  }
  return rules::Severity::kError;
}

}  // namespace

void ReportFindings(rules::Workspace& workspace) {
  const graph::Model& model = workspace.model();
  for (const graph::Finding& finding : model.findings) {
    rules::Diagnostic diagnostic;
    diagnostic.severity = SeverityOf(finding.severity);
    diagnostic.code = finding.code;
    diagnostic.message = finding.message;
    diagnostic.site = finding.site;
    workspace.AddDiagnostic(std::move(diagnostic));
  }
  workspace.left_out_diagnostics()[rules::Severity::kError] += model.left_out_errors;
  workspace.left_out_diagnostics()[rules::Severity::kWarning] += model.left_out_warnings;
}

void ReportNewerOpset(rules::Workspace& workspace) {
  const auto newest = rules::NewestOpsets().find("");
  for (const graph::OpsetImport& opset : workspace.model().opsets) {
    const bool is_newer = opset.domain.empty() && newest != rules::NewestOpsets().end() &&
                          opset.version > newest->second;
    if (!is_newer) continue;
    rules::Diagnostic diagnostic;
    diagnostic.severity = rules::Severity::kWarning;
    diagnostic.code = "NEWER_OPSET";
    diagnostic.message =
        absl::StrCat("the model imports opset ", opset.version, " of ai.onnx; the newest known is ",
                     newest->second, ", whose rules are used");
    workspace.AddDiagnostic(std::move(diagnostic));
  }
}

void ReportUnusedRules(const rules::RequestRules& rules, rules::Workspace& workspace) {
  HashSet<const rules::RequestRules::Rule*> used;
  for (const graph::OperatorName& op : workspace.model().operators) {
    used.insert(rules.Find(op.domain, op.op_type, op.overload));
  }
  for (const rules::RequestRules::Rule& rule : rules.rules()) {
    if (used.contains(&rule)) continue;
    rules::Diagnostic diagnostic;
    diagnostic.severity = rules::Severity::kInfo;
    diagnostic.code = "UNUSED_RULE";
    diagnostic.message =
        absl::StrCat("operator_rules[", rule.index, "]: no node of the model is ",
                     rule.domain.empty() ? "" : absl::StrCat(rule.domain, ":"), rule.op_type);
    workspace.AddDiagnostic(std::move(diagnostic));
  }
}

}  // namespace shapewright::inference
