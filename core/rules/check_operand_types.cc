#include "core/rules/check_operand_types.h"

#include <algorithm>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "core/base/static_text.h"

namespace shapewright::rules {
namespace {

constexpr int kNoInput = -1;

void ReportType(RuleContext& ctx, Severity severity, StaticText code, int input,
                std::string message, std::string suggestion) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.site = ctx.SiteOf(Place::Input(input));
  diagnostic.suggestion = std::move(suggestion);
  ctx.Report(std::move(diagnostic));
}

std::string NameOf(const Type& type) {
  switch (type.kind) {
    case shape::TypeKind::kTensor:
      return std::string(shape::ElementTypeName(type.element));
    case shape::TypeKind::kSparseTensor:
      return "a sparse tensor";
    case shape::TypeKind::kSequence:
      return "a sequence";
    case shape::TypeKind::kMap:
      return "a map";
    default:
      return "an optional";
  }
}

// The type as it was set; facts that were learned about its dims do not matter here.
const Type& TypeOf(RuleContext& ctx, int input) {
  return ctx.types().at(ctx.workspace().value(ctx.InputValue(input)).type());
}

}  // namespace

void CheckOperandTypes(RuleContext& ctx, absl::Span<const OperandTypes> operands,
                       Severity severity) {
  if (operands.empty()) return;
  // For each type variable the first input that has it, or -1.
  absl::InlinedVector<int, 8> firsts;
  for (int i = 0; i < ctx.input_count(); ++i) {
    const auto place = static_cast<size_t>(i);
    if (place >= operands.size() && operands.back().presence != Presence::kVariadic) return;
    if (!ctx.HasInput(i)) continue;
    const OperandTypes& wanted = operands[std::min(place, operands.size() - 1)];
    const Type& type = TypeOf(ctx, i);
    if (!wanted.allowed.Allows(type)) {
      return ReportType(ctx, severity, "ELEMENT_TYPE_NOT_ALLOWED", i,
                        absl::StrCat(ctx.op().op_type, ": input ", i, " is ", NameOf(type),
                                     ", which it is not ", "defined for at this opset"),
                        absl::StrCat("make it one of ", ToString(wanted.allowed)));
    }
    const bool is_known = type.is_tensor() && type.element != ElementType::kUndefined;
    if (wanted.variable < 0 || !is_known) continue;
    const auto variable = static_cast<size_t>(wanted.variable);
    if (firsts.size() <= variable) firsts.resize(variable + 1, kNoInput);
    const int first = firsts[variable];
    if (first == kNoInput) {
      firsts[variable] = i;
      continue;
    }
    if (TypeOf(ctx, first).element == type.element) continue;
    return ReportType(ctx, severity, "ELEMENT_TYPE_MISMATCH", i,
                      absl::StrCat(ctx.op().op_type, ": input ", i, " is ", NameOf(type),
                                   ", input ", first, " is ", NameOf(TypeOf(ctx, first))),
                      "give both the same element type");
  }
}

}  // namespace shapewright::rules
