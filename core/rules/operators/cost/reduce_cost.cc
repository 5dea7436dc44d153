#include "core/rules/operators/cost/reduce_cost.h"

namespace shapewright::rules {
namespace {

using symbolic::Expr;

constexpr int64_t kRequantizeReduce = 3;

// Whether no axis is reduced: the result is the operand.
bool KeepsAll(CostContext& ctx) {
  return ctx.Int("noop_with_empty_axes", 0) != 0 && !ctx.Ints("axes") &&
         (!ctx.HasInput(1) || ctx.InputType(1).shape.dims == absl::Span<const Expr>({Expr(0)}));
}

}  // namespace

void AddTransforms(CostContext& ctx, Expr transforms, Expr length) {
  constexpr int64_t kPerStage = 5;
  if (!length.is_constant() || length.constant() < 1) return ctx.Refuse();
  int64_t stages = 0;
  while (stages < 62 && (int64_t{1} << stages) < length.constant()) ++stages;
  ctx.Alu(kPerStage * stages, ctx.Multiply(transforms, length));
}

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
  ctx.Alu(kRequantizeReduce, ctx.OutputSize(0));
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

void TopKCost(CostContext& ctx) { ctx.Alu(ctx.InputSize(0)); }

void NonMaxSuppressionCost(CostContext& ctx) {
  constexpr size_t kLimit = 2;
  // Of two boxes: 4 extremes, 2 sizes, 2 comparisons with 0, a product, the union, a comparison.
  constexpr int64_t kOverlap = 12;
  constexpr int64_t kArea = 3;
  const Expr batch = ctx.InputDim(0, 0);
  const Expr boxes = ctx.InputDim(0, 1);
  const Expr scores = ctx.InputSize(1);
  const Expr limit = ctx.InputInt(kLimit);
  Expr kept = boxes;
  if (!ctx.HasInput(kLimit)) kept = 0;
  if (!limit.is_unknown()) kept = ctx.Min(limit, boxes);
  const Expr pairs = ctx.Multiply(scores, kept);
  ctx.Alu(kOverlap, pairs);
  ctx.Div(pairs);
  ctx.Alu(kArea, ctx.Multiply(batch, boxes));
  ctx.Alu(scores);
  ctx.SetUpper();
}

void DftCost(CostContext& ctx) {
  constexpr int kAxisIsOperand = 20;
  constexpr size_t kLength = 1;
  constexpr size_t kAxis = 2;
  int64_t axis = ctx.Int("axis", 1);
  if (ctx.version() >= kAxisIsOperand) {
    const Expr given = ctx.HasInput(kAxis) ? ctx.InputInt(kAxis) : Expr(-2);
    if (!given.is_constant()) return ctx.Refuse();
    axis = given.constant();
  }
  const shape::Shape out = ctx.OutputShape(0);
  if (axis < 0) axis += out.rank();
  if (!out.has_rank || axis < 0 || axis >= out.rank() - 1) return ctx.Refuse();
  const bool is_whole = ctx.Int("onesided", 0) != 0 && ctx.Int("inverse", 0) != 0;
  const Expr length = is_whole                ? out.dims[static_cast<size_t>(axis)]
                      : ctx.HasInput(kLength) ? ctx.InputInt(kLength)
                                              : ctx.InputDim(0, static_cast<int>(axis));
  Expr transforms = 1;
  for (int i = 0; i + 1 < out.rank(); ++i) {
    if (i != axis) transforms = ctx.Multiply(transforms, out.dims[static_cast<size_t>(i)]);
  }
  AddTransforms(ctx, transforms, length);
}

void StftCost(CostContext& ctx) {
  constexpr size_t kWindow = 2;
  constexpr size_t kFrame = 3;
  const Expr frames = ctx.Multiply(ctx.OutputDim(0, 0), ctx.OutputDim(0, 1));
  const Expr length = ctx.HasInput(kFrame) ? ctx.InputInt(kFrame) : ctx.InputDim(kWindow, 0);
  AddTransforms(ctx, frames, length);
  if (ctx.HasInput(kWindow)) ctx.Alu(ctx.Multiply(frames, length));
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

}  // namespace shapewright::rules
