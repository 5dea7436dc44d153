#include "core/rules/operators/cost/ov_cost.h"

#include <algorithm>

#include "core/rules/operators/cost/attention_cost.h"
#include "core/rules/operators/cost/conv_cost.h"
#include "core/rules/operators/cost/norm_cost.h"

namespace shapewright::rules {
namespace {

using symbolic::Expr;

// An attribute of an IR is a list only if it has several numbers.
Expr OvWindowSize(CostContext& ctx) {
  const graph::Attribute* kernel = ctx.FindAttribute("kernel");
  if (kernel == nullptr) return Expr();
  if (kernel->kind == graph::AttributeKind::kInt) return kernel->int_value;
  if (kernel->kind != graph::AttributeKind::kInts) return Expr();
  Expr size = 1;
  for (const int64_t each : kernel->int_list()) size = ctx.Multiply(size, each);
  return size;
}

}  // namespace

void OvMatMulCost(CostContext& ctx) {
  const bool is_transposed = ctx.Int("transpose_a", 0) != 0 && ctx.InputShape(0).rank() > 1;
  ctx.Mac(ctx.Multiply(ctx.OutputSize(0), ctx.InputDim(0, is_transposed ? -2 : -1)));
}

void OvGroupConvolutionCost(CostContext& ctx) {
  ctx.Mac(ctx.Multiply(ctx.OutputSize(0), ctx.ProductOf(ctx.InputShape(1), 2)));
}

void OvGroupBackpropCost(CostContext& ctx) {
  ctx.Mac(ctx.Multiply(ctx.InputSize(0), ctx.ProductOf(ctx.InputShape(1), 2)));
}

// As ONNX's DeformConv, whose operands have another order.
void OvDeformableConvolutionCost(CostContext& ctx) {
  constexpr size_t kOffsets = 1;
  constexpr size_t kFilters = 2;
  constexpr size_t kMask = 3;
  ctx.Mac(ctx.Multiply(ctx.OutputSize(0), ctx.ProductOf(ctx.InputShape(kFilters), 1)));
  AddDeformedSamples(ctx, kFilters, kOffsets, kMask);
}

void OvMaxPoolCost(CostContext& ctx) {
  ctx.Alu(ctx.Multiply(ctx.OutputSize(0), OvWindowSize(ctx)));
}

void OvAveragePoolCost(CostContext& ctx) {
  OvMaxPoolCost(ctx);
  ctx.Div(ctx.OutputSize(0));
}

// [..., L, E], [..., S, E], [..., S, V]: as ONNX's Attention.
void OvScaledDotProductCost(CostContext& ctx) {
  constexpr size_t kMask = 3;
  const Expr keys = ctx.InputDim(1, -2);
  const Expr rows = ctx.ProductOf(ctx.OutputShape(0), 0, -1);
  const Expr scores = ctx.Multiply(rows, keys);
  const Expr query = ctx.Multiply(rows, ctx.InputDim(0, -1));
  AddAttention(ctx, query, ctx.OutputSize(0), keys, scores);
  const bool is_causal = ctx.Int("causal", 0) != 0;
  if (ctx.HasInput(kMask) && !is_causal) ctx.Alu(scores);
}

void OvLogSoftmaxCost(CostContext& ctx) { AddLogSoftmax(ctx, RowsAlong(ctx, ctx.Int("axis", 1))); }

void OvBatchNormCost(CostContext& ctx) {
  const bool has_data_third = ctx.version() < 5;
  AddBatchNorm(ctx, ctx.InputSize(has_data_third ? 2 : 0), ctx.InputSize(has_data_third ? 0 : 1));
}

void OvMvnCost(CostContext& ctx) {
  constexpr int kAxesAreOperand = 6;
  const shape::Shape shape = ctx.InputShape(0);
  if (!shape.has_rank) return ctx.Refuse();
  Expr rows = 1;
  if (ctx.version() < kAxesAreOperand) {
    rows = ctx.InputDim(0, 0);
    if (ctx.Int("across_channels", 1) == 0) rows = ctx.Multiply(rows, ctx.InputDim(0, 1));
    return AddLayerNorm(ctx, ctx.InputSize(0), rows);
  }
  const absl::Span<const Expr> axes = ctx.InputInts(1);
  if (axes.empty()) return ctx.Refuse();
  for (int i = 0; i < shape.rank(); ++i) {
    const bool is_normalized = std::any_of(axes.begin(), axes.end(), [&](Expr axis) {
      return axis.is_constant(i) || axis.is_constant(i - shape.rank());
    });
    if (!is_normalized) rows = ctx.Multiply(rows, shape.dims[static_cast<size_t>(i)]);
  }
  AddLayerNorm(ctx, ctx.InputSize(0), rows);
}

}  // namespace shapewright::rules
