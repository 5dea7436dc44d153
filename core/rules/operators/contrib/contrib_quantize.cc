// Quantized operators of onnxruntime that work element by element, concatenate or reduce. Each
// operand is followed by its scale and zero point.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/fitting.h"
#include "core/rules/named_dims.h"
#include "core/rules/operands.h"
#include "core/rules/operators/contrib/contrib_rules.h"
#include "core/rules/operators/cost/conv_cost.h"
#include "core/rules/operators/cost/norm_cost.h"
#include "core/rules/operators/cost/recurrent_cost.h"
#include "core/rules/operators/cost/reduce_cost.h"

namespace shapewright::rules {
namespace {

// The first operands are Y's scale and zero point; then come (tensor, scale, zero point) each.
constexpr int kFirstConcatenated = 2;
constexpr int kConcatenatedStep = 3;

// The first tensor of known rank, or -1.
int FirstRanked(RuleContext& ctx) {
  for (int i = kFirstConcatenated; i < ctx.input_count(); i += kConcatenatedStep) {
    if (ctx.InputShape(i).has_rank) return i;
  }
  return -1;
}

// The dims of the concatenated tensors; nothing where they do not fit.
std::optional<DimVector> Concatenate(RuleContext& ctx, int first, int axis) {
  const Shape shape = ctx.InputShape(first);
  DimVector dims(shape.dims.begin(), shape.dims.end());
  dims[axis] = 0;
  for (int i = kFirstConcatenated; i < ctx.input_count(); i += kConcatenatedStep) {
    const Shape own = ctx.InputShape(i);
    if (!own.has_rank) {
      dims[axis] = Dim();
      continue;
    }
    if (!ctx.CheckRank(i, shape.rank())) return std::nullopt;
    for (int j = 0; j < own.rank(); ++j) {
      dims[j] = j == axis ? ctx.Add(dims[j], own.dims[j])
                          : ctx.Unify(dims[j], Place::Input(first, j), own.dims[j],
                                      Place::Input(i, j), "concat.operands"_check);
    }
  }
  return dims;
}

void InferQLinearConcat(RuleContext& ctx) {
  const int count = ctx.input_count() - kFirstConcatenated;
  if (count < kConcatenatedStep || count % kConcatenatedStep != 0) {
    ctx.Error("WRONG_INPUT_COUNT", {},
              absl::StrCat("QLinearConcat takes 2 inputs and 3 per tensor, the node has ",
                           ctx.input_count()));
    return;
  }
  const ElementType element = FirstElement(ctx, {1, kFirstConcatenated});
  ctx.SetOutput(0, element, Shape());
  for (int i = 0; i < ctx.input_count(); ++i) {
    const bool is_tensor =
        i >= kFirstConcatenated && (i - kFirstConcatenated) % kConcatenatedStep == 0;
    if (!is_tensor && ctx.HasInput(i)) ctx.CheckForm(i, Form::kScalarOrOne);
  }
  const int first = FirstRanked(ctx);
  if (first < 0) return;
  const auto axis =
      ctx.NormalizeAxis(ctx.IntAttribute("axis", 0), ctx.InputShape(first).rank(), first);
  if (!axis) return;
  if (const auto dims = Concatenate(ctx, first, *axis)) ctx.SetOutput(0, element, *dims);
}

// (X, scale, zero point, Y's scale, Y's zero point).
void InferQLinearSoftmax(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  if (ctx.CheckRankBetween(0, 1, kAnyRank) && shape.has_rank) {
    ctx.NormalizeAxis(ctx.IntAttribute("axis", -1), shape.rank(), 0);
  }
  ctx.SetOutput(0, FirstElement(ctx, {0, 4}), shape);
}

void InferQLinearSame(RuleContext& ctx) {
  ctx.SetOutput(0, FirstElement(ctx, {0, 4}), ctx.InputShape(0));
}

// (A, scale, zero point, B, scale, zero point, C's scale, C's zero point).
void InferQLinearBroadcast(RuleContext& ctx) {
  ctx.CheckSameElement(0, 3);
  ctx.SetOutput(0, FirstElement(ctx, {0, 3}), ctx.BroadcastInputs({0, 3}));
}

void InferQLinearWhere(RuleContext& ctx) {
  ctx.CheckSameElement(1, 4);
  ctx.SetOutput(0, FirstElement(ctx, {1, 4, 8}), ctx.BroadcastInputs({0, 1, 4}));
}

// (A, zero point, B, zero point).
void InferMulInteger(RuleContext& ctx) {
  ctx.SetOutput(0, ElementType::kInt32, ctx.BroadcastInputs({0, 2}));
}

// The reduced axes are a required attribute.
void SetReduced(RuleContext& ctx, ElementType element) {
  const Shape shape = ctx.InputShape(0);
  const bool keeps_dims = ctx.BoolAttribute("keepdims", true);
  const auto axes = ctx.IntsAttribute("axes");
  if (!shape.has_rank) {
    ctx.SetOutput(0, element, keeps_dims ? shape : Shape());
    return;
  }
  const bool are_all = !axes || axes->empty();
  const auto mask =
      MaskAxes(ctx, axes.value_or(absl::Span<const int64_t>()), shape.rank(), are_all);
  if (mask) ctx.SetOutput(0, element, ReducedDims(shape.dims, *mask, keeps_dims));
}

void InferQLinearReduceMean(RuleContext& ctx) { SetReduced(ctx, ctx.InputElement(0)); }

// int8 adds up in int32, uint8 in uint32.
void InferReduceSumInteger(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  SetReduced(ctx, element == ElementType::kInt8    ? ElementType::kInt32
                  : element == ElementType::kUint8 ? ElementType::kUint32
                                                   : ElementType::kUndefined);
}

// Batch and channels are kept, all other dims become 1.
void InferQLinearGlobalAveragePool(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const ElementType element = FirstElement(ctx, {0, 4});
  if (!ctx.CheckRankBetween(0, 3, kAnyRank) || !shape.has_rank) {
    ctx.SetOutput(0, element, Shape::OfUnknownRank(Interval::AtLeast(3)));
    return;
  }
  const bool is_last = ctx.BoolAttribute("channels_last", false);
  const auto channels = static_cast<size_t>(is_last ? shape.rank() - 1 : 1);
  DimVector dims(shape.dims.size(), Dim(1));
  dims[0] = shape.dims[0];
  dims[channels] = shape.dims[channels];
  ctx.SetOutput(0, element, dims);
}

void InferQuantizeLinear(RuleContext& ctx) { InferAsOnnx(ctx, "QuantizeLinear", 21); }
void InferDequantizeLinear(RuleContext& ctx) { InferAsOnnx(ctx, "DequantizeLinear", 21); }

// Matrices in the layouts of cublasLt, which are int8.
void InferQuantizeWithOrder(RuleContext& ctx) {
  ctx.SetOutput(0, ElementType::kInt8, ctx.InputShape(0));
}

void InferDequantizeWithOrder(RuleContext& ctx) {
  const auto element = ctx.ElementAttribute("to", ElementType::kUndefined);
  ctx.SetOutput(0, element, ctx.InputShape(0));
}

// Each byte of the quantized axis holds 8 / bits elements, which the result has one by
// one.
Dim UnpackedDim(RuleContext& ctx, Dim dim) {
  if (ctx.InputElement(0) == ElementType::kUndefined) return Dim();
  if (ctx.InputElement(0) != ElementType::kUint8) return dim;
  const int64_t bits = ctx.IntAttribute("bits", 4);
  return bits == 2 || bits == 4 ? ctx.Multiply(dim, 8 / bits) : dim;
}

void CheckBlockAttributes(RuleContext& ctx, int gathered, int quantized) {
  const int64_t bits = ctx.IntAttribute("bits", 4);
  const int64_t block = ctx.IntAttribute("block_size", 128);
  absl::string_view wrong;
  if (block < 16 || (block & (block - 1)) != 0) wrong = "block_size is a power of 2 of at least 16";
  if (ctx.InputElement(0) == ElementType::kUint8) {
    if (bits != 2 && bits != 4 && bits != 8) wrong = "bits is 2, 4 or 8";
    if (gathered != 0) wrong = "gather_axis of bytes is the first one";
    if (quantized != ctx.InputShape(0).rank() - 1) wrong = "quantize_axis of bytes is the last one";
  }
  if (!wrong.empty()) ctx.Error("INVALID_ATTRIBUTE", {}, std::string(wrong));
}

// Along the quantized axis there is a scale per block, along others one per element.
void CheckBlockScales(RuleContext& ctx, int quantized) {
  constexpr const Check& kScales = "dequantize.blocks"_check;
  const int64_t block = ctx.IntAttribute("block_size", 128);
  auto dims = PlacedDimsOf(ctx, 0);
  const auto axis = static_cast<size_t>(quantized);
  dims[axis].dim = block > 0 ? ctx.CeilDiv(UnpackedDim(ctx, dims[axis].dim), block) : Dim();
  RequireDims(ctx, 2, dims, kScales);
}

void InferGatherBlockQuantized(RuleContext& ctx) {
  const Shape data = ctx.InputShape(0);
  const Shape indices = ctx.InputShape(1);
  const ElementType element = ctx.InputElement(2);
  if (!data.has_rank || !indices.has_rank) return ctx.SetOutput(0, element, Shape());
  const auto gathered = ctx.NormalizeAxis(ctx.IntAttribute("gather_axis", 0), data.rank(), 0);
  const auto quantized = ctx.NormalizeAxis(ctx.IntAttribute("quantize_axis", 1), data.rank(), 0);
  if (!gathered || !quantized) return;
  CheckBlockAttributes(ctx, *gathered, *quantized);
  CheckBlockScales(ctx, *quantized);
  DimVector dims;
  for (int axis = 0; axis < data.rank(); ++axis) {
    if (axis == *gathered) {
      dims.insert(dims.end(), indices.dims.begin(), indices.dims.end());
    } else {
      const Dim dim = data.dims[axis];
      dims.push_back(axis == *quantized ? UnpackedDim(ctx, dim) : dim);
    }
  }
  ctx.SetOutput(0, element, dims);
}

void InferAttnLstm(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  ctx.CheckRank(0, 3);
  const DimVector x = DimsOrUnknown(ctx, 0, 3);
  const bool is_both = ctx.StringAttribute("direction", "forward") == "bidirectional";
  const int64_t hidden = ctx.IntAttribute("hidden_size", 0);
  DimVector dims = {x[0], Dim(is_both ? 2 : 1), x[1],
                    hidden > 0 ? Dim(hidden) : DimsOrUnknown(ctx, 2, 3)[2]};
  FillUnknown(ctx, dims);
  ctx.SetOutput(0, element, dims);
  for (const int state : {1, 2}) ctx.SetOutput(state, element, {dims[1], dims[2], dims[3]});
}

// Unlike those of LSTM its weights are [directions, input or hidden, 4 * hidden]: I, H and G. Each
// scale and zero point is for a direction, or for each column of one.
void InferDynamicQuantizeLstm(RuleContext& ctx) {
  constexpr int kFirstScale = 8;
  constexpr const Check& kGates = "lstm.gates"_check;
  NamedDims dims(ctx);
  const bool is_both = ctx.StringAttribute("direction", "forward") == "bidirectional";
  dims.Unify('D', is_both ? 2 : 1, {}, {});
  if (const int64_t hidden = ctx.IntAttribute("hidden_size", 0); hidden > 0) {
    dims.Unify('H', hidden, {}, {});
  }
  dims.Read(0, "SBI");
  dims.Read(2, "DHG");
  dims.Unify('G', ctx.Multiply(4, dims.Get('H')), Place::Input(2, 1), kGates);
  dims.Unify('K', ctx.Multiply(8, dims.Get('H')), Place::Input(2, 1), kGates);
  dims.Unify('P', ctx.Multiply(3, dims.Get('H')), Place::Input(2, 1), kGates);
  dims.Read(1, "DIG");
  dims.Read(3, "DK");
  dims.Read(4, "B");
  for (const int state : {5, 6}) dims.Read(state, "DBH");
  dims.Read(7, "DP");
  for (int input = kFirstScale; input < kFirstScale + 4; ++input) {
    if (!ctx.CheckRankBetween(input, 1, 2)) continue;
    const Shape shape = ctx.InputShape(input);
    if (shape.has_rank) dims.Read(input, shape.rank() == 1 ? "D" : "DG");
  }
  const ElementType element = ctx.InputElement(0);
  dims.Write(0, element, "SDBH");
  for (const int state : {1, 2}) dims.Write(state, element, "DBH");
}

constexpr absl::string_view kBroadcast = "the broadcast of both operands";
constexpr absl::string_view kReduced = "1 or nothing for each reduced axis";

constexpr OperandForm kFormsOfUnary[] = {{1, Form::kScalarOrOne},
                                         {2, Form::kScalarOrOne},
                                         {3, Form::kScalarOrOne},
                                         {4, Form::kScalarOrOne}};
// onnxruntime refuses vectors here as it loads.
constexpr OperandForm kFormsOfBinary[] = {{1, Form::kScalar}, {2, Form::kScalar},
                                          {4, Form::kScalar}, {5, Form::kScalar},
                                          {6, Form::kScalar}, {7, Form::kScalar}};
constexpr OperandForm kFormsOfWhere[] = {{2, Form::kScalarOrOne}, {3, Form::kScalarOrOne},
                                         {5, Form::kScalarOrOne}, {6, Form::kScalarOrOne},
                                         {7, Form::kScalarOrOne}, {8, Form::kScalarOrOne}};

constexpr OperatorRow kContribQuantizeRows[] = {
    {kMicrosoft, "AttnLSTM", {1}, InferAttnLstm, "as LSTM"},
    {kMicrosoft,
     "DequantizeLinear",
     {1},
     InferDequantizeLinear,
     "the operand's shape",
     {},
     PerElement{.alu = 2}},
    {kMicrosoft, "DequantizeWithOrder", {1}, InferDequantizeWithOrder, "the operand's shape"},
    {kMicrosoft,
     "DynamicQuantizeLSTM",
     {1},
     InferDynamicQuantizeLstm,
     "as LSTM",
     {},
     DynamicQuantizeLstmCost},
    {kMicrosoft,
     "GatherBlockQuantized",
     {1},
     InferGatherBlockQuantized,
     "the indices' dims in place of the axis",
     {},
     PerElement{.alu = 2}},
    {kMicrosoft, "MulInteger", {1}, InferMulInteger, kBroadcast, {}, PerElement{.alu = 1}},
    {kMicrosoft,
     "QLinearAdd",
     {1},
     InferQLinearBroadcast,
     kBroadcast,
     {.forms = kFormsOfBinary},
     PerElement{.alu = 8}},
    {kMicrosoft,
     "QLinearConcat",
     {1},
     InferQLinearConcat,
     "the sum along the axis",
     {},
     PerElement{.alu = 5}},
    {kMicrosoft,
     "QLinearGlobalAveragePool",
     {1},
     InferQLinearGlobalAveragePool,
     "batch and channels, then 1",
     {.forms = kFormsOfUnary},
     QLinearGlobalAveragePoolCost},
    {kMicrosoft,
     "QLinearLeakyRelu",
     {1},
     InferQLinearSame,
     kSameAsOperand,
     {.forms = kFormsOfUnary},
     PerElement{.alu = 8}},
    {kMicrosoft,
     "QLinearMul",
     {1},
     InferQLinearBroadcast,
     kBroadcast,
     {.forms = kFormsOfBinary},
     PerElement{.alu = 8}},
    {kMicrosoft,
     "QLinearReduceMean",
     {1},
     InferQLinearReduceMean,
     kReduced,
     {},
     QLinearReduceMeanCost},
    {kMicrosoft,
     "QLinearSigmoid",
     {1},
     InferQLinearSame,
     kSameAsOperand,
     {.forms = kFormsOfUnary},
     PerElement{.alu = 5, .special = 1}},
    {kMicrosoft,
     "QLinearSoftmax",
     {1},
     InferQLinearSoftmax,
     kSameAsOperand,
     {.forms = kFormsOfUnary},
     QLinearSoftmaxCost},
    {kMicrosoft,
     "QLinearWhere",
     {1},
     InferQLinearWhere,
     "the broadcast of all operands",
     {.forms = kFormsOfWhere},
     PerElement{.alu = 6}},
    {kMicrosoft, "QOrderedGelu", {1}, InferSameAsOperand, kSameAsOperand},
    {kMicrosoft,
     "QuantizeLinear",
     {1},
     InferQuantizeLinear,
     "the operand's shape",
     {},
     PerElement{.alu = 2, .div = 1}},
    {kMicrosoft, "QuantizeWithOrder", {1}, InferQuantizeWithOrder, "the operand's shape, int8"},
    {kMicrosoft,
     "ReduceSumInteger",
     {1},
     InferReduceSumInteger,
     kReduced,
     {},
     PerOperandElementCost},
};

}  // namespace

absl::Span<const OperatorRow> ContribQuantizeOperators() { return kContribQuantizeRows; }

}  // namespace shapewright::rules
