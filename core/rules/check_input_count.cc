#include "core/rules/check_input_count.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"

namespace shapewright::ops {
namespace {

std::string RangeText(const ResolvedOperator& op) {
  if (op.max_inputs == ResolvedOperator::kAnyNumber) {
    return absl::StrCat("at least ", op.required_inputs);
  }
  if (op.max_inputs == op.required_inputs) return absl::StrCat(op.required_inputs);
  return absl::StrCat(op.required_inputs, " to ", op.max_inputs);
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

}  // namespace shapewright::ops
