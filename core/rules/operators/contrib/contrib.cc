// Operators of onnxruntime: activation functions, and others that keep their operand's shape.
#include <algorithm>

#include "core/rules/checks/checks.h"
#include "core/rules/fitting.h"
#include "core/rules/named_dims.h"
#include "core/rules/operands.h"
#include "core/rules/operators/contrib/contrib_rules.h"
#include "core/rules/operators/cost/norm_cost.h"
#include "core/rules/operators/cost/product_cost.h"
#include "core/rules/operators/cost/reduce_cost.h"

namespace shapewright::rules {
namespace {

void InferBiasGelu(RuleContext& ctx) {
  ctx.CheckRankBetween(0, 1, kAnyRank);
  RequireLastDim(ctx, 1, "bias.last_axis"_check);
  InferSameAsOperand(ctx);
}

// [N, S, C] + [C] + [N, S, C].
void InferBiasAdd(RuleContext& ctx) {
  RequireLastDim(ctx, 1, "bias.channels"_check);
  InferSameAsOperand(ctx);
}

// The result has half of the last axis: the other half gates it.
void InferBiasSplitGelu(RuleContext& ctx) {
  RequireLastDim(ctx, 1, "bias.last_axis"_check);
  const Shape shape = ctx.InputShape(0);
  if (!shape.has_rank || shape.rank() == 0) return InferSameAsOperand(ctx);
  const int last = shape.rank() - 1;
  ctx.RequireDivisible(shape.dims[last], Place::Input(0, last), 2, {}, "split_gelu.halves"_check);
  DimVector dims(shape.dims.begin(), shape.dims.end());
  dims[last] = ctx.FloorDiv(dims[last], 2);
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

void InferBiasDropout(RuleContext& ctx) {
  InferSameAsOperand(ctx);
  ctx.SetOutput(1, ElementType::kBool, ctx.InputShape(0));
}

// The mask packs 32 elements into one.
void InferBitmaskDropout(RuleContext& ctx) {
  InferSameAsOperand(ctx);
  const Expr words = ctx.CeilDiv(ctx.InputElementCount(0), 32);
  ctx.SetOutput(1, ElementType::kUint32, {words});
}

// Operand numbers of the layers' weights, and of what has an entry per expert.
struct ExpertOperands {
  int first;
  int second;
  absl::Span<const int> per_expert;
};

// A row of the probabilities for each token, and of the layers and what belongs to them an entry
// for each expert, of which `k` are taken.
void CheckExperts(RuleContext& ctx, const ExpertOperands& operands) {
  constexpr const Check& kExperts = "moe.experts"_check;
  if (!ctx.CheckRankBetween(0, 2, 3) || !ctx.CheckRank(1, 2)) return;
  for (const int weights : {operands.first, operands.second}) {
    if (!ctx.CheckRank(weights, 3)) return;
  }
  const Shape tokens = ctx.InputShape(0);
  const auto rows = PlacedDimsOf(ctx, 1);
  if (rows.empty()) return;
  if (tokens.has_rank) {
    const Expr count = ctx.Product(tokens.dims.first(tokens.dims.size() - 1));
    ctx.RequireEqual(count, Place::Input(0), rows[0].dim, rows[0].place, "moe.rows"_check);
  }
  ctx.RequireAtLeast(rows[1].dim, rows[1].place, std::max<int64_t>(1, ctx.IntAttribute("k", 1)),
                     "moe.taken"_check);
  for (const int input : operands.per_expert) {
    const auto own = PlacedDimsOf(ctx, input);
    if (!ctx.HasInput(input) || !ctx.CheckRankBetween(input, 2, 3) || own.empty()) continue;
    ctx.RequireEqual(rows[1].dim, rows[1].place, own[0].dim, own[0].place, kExperts);
  }
}

// Layers are [experts, hidden, inner] and [experts, inner, hidden], or [experts, inner, hidden] and
// [experts, hidden, inner]; sizes decide. The first has both factors of SwiGLU, if fused. The last
// axis has `packed` elements in one.
void CheckLayers(RuleContext& ctx, int second_input, int64_t packed) {
  constexpr const Check& kLayers = "moe.layers"_check;
  const auto tokens = PlacedDimsOf(ctx, 0);
  const auto first = PlacedDimsOf(ctx, 2);
  const auto second = PlacedDimsOf(ctx, second_input);
  if (tokens.size() < 2 || first.size() != 3 || second.size() != 3) return;
  const PlacedDim& hidden = tokens.back();
  ctx.RequireDivisible(hidden.dim, hidden.place, packed, {}, kLayers);
  const Dim bytes = ctx.FloorDiv(hidden.dim, packed);
  const auto distance = [&](const PlacedDim& size, Dim to) {
    return ctx.Max(ctx.Subtract(size.dim, to), ctx.Subtract(to, size.dim));
  };
  // Of a layer, the middle axis is `hidden`, or the last one `bytes`.
  const auto require_either = [&](const PlacedDim& middle, const PlacedDim& last) {
    ctx.RequireAtMost(ctx.Min(distance(middle, hidden.dim), distance(last, bytes)), middle.place, 0,
                      {}, kLayers);
  };
  const auto require_one = [&](const PlacedDim& a, const PlacedDim& b, Dim size) {
    ctx.RequireAtMost(ctx.Min(distance(a, size), distance(b, size)), a.place, 0, {}, kLayers);
  };
  require_either(second[1], second[2]);
  require_either(first[1], first[2]);
  require_one(second[1], first[1], hidden.dim);
  require_one(second[2], first[2], bytes);
  const bool is_fused = ctx.StringAttribute("activation_type", "relu") == "swiglu" &&
                        ctx.IntAttribute("swiglu_fusion", 0) != 0;
  const Expr inner = ctx.Multiply(second[1].dim, second[2].dim);
  ctx.RequireEqual(ctx.Multiply(first[1].dim, first[2].dim), first[1].place,
                   is_fused ? ctx.Multiply(2, inner) : inner, second[1].place, kLayers);
}

void InferMixtureOfExperts(RuleContext& ctx) {
  CheckExperts(ctx, {2, 4, {2, 3, 4, 5, 6, 7}});
  CheckLayers(ctx, 4, 1);
  InferSameAsOperand(ctx);
}

// [experts, rows] or [experts, rows, blocks], of which the rows of the second layer are `hidden`.
void CheckExpertScales(RuleContext& ctx) {
  constexpr const Check& kScales = "moe.scales"_check;
  const auto tokens = PlacedDimsOf(ctx, 0);
  const int64_t block = ctx.IntAttribute("block_size", 0);
  for (const int input : {3, 6}) {
    const auto scales = PlacedDimsOf(ctx, input);
    if (tokens.empty() || scales.size() < 2) continue;
    const PlacedDim& hidden = tokens.back();
    if (input == 6) {
      ctx.RequireEqual(hidden.dim, hidden.place, scales[1].dim, scales[1].place, kScales);
    }
    if (scales.size() < 3) continue;
    const Dim blocks = block <= 0 ? Dim(1) : input == 3 ? ctx.CeilDiv(hidden.dim, block) : Dim();
    ctx.RequireEqual(scales[2].dim, scales[2].place, blocks, {}, kScales);
  }
}

// Each layer is followed by its scales and its bias.
void InferQuantizedMixtureOfExperts(RuleContext& ctx) {
  CheckExperts(ctx, {2, 5, {2, 3, 4, 5, 6, 7, 8, 9, 10}});
  // Layers of widths of their own are not followed.
  const bool is_uniform = ctx.FindAttribute("fc1_expert_weight_bits") == nullptr &&
                          ctx.FindAttribute("fc2_expert_weight_bits") == nullptr;
  const int64_t bits = ctx.IntAttribute("expert_weight_bits", 4);
  if (is_uniform && (bits == 2 || bits == 4 || bits == 8)) CheckLayers(ctx, 5, 8 / bits);
  CheckExpertScales(ctx);
  InferSameAsOperand(ctx);
}

// Copies between CPU and GPU, which onnxruntime inserts.
void InferIdentity(RuleContext& ctx) { ctx.SetOutputToInput(0, 0); }

void InferMurmurHash(RuleContext& ctx) {
  const bool is_positive = ctx.BoolAttribute("positive", true);
  ctx.SetOutput(0, is_positive ? ElementType::kUint32 : ElementType::kInt32, ctx.InputShape(0));
}

// A gate for each row of the last axis.
void InferGatedAdd(RuleContext& ctx) {
  InferSameAsOperand(ctx);
  auto dims = PlacedDimsOf(ctx, 0);
  if (!ctx.CheckRankBetween(0, 1, kAnyRank) || dims.empty()) return;
  RequireDims(ctx, 1, dims, "gated_add.shape"_check);
  ctx.RequireAtLeast(dims.back().dim, dims.back().place, 1, "gated_add.row"_check);
  dims.back() = {1};
  RequireDims(ctx, 2, dims, "gated_add.gate"_check);
}

// Token ids [B, S] and scores [B, words].
void InferNGramRepeatBlock(RuleContext& ctx) {
  NamedDims dims(ctx);
  dims.Read(0, "B.");
  dims.Read(1, "B.");
  SetSameAs(ctx, 0, 1);
}

void InferTrilu(RuleContext& ctx) {
  ctx.CheckRankBetween(0, 2, kAnyRank);
  InferSameAsOperand(ctx);
}

// A bias per channel of [N, C, H, W].
void InferImageScaler(RuleContext& ctx) {
  InferSameAsOperand(ctx);
  const graph::Attribute* bias = ctx.FindAttribute("bias");
  const Shape shape = ctx.InputShape(0);
  if (!ctx.CheckRank(0, 4) || !shape.has_rank || bias == nullptr) return;
  ctx.RequireEqual(shape.dims[1], Place::Input(0, 1),
                   static_cast<int64_t>(bias->float_list().size()), {}, "bias.channels"_check);
}

// onnxruntime takes matrices that are not square, too.
void InferInverse(RuleContext& ctx) {
  InferSameAsOperand(ctx);
  ctx.CheckRankBetween(0, 2, kAnyRank);
}

void InferIsAllFinite(RuleContext& ctx) {
  ctx.SetOutput(0, ElementType::kBool, absl::Span<const Dim>());
}

// Pairs of real and imaginary parts under numpy broadcasting.
void InferBroadcast(RuleContext& ctx) {
  ctx.CheckSameElement(0, 1);
  ctx.SetOutput(0, FirstElement(ctx, {0, 1}), ctx.BroadcastInputs({0, 1}));
}

constexpr OperandForm kDiagonal[] = {{1, Form::kScalarOrOne}};
constexpr OperandForm kScale[] = {{1, Form::kScalar}};

constexpr OperatorRow kContribRows[] = {
    {"", "Affine", {1, 10}, InferSameAsOperand, kSameAsOperand, {}, PerElement{.alu = 2}},
    {"", "ImageScaler", {1, 10}, InferImageScaler, kSameAsOperand, {}, PerElement{.alu = 2}},
    {"",
     "MemcpyFromHost",
     {1},
     InferIdentity,
     "the operand itself",
     {.purity = Purity::kIdentity},
     kMoved},
    {"",
     "MemcpyToHost",
     {1},
     InferIdentity,
     "the operand itself",
     {.purity = Purity::kIdentity},
     kMoved},
    {"",
     "ParametricSoftplus",
     {1, 10},
     InferSameAsOperand,
     kSameAsOperand,
     {},
     PerElement{.alu = 3, .special = 2}},
    {"", "Scale", {1, 10}, InferSameAsOperand, kSameAsOperand, {}, PerElement{.alu = 1}},
    {"",
     "ScaledTanh",
     {1, 10},
     InferSameAsOperand,
     kSameAsOperand,
     {},
     PerElement{.alu = 2, .special = 1}},
    {kMicrosoft, "BiasAdd", {1}, InferBiasAdd, kSameAsOperand, {}, PerElement{.alu = 2}},
    {kMicrosoft, "BiasDropout", {1}, InferBiasDropout, kSameAsOperand, kRandom},
    {kMicrosoft, "BiasGelu", {1}, InferBiasGelu, kSameAsOperand, {}, BiasGeluCost},
    {kMicrosoft, "BiasSoftmax", {1}, InferSameAsOperand, kSameAsOperand, {}, BiasSoftmaxCost},
    {kMicrosoft,
     "BiasSplitGelu",
     {1},
     InferBiasSplitGelu,
     "half of the last axis",
     {},
     PerElement{.alu = 7, .special = 1}},
    {kMicrosoft, "BitmaskBiasDropout", {1}, InferBitmaskDropout, kSameAsOperand, kRandom},
    {kMicrosoft, "BitmaskDropout", {1}, InferBitmaskDropout, kSameAsOperand, kRandom},
    {kMicrosoft,
     "ComplexMul",
     {1},
     InferBroadcast,
     "the broadcast of both operands",
     {},
     PerElement{.alu = 3}},
    {kMicrosoft,
     "ComplexMulConj",
     {1},
     InferBroadcast,
     "the broadcast of both operands",
     {},
     PerElement{.alu = 3}},
    {kMicrosoft, "FastGelu", {1}, InferBiasGelu, kSameAsOperand, {}, FastGeluCost},
    {kMicrosoft, "GatedAdd", {1}, InferGatedAdd, kSameAsOperand},
    {kMicrosoft,
     "Gelu",
     {1},
     InferSameAsOperand,
     kSameAsOperand,
     {},
     PerElement{.alu = 4, .special = 1}},
    {kMicrosoft, "Inverse", {1}, InferInverse, kSameAsOperand},
    {kMicrosoft, "IsAllFinite", {1}, InferIsAllFinite, "a scalar", {}, AllElementsCost},
    {kMicrosoft, "MoE", {1}, InferMixtureOfExperts, kSameAsOperand, {}, MixtureOfExpertsCost},
    {kMicrosoft, "MurmurHash3", {1}, InferMurmurHash, "the operand's shape, uint32 or int32"},
    {kMicrosoft, "NGramRepeatBlock", {1}, InferNGramRepeatBlock, "the scores' shape"},
    {kMicrosoft,
     "QMoE",
     {1},
     InferQuantizedMixtureOfExperts,
     kSameAsOperand,
     {},
     MixtureOfExpertsCost},
    {kMicrosoft,
     "QuickGelu",
     {1},
     InferSameAsOperand,
     kSameAsOperand,
     {},
     PerElement{.alu = 2, .special = 1}},
    {kMicrosoft, "SampleOp", {1}, InferSameAsOperand, kSameAsOperand},
    {kMicrosoft, "ScaledSiLU", {1}, InferSameAsOperand, kSameAsOperand, {.forms = kScale}},
    {kMicrosoft, "Trilu", {1}, InferTrilu, kSameAsOperand, {.forms = kDiagonal}, kMoved},
};

}  // namespace

absl::Span<const OperatorRow> ContribOperators() { return kContribRows; }

}  // namespace shapewright::rules
