// Convolutions and poolings of onnxruntime: fused, quantized, with channels last
// (com.ms.internal.nhwc) or in blocks (com.microsoft.nchwc).
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/fitting.h"
#include "core/rules/operands.h"
#include "core/rules/operators/contrib/contrib_rules.h"
#include "core/rules/operators/cost/conv_cost.h"
#include "core/rules/operators/cost/norm_cost.h"
#include "core/rules/operators/onnx/neural/conv.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/compare.h"

namespace shapewright::rules {
namespace {

constexpr absl::string_view kNchwc = "com.microsoft.nchwc";
constexpr absl::string_view kNhwc = "com.ms.internal.nhwc";
// The largest block of channels; which one is used depends on the processor.
constexpr int64_t kMaxBlock = 16;

bool IsChannelsLast(RuleContext& ctx) { return ctx.BoolAttribute("channels_last", false); }

// (X, W, B, Z), where Z is added to the result.
void InferFusedConv(RuleContext& ctx) {
  SetConvOutput(ctx, {.weights = 1, .bias = 2}, FirstElement(ctx, {0, 1}));
  if (ctx.op().domain != kMicrosoft || !ctx.HasInput(3) || !ctx.HasOutput(0)) return;
  const Shape result = OutputShape(ctx, 0);
  if (!result.has_rank) return;
  absl::InlinedVector<PlacedDim, 6> dims;
  for (int axis = 0; axis < result.rank(); ++axis) {
    dims.push_back({result.dims[axis], Place::Output(0, axis)});
  }
  RequireDims(ctx, 3, dims, "conv.sum"_check);
}

void InferNhwcConv(RuleContext& ctx) {
  SetConvOutput(ctx, {.weights = 1, .bias = 2, .is_channels_last = true},
                FirstElement(ctx, {0, 1}));
}

// Each of x, w and y has a scale and a zero point.
void SetQLinearConv(RuleContext& ctx, bool is_channels_last) {
  SetConvOutput(ctx, {.weights = 3, .bias = 8, .is_channels_last = is_channels_last},
                ctx.InputElement(7));
  CheckFilterQuantization(ctx, 3, {4, 5});
  for (const int input : {1, 2, 6, 7}) {
    if (ctx.HasInput(input)) ctx.CheckForm(input, Form::kScalarOrOne);
  }
}

void InferQLinearConv(RuleContext& ctx) { SetQLinearConv(ctx, IsChannelsLast(ctx)); }
void InferNhwcQLinearConv(RuleContext& ctx) { SetQLinearConv(ctx, true); }

// Weights are [C, M / group, kernel...]; pads are a begin and an end for each spatial axis.
void CheckDynamicPads(RuleContext& ctx, int rank) {
  const auto x = PlacedDimsOf(ctx, 0);
  const int64_t group = ctx.IntAttribute("group", 1);
  if (group < 1) {
    ctx.Error("INVALID_ATTRIBUTE", {}, absl::StrCat("a positive group is needed, not ", group));
    return;
  }
  ctx.RequireDivisible(x[1].dim, x[1].place, group, {}, "conv.groups_of_channels"_check);
  if (!ctx.CheckRank(1, rank)) return;
  const auto w = PlacedDimsOf(ctx, 1);
  if (!w.empty()) {
    ctx.RequireEqual(x[1].dim, x[1].place, w[0].dim, w[0].place, "conv.filters"_check);
  }
  if (!ctx.HasInput(2)) {
    ctx.Error("MISSING_INPUT", Place::Input(2), "ConvTransposeWithDynamicPads needs its pads");
  } else if (ctx.CheckRank(2, 1)) {
    RequireDims(ctx, 2, {{Dim(2 * (rank - 2))}}, "conv.pads"_check);
  }
}

// The pads are an operand, whose value is not followed: only batch and channels are known.
void InferConvTransposeWithDynamicPads(RuleContext& ctx) {
  const Shape x = ctx.InputShape(0);
  const Shape w = ctx.InputShape(1);
  const ElementType element = FirstElement(ctx, {0, 1});
  if (!ctx.CheckRankBetween(0, 3, kAnyRank) || !x.has_rank) {
    return ctx.SetOutput(0, element, Shape::OfUnknownRank(Interval::AtLeast(3)));
  }
  CheckDynamicPads(ctx, x.rank());
  DimVector dims(x.dims.size(), Dim());
  dims[0] = x.dims[0];
  if (w.has_rank && w.rank() == x.rank()) {
    dims[1] = ctx.Multiply(w.dims[1], ctx.IntAttribute("group", 1));
  }
  ctx.SetOutput(0, element, dims);
}

void SetPool(RuleContext& ctx, bool is_channels_last) {
  DimVector dims = PoolDims(ctx, is_channels_last);
  const bool has_rank = !dims.empty();
  FillUnknown(ctx, dims);
  const Shape shape = has_rank ? Shape::Of(dims) : Shape();
  ctx.SetOutput(0, ctx.InputElement(0), shape);
  ctx.SetOutput(1, ElementType::kInt64, shape);
}

// The smallest block of channels; how large one is depends on the processor.
constexpr int64_t kLeastBlock = 4;

// Images, whose channels come in blocks. False if they are none.
bool CheckBlocked(RuleContext& ctx, int channels = 1) {
  const Shape shape = ctx.InputShape(0);
  if (!ctx.CheckRank(0, 4)) return false;
  if (shape.has_rank) {
    ctx.RequireDivisible(shape.dims[channels], Place::Input(0, channels), kLeastBlock, {},
                         "nchwc.blocks"_check);
  }
  return true;
}

void InferPool(RuleContext& ctx) {
  if (ctx.op().domain == kNchwc && !CheckBlocked(ctx)) {
    return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  }
  SetPool(ctx, false);
}

// The mask's batch and channels are repeated, so that there has to be one.
void InferMaxPoolWithMask(RuleContext& ctx) {
  constexpr const Check& kMask = "pool.mask"_check;
  InferPool(ctx);
  const auto x = PlacedDimsOf(ctx, 0);
  const auto mask = PlacedDimsOf(ctx, 1);
  if (x.size() < 3 || !ctx.CheckRank(1, static_cast<int>(x.size())) || mask.empty()) return;
  for (size_t axis = 2; axis < x.size(); ++axis) {
    ctx.RequireEqual(x[axis].dim, x[axis].place, mask[axis].dim, mask[axis].place, kMask);
  }
  const auto has_planes = [&](const auto& dims) {
    return ctx.Min(1, ctx.Multiply(dims[0].dim, dims[1].dim));
  };
  ctx.RequireAtMost(has_planes(x), x[0].place, has_planes(mask), mask[0].place, kMask);
}

void InferNhwcPool(RuleContext& ctx) { SetPool(ctx, true); }
void InferQLinearAveragePool(RuleContext& ctx) {
  SetPool(ctx, IsChannelsLast(ctx) || ctx.op().domain == kNhwc);
}

void SetGlobalPool(RuleContext& ctx, bool is_channels_last) {
  const Shape shape = ctx.InputShape(0);
  if (!ctx.CheckRankBetween(0, 2, kAnyRank) || !shape.has_rank) {
    return ctx.SetOutput(0, ctx.InputElement(0), Shape::OfUnknownRank(Interval::AtLeast(2)));
  }
  const auto channels = static_cast<size_t>(is_channels_last ? shape.rank() - 1 : 1);
  DimVector dims(shape.dims.size(), Dim(1));
  dims[0] = shape.dims[0];
  dims[channels] = shape.dims[channels];
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

void InferGlobalPool(RuleContext& ctx) {
  if (!CheckBlocked(ctx)) return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  SetGlobalPool(ctx, false);
}
void InferNhwcGlobalPool(RuleContext& ctx) { SetGlobalPool(ctx, true); }

// The channels, rounded up to whole blocks.
Dim BlockedChannels(RuleContext& ctx, Dim channels) {
  if (symbolic::IsDivisible(ctx.exprs(), channels, kMaxBlock)) return channels;
  const Interval bounds = ctx.Bounds(channels);
  const Interval blocked = symbolic::Add(bounds, {0, kMaxBlock - 1});
  return ctx.Fresh(Place::Output(0, 1), "blocks depend on the processor",
                   symbolic::Intersect(blocked, Interval::Size()));
}

// [N, C, H, W], from channels last if asked for.
void InferReorderInput(RuleContext& ctx) {
  CheckBlocked(ctx, IsChannelsLast(ctx) ? 3 : 1);
  DimVector dims = DimsOrUnknown(ctx, 0, 4);
  FillUnknown(ctx, dims);
  if (IsChannelsLast(ctx)) std::rotate(dims.begin() + 1, dims.begin() + 3, dims.end());
  dims[1] = BlockedChannels(ctx, dims[1]);
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

void InferReorderOutput(RuleContext& ctx) {
  CheckBlocked(ctx);
  DimVector dims = DimsOrUnknown(ctx, 0, 4);
  const auto channels = RequiredPositive(ctx, "channels");
  if (channels) {
    ctx.RequireAtMost(*channels, {}, dims[1], Place::Input(0, 1), "nchwc.channels"_check);
  }
  dims[1] = channels ? Dim(*channels) : Dim();
  if (IsChannelsLast(ctx)) std::rotate(dims.begin() + 1, dims.begin() + 2, dims.end());
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

void InferNchwcUpsample(RuleContext& ctx) {
  const auto scales = ctx.IntsAttribute("scales");
  CheckBlocked(ctx);
  if (scales && scales->size() != 4) {
    ctx.Error("INVALID_ATTRIBUTE", {}, "Upsample needs a scale per axis");
  }
  DimVector dims = DimsOrUnknown(ctx, 0, 4);
  for (size_t i = 0; i < dims.size(); ++i) {
    const bool is_given = scales && i < scales->size() && (*scales)[i] > 0;
    dims[i] = is_given ? ctx.Multiply(dims[i], (*scales)[i]) : Dim();
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

constexpr absl::string_view kConv = "as Conv";
constexpr absl::string_view kConvLast = "as Conv, channels last";
constexpr absl::string_view kPool = "as the pooling of ONNX";
constexpr absl::string_view kGlobal = "batch and channels, then 1";

constexpr OperatorRow kContribWindowRows[] = {
    {kMicrosoft,
     "ConvTransposeWithDynamicPads",
     {1},
     InferConvTransposeWithDynamicPads,
     "batch and channels",
     {},
     ConvTransposeCost},
    {kMicrosoft, "FusedConv", {1}, InferFusedConv, kConv, {}, FusedConvCost},
    {kMicrosoft, "MaxpoolWithMask", {1}, InferMaxPoolWithMask, kPool, {}, MaxPoolCost},
    {kMicrosoft, "NhwcConv", {1}, InferNhwcConv, kConvLast, {}, FusedConvCost},
    {kMicrosoft, "NhwcFusedConv", {1}, InferNhwcConv, kConvLast, {}, FusedConvCost},
    {kMicrosoft, "NhwcMaxPool", {1}, InferNhwcPool, kPool, {}, MaxPoolCost},
    {kMicrosoft,
     "QLinearAveragePool",
     {1},
     InferQLinearAveragePool,
     kPool,
     {},
     QLinearAveragePoolCost},
    {kMicrosoft, "QLinearConv", {1}, InferQLinearConv, kConv, {}, QLinearConvCost},
    {kNchwc, "AveragePool", {1}, InferPool, kPool, {}, AveragePoolCost},
    {kNchwc, "Conv", {1}, InferFusedConv, kConv, {}, ConvCost},
    {kNchwc, "GlobalAveragePool", {1}, InferGlobalPool, kGlobal, {}, GlobalAveragePoolCost},
    {kNchwc, "GlobalMaxPool", {1}, InferGlobalPool, kGlobal, {}, GlobalMaxPoolCost},
    {kNchwc, "MaxPool", {1}, InferPool, kPool, {}, MaxPoolCost},
    {kNchwc,
     "ReorderInput",
     {1},
     InferReorderInput,
     "[N, whole blocks of channels, H, W]",
     {},
     kMoved},
    {kNchwc, "ReorderOutput", {1}, InferReorderOutput, "[N, channels, H, W]", {}, kMoved},
    {kNchwc, "Upsample", {1}, InferNchwcUpsample, "each dim times its scale", {}, ResizeCost},
    {kNhwc, "AveragePool", {7, 10, 11, 19}, InferNhwcPool, kPool, {}, AveragePoolCost},
    {kNhwc,
     "BatchNormalization",
     {7, 9, 14, 15},
     InferSameAsOperand,
     kSameAsOperand,
     {},
     BatchNormalizationCost},
    {kNhwc, "Conv", {1, 11}, InferNhwcConv, kConvLast, {}, ConvCost},
    {kNhwc, "GlobalAveragePool", {1}, InferNhwcGlobalPool, kGlobal, {}, GlobalAveragePoolCost},
    {kNhwc, "GlobalLpPool", {2}, InferNhwcGlobalPool, kGlobal, {}, GlobalLpPoolCost},
    {kNhwc, "GlobalMaxPool", {1}, InferNhwcGlobalPool, kGlobal, {}, GlobalMaxPoolCost},
    {kNhwc,
     "InstanceNormalization",
     {6},
     InferSameAsOperand,
     kSameAsOperand,
     {},
     InstanceNormalizationCost},
    {kNhwc, "LRN", {1, 13}, InferSameAsOperand, kSameAsOperand, {}, LrnCost},
    {kNhwc, "LpPool", {11, 18}, InferNhwcPool, kPool, {}, LpPoolCost},
    {kNhwc, "MaxPool", {1, 8, 10, 11, 12}, InferNhwcPool, kPool, {}, MaxPoolCost},
    {kNhwc, "QLinearAveragePool", {1}, InferQLinearAveragePool, kPool, {}, QLinearAveragePoolCost},
    {kNhwc, "QLinearConv", {10}, InferNhwcQLinearConv, kConvLast, {}, QLinearConvCost},
};

}  // namespace

absl::Span<const OperatorRow> ContribWindowOperators() { return kContribWindowRows; }

}  // namespace shapewright::rules
