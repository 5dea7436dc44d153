// Convolutions: batch and channels, then windows over the spatial axes.
#include "core/rules/operators/onnx/neural/conv.h"

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/fitting.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/conv_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/rules/window.h"

namespace shapewright::rules {
namespace {

constexpr int kConvChannels = 1;

int ChannelAxis(const ConvOperands& operands, int rank) {
  return operands.is_channels_last ? rank - 1 : kConvChannels;
}
int SpatialAxis(const ConvOperands& operands, int index) {
  return operands.is_channels_last ? index + 1 : index + kFirstSpatialAxis;
}

// At least 1; 0 after an error.
int64_t ReadGroup(RuleContext& ctx) {
  const int64_t group = ctx.IntAttribute("group", 1);
  if (group >= 1) return group;
  ctx.Error("INVALID_ATTRIBUTE", {},
            absl::StrCat(ctx.op().op_type, " needs a positive group, not ", group));
  return 0;
}

// The channels of the result, which are the weights' first dim.
Dim ConvChannels(RuleContext& ctx, const ConvOperands& operands, Dim channels, int axis,
                 int64_t group) {
  const Shape weights = ctx.InputShape(operands.weights);
  if (!weights.has_rank) return UnifyVector(ctx, operands.bias, Dim(), {}, {});
  const Place place = Place::Input(operands.weights, kConvChannels);
  ctx.RequireEqual(channels, Place::Input(0, axis),
                   ctx.Multiply(weights.dims[kConvChannels], group), place, "conv.channels"_check);
  const Place filters = Place::Input(operands.weights, 0);
  if (group > 1) {
    ctx.RequireDivisible(weights.dims[0], filters, group, {}, "conv.groups"_check);
  }
  return UnifyVector(ctx, operands.bias, weights.dims[0], filters, "conv.bias"_check);
}

Dim SlideConv(RuleContext& ctx, const Windows& windows, int index, int axis, Dim size) {
  const WindowAxis& window = windows.axes[index];
  if (windows.is_same()) return ctx.CeilDiv(size, window.stride);
  return SlideWindow(ctx, window, size, Place::Input(0, axis));
}

// The result's dims; none after an error.
DimVector ConvDims(RuleContext& ctx, const ConvOperands& operands) {
  const auto count = CountSpatialAxes(ctx, operands.weights);
  const int64_t group = ReadGroup(ctx);
  if (!count || !ctx.CheckRank(0, *count + kFirstSpatialAxis)) return {};
  const auto windows = ReadWindows(ctx, *count, operands.weights);
  if (!windows || group == 0) return {};
  DimVector dims = DimsOrUnknown(ctx, 0, *count + kFirstSpatialAxis);
  const int channels = ChannelAxis(operands, *count + kFirstSpatialAxis);
  dims[channels] = ConvChannels(ctx, operands, dims[channels], channels, group);
  for (int i = 0; i < *count; ++i) {
    const int axis = SpatialAxis(operands, i);
    dims[axis] = SlideConv(ctx, *windows, i, axis, dims[axis]);
  }
  return dims;
}

}  // namespace

void SetConvOutput(RuleContext& ctx, const ConvOperands& operands, ElementType element) {
  const DimVector dims = ConvDims(ctx, operands);
  ctx.SetOutput(0, element, dims.empty() ? Shape() : Shape::Of(dims));
}

void CheckFilterQuantization(RuleContext& ctx, int weights, std::initializer_list<int> inputs) {
  const auto dims = PlacedDimsOf(ctx, weights);
  if (dims.empty()) return;
  for (const int input : inputs) {
    RequireOneOrAsMany(ctx, input, dims[0], "conv.scale"_check);
  }
}

namespace {

void InferConv(RuleContext& ctx) {
  ctx.CheckSameElement(0, 1);
  SetConvOutput(ctx, {.weights = 1, .bias = 2}, FirstElement(ctx, {0, 1}));
}

void InferConvInteger(RuleContext& ctx) {
  SetConvOutput(ctx, {.weights = 1, .bias = -1}, ElementType::kInt32);
  CheckFilterQuantization(ctx, 1, {3});
}

// Each of x, w and y has a scale and a zero point.
void InferQLinearConv(RuleContext& ctx) {
  ctx.CheckSameElement(0, 2);
  ctx.CheckSameElement(3, 5);
  SetConvOutput(ctx, {.weights = 3, .bias = 8}, ctx.InputElement(7));
  CheckFilterQuantization(ctx, 3, {4, 5});
}

// For each group of offsets and each weight of a kernel the offsets have a channel for every
// spatial axis, the mask one.
void CheckOffsetChannels(RuleContext& ctx, int input) {
  const Shape shape = ctx.InputShape(input);
  const Shape weights = ctx.InputShape(1);
  if (!ctx.HasInput(input) || !shape.has_rank || !weights.has_rank) return;
  const auto kernel = weights.dims.subspan(kFirstSpatialAxis);
  const bool is_mask = input != 2;
  // For a mask of more dims the text of the specification says another number.
  if (is_mask && kernel.size() != 2) return;
  const int64_t groups = ctx.IntAttribute("offset_group", 1);
  const Expr per_weight = ctx.Multiply(groups, is_mask ? 1 : static_cast<int64_t>(kernel.size()));
  ctx.RequireEqual(shape.dims[kConvChannels], Place::Input(input, kConvChannels),
                   ctx.Multiply(per_weight, ctx.Product(kernel)), Place::Input(1),
                   "deform_conv.offsets"_check);
}

// Offsets and mask have the result's spatial dims.
void InferDeformConv(RuleContext& ctx) {
  DimVector dims = ConvDims(ctx, {.weights = 1, .bias = 3});
  // Where operand and weights do not show the rank, an offset or mask of the result's rank does.
  for (const int input : {2, 4}) {
    const Shape shape = ctx.InputShape(input);
    const bool is_open = !ctx.InputShape(0).has_rank && !ctx.InputShape(1).has_rank;
    if (dims.empty() && is_open && shape.has_rank && shape.rank() > kFirstSpatialAxis) {
      dims.assign(static_cast<size_t>(shape.rank()), Dim());
    }
  }
  const int rank = static_cast<int>(dims.size());
  for (const int input : {2, 4}) {
    const Shape shape = ctx.InputShape(input);
    if (dims.empty() || !shape.has_rank || !ctx.CheckRank(input, rank)) continue;
    for (int axis = 0; axis < rank; ++axis) {
      if (axis == kConvChannels) continue;
      dims[axis] = ctx.Unify(dims[axis], Place::Output(0, axis), shape.dims[axis],
                             Place::Input(input, axis), "deform_conv.positions"_check);
    }
    CheckOffsetChannels(ctx, input);
  }
  ctx.SetOutput(0, FirstElement(ctx, {0, 1}), dims.empty() ? Shape() : Shape::Of(dims));
}

constexpr absl::string_view kConv =
    "[N, M, (size + pads - dilated kernel)//stride + 1 ...]; ceildiv(size, stride) under SAME";

constexpr OperandForm kConvIntegerForms[] = {
    {2, Form::kScalarOrOne}, {3, Form::kScalarOrVector}, {3, Form::kScalarOrOne, true}};
constexpr OperandForm kQLinearConvForms[] = {{1, Form::kScalarOrOne},    {2, Form::kScalarOrOne},
                                             {4, Form::kScalarOrVector}, {5, Form::kScalarOrVector},
                                             {6, Form::kScalarOrOne},    {7, Form::kScalarOrOne}};

constexpr OperatorRow kConvRows[] = {
    {"", "Conv", {1, 11, 22}, InferConv, kConv, {}, ConvCost},
    {"", "ConvInteger", {10}, InferConvInteger, kConv, {.forms = kConvIntegerForms}, ConvCost},
    {"", "DeformConv", {19, 22}, InferDeformConv, kConv, {}, DeformConvCost},
    {"",
     "QLinearConv",
     {10},
     InferQLinearConv,
     kConv,
     {.forms = kQLinearConvForms},
     QLinearConvCost},
};

}  // namespace

absl::Span<const OperatorRow> ConvOperators() { return kConvRows; }

}  // namespace shapewright::rules
