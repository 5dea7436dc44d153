#include "core/rules/operators/cost/conv_cost.h"

#include "absl/strings/match.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/comparison.h"

namespace shapewright::rules {
namespace {

using symbolic::Expr;

constexpr int64_t kRequantizeConv = 3;

// Each element of the result sees all weights of its filter.
void AddConv(CostContext& ctx, size_t weights, size_t bias) {
  const Expr n = ctx.OutputSize(0);
  ctx.Mac(ctx.Multiply(n, ctx.ProductOf(ctx.InputShape(weights), 1)));
  if (ctx.HasInput(bias)) ctx.Alu(n);
}

// How many elements a window has; those in pads are counted too.
Expr WindowSize(CostContext& ctx) {
  const auto kernel = ctx.Ints("kernel_shape");
  if (!kernel) return Expr();
  Expr size = 1;
  for (const int64_t each : *kernel) size = ctx.Multiply(size, each);
  return size;
}

void AddWindows(CostContext& ctx, int64_t per_element) {
  ctx.Alu(per_element, ctx.Multiply(ctx.OutputSize(0), WindowSize(ctx)));
}

// The norm of numbers whose absolute values or squares have been added.
void AddRoot(CostContext& ctx) {
  const int64_t p = ctx.Int("p", 2);
  if (p == 2) {
    ctx.Sqrt(ctx.OutputSize(0));
  } else if (p != 1) {
    ctx.Special(ctx.OutputSize(0));
  }
}

// Points along one axis that an interpolation weighs; 0 if it copies the nearest one.
int64_t PointsOf(absl::string_view mode) {
  constexpr int64_t kLinear = 2;
  constexpr int64_t kCubic = 4;
  if (absl::StrContains(mode, "linear")) return kLinear;
  return absl::StrContains(mode, "cubic") ? kCubic : 0;
}

}  // namespace

void ConvCost(CostContext& ctx) { AddConv(ctx, 1, 2); }

void FusedConvCost(CostContext& ctx) {
  constexpr size_t kAdded = 3;
  ConvCost(ctx);
  if (ctx.HasInput(kAdded)) ctx.Alu(ctx.OutputSize(0));
  const absl::string_view activation = ctx.String("activation", "");
  if (activation.empty()) return;
  const bool is_cheap = activation == "Relu" || activation == "Clip" || activation == "LeakyRelu" ||
                        activation == "HardSigmoid";
  constexpr int64_t kAtMost = 4;
  if (activation == "Relu") {
    ctx.Alu(ctx.OutputSize(0));
  } else if (is_cheap) {
    ctx.Alu(activation == "Clip" ? 2 : activation == "LeakyRelu" ? 3 : kAtMost, ctx.OutputSize(0));
  } else {
    ctx.Special(ctx.OutputSize(0));
  }
}

// An element of each channel at each place of the kernel, for all filters.
void AddDeformedSamples(CostContext& ctx, size_t weights, size_t offsets, size_t mask) {
  constexpr int64_t kPoints = 4;
  const Expr places =
      ctx.Multiply(ctx.ProductOf(ctx.InputShape(weights), 2), ctx.ProductOf(ctx.OutputShape(0), 2));
  const Expr samples = ctx.Multiply(places, ctx.Multiply(ctx.InputDim(0, 0), ctx.InputDim(0, 1)));
  ctx.Mac(ctx.Multiply(kPoints, samples));
  ctx.Alu(ctx.InputSize(offsets));
  if (ctx.HasInput(mask)) ctx.Alu(samples);
}

void DeformConvCost(CostContext& ctx) {
  constexpr size_t kOffset = 2;
  constexpr size_t kBias = 3;
  constexpr size_t kMask = 4;
  AddConv(ctx, 1, kBias);
  AddDeformedSamples(ctx, 1, kOffset, kMask);
}

void AffineGridCost(CostContext& ctx) {
  ctx.Mac(ctx.Multiply(ctx.OutputSize(0), ctx.InputDim(0, -1)));
}

void QLinearConvCost(CostContext& ctx) {
  constexpr size_t kWeights = 3;
  constexpr size_t kBias = 8;
  AddConv(ctx, kWeights, kBias);
  ctx.Alu(kRequantizeConv, ctx.OutputSize(0));
}

// Each element of the operand is spread by all weights of its channel.
void ConvTransposeCost(CostContext& ctx) {
  const size_t bias = ctx.op_type() == "ConvTranspose" ? 2 : 3;
  ctx.Mac(ctx.Multiply(ctx.InputSize(0), ctx.ProductOf(ctx.InputShape(1), 1)));
  if (ctx.HasInput(bias)) ctx.Alu(ctx.OutputSize(0));
}

void Col2ImCost(CostContext& ctx) { ctx.Alu(ctx.InputSize(0)); }

void AveragePoolCost(CostContext& ctx) {
  AddWindows(ctx, 1);
  ctx.Div(ctx.OutputSize(0));
}

void MaxPoolCost(CostContext& ctx) { AddWindows(ctx, 1); }

void LpPoolCost(CostContext& ctx) {
  AddWindows(ctx, 2);
  AddRoot(ctx);
}

void GlobalAveragePoolCost(CostContext& ctx) {
  ctx.Alu(ctx.InputSize(0));
  ctx.Div(ctx.OutputSize(0));
}

void GlobalMaxPoolCost(CostContext& ctx) { ctx.Alu(ctx.InputSize(0)); }

void GlobalLpPoolCost(CostContext& ctx) {
  ctx.Alu(2, ctx.InputSize(0));
  AddRoot(ctx);
}

void QLinearAveragePoolCost(CostContext& ctx) {
  AveragePoolCost(ctx);
  ctx.Alu(kRequantizeConv, ctx.OutputSize(0));
}

void QLinearGlobalAveragePoolCost(CostContext& ctx) {
  GlobalAveragePoolCost(ctx);
  ctx.Alu(kRequantizeConv, ctx.OutputSize(0));
}

namespace {

// The condition that an axis of at least 1 keeps its size.
Expr IsKept(CostContext& ctx, Expr in, Expr out) {
  if (in == out) return 1;
  if (in.is_constant() && out.is_constant()) return 0;
  const Expr growth = symbolic::Subtract(ctx.exprs(), out, in);
  const auto times = symbolic::DivideExactly(ctx.exprs(), growth, in);
  if (times && times->is_constant() && times->constant() != 0) return 0;
  return symbolic::EqualTo(ctx.exprs(), in, out);
}

}  // namespace

void ResizeCost(CostContext& ctx) {
  const int64_t points = PointsOf(ctx.String("mode", "nearest"));
  if (points == 0) return;
  if (ctx.Int("antialias", 0) != 0) return ctx.Refuse();
  const shape::Shape in = ctx.InputShape(0);
  const shape::Shape out = ctx.OutputShape(0);
  if (!in.has_rank || !out.has_rank || in.rank() != out.rank()) return ctx.Refuse();
  // A crop interpolates where no size changes, too; which axes it leaves as they are, data say.
  const bool crops = ctx.String("coordinate_transformation_mode", "") == "tf_crop_and_resize";
  if (crops) ctx.SetUpper();
  if (in.dims == out.dims && !crops) return;
  Expr macs = ctx.OutputSize(0);
  Expr are_kept = crops ? 0 : 1;
  for (size_t axis = 0; axis < in.dims.size(); ++axis) {
    const Expr is_kept = crops ? Expr(0) : IsKept(ctx, in.dims[axis], out.dims[axis]);
    macs = ctx.Multiply(macs, ctx.If(is_kept, 1, points));
    are_kept = ctx.Multiply(are_kept, is_kept);
  }
  ctx.Mac(ctx.If(are_kept, 0, macs));
}

void GridSampleCost(CostContext& ctx) {
  constexpr int64_t kPerCoordinate = 3;
  const int rank = ctx.InputShape(0).rank();
  const int64_t points = PointsOf(ctx.String("mode", "linear"));
  if (rank < 3) return ctx.Refuse();
  // From [-1, 1] to positions.
  ctx.Alu(kPerCoordinate, ctx.InputSize(1));
  if (points == 0) return;
  Expr macs = ctx.OutputSize(0);
  for (int axis = 2; axis < rank; ++axis) macs = ctx.Multiply(macs, points);
  ctx.Mac(macs);
}

// With a ratio of 0 the data decide how many points are read.
void RoiAlignCost(CostContext& ctx) {
  constexpr int64_t kPoints = 4;
  const int64_t ratio = ctx.Int("sampling_ratio", 0);
  if (ratio <= 0) return ctx.Refuse();
  const Expr samples = ctx.Multiply(ctx.OutputSize(0), ctx.Multiply(ratio, ratio));
  ctx.Mac(ctx.Multiply(kPoints, samples));
  ctx.Alu(samples);
  if (ctx.String("mode", "avg") == "avg") ctx.Div(ctx.OutputSize(0));
}

void CropAndResizeCost(CostContext& ctx) {
  constexpr int64_t kPoints = 4;
  if (ctx.String("mode", "bilinear") == "bilinear") {
    ctx.Mac(ctx.Multiply(kPoints, ctx.OutputSize(0)));
  }
}

}  // namespace shapewright::rules
