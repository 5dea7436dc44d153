#include "client/cpp/cli/lint/lint.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/lint/declared_types.h"
#include "client/cpp/cli/lint/dim_names.h"
#include "client/cpp/cli/lint/lint_context.h"
#include "client/cpp/cli/lint/model_findings.h"
#include "client/cpp/cli/screen/counts.h"
#include "core/wire/model_format.h"

namespace shapewright::cli {
void AskForLint(v1::InferShapesRequest* request) {
  // What the model declares is not to hide what follows without it.
  request->mutable_model()->mutable_options()->set_declared_types(v1::MERGE_POLICY_OVERRIDE);
  request->set_scope(v1::SCOPE_ALL_GRAPHS);
  request->add_include(v1::PART_NODES);
  request->add_include(v1::PART_AUDIT);
  // Those of the conditions of If tell which facts matter at given sizes.
  request->add_include(v1::PART_ELEMENTS);
}

absl::StatusOr<std::vector<Finding>> LintModel(absl::string_view model,
                                               const v1::InferShapesResponse& response,
                                               const LintSelection& selection) {
  // Other formats have no names that are chosen freely, and declare all types: what is wrong with
  // these are diagnostics.
  const bool is_onnx = FormatOf(model) == ModelFormat::kOnnx;
  onnx::ModelProto proto;
  absl::Status parsed = is_onnx ? ParseModel(model, &proto) : absl::OkStatus();
  if (!parsed.ok()) return parsed;
  if (response.graphs().empty()) return absl::InternalError("the answer has no graph");
  LintContext context(response, proto);
  std::vector<Finding> findings;
  TellDiagnostics(response, findings);
  TellBakedIn(response, findings);
  if (is_onnx) {
    CheckDeclaredTypes(context, findings);
    CheckInputSymbols(context, findings);
    CheckSpelling(proto.graph(), findings);
    CheckOutputs(context, findings);
    CheckUnused(proto.graph(), findings);
  }
  std::erase_if(findings, [&](const Finding& each) { return !selection.Holds(each.code); });
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.level > b.level; });
  return findings;
}

absl::Status StatusOf(const std::vector<Finding>& findings) {
  const auto count = [&](LintLevel level) {
    return std::count_if(findings.begin(), findings.end(),
                         [level](const Finding& each) { return each.level == level; });
  };
  const auto errors = count(LintLevel::kError);
  const auto warnings = count(LintLevel::kWarning);
  if (errors + warnings == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(Plural(static_cast<uint64_t>(errors), "error"), ", ",
                   Plural(static_cast<uint64_t>(warnings), "warning")));
}

}  // namespace shapewright::cli
