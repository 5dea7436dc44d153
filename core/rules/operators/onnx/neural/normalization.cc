// Normalizations: results of the operand's shape, and statistics.
#include <algorithm>
#include <optional>

#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/fitting.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/norm_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

constexpr int kNormalizationChannels = 1;
constexpr const Check& kPerChannel = "norm.channels"_check;

void InferSameShape(RuleContext& ctx) { ctx.SetOutput(0, ctx.InputElement(0), ctx.InputShape(0)); }

// The channels, unified with the lengths of vectors of one element per
// channel.
Dim UnifyChannels(RuleContext& ctx, DimVector& dims, absl::Span<const int> vectors) {
  const bool has_channels = dims.size() > kNormalizationChannels;
  Dim channels = has_channels ? dims[kNormalizationChannels] : Dim();
  Place place = Place::Input(0, kNormalizationChannels);
  for (const int vector : vectors) {
    if (!ctx.HasInput(vector)) continue;
    const Dim unified = UnifyVector(ctx, vector, channels, place, kPerChannel);
    if (channels.is_unknown()) place = Place::Input(vector, 0);
    channels = unified;
  }
  if (has_channels) dims[kNormalizationChannels] = channels;
  return channels;
}

DimVector InputDims(RuleContext& ctx, int input) {
  const Shape shape = ctx.InputShape(input);
  return DimVector(shape.dims.begin(), shape.dims.end());
}

Shape ShapeOf(RuleContext& ctx, const DimVector& dims) {
  const Shape shape = ctx.InputShape(0);
  return shape.has_rank ? Shape::Of(dims) : shape;
}

// From 14 on the results after Y are the running mean and variance; before, in
// training, also the saved ones.
void InferBatchNormalization(RuleContext& ctx) {
  ctx.CheckRankBetween(0, 1, kAnyRank);
  DimVector dims = InputDims(ctx, 0);
  Dim channels;
  if (dims.size() == 1) {
    // A vector is a batch with one channel.
    channels = 1;
    for (const int vector : {1, 2, 3, 4}) {
      if (ctx.HasInput(vector)) UnifyVector(ctx, vector, 1, {}, kPerChannel);
    }
  } else {
    // Versions 7 and 8 may have statistics per element, of any rank.
    const bool is_spatial = ctx.version() >= 9 || ctx.BoolAttribute("spatial", true);
    if (is_spatial) channels = UnifyChannels(ctx, dims, {1, 2, 3, 4});
  }
  ctx.SetOutput(0, ctx.InputElement(0), ShapeOf(ctx, dims));
  if (ctx.output_count() == 1) return;
  if (ctx.version() >= 14 && !ctx.BoolAttribute("training_mode", false)) {
    ctx.Error("WRONG_OUTPUT_COUNT", {}, "BatchNormalization has one output but in training");
  }
  if (channels.is_unknown()) channels = ctx.Fresh(Place::Output(1, 0), "unknown channels");
  const ElementType element = ctx.InputElement(ctx.version() >= 14 ? 3 : 0);
  for (int output = 1; output < ctx.output_count(); ++output) {
    const Shape vector = ctx.InputShape(3);
    if (vector.has_rank && vector.rank() != 1) {
      ctx.SetOutput(output, element, vector);
    } else {
      ctx.SetOutput(output, element, {channels});
    }
  }
}

void InferInstanceNormalization(RuleContext& ctx) {
  DimVector dims = InputDims(ctx, 0);
  if (ctx.CheckRankBetween(0, 3, kAnyRank)) UnifyChannels(ctx, dims, {1, 2});
  ctx.SetOutput(0, ctx.InputElement(0), ShapeOf(ctx, dims));
}

// Scale and bias are per group at 18, per channel from 21 on.
void InferGroupNormalization(RuleContext& ctx) {
  DimVector dims = InputDims(ctx, 0);
  const int64_t groups = ctx.IntAttribute("num_groups", 0);
  if (groups < 1) ctx.Error("INVALID_ATTRIBUTE", {}, "num_groups is positive");
  if (ctx.CheckRankBetween(0, 2, kAnyRank) && groups >= 1) {
    if (ctx.version() >= 21) {
      UnifyChannels(ctx, dims, {1, 2});
    } else {
      UnifyVector(ctx, 1, groups, {}, "norm.groups"_check);
      UnifyVector(ctx, 2, groups, {}, "norm.groups"_check);
    }
    if (dims.size() > kNormalizationChannels) {
      ctx.RequireDivisible(dims[kNormalizationChannels], Place::Input(0, kNormalizationChannels),
                           groups, {}, "groups.channels"_check);
    }
  }
  ctx.SetOutput(0, ctx.InputElement(0), ShapeOf(ctx, dims));
}

void CheckScaleOrBias(RuleContext& ctx, int input) {
  RequireBroadcastToOperand(ctx, input, 0, "norm.broadcast"_check);
}

// The operand's dims before `axis`, then 1.
DimVector StatisticsDims(absl::Span<const Dim> dims, int axis) {
  DimVector statistics(dims.begin(), dims.end());
  std::fill(statistics.begin() + axis, statistics.end(), Dim(1));
  return statistics;
}

// The attribute `axis`, where the rank is known; nothing if it is out of range.
std::optional<int> CheckedAxis(RuleContext& ctx, int64_t default_axis) {
  const Shape shape = ctx.InputShape(0);
  if (!shape.has_rank) return std::nullopt;
  return ctx.NormalizeAxis(ctx.IntAttribute("axis", default_axis), shape.rank(), 0);
}

void InferLpNormalization(RuleContext& ctx) {
  CheckedAxis(ctx, -1);
  InferSameShape(ctx);
}

// Across channels, which are axis 1. onnxruntime takes images only.
void InferLRN(RuleContext& ctx) {
  ctx.CheckRankBetween(0, 2, kAnyRank);
  if (ctx.workspace().as_onnxruntime()) ctx.CheckRank(0, 4);
  InferSameShape(ctx);
}

// The default, [0, 2, 3], is not checked: onnxruntime takes an operand of rank 2.
void InferMeanVarianceNormalization(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const auto axes = ctx.IntsAttribute("axes");
  if (!axes) ctx.CheckRankBetween(0, 1, kAnyRank);
  if (shape.has_rank && axes) MaskAxes(ctx, *axes, shape.rank());
  InferSameShape(ctx);
}

// Mean and inverse deviation have the type in which they are computed.
void InferLayerNormalization(RuleContext& ctx) {
  CheckScaleOrBias(ctx, 1);
  CheckScaleOrBias(ctx, 2);
  InferSameShape(ctx);
  const Shape shape = ctx.InputShape(0);
  const auto axis = CheckedAxis(ctx, -1);
  if (ctx.output_count() == 1) return;
  const auto stash = ctx.ElementAttribute("stash_type", ElementType::kFloat);
  if (!shape.has_rank) {
    ctx.SetOutput(1, stash, Shape());
    ctx.SetOutput(2, stash, Shape());
    return;
  }
  if (!axis) return;
  const DimVector statistics = StatisticsDims(shape.dims, *axis);
  ctx.SetOutput(1, stash, statistics);
  ctx.SetOutput(2, stash, statistics);
}

void InferRmsNormalization(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  CheckedAxis(ctx, -1);
  CheckScaleOrBias(ctx, 1);
  ctx.SetOutput(0, FirstElement(ctx, {1, 0}), shape);
}

// Whether the operand certainly passes unchanged.
bool IsInference(RuleContext& ctx) {
  if (ctx.version() < 7) return ctx.BoolAttribute("is_test", false);
  return !ctx.HasInput(2) || ctx.ConstantInt(2) == 0;
}

// The mask has the operand's type before 10.
void InferDropout(RuleContext& ctx) {
  for (const int scalar : {1, 2}) {
    if (ctx.HasInput(scalar)) ctx.CheckRank(scalar, 0);
  }
  if (IsInference(ctx)) {
    ctx.SetOutputToInput(0, 0);
  } else {
    InferSameShape(ctx);
  }
  const ElementType element = ctx.version() >= 10 ? ElementType::kBool : ctx.InputElement(0);
  ctx.SetOutput(1, element, ctx.InputShape(0));
}

constexpr absl::string_view kSameShapeSummary = "the operand's shape and element type";

constexpr OperatorRow kNormalizationRows[] = {
    {"",
     "BatchNormalization",
     {1, 6, 7, 9, 14, 15},
     InferBatchNormalization,
     "the operand's shape; statistics per channel",
     {},
     BatchNormalizationCost},
    {"",
     "Dropout",
     {1, 6},
     InferDropout,
     kSameShapeSummary,
     {.purity = Purity::kImpureInTraining, .training = {.off_attribute = "is_test"}},
     DropoutCost},
    {"", "Dropout", {7, 10}, InferDropout, kSameShapeSummary, {}, DropoutCost},
    {"",
     "Dropout",
     {12, 13, 22},
     InferDropout,
     kSameShapeSummary,
     {.purity = Purity::kImpureInTraining, .training = {.operand = 2}},
     DropoutCost},
    {"",
     "GroupNormalization",
     {18, 21},
     InferGroupNormalization,
     kSameShapeSummary,
     {},
     GroupNormalizationCost},
    {"",
     "InstanceNormalization",
     {1, 6, 22},
     InferInstanceNormalization,
     kSameShapeSummary,
     {},
     InstanceNormalizationCost},
    {"", "LRN", {1, 13}, InferLRN, kSameShapeSummary, {}, LrnCost},
    {"",
     "LayerNormalization",
     {17},
     InferLayerNormalization,
     "the operand's shape; statistics with 1 from the axis on",
     {},
     LayerNormalizationCost},
    {"",
     "LpNormalization",
     {1, 22},
     InferLpNormalization,
     kSameShapeSummary,
     {},
     LpNormalizationCost},
    {"",
     "MeanVarianceNormalization",
     {9, 13},
     InferMeanVarianceNormalization,
     kSameShapeSummary,
     {},
     MeanVarianceNormalizationCost},
    {"",
     "RMSNormalization",
     {23},
     InferRmsNormalization,
     kSameShapeSummary,
     {},
     RmsNormalizationCost},
};

}  // namespace

absl::Span<const OperatorRow> NormalizationOperators() { return kNormalizationRows; }

}  // namespace shapewright::rules
