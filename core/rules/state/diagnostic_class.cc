#include "core/rules/state/diagnostic_class.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/symbolic/text/print.h"

namespace shapewright::rules {
namespace {

using enum DiagnosticClass;

constexpr ClassOfCode kClasses[] = {
    {"AMBIGUOUS_DIM", kOther},
    {"ANONYMOUS_DIM", kOther},
    {"AXIS_OUT_OF_RANGE", kRun},
    {"BAD_PERMUTATION", kRun},
    {"DECLARED_TYPE_CONFLICT", kOther},
    {"DIM_MISMATCH", kRun},
    {"DIM_OVERFLOW", kOther},
    {"DIVISION_BY_ZERO", kOther},
    {"DUPLICATE_AXIS", kRun},
    {"DUPLICATE_VALUE", kLoad},
    {"ELEMENT_TYPE_MISMATCH", kLoad},
    {"ELEMENT_TYPE_NOT_ALLOWED", kLoad},
    {"EMPTY_OPTIONAL", kOther},
    {"FUNCTION_TOO_DEEP", kLoad},
    {"IMPLICIT_BROADCAST", kOther},
    {"INDEX_OUT_OF_RANGE", kRun},
    {"INDEX_TUPLE_TOO_LONG", kRun},
    {"INVALID_ATTRIBUTE", kLoad},
    {"INVALID_SCALE", kRun},
    {"KERNEL_TOO_LARGE", kOther},
    {"LINK_MISMATCH", kLoad},
    {"MISSING_ATTRIBUTE", kLoad},
    {"MISSING_AXES", kLoad},
    {"MISSING_ENDS", kLoad},
    {"MISSING_INPUT", kLoad},
    {"NEGATIVE_DIM", kRun},
    {"NEGATIVE_SIZE", kRun},
    {"NEWER_OPSET", kOther},
    {"NO_BRANCH_RUNS", kRun},
    {"RANK_MISMATCH", kRun},
    {"RECURSIVE_FUNCTION", kLoad},
    {"REFINEMENT_LIMIT", kOther},
    {"RESHAPE_COUNT_DIFFERS", kOther},
    {"RESHAPE_ZERO_OUT_OF_RANGE", kRun},
    {"SEVERAL_INFERRED_DIMS", kRun},
    {"SHADOWED_NAME", kOther},
    {"SORTED_GRAPH", kOther},
    {"STRICTER_RUNTIME", kOther},
    {"TYPE_MISMATCH", kLoad},
    {"UNDEFINED_VALUE", kLoad},
    {"UNKNOWN_ATTRIBUTE", kLoad},
    {"UNKNOWN_OPERATOR", kOther},
    {"UNKNOWN_OPSET", kLoad},
    {"UNREADABLE_DIM", kOther},
    {"UNUSED_RULE", kOther},
    {"VALUE_OVERFLOW", kOther},
    {"WRONG_ELEMENT_COUNT", kRun},
    {"WRONG_INPUT_COUNT", kLoad},
    {"WRONG_OUTPUT_COUNT", kLoad},
    {"WRONG_PADS", kRun},
    {"WRONG_REPEATS", kRun},
    {"WRONG_SHAPE_LENGTH", kRun},
    {"WRONG_SPLIT", kRun},
    {"ZERO_BESIDE_INFERRED", kRun},
    {"ZERO_STEP", kRun},
};

constexpr absl::string_view kOnlyIf = "; only if ";

}  // namespace

absl::Span<const ClassOfCode> DiagnosticClasses() { return kClasses; }

DiagnosticClass ClassOf(absl::string_view code) {
  const auto* const found = std::lower_bound(
      std::begin(kClasses), std::end(kClasses), code,
      [](const ClassOfCode& each, absl::string_view wanted) { return each.code < wanted; });
  return found == std::end(kClasses) || found->code != code ? kOther : found->error_class;
}

void WarnUnderGuard(const symbolic::FactStore& facts, Diagnostic& diagnostic) {
  const symbolic::ScopeId scope = facts.current_scope();
  if (scope == symbolic::kRootScope || ClassOf(diagnostic.code) == kLoad) return;
  const symbolic::Guard& guard = facts.scopes()[scope].guard;
  diagnostic.severity = Severity::kWarning;
  if (guard.branch.empty() && !guard.runs_if.empty()) {
    absl::StrAppend(&diagnostic.message, kOnlyIf,
                    symbolic::ConditionText(facts.arena(), guard.runs_if.front()));
  } else {
    absl::StrAppend(&diagnostic.message, kOnlyIf, guard.branch, " runs");
  }
  diagnostic.related.push_back(guard.control);
}

bool IsUnderGuardOf(const symbolic::Site& control, const Diagnostic& diagnostic) {
  return diagnostic.severity == Severity::kWarning && !diagnostic.related.empty() &&
         diagnostic.related.back() == control;
}

void DropGuardText(Diagnostic& diagnostic) {
  const size_t begin = diagnostic.message.rfind(kOnlyIf.data(), std::string::npos, kOnlyIf.size());
  if (begin != std::string::npos) diagnostic.message.resize(begin);
}

void LeaveGuard(const symbolic::FactStore& facts, Diagnostic& diagnostic) {
  DropGuardText(diagnostic);
  diagnostic.severity = Severity::kError;
  diagnostic.related.pop_back();
  WarnUnderGuard(facts, diagnostic);
}

}  // namespace shapewright::rules
