// Operators of onnxruntime: activation functions, and others that keep their operand's shape.
#include "absl/strings/str_cat.h"
#include "core/ops/contrib/contrib_rules.h"
#include "core/ops/cost/norm_cost.h"
#include "core/ops/cost/product_cost.h"
#include "core/ops/cost/reduce_cost.h"
#include "core/rules/fitting.h"
#include "core/rules/named_dims.h"
#include "core/rules/operands.h"

namespace shapewright::ops {
namespace {

void InferBiasGelu(RuleContext& ctx) {
  RequireLastDim(ctx, 1, "a bias per element of the last axis");
  InferSameAsOperand(ctx);
}

// [N, S, C] + [C] + [N, S, C].
void InferBiasAdd(RuleContext& ctx) {
  RequireLastDim(ctx, 1, "a bias per channel");
  InferSameAsOperand(ctx);
}

// The result has half of the last axis: the other half gates it.
void InferBiasSplitGelu(RuleContext& ctx) {
  RequireLastDim(ctx, 1, "a bias per element of the last axis");
  const Shape shape = ctx.InputShape(0);
  if (!shape.has_rank || shape.rank() == 0) return InferSameAsOperand(ctx);
  const int last = shape.rank() - 1;
  ctx.RequireDivisible(shape.dims[last], Place::Input(0, last), 2, {}, "two halves of one size");
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

// The second operand has the probabilities of the experts, a row for each token.
void InferMixtureOfExperts(RuleContext& ctx) {
  const Shape tokens = ctx.InputShape(0);
  const Shape rows = ctx.InputShape(1);
  if (tokens.has_rank && tokens.rank() > 0 && rows.has_rank && ctx.CheckRank(1, 2)) {
    Expr count = 1;
    for (const Dim dim : tokens.dims.first(tokens.dims.size() - 1))
      count = ctx.Multiply(count, dim);
    ctx.RequireEqual(count, Place::Input(0), rows.dims[0], Place::Input(1, 0),
                     "a row of probabilities per token");
  }
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
  RequireDims(ctx, 1, dims, "both summands have one shape");
  ctx.RequireAtLeast(dims.back().dim, dims.back().place, 1, "a row is not empty");
  dims.back() = {1};
  RequireDims(ctx, 2, dims, "a gate per row");
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
    {"", "ImageScaler", {1, 10}, InferSameAsOperand, kSameAsOperand, {}, PerElement{.alu = 2}},
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
    {kMicrosoft, "Inverse", {1}, InferSameAsOperand, kSameAsOperand},
    {kMicrosoft, "IsAllFinite", {1}, InferIsAllFinite, "a scalar", {}, AllElementsCost},
    {kMicrosoft, "MoE", {1}, InferMixtureOfExperts, kSameAsOperand, {}, MixtureOfExpertsCost},
    {kMicrosoft, "MurmurHash3", {1}, InferMurmurHash, "the operand's shape, uint32 or int32"},
    {kMicrosoft, "NGramRepeatBlock", {1}, InferNGramRepeatBlock, "the scores' shape"},
    {kMicrosoft, "QMoE", {1}, InferSameAsOperand, kSameAsOperand, {}, MixtureOfExpertsCost},
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

}  // namespace shapewright::ops
