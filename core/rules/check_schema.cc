#include "core/rules/check_schema.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/nearest_name.h"
#include "core/rules/registry/onnx_inputs.h"

namespace shapewright::rules {
namespace {

std::string RangeText(const ResolvedOperator& op) {
  if (op.max_inputs == ResolvedOperator::kAnyNumber) {
    return absl::StrCat("at least ", op.required_inputs);
  }
  if (op.max_inputs == op.required_inputs) return absl::StrCat(op.required_inputs);
  return absl::StrCat(op.required_inputs, " to ", op.max_inputs);
}

using Names = absl::Span<const absl::string_view>;

// Lists are short.
bool Has(Names names, absl::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// An opset that is not known yet may have attributes of its own.
bool IsOfKnownOpset(const graph::OperatorName& name) {
  const auto newest = NewestOpsets().find(std::string(name.domain));
  return newest != NewestOpsets().end() && name.opset_version <= newest->second;
}

// The versions that have the attribute, as a text; empty for none.
std::string VersionsWith(const graph::OperatorName& name, absl::string_view attribute) {
  const OnnxOperator* const known = FindOnnxOperator(name.domain, name.op_type);
  std::string versions;
  for (const OnnxVersion& each : known->versions) {
    if (each.version == 0 || !Has(each.attributes, attribute)) continue;
    absl::StrAppend(&versions, versions.empty() ? "versions that have it: " : ", ", each.version);
  }
  return versions;
}

void ReportAttribute(RuleContext& ctx, const ResolvedOperator& op, absl::string_view attribute) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::kWarning;
  diagnostic.code = "UNKNOWN_ATTRIBUTE";
  diagnostic.message = absl::StrCat(ctx.op().op_type, "-", op.since_version, " has no attribute ",
                                    attribute, ", which is passed over");
  diagnostic.site = ctx.SiteOf({});
  diagnostic.suggestion = VersionsWith(ctx.op(), attribute);
  if (diagnostic.suggestion.empty()) diagnostic.suggestion = DidYouMean(attribute, *op.attributes);
  ctx.Report(std::move(diagnostic));
}

}  // namespace

bool CheckInputCount(RuleContext& ctx, const ResolvedOperator& op) {
  const int count = ctx.input_count();
  if (count < op.required_inputs || count > op.max_inputs) {
    ctx.Error(
        "WRONG_INPUT_COUNT", {},
        absl::StrCat(ctx.op().op_type, " takes ", RangeText(op), " inputs, the node has ", count));
    return false;
  }
  for (int i = 0; i < op.required_inputs; ++i) {
    const auto last = op.inputs.size() - 1;
    const OperandTypes& input = op.inputs[std::min(static_cast<size_t>(i), last)];
    if (input.presence == Presence::kOptional || ctx.HasInput(i)) continue;
    ctx.Error("MISSING_INPUT", Place::Input(i),
              absl::StrCat(ctx.op().op_type, " needs input ", i, ", which is left out"));
    return false;
  }
  return true;
}

void CheckAttributes(RuleContext& ctx, const ResolvedOperator& op) {
  if (op.attributes == nullptr) return;
  for (const graph::Attribute& attribute : ctx.node().attributes) {
    if (Has(*op.attributes, attribute.name) || !IsOfKnownOpset(ctx.op())) continue;
    ReportAttribute(ctx, op, attribute.name);
  }
}

}  // namespace shapewright::rules
