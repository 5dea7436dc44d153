// Operators of OpenVINO along axes: reductions, normalizations, sorting, reversal.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/norm_cost.h"
#include "core/rules/operators/cost/ov_cost.h"
#include "core/rules/operators/cost/reduce_cost.h"
#include "core/rules/operators/openvino/ov_rules.h"

namespace shapewright::rules {
namespace {

// The dims that are left where the data decide the axes.
void ReduceSomewhere(RuleContext& ctx, bool keeps_dims) {
  const Shape data = ctx.InputShape(0);
  if (data.has_rank && data.rank() == 0) return SetSameAsInput(ctx, 0, 0);
  if (keeps_dims) return SetUnknownDims(ctx, 0, ctx.InputElement(0), data);
  // Axes differ from each other.
  const Interval length = OvListLength(ctx, 1);
  if (data.has_rank && length.is_point() && length.min <= data.rank()) {
    const auto left = static_cast<size_t>(data.rank() - length.min);
    return ctx.SetOutput(0, ctx.InputElement(0), DimVector(left));
  }
  const int64_t most = data.has_rank ? data.rank() : data.rank_bounds.max;
  ctx.SetOutput(0, ctx.InputElement(0), Shape::OfUnknownRank({0, most}));
}

template <OnnxName name>
void ReduceAs(RuleContext& ctx) {
  const Shape data = ctx.InputShape(0);
  const bool keeps_dims = OvFlag(ctx, "keep_dims", false);
  if (!data.has_rank) return ReduceSomewhere(ctx, keeps_dims);
  bool is_known = false;
  const auto axes = OvAxes(ctx, 1, data.rank(), &is_known);
  if (!is_known) return ReduceSomewhere(ctx, keeps_dims);
  if (!axes) return;
  if (axes->empty() || data.rank() == 0) return SetSameAsInput(ctx, 0, 0);
  OnnxView(ctx)
      .Operands({0})
      .Ints("axes", *axes)
      .Int("keepdims", keeps_dims ? 1 : 0)
      .Infer(name.text, 11);
}

template <OnnxName name>
void InferOvReduce(RuleContext& ctx) {
  if (CheckInputs(ctx, 2, 2) && CheckKind(ctx, 0, OvKind::kNumber)) ReduceAs<name>(ctx);
}

template <OnnxName name>
void InferReduceLogical(RuleContext& ctx) {
  if (CheckInputs(ctx, 2, 2) && CheckKind(ctx, 0, OvKind::kBool)) ReduceAs<name>(ctx);
}

// The operand's shape; its attribute names an axis.
void InferAlongOvAxis(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1)) return;
  const Shape data = ctx.InputShape(0);
  const int64_t axis = OvInt(ctx, "axis", 1);
  if (data.has_rank) {
    if (axis < 0 && ctx.op().op_type == "SoftMax" && ctx.version() < 8) {
      ctx.Error("AXIS_OUT_OF_RANGE", {}, "SoftMax of opset1 takes no negative axis");
      return;
    }
    if (!OvAxis(ctx, axis, data.rank())) return;
  }
  SetSameAsInput(ctx, 0, 0);
}

void InferOvTopK(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2) || !CheckKind(ctx, 1, OvKind::kInteger) || !ctx.CheckRank(1, 0))
    return;
  const Shape data = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  const ElementType index = OvElement(ctx, "index_element_type", ElementType::kInt32);
  const ElementType count = ctx.InputElement(1);
  if (ctx.version() < 3 && count != ElementType::kUndefined && count != ElementType::kInt8 &&
      count != ElementType::kInt32 && count != ElementType::kInt64) {
    ctx.Error("ELEMENT_TYPE_NOT_ALLOWED", Place::Input(1),
              "TopK of opset1 takes int8, int32 or int64");
    return;
  }
  if (OvFlag(ctx, "stable", false) && OvText(ctx, "sort") == "none") {
    ctx.Error("INVALID_ATTRIBUTE", {}, "a stable TopK sorts by value or by index");
    return;
  }
  const Expr k = ctx.OnlyElementOrFresh(1);
  if (!k.is_unknown() && !ctx.RequireAtLeast(k, Place::Element(1, 0), 0, "topk.negative"_check)) {
    return;
  }
  if (!data.has_rank) {
    ctx.SetOutput(0, element, data);
    return ctx.SetOutput(1, index, data);
  }
  const auto axis = ctx.NormalizeAxis(OvInt(ctx, "axis", 0), data.rank(), 0);
  if (!axis) return;
  DimVector dims(data.dims.begin(), data.dims.end());
  // A constant that exceeds the axis is not checked.
  if (k.is_constant()) {
    dims[*axis] = k;
  } else if (k.is_unknown()) {
    dims[*axis] = ctx.DataDependentUpTo(Place::Output(0, *axis), "how many are taken", dims[*axis]);
  } else {
    dims[*axis] = ctx.Min(k, dims[*axis]);
  }
  FillUnknown(ctx, dims);
  ctx.SetOutput(0, element, dims);
  ctx.SetOutput(1, index, dims);
}

void InferOvCumSum(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  const auto axis = ctx.HasInput(1) ? ctx.ConstantInt(1) : std::nullopt;
  const Shape data = ctx.InputShape(0);
  const bool is_within = axis && data.has_rank && *axis >= -data.rank() && *axis < data.rank();
  if (!is_within) return SetSameAsInput(ctx, 0, 0);
  OnnxView(ctx)
      .Int("exclusive", OvFlag(ctx, "exclusive", false) ? 1 : 0)
      .Int("reverse", OvFlag(ctx, "reverse", false) ? 1 : 0)
      .Infer("CumSum", 14);
}

// The data's shape, by axes that an operand names.
void InferMvn(RuleContext& ctx) {
  const int inputs = ctx.version() < 6 ? 1 : 2;
  if (!CheckInputs(ctx, inputs, inputs)) return;
  const Shape data = ctx.InputShape(0);
  if (ctx.HasInput(1) && data.has_rank && LengthBounds(ctx, 1).min > data.rank()) {
    ctx.Error("RANK_MISMATCH", Place::Input(0),
              absl::StrCat("MVN has more axes than rank ", data.rank()));
    return;
  }
  SetSameAsInput(ctx, 0, 0);
}

// The data's shape; axes of it are operand 1.
void InferByAxes(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  bool is_known = false;
  const Shape data = ctx.InputShape(0);
  if (data.has_rank && OvListLength(ctx, 1).min > data.rank()) {
    ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(1),
              absl::StrCat(ctx.op().op_type, " names more axes than rank ", data.rank()));
    return;
  }
  if (data.has_rank) OvAxes(ctx, 1, data.rank(), &is_known);
  SetSameAsInput(ctx, 0, 0);
}

// Of the data, gamma, beta, mean and variance, one element per channel. Version 1 has the data
// third.
void InferBatchNormInference(RuleContext& ctx) {
  if (!CheckInputs(ctx, 5, 5)) return;
  const int data_input = ctx.version() < 5 ? 2 : 0;
  const Shape data = ctx.InputShape(data_input);
  if (!CheckKind(ctx, data_input, OvKind::kReal)) return;
  if (OvReal(ctx, "epsilon", 0) < 0) {
    ctx.Error("INVALID_ATTRIBUTE", {}, "BatchNormInference needs an epsilon of at least 0");
    return;
  }
  ctx.CheckRankBetween(data_input, 2, kAnyRank);
  DimVector dims(data.dims.begin(), data.dims.end());
  const bool has_channels = data.has_rank && data.rank() >= 2;
  Dim channels = has_channels ? dims[1] : Dim();
  for (int input = 0; input < 5; ++input) {
    if (input == data_input) continue;
    ctx.CheckSameElement(data_input, input);
    if (!ctx.CheckRank(input, 1)) continue;
    channels =
        UnifyVector(ctx, input, channels, Place::Input(data_input, 1), "norm.channels"_check);
  }
  if (has_channels) dims[1] = channels;
  ctx.SetOutput(0, ctx.InputElement(data_input), data.has_rank ? Shape::Of(dims) : data);
}

void InferGroupNormalization(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3)) return;
  const Shape data = ctx.InputShape(0);
  const auto groups = OvSize(ctx, "num_groups", 1);
  ctx.CheckRankBetween(0, 2, kAnyRank);
  for (const int input : {1, 2}) ctx.CheckRank(input, 1);
  if (!groups || !data.has_rank || data.rank() < 2) return SetSameAsInput(ctx, 0, 0);
  DimVector dims(data.dims.begin(), data.dims.end());
  for (const int input : {1, 2}) {
    dims[1] = UnifyVector(ctx, input, dims[1], Place::Input(0, 1), "norm.channels"_check);
  }
  ctx.RequireDivisible(dims[1], Place::Input(0, 1), *groups, {}, "groups.channels"_check);
  SetSameAsInput(ctx, 0, 0);
}

void InferGrn(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1)) return;
  ctx.CheckRankBetween(0, 2, 4);
  SetSameAsInput(ctx, 0, 0);
}

void InferHardSigmoid(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3)) return;
  for (const int input : {1, 2}) {
    ctx.CheckRank(input, 0);
    ctx.CheckSameElement(0, input);
  }
  SetSameAsInput(ctx, 0, 0);
}

void InferOvSelu(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3)) return;
  for (const int input : {1, 2}) ctx.CheckSameElement(0, input);
  SetSameAsInput(ctx, 0, 0);
}

void InferRoll(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3)) return;
  const Shape data = ctx.InputShape(0);
  bool is_known = false;
  if (data.has_rank) OvAxes(ctx, 2, data.rank(), &is_known);
  for (const int input : {1, 2}) ctx.CheckRankBetween(input, 0, 1);
  const Shape shift = ctx.InputShape(1);
  // A scalar shifts along all axes.
  if (shift.has_rank && shift.rank() == 1 && !shift.dims[0].is_unknown()) {
    CheckDims(ctx, 2, {shift.dims[0]});
  }
  SetSameAsInput(ctx, 0, 0);
}

void InferOvReverseSequence(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2) || !CheckKind(ctx, 1, OvKind::kNumber)) return;
  const Shape data = ctx.InputShape(0);
  DimVector dims(data.dims.begin(), data.dims.end());
  ctx.CheckRankBetween(0, 2, kAnyRank);
  ctx.CheckRank(1, 1);
  if (!data.has_rank || data.rank() < 2) return SetSameAsInput(ctx, 0, 0);
  const auto batch = ctx.NormalizeAxis(OvInt(ctx, "batch_axis", 0), data.rank(), 0);
  const auto sequence = ctx.NormalizeAxis(OvInt(ctx, "seq_axis", 1), data.rank(), 0);
  if (!batch || !sequence) return;
  dims[*batch] =
      UnifyVector(ctx, 1, dims[*batch], Place::Input(0, *batch), "sequence_lens.batch"_check);
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// By axes, or by a flag for each.
void InferReverse(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2) || !ctx.CheckRank(1, 1)) return;
  const bool is_mask = OvText(ctx, "mode", "index") == "mask";
  if (!CheckKind(ctx, 1, is_mask ? OvKind::kBool : OvKind::kInteger)) return;
  const Shape data = ctx.InputShape(0);
  SetSameAsInput(ctx, 0, 0);
  if (!data.has_rank) return;
  if (is_mask) {
    CheckDims(ctx, 1, {Dim(data.rank())});
  } else if (const auto axes = ctx.ConstantInts(1)) {
    for (const int64_t axis : *axes) {
      if (!ctx.NormalizeAxis(axis, data.rank(), 0)) return;
    }
  }
}

void InferShuffleChannels(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1)) return;
  const Shape data = ctx.InputShape(0);
  const bool is_given = ctx.FindAttribute("group") != nullptr;
  const auto groups = is_given ? OvSize(ctx, "group", 1) : std::optional<int64_t>(1);
  if (!groups || !ctx.CheckRankBetween(0, 1, kAnyRank)) return;
  if (data.has_rank) {
    const auto axis = ctx.NormalizeAxis(OvInt(ctx, "axis", 1), data.rank(), 0);
    if (!axis) return;
    const Place place = Place::Input(0, *axis);
    ctx.RequireDivisible(data.dims[*axis], place, *groups, place, "groups.channels"_check);
  }
  SetSameAsInput(ctx, 0, 0);
}

constexpr absl::string_view kReduced = "without the axes, or with 1 in their places";
constexpr absl::string_view kReducedByValue =
    "without the axes, or with 1 in their places; by value";
constexpr PerElement kReduceCost = {.alu = 1};

constexpr OperatorRow kOvReduceRows[] = {
    {kOpenVino,
     "BatchNormInference",
     {1, 5},
     InferBatchNormInference,
     "the data's shape",
     {},
     OvBatchNormCost},
    {kOpenVino,
     "CumSum",
     {3},
     InferOvCumSum,
     "the operand's shape and element type; by value",
     {},
     kReduceCost},
    {kOpenVino, "GRN", {1}, InferGrn, kSameAsFirst, {}, PerElement{.alu = 4}},
    {kOpenVino,
     "GroupNormalization",
     {12},
     InferGroupNormalization,
     "the data's shape",
     {},
     GroupNormalizationCost},
    {kOpenVino,
     "HardSigmoid",
     {1},
     InferHardSigmoid,
     kSameAsFirst,
     kElementwise,
     PerElement{.alu = 4}},
    {kOpenVino, "LRN", {1}, InferByAxes, kSameAsFirst, {}, LrnCost},
    {kOpenVino, "LogSoftmax", {5}, InferAlongOvAxis, kSameAsFirst, {}, OvLogSoftmaxCost},
    {kOpenVino, "MVN", {1, 2, 6}, InferMvn, kSameAsFirst, {}, OvMvnCost},
    {kOpenVino, "NormalizeL2", {1}, InferByAxes, kSameAsFirst, {}, PerElement{.alu = 3}},
    {kOpenVino, "ReduceL1", {4}, InferOvReduce<"ReduceL1">, kReduced, {}, ReduceAbsCost},
    {kOpenVino, "ReduceL2", {4}, InferOvReduce<"ReduceL2">, kReduced, {}, ReduceL2Cost},
    {kOpenVino, "ReduceLogicalAnd", {1}, InferReduceLogical<"ReduceL1">, kReduced, {}, ReduceCost},
    {kOpenVino, "ReduceLogicalOr", {1}, InferReduceLogical<"ReduceL1">, kReduced, {}, ReduceCost},
    {kOpenVino, "ReduceMax", {1}, InferOvReduce<"ReduceMax">, kReducedByValue, {}, ReduceCost},
    {kOpenVino, "ReduceMean", {1}, InferOvReduce<"ReduceMean">, kReduced, {}, ReduceMeanCost},
    {kOpenVino, "ReduceMin", {1}, InferOvReduce<"ReduceMin">, kReducedByValue, {}, ReduceCost},
    {kOpenVino, "ReduceProd", {1}, InferOvReduce<"ReduceProd">, kReducedByValue, {}, ReduceCost},
    {kOpenVino, "ReduceSum", {1}, InferOvReduce<"ReduceSum">, kReducedByValue, {}, ReduceCost},
    {kOpenVino, "Reverse", {1}, InferReverse, kSameAsFirst, {}, kMoved},
    {kOpenVino, "ReverseSequence", {1}, InferOvReverseSequence, kSameAsFirst, {}, kMoved},
    {kOpenVino, "Roll", {7}, InferRoll, kSameAsFirst, {}, kMoved},
    {kOpenVino,
     "Selu",
     {1},
     InferOvSelu,
     kSameAsFirst,
     kElementwise,
     PerElement{.alu = 5, .special = 1}},
    {kOpenVino, "ShuffleChannels", {1}, InferShuffleChannels, kSameAsFirst, {}, kMoved},
    {kOpenVino, "SoftMax", {1, 8}, InferAlongOvAxis, kSameAsFirst, {}, SoftmaxCost},
    {kOpenVino, "TopK", {1, 3, 11}, InferOvTopK, "k elements of the axis", {}, TopKCost},
};

}  // namespace

absl::Span<const OperatorRow> OpenVinoReduceOperators() { return kOvReduceRows; }

}  // namespace shapewright::rules
