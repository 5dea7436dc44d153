#include "core/rules/operators/contrib/contrib_rules.h"

#include "absl/strings/str_cat.h"
#include "core/base/static_text.h"
#include "core/rules/operands.h"
#include "core/rules/registry/registry.h"

namespace shapewright::rules {

void InferAsOnnx(RuleContext& ctx, absl::string_view name, int64_t opset_version) {
  const ResolvedOperator op = ResolveOperator({"", name, "", opset_version});
  if (op.row == nullptr) return;
  ctx.ServeAs(op.since_version);
  ctx.Apply(*op.row);
}

void SetSameAs(RuleContext& ctx, int output, int input) {
  ctx.SetOutput(output, ctx.InputElement(input), ctx.InputShape(input));
}

void InferSameAsOperand(RuleContext& ctx) { SetSameAs(ctx, 0, 0); }

void RequireLastDim(RuleContext& ctx, int vector, const Check& check) {
  const Shape shape = ctx.InputShape(0);
  if (!ctx.HasInput(vector) || !shape.has_rank || shape.rank() == 0) return;
  const int last = shape.rank() - 1;
  UnifyVector(ctx, vector, shape.dims[last], Place::Input(0, last), check);
}

std::optional<int64_t> RequiredPositive(RuleContext& ctx, absl::string_view name) {
  const int64_t value = ctx.IntAttribute(name, 0);
  if (value > 0) return value;
  ctx.Error("INVALID_ATTRIBUTE", {}, absl::StrCat(ctx.op().op_type, " needs a positive ", name));
  return std::nullopt;
}

}  // namespace shapewright::rules
