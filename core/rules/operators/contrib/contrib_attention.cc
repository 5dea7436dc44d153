// Attentions of onnxruntime over merged projections; those over separate query,
// key and value are in contrib_attention_heads.cc.
#include <numeric>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/fitting.h"
#include "core/rules/named_dims.h"
#include "core/rules/operands.h"
#include "core/rules/operators/contrib/contrib_attention_heads.h"
#include "core/rules/operators/contrib/contrib_attention_masks.h"
#include "core/rules/operators/contrib/contrib_rules.h"
#include "core/rules/operators/cost/attention_cost.h"
#include "core/rules/operators/onnx/neural/rotary.h"

namespace shapewright::rules {

namespace {

constexpr int kPastLengthAxis = 3;

// Operand numbers of an attention over merged projections; -1 for none.
struct MergedOperands {
  int weights;
  int bias;
  int past;
  int mask = -1;
  int attention_bias = -1;
  int past_length = -1;
};

// The hidden size of the values. Query, key and value have equal ones, a third of the merged size
// each, unless an attribute says otherwise.
Dim ValueHidden(RuleContext& ctx, const MergedOperands& operands) {
  const Shape weights = ctx.InputShape(operands.weights);
  const Shape bias = ctx.InputShape(operands.bias);
  const bool has_weights = ctx.CheckRank(operands.weights, 2) && weights.has_rank;
  const bool has_bias =
      ctx.HasInput(operands.bias) && bias.has_rank && ctx.CheckRank(operands.bias, 1);
  const Dim merged = has_weights ? weights.dims[1] : has_bias ? bias.dims[0] : Dim();
  const Place place =
      has_weights ? Place::Input(operands.weights, 1) : Place::Input(operands.bias, 0);
  if (has_weights && has_bias) {
    ctx.RequireEqual(merged, place, bias.dims[0], Place::Input(operands.bias, 0),
                     "heads.bias"_check);
  }
  const auto sizes = ctx.IntsAttribute("qkv_hidden_sizes");
  if (sizes && sizes->size() == 3) {
    const Expr sum = ctx.Add(ctx.Add((*sizes)[0], (*sizes)[1]), (*sizes)[2]);
    ctx.RequireEqual(merged, place, sum, {}, "heads.projection"_check);
    return (*sizes)[2];
  }
  ctx.RequireDivisible(merged, place, 3, {}, "heads.thirds"_check);
  return ctx.FloorDiv(merged, 3);
}

void RequireProjection(RuleContext& ctx, const MergedOperands& operands, int input_axis) {
  const Shape input = ctx.InputShape(0);
  const Shape weights = ctx.InputShape(operands.weights);
  if (!input.has_rank || input.rank() <= input_axis || !weights.has_rank || weights.rank() != 2) {
    return;
  }
  ctx.RequireEqual(input.dims[input_axis], Place::Input(0, input_axis), weights.dims[0],
                   Place::Input(operands.weights, 0), "heads.weights"_check);
}

// One of the equal parts of the queries; unknown if attributes give them other sizes.
Dim MergedHead(RuleContext& ctx, const MergedOperands& operands, int64_t heads) {
  const Shape weights = ctx.InputShape(operands.weights);
  if (!weights.has_rank || weights.rank() != 2) return Dim();
  const auto sizes = ctx.IntsAttribute("qkv_hidden_sizes");
  const Dim hidden =
      sizes && sizes->size() == 3 ? Dim((*sizes)[1]) : ctx.FloorDiv(weights.dims[1], 3);
  return HeadSize(ctx, hidden, Place::Input(operands.weights, 1), heads);
}

// [2, B, heads, length, head size]; where the buffer is shared, with the length of what is in it.
void CheckPast(RuleContext& ctx, const MergedOperands& operands, Dim batch, int64_t heads) {
  const Dim head = MergedHead(ctx, operands, heads);
  if (!ctx.HasInput(operands.past)) return;
  RequireDims(ctx, operands.past, {{Dim(2)}, {batch, Place::Input(0, 0)}, {Dim(heads)}, {}, {head}},
              "heads.past"_check);
  if (operands.past_length < 0 || !ctx.BoolAttribute("past_present_share_buffer", false)) return;
  if (!ctx.HasInput(operands.past_length)) {
    ctx.Error("MISSING_INPUT", Place::Input(operands.past_length),
              absl::StrCat(ctx.op().op_type, " with a shared cache needs input ",
                           operands.past_length, ", its length"));
  }
  RequireElementCount(ctx, operands.past_length, {Dim(1)}, "heads.past_length"_check);
}

// [2, B, heads, length, head size].
void SetPresent(RuleContext& ctx, const MergedOperands& operands, const DimVector& output,
                int64_t heads) {
  if (!ctx.HasOutput(1)) return;
  const ElementType element = FirstElement(ctx, {operands.bias, 0});
  if (!ctx.HasInput(operands.past)) {
    const Dim head = HeadSize(ctx, output[2], Place::Output(0, 2), heads);
    return ctx.SetOutput(1, element, {Dim(2), output[0], Dim(heads), output[1], head});
  }
  DimVector dims = DimsOrUnknown(ctx, operands.past, 5);
  if (!ctx.BoolAttribute("past_present_share_buffer", false)) {
    dims[kPastLengthAxis] = ctx.Add(dims[kPastLengthAxis], output[1]);
  }
  ctx.SetOutput(1, element, dims);
}

// The length of the keys with the cache; unknown where the cache is larger than what is in it.
Dim MergedTotal(RuleContext& ctx, const MergedOperands& operands, Dim length) {
  if (!ctx.HasInput(operands.past)) return length;
  if (ctx.BoolAttribute("past_present_share_buffer", false)) return Dim();
  return ctx.Add(DimsOrUnknown(ctx, operands.past, 5)[kPastLengthAxis], length);
}

void CheckMergedMasks(RuleContext& ctx, const MergedOperands& operands, const DimVector& dims,
                      Dim heads) {
  const PlacedDim length = {dims[1], Place::Input(0, 1)};
  const Scores scores = {{dims[0], Place::Input(0, 0)},
                         {heads},
                         length,
                         length,
                         {MergedTotal(ctx, operands, dims[1]), length.place}};
  CheckMergedMask(ctx, operands.mask, scores);
  if (operands.attention_bias >= 0) CheckAttentionBias(ctx, operands.attention_bias, scores);
}

void InferMerged(RuleContext& ctx, const MergedOperands& operands, ElementType element) {
  const auto heads = RequiredPositive(ctx, "num_heads");
  ctx.CheckRank(0, 3);
  RequireProjection(ctx, operands, 2);
  DimVector dims = DimsOrUnknown(ctx, 0, 3);
  dims[2] = ValueHidden(ctx, operands);
  FillUnknown(ctx, dims);
  ctx.SetOutput(0, element, dims);
  if (!heads) return;
  CheckMergedMasks(ctx, operands, DimsOrUnknown(ctx, 0, 3), Dim(*heads));
  CheckPast(ctx, operands, DimsOrUnknown(ctx, 0, 3)[0], *heads);
  SetPresent(ctx, operands, dims, *heads);
}

void InferAttention(RuleContext& ctx) {
  InferMerged(
      ctx, {.weights = 1, .bias = 2, .past = 4, .mask = 3, .attention_bias = 5, .past_length = 6},
      FirstElement(ctx, {0, 1}));
}

void InferDecoderMaskedSelfAttention(RuleContext& ctx) {
  InferMerged(
      ctx, {.weights = 1, .bias = 2, .past = 4, .mask = 3, .attention_bias = 5, .past_length = 6},
      FirstElement(ctx, {0, 1}));
}

void InferQAttention(RuleContext& ctx) {
  InferMerged(ctx, {.weights = 1, .bias = 2, .past = 8, .mask = 5}, FirstElement(ctx, {3, 2}));
  constexpr const Check& kScales = "heads.scale"_check;
  const auto weights = PlacedDimsOf(ctx, 1);
  if (weights.size() != 2) return;
  for (const int input : {4, 7}) RequireOneOrAsMany(ctx, input, weights[1], kScales);
}

// Query, key and value have weights of their own, each with a scale.
void InferQOrderedAttention(RuleContext& ctx) {
  NamedDims dims(ctx);
  dims.Read(0, "BSI");
  for (const int weights : {5, 6}) dims.Read(weights, "IH");
  dims.Read(7, "IV");
  dims.Write(0, ElementType::kInt8, "BSV");
}

// Tokens of all sequences without padding: [tokens, hidden].
void InferPackedAttention(RuleContext& ctx) {
  const MergedOperands operands = {.weights = 1, .bias = 2, .past = -1};
  ctx.CheckRank(0, 2);
  RequireProjection(ctx, operands, 1);
  const DimVector input = DimsOrUnknown(ctx, 0, 2);
  ctx.SetOutput(0, FirstElement(ctx, {0, 1}), {input[0], ValueHidden(ctx, operands)});
}

// Caches: [B, heads, new length, head size].
void InferDecoderAttention(RuleContext& ctx) {
  SetSameAs(ctx, 0, 0);
  const auto heads = RequiredPositive(ctx, "num_heads");
  const DimVector query = DimsOrUnknown(ctx, 0, 3);
  if (!ctx.CheckRank(0, 3) || !heads) return;
  const Dim length = ctx.Fresh(Place::Output(1, 2), "the length of the cache");
  DimVector dims = {query[1], Dim(*heads), length,
                    HeadSize(ctx, query[2], Place::Input(0, 2), *heads)};
  ctx.SetOutput(1, ctx.InputElement(0), dims);
  ctx.SetOutput(2, ctx.InputElement(0), dims);
}

// [1, heads, query length, key length], where the operands' elements are the lengths.
void InferRelativePositionBias(RuleContext& ctx) {
  DimVector dims = {Dim(1), DimsOrUnknown(ctx, 0, 2)[1]};
  for (const int input : {1, 2}) {
    const Dim length = ctx.OnlyElementOrFresh(input);
    if (!length.is_unknown()) {
      ctx.RequireAtLeast(length, Place::Element(input, 0), 1, "position_bias.length"_check);
    }
    dims.push_back(length);
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// [B, heads, S, S]; a packed query has no batch dim, its token offsets have.
void InferGatedRelativePositionBias(RuleContext& ctx) {
  const auto heads = RequiredPositive(ctx, "num_heads");
  const Shape query = ctx.InputShape(0);
  const bool is_packed = ctx.HasInput(6);
  const DimVector rows = is_packed ? DimsOrUnknown(ctx, 6, 2) : DimsOrUnknown(ctx, 0, 3);
  if (!is_packed && query.has_rank) ctx.CheckRank(0, 3);
  DimVector dims = {rows[0], heads ? Dim(*heads) : Dim(), rows[1], rows[1]};
  if (dims[2].is_unknown()) dims[2] = dims[3] = ctx.Fresh(Place::Output(0, 2), "unknown rank");
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// Of [B, S, hidden] or [B, heads, S, head size]; the caches have a row for each position.
// Without attributes the tables say how large a head is.
void RequireHeadsOfTables(RuleContext& ctx, const Rotary& rotary) {
  const auto cosines = PlacedDimsOf(ctx, 2);
  if (cosines.size() != 2) return;
  const Dim head = ctx.Multiply(2, cosines[1].dim);
  constexpr const Check& kHeads = "rotary.head_size"_check;
  ctx.RequireAtLeast(cosines[1].dim, cosines[1].place, 1, kHeads);
  ctx.RequireAtMost(head, cosines[1].place, rotary.last.dim, rotary.last.place, kHeads);
  ctx.RequireDivisible(rotary.last.dim, rotary.last.place, head, cosines[1].place, kHeads);
}

// Positions are a first one, or [batch, sequence].
void InferRotaryEmbedding(RuleContext& ctx) {
  InferSameAsOperand(ctx);
  const auto rotary = ReadRotary(ctx);
  if (!rotary) return;
  if (ctx.IntAttribute("rotary_embedding_dim", 0) > 0 && ctx.IntAttribute("num_heads", 0) <= 0) {
    ctx.Error("MISSING_ATTRIBUTE", {}, "rotary_embedding_dim needs num_heads");
    return;
  }
  const Shape positions = ctx.InputShape(1);
  if (ctx.CheckRankBetween(1, 0, 2) && positions.has_rank && positions.rank() < 2) {
    RequireElementCount(ctx, 1, {1}, "rotary.first"_check);
  } else {
    RequireDims(ctx, 1, {rotary->batch, rotary->sequence}, "word.position"_check);
  }
  RequireRotaryTables(ctx, 2, 3, *rotary, {PlacedDim{}});
  if (rotary->head.is_unknown()) RequireHeadsOfTables(ctx, *rotary);
  const Shape cache = ctx.InputShape(2);
  if (cache.has_rank && cache.rank() == 2) {
    ctx.RequireAtMost(rotary->sequence.dim, rotary->sequence.place, cache.dims[0],
                      Place::Input(2, 0), "word.position"_check);
  }
}

// Three positions per word: of time, height and width. Each rotates its section of a head.
void InferMRotaryEmbedding(RuleContext& ctx) {
  InferSameAsOperand(ctx);
  const auto rotary = ReadRotary(ctx);
  if (!rotary) return;
  if (rotary->head.is_unknown()) {
    ctx.Error("MISSING_ATTRIBUTE", {}, "MRotaryEmbedding of rank 3 needs num_heads");
    return;
  }
  RequireDims(ctx, 1, {PlacedDim{3}, rotary->batch, rotary->sequence}, "rotary.positions"_check);
  RequireRotaryTables(ctx, 2, 3, *rotary, {PlacedDim{}});
  const auto sections = ctx.IntsAttribute("mrope_section");
  if (ctx.IntAttribute("rotary_embedding_dim", 0) <= 0) {
    ctx.RequireDivisible(rotary->head, rotary->last.place, 2, {}, "rotary.pairs"_check);
  }
  const auto cosines = PlacedDimsOf(ctx, 2);
  if (!sections || cosines.size() != 2) return;
  const int64_t sum = std::accumulate(sections->begin(), sections->end(), int64_t{0});
  ctx.RequireEqual(cosines[1].dim, cosines[1].place, sum, {}, "rotary.sections"_check);
}

void InferGemmaRotaryEmbedding(RuleContext& ctx) {
  SetSameAs(ctx, 0, 1);
  SetSameAs(ctx, 1, 3);
}

// Results: [tokens, hidden], [B, S], [B + 1], [1].
void InferRemovePadding(RuleContext& ctx) {
  ctx.CheckRank(0, 3);
  DimVector dims = DimsOrUnknown(ctx, 0, 3);
  FillUnknown(ctx, dims);
  const Dim tokens = ctx.DataDependentUpTo(Place::Output(0, 0), "how many tokens are no padding",
                                           ctx.Multiply(dims[0], dims[1]));
  ctx.SetOutput(0, ctx.InputElement(0), {tokens, dims[2]});
  ctx.SetOutput(1, ElementType::kInt32, {dims[0], dims[1]});
  ctx.SetOutput(2, ElementType::kInt32, {ctx.Add(dims[0], 1)});
  ctx.SetOutput(3, ElementType::kInt32, {Dim(1)});
}

void InferRestorePadding(RuleContext& ctx) {
  ctx.CheckRank(0, 2);
  ctx.CheckRank(1, 2);
  const DimVector offsets = DimsOrUnknown(ctx, 1, 2);
  ctx.SetOutput(0, ctx.InputElement(0), {offsets[0], offsets[1], DimsOrUnknown(ctx, 0, 2)[1]});
}

constexpr absl::string_view kMerged = "[B, S, value hidden], [2, B, heads, length, head size]";

constexpr OperandForm kFormsOfQAttention[] = {{3, Form::kScalarOrOne}, {6, Form::kScalarOrOne}};

constexpr OperatorRow kContribAttentionRows[] = {
    {kMicrosoft, "Attention", {1}, InferAttention, kMerged, {}, ProjectedAttentionCost},
    {kMicrosoft, "DecoderAttention", {1}, InferDecoderAttention, "the query's shape; caches"},
    {kMicrosoft,
     "DecoderMaskedMultiHeadAttention",
     {1},
     InferDecoderMaskedMultiHeadAttention,
     kHeadsSummary,
     {},
     DecoderMaskedMultiHeadAttentionCost},
    {kMicrosoft,
     "DecoderMaskedSelfAttention",
     {1},
     InferDecoderMaskedSelfAttention,
     kMerged,
     {},
     ProjectedAttentionCost},
    {kMicrosoft,
     "GatedRelativePositionBias",
     {1},
     InferGatedRelativePositionBias,
     "[B, heads, S, S]"},
    {kMicrosoft,
     "GemmaRotaryEmbedding",
     {1},
     InferGemmaRotaryEmbedding,
     "the shapes of query and key"},
    {kMicrosoft,
     "GroupQueryAttention",
     {1},
     InferGroupQueryAttention,
     kHeadsSummary,
     {},
     GroupQueryAttentionCost},
    {kMicrosoft, "LongformerAttention", {1}, InferSameAsOperand, kSameAsOperand},
    {kMicrosoft,
     "MRotaryEmbedding",
     {1},
     InferMRotaryEmbedding,
     kSameAsOperand,
     {},
     RotaryEmbeddingCost},
    {kMicrosoft,
     "MultiHeadAttention",
     {1},
     InferMultiHeadAttention,
     kHeadsSummary,
     {},
     MultiHeadAttentionCost},
    {kMicrosoft,
     "PackedAttention",
     {1},
     InferPackedAttention,
     "[tokens, value hidden]",
     {},
     PackedAttentionCost},
    {kMicrosoft,
     "PackedMultiHeadAttention",
     {1},
     InferPackedMultiHeadAttention,
     "[tokens, value hidden]",
     {},
     PackedMultiHeadAttentionCost},
    {kMicrosoft,
     "QAttention",
     {1},
     InferQAttention,
     kMerged,
     {.forms = kFormsOfQAttention},
     QAttentionCost},
    {kMicrosoft, "QOrderedAttention", {1}, InferQOrderedAttention, "[B, S, value hidden]"},
    {kMicrosoft, "QOrderedLongformerAttention", {1}, InferSameAsOperand, kSameAsOperand},
    {kMicrosoft,
     "RelativePositionBias",
     {1},
     InferRelativePositionBias,
     "[1, heads, query length, key length]",
     {},
     kMoved},
    {kMicrosoft,
     "RemovePadding",
     {1},
     InferRemovePadding,
     "[tokens, hidden], [B, S], [B + 1], [1]",
     kBoundedSizes,
     kMoved},
    {kMicrosoft, "RestorePadding", {1}, InferRestorePadding, "[B, S, hidden]", {}, kMoved},
    {kMicrosoft,
     "RotaryEmbedding",
     {1},
     InferRotaryEmbedding,
     kSameAsOperand,
     {},
     RotaryEmbeddingCost},
    {kMicrosoft,
     "SparseAttention",
     {1},
     InferSparseAttention,
     kHeadsSummary,
     {},
     SparseAttentionCost},
};

}  // namespace

absl::Span<const OperatorRow> ContribAttentionOperators() { return kContribAttentionRows; }

}  // namespace shapewright::rules
