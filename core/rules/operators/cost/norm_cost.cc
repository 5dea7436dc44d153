#include "core/rules/operators/cost/norm_cost.h"

#include <initializer_list>

namespace shapewright::rules {
using symbolic::Expr;

// Sums, differences, squares, sums, products; eps per row.
void AddLayerNorm(CostContext& ctx, Expr n, Expr m) {
  constexpr int64_t kPerElement = 5;
  constexpr int64_t kDivisions = 3;
  ctx.Alu(kPerElement, n);
  ctx.Alu(m);
  ctx.Div(ctx.Multiply(kDivisions, m));
  ctx.Sqrt(m);
}

Expr RowsAlong(CostContext& ctx, int64_t axis) {
  const shape::Shape shape = ctx.InputShape(0);
  if (!shape.has_rank) return Expr();
  const int64_t normal = axis < 0 ? axis + shape.rank() : axis;
  if (normal < 0 || normal >= shape.rank()) return Expr();
  Expr rows = 1;
  for (int64_t i = 0; i < shape.rank(); ++i) {
    if (i != normal) rows = ctx.Multiply(rows, shape.dims[static_cast<size_t>(i)]);
  }
  return rows;
}

namespace {

// Squares, sums, products; eps per row.
void AddRmsNorm(CostContext& ctx, Expr n, Expr m) {
  constexpr int64_t kPerElement = 3;
  ctx.Alu(kPerElement, n);
  ctx.Alu(m);
  ctx.Div(ctx.Multiply(2, m));
  ctx.Sqrt(m);
}

void AddPresent(CostContext& ctx, std::initializer_list<size_t> inputs, Expr n) {
  for (const size_t input : inputs) {
    if (ctx.HasInput(input)) ctx.Alu(n);
  }
}

// The rows that end with the given axis.
Expr RowsFrom(CostContext& ctx, int64_t axis) {
  const shape::Shape shape = ctx.InputShape(0);
  if (!shape.has_rank) return Expr();
  const int64_t normal = axis < 0 ? axis + shape.rank() : axis;
  if (normal < 0 || normal > shape.rank()) return Expr();
  Expr rows = 1;
  for (int64_t i = 0; i < normal; ++i)
    rows = ctx.Multiply(rows, shape.dims[static_cast<size_t>(i)]);
  return rows;
}

Expr SoftmaxRows(CostContext& ctx) {
  constexpr int kOneAxis = 13;
  return ctx.version() < kOneAxis ? RowsFrom(ctx, ctx.Int("axis", 1))
                                  : RowsAlong(ctx, ctx.Int("axis", -1));
}

// The greatest of a row, differences, sums.
constexpr int64_t kSoftmaxAlu = 3;

void AddSoftmax(CostContext& ctx) {
  ctx.Alu(kSoftmaxAlu, ctx.OutputSize(0));
  ctx.Special(ctx.OutputSize(0));
  ctx.Div(ctx.OutputSize(0));
}

}  // namespace

void LayerNormalizationCost(CostContext& ctx) {
  AddLayerNorm(ctx, ctx.InputSize(0), RowsFrom(ctx, ctx.Int("axis", -1)));
  AddPresent(ctx, {1, 2}, ctx.InputSize(0));
}

void RmsNormalizationCost(CostContext& ctx) {
  AddRmsNorm(ctx, ctx.InputSize(0), RowsFrom(ctx, ctx.Int("axis", -1)));
  AddPresent(ctx, {1}, ctx.InputSize(0));
}

void InstanceNormalizationCost(CostContext& ctx) {
  const bool is_last = ctx.InputShape(0).rank() > 2 && ctx.InputDim(0, -1) == ctx.InputDim(1, 0) &&
                       !(ctx.InputDim(0, 1) == ctx.InputDim(1, 0));
  AddLayerNorm(ctx, ctx.InputSize(0),
               ctx.Multiply(ctx.InputDim(0, 0), ctx.InputDim(0, is_last ? -1 : 1)));
  AddPresent(ctx, {1, 2}, ctx.InputSize(0));
}

void GroupNormalizationCost(CostContext& ctx) {
  const int64_t groups = ctx.Int("num_groups", 0);
  AddLayerNorm(ctx, ctx.InputSize(0), ctx.Multiply(ctx.InputDim(0, 0), groups));
  AddPresent(ctx, {1, 2}, ctx.InputSize(0));
}

void AddBatchNorm(CostContext& ctx, Expr n, Expr channels) {
  constexpr int64_t kPerChannel = 3;
  ctx.Alu(2, n);
  ctx.Alu(kPerChannel, channels);
  ctx.Div(channels);
  ctx.Sqrt(channels);
}

void BatchNormalizationCost(CostContext& ctx) {
  if (ctx.Int("training_mode", 0) != 0) return ctx.Refuse();
  AddBatchNorm(ctx, ctx.InputSize(0), ctx.InputSize(1));
}

void MeanVarianceNormalizationCost(CostContext& ctx) {
  const shape::Shape shape = ctx.InputShape(0);
  if (!shape.has_rank) return ctx.Refuse();
  const int64_t defaults[] = {0, 2, 3};
  const absl::Span<const int64_t> axes =
      ctx.Ints("axes").value_or(absl::Span<const int64_t>(defaults));
  Expr rows = 1;
  for (int64_t i = 0; i < shape.rank(); ++i) {
    bool is_kept = true;
    for (const int64_t axis : axes) is_kept &= axis != i && axis + shape.rank() != i;
    if (is_kept) rows = ctx.Multiply(rows, shape.dims[static_cast<size_t>(i)]);
  }
  AddLayerNorm(ctx, ctx.InputSize(0), rows);
}

void LpNormalizationCost(CostContext& ctx) {
  ctx.Alu(2, ctx.InputSize(0));
  ctx.Div(ctx.InputSize(0));
  if (ctx.Int("p", 2) == 2) ctx.Sqrt(RowsAlong(ctx, ctx.Int("axis", -1)));
}

void NormalizerCost(CostContext& ctx) {
  const absl::string_view norm = ctx.String("norm", "MAX");
  ctx.Alu(norm == "MAX" ? 1 : 2, ctx.InputSize(0));
  ctx.Div(ctx.InputSize(0));
  if (norm == "L2") ctx.Sqrt(ctx.ProductOf(ctx.InputShape(0), 0, -1));
}

// Squares, sums over `size` channels, a factor and a summand, a power.
void LrnCost(CostContext& ctx) {
  constexpr int64_t kPerElement = 3;
  const Expr n = ctx.InputSize(0);
  ctx.Alu(ctx.Multiply(ctx.Add(ctx.Int("size", 0), kPerElement), n));
  ctx.Special(n);
  ctx.Div(n);
}

// At inference a copy.
void DropoutCost(CostContext& ctx) {
  constexpr size_t kTraining = 2;
  constexpr int kAttribute = 7;
  constexpr int kOperand = 12;
  const bool is_off = ctx.version() < kAttribute ? ctx.Int("is_test", 0) != 0
                      : ctx.version() < kOperand
                          ? true
                          : !ctx.HasInput(kTraining) || ctx.InputInt(kTraining).is_constant(0);
  if (!is_off) ctx.Refuse();
}

void SkipLayerNormalizationCost(CostContext& ctx) {
  const Expr n = ctx.InputSize(0);
  AddLayerNorm(ctx, n, RowsFrom(ctx, -1));
  AddPresent(ctx, {1, 2, 3, 4}, n);
}

void SkipSimplifiedCost(CostContext& ctx) {
  const Expr n = ctx.InputSize(0);
  AddRmsNorm(ctx, n, RowsFrom(ctx, -1));
  AddPresent(ctx, {1, 2, 3}, n);
}

// Words, positions and segments are added up, then normalized.
void EmbedLayerNormalizationCost(CostContext& ctx) {
  constexpr size_t kSegment = 4;
  constexpr size_t kGamma = 5;
  constexpr size_t kBeta = 6;
  const Expr n = ctx.OutputSize(0);
  AddLayerNorm(ctx, n, ctx.ProductOf(ctx.OutputShape(0), 0, -1));
  ctx.Alu(n);
  AddPresent(ctx, {kSegment, kGamma, kBeta}, n);
}

void GroupNormCost(CostContext& ctx) {
  constexpr size_t kSkip = 3;
  constexpr size_t kBias = 4;
  const Expr n = ctx.InputSize(0);
  AddLayerNorm(ctx, n, ctx.Multiply(ctx.InputDim(0, 0), ctx.Int("groups", 0)));
  ctx.Alu(2, n);
  if (ctx.op_type() == "SkipGroupNorm") AddPresent(ctx, {kSkip, kBias}, n);
  if (ctx.Int("activation", 0) == 0) return;
  ctx.Alu(n);
  ctx.Special(n);
}

void SoftmaxCost(CostContext& ctx) { AddSoftmax(ctx); }

void AddLogSoftmax(CostContext& ctx, Expr rows) {
  ctx.Alu(kSoftmaxAlu + 1, ctx.OutputSize(0));
  ctx.Special(ctx.Add(ctx.OutputSize(0), rows));
}

void LogSoftmaxCost(CostContext& ctx) { AddLogSoftmax(ctx, SoftmaxRows(ctx)); }

void BiasSoftmaxCost(CostContext& ctx) {
  AddSoftmax(ctx);
  ctx.Alu(ctx.OutputSize(0));
}

void QLinearSoftmaxCost(CostContext& ctx) {
  constexpr int64_t kDequantizeAndQuantize = 5;
  AddSoftmax(ctx);
  ctx.Alu(kDequantizeAndQuantize, ctx.OutputSize(0));
}

// The greatest of a row, then comparisons with it.
void HardmaxCost(CostContext& ctx) { ctx.Alu(2, ctx.OutputSize(0)); }

}  // namespace shapewright::rules
