#include "core/ops/cost/reduce_cost.h"

namespace shapewright::ops {
namespace {

using symbolic::Expr;

constexpr int64_t kRequantize = 3;

// Whether no axis is reduced: the result is the operand.
bool KeepsAll(CostContext& ctx) {
  return ctx.Int("noop_with_empty_axes", 0) != 0 && !ctx.Ints("axes") &&
         (!ctx.HasInput(1) || ctx.InputType(1).shape.dims == absl::Span<const Expr>({Expr(0)}));
}

}  // namespace

void ReduceCost(CostContext& ctx) {
  if (!KeepsAll(ctx)) ctx.Alu(ctx.InputSize(0));
}

void ReduceMeanCost(CostContext& ctx) {
  if (KeepsAll(ctx)) return;
  ctx.Alu(ctx.InputSize(0));
  ctx.Div(ctx.OutputSize(0));
}

void ReduceAbsCost(CostContext& ctx) { ctx.Alu(2, ctx.InputSize(0)); }

void ReduceL2Cost(CostContext& ctx) {
  ctx.Alu(2, ctx.InputSize(0));
  ctx.Sqrt(ctx.OutputSize(0));
}

void ReduceLogSumCost(CostContext& ctx) {
  ctx.Alu(ctx.InputSize(0));
  ctx.Special(ctx.OutputSize(0));
}

void ReduceLogSumExpCost(CostContext& ctx) {
  ctx.Alu(ctx.InputSize(0));
  ctx.Special(ctx.Add(ctx.InputSize(0), ctx.OutputSize(0)));
}

void QLinearReduceMeanCost(CostContext& ctx) {
  ctx.Alu(ctx.InputSize(0));
  ctx.Div(ctx.OutputSize(0));
  ctx.Alu(kRequantize, ctx.OutputSize(0));
}

void AllElementsCost(CostContext& ctx) {
  for (size_t i = 0; i < ctx.input_count(); ++i) ctx.Alu(ctx.InputSize(i));
}

void PerOperandElementCost(CostContext& ctx) { ctx.Alu(ctx.InputSize(0)); }

void VariadicCost(CostContext& ctx) {
  ctx.Alu(static_cast<int64_t>(ctx.input_count()) - 1, ctx.OutputSize(0));
}

void MeanCost(CostContext& ctx) {
  VariadicCost(ctx);
  ctx.Div(ctx.OutputSize(0));
}

void ClipCost(CostContext& ctx) {
  for (const size_t bound : {size_t{1}, size_t{2}}) {
    const bool is_given =
        ctx.HasInput(bound) || ctx.FindAttribute(bound == 1 ? "min" : "max") != nullptr;
    if (is_given) ctx.Alu(ctx.OutputSize(0));
  }
}

void ScatterCost(CostContext& ctx) {
  constexpr size_t kUpdates = 2;
  if (ctx.String("reduction", "none") != "none") ctx.Alu(ctx.InputSize(kUpdates));
}

// The range, then a quotient, a rounding and a zero point per element.
void DynamicQuantizeLinearCost(CostContext& ctx) {
  constexpr int64_t kAlu = 4;
  ctx.Alu(kAlu, ctx.InputSize(0));
  ctx.Div(ctx.InputSize(0));
}

// 0.5*x*(1 + erf(x*c)).
void BiasGeluCost(CostContext& ctx) {
  constexpr int64_t kGelu = 4;
  ctx.Alu(ctx.HasInput(1) ? kGelu + 1 : kGelu, ctx.OutputSize(0));
  ctx.Special(ctx.OutputSize(0));
}

// x*0.5*(1 + tanh(x*(a + b*x*x))).
void FastGeluCost(CostContext& ctx) {
  constexpr int64_t kGelu = 7;
  ctx.Alu(ctx.HasInput(1) ? kGelu + 1 : kGelu, ctx.OutputSize(0));
  ctx.Special(ctx.OutputSize(0));
}

}  // namespace shapewright::ops
