#include "client/cpp/cli/lint/lint.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/lint/declared_types.h"
#include "client/cpp/cli/lint/dim_names.h"
#include "client/cpp/cli/lint/lint_context.h"
#include "client/cpp/cli/lint/model_findings.h"

namespace shapewright::cli {
namespace {

bool IsCode(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return absl::ascii_isupper(c) || c == '_';
  });
}

bool IsSelected(const Finding& finding, const LintSelection& selection) {
  return (selection.only.empty() || selection.only.contains(finding.code)) &&
         !selection.ignore.contains(finding.code);
}

}  // namespace

absl::Status ParseCodes(absl::string_view text, absl::flat_hash_set<std::string>* codes) {
  for (const absl::string_view code : absl::StrSplit(text, ',')) {
    if (!IsCode(code)) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", code, "\" is no code such as FALSE_TYPE"));
    }
    codes->insert(std::string(code));
  }
  return absl::OkStatus();
}

void AskForLint(v1::InferShapesRequest* request) {
  // What the model declares is not to hide what follows without it.
  request->mutable_model()->mutable_options()->set_declared_types(v1::MERGE_POLICY_OVERRIDE);
  request->set_scope(v1::SCOPE_ALL_GRAPHS);
  request->add_include(v1::PART_NODES);
  request->add_include(v1::PART_AUDIT);
}

absl::StatusOr<std::vector<Finding>> LintModel(absl::string_view model,
                                               const v1::InferShapesResponse& response,
                                               const LintSelection& selection) {
  onnx::ModelProto proto;
  absl::Status parsed = ParseModel(model, &proto);
  if (!parsed.ok()) return parsed;
  if (response.graphs().empty()) return absl::InternalError("the answer has no graph");
  LintContext context(response, proto);
  std::vector<Finding> findings;
  TellDiagnostics(response, findings);
  TellBakedIn(response, findings);
  CheckDeclaredTypes(context, findings);
  CheckInputSymbols(context, findings);
  CheckSpelling(context, findings);
  CheckOutputs(context, findings);
  CheckUnused(proto.graph(), findings);
  std::erase_if(findings, [&](const Finding& each) { return !IsSelected(each, selection); });
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.level > b.level; });
  return findings;
}

bool HasFault(const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& each) { return each.level != LintLevel::kInfo; });
}

}  // namespace shapewright::cli
