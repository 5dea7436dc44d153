// Normalizations of onnxruntime, and embeddings fused with them.
#include <algorithm>

#include "core/rules/checks/checks.h"
#include "core/rules/fitting.h"
#include "core/rules/operands.h"
#include "core/rules/operators/contrib/contrib_rules.h"
#include "core/rules/operators/cost/norm_cost.h"

namespace shapewright::rules {
namespace {

constexpr const Check& kPerElement = "norm.last_axis"_check;

// The operand's dims, with 1 from `axis` on.
void SetStatistics(RuleContext& ctx, int output, int axis, ElementType element) {
  const Shape shape = ctx.InputShape(0);
  if (!shape.has_rank) return ctx.SetOutput(output, element, shape);
  DimVector dims(shape.dims.begin(), shape.dims.end());
  std::fill(dims.begin() + axis, dims.end(), Dim(1));
  ctx.SetOutput(output, element, dims);
}

// LayerNormalization before ONNX has it (version 17): onnxruntime takes it in the default domain
// from version 1 on, and its result has the scale's element type.
void InferLayerNormalization1(RuleContext& ctx) {
  ctx.SetOutput(0, FirstElement(ctx, {1, 0}), ctx.InputShape(0));
  const Shape shape = ctx.InputShape(0);
  for (const int input : {1, 2}) {
    RequireBroadcastToOperand(ctx, input, 0, "norm.broadcast"_check);
  }
  const int rank = shape.has_rank ? shape.rank() : 0;
  int first = 0;
  if (shape.has_rank) {
    const auto axis = ctx.NormalizeAxis(ctx.IntAttribute("axis", -1), rank, 0);
    if (!axis) return;
    first = *axis;
  }
  for (int output = 1; output < ctx.output_count(); ++output) {
    SetStatistics(ctx, output, first, ElementType::kFloat);
  }
}

// The skip may be broadcast along the batch.
void UnifySkip(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const Shape skip = ctx.InputShape(1);
  if (!ctx.CheckRankBetween(0, 2, 3) || !ctx.CheckRankBetween(1, 2, 3)) return;
  if (!shape.has_rank || !skip.has_rank) return;
  if (!ctx.CheckRankBetween(1, 2, shape.rank())) return;
  for (int back = 1; back <= 2; ++back) {
    const int axis = shape.rank() - back;
    const int skip_axis = skip.rank() - back;
    ctx.Unify(shape.dims[axis], Place::Input(0, axis), skip.dims[skip_axis],
              Place::Input(1, skip_axis), "skip.dims"_check);
  }
}

// Results: normalized, mean, inverse deviation, and the sum that was normalized.
void InferSkipNormalization(RuleContext& ctx, std::initializer_list<int> vectors) {
  UnifySkip(ctx);
  for (const int vector : vectors) RequireLastDim(ctx, vector, kPerElement);
  SetSameAs(ctx, 0, 0);
  SetSameAs(ctx, 3, 0);
  const Shape shape = ctx.InputShape(0);
  const int last = shape.has_rank ? std::max(0, shape.rank() - 1) : 0;
  SetStatistics(ctx, 1, last, ElementType::kFloat);
  SetStatistics(ctx, 2, last, ElementType::kFloat);
}

void InferSkipLayerNormalization(RuleContext& ctx) { InferSkipNormalization(ctx, {2, 3, 4}); }
void InferSkipSimplified(RuleContext& ctx) { InferSkipNormalization(ctx, {2, 3}); }

// Operand numbers of an embedding; -1 for none.
struct Embedding {
  int word;
  int position;
  int segment;
  int gamma;
  int beta;
  // Whether operand 8 is the ids of positions.
  bool has_position_ids;
};

// The hidden size, which all tables and vectors share.
Dim HiddenSize(RuleContext& ctx, const Embedding& operands) {
  Dim hidden;
  Place place;
  const auto unify = [&](int input, int axis, int rank) {
    const Shape shape = ctx.InputShape(input);
    if (!ctx.HasInput(input) || !shape.has_rank || !ctx.CheckRank(input, rank)) return;
    const Place own = Place::Input(input, axis);
    hidden = hidden.is_unknown()
                 ? shape.dims[axis]
                 : ctx.Unify(hidden, place, shape.dims[axis], own, "embed.hidden"_check);
    place = own;
  };
  for (const int table : {operands.word, operands.position, operands.segment}) {
    unify(table, 1, 2);
  }
  for (const int vector : {operands.gamma, operands.beta}) unify(vector, 0, 1);
  return hidden;
}

// Without ids of positions they count from 0.
void RequirePositionRows(RuleContext& ctx, int table, Dim words) {
  const Shape shape = ctx.InputShape(table);
  if (!ctx.HasInput(table) || !shape.has_rank || shape.rank() != 2) return;
  ctx.RequireAtMost(words, Place::Input(0, 1), shape.dims[0], Place::Input(table, 0),
                    "word.position"_check);
}

// Results: [B, S, hidden], a mask index [B], and an optional sum that was normalized.
void InferEmbedding(RuleContext& ctx, const Embedding& operands, ElementType element) {
  const DimVector ids = DimsOrUnknown(ctx, 0, 2);
  ctx.CheckRank(0, 2);
  DimVector dims = {ids[0], ids[1], HiddenSize(ctx, operands)};
  FillUnknown(ctx, dims);
  if (!ids[1].is_unknown() && (!operands.has_position_ids || !ctx.HasInput(8))) {
    RequirePositionRows(ctx, operands.position, ids[1]);
  }
  for (const int same : {1, 7}) {
    const Shape shape = ctx.InputShape(same);
    if (!ctx.HasInput(same) || !shape.has_rank || !ctx.CheckRank(same, 2)) continue;
    for (int axis = 0; axis < 2; ++axis) {
      dims[axis] = ctx.Unify(dims[axis], Place::Input(0, axis), shape.dims[axis],
                             Place::Input(same, axis), "embed.words"_check);
    }
  }
  ctx.SetOutput(0, element, dims);
  ctx.SetOutput(1, ElementType::kInt32, {dims[0]});
  ctx.SetOutput(2, element, dims);
}

void InferEmbedLayerNormalization(RuleContext& ctx) {
  InferEmbedding(
      ctx,
      {.word = 2, .position = 3, .segment = 4, .gamma = 5, .beta = 6, .has_position_ids = true},
      FirstElement(ctx, {2, 5}));
}

void InferQEmbedLayerNormalization(RuleContext& ctx) {
  InferEmbedding(
      ctx,
      {.word = 2, .position = 3, .segment = 4, .gamma = 5, .beta = 6, .has_position_ids = false},
      ElementType::kFloat);
}

// Channels come last by default; the second result is the sum that was normalized.
void InferGroupNorm(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const bool is_last = ctx.BoolAttribute("channels_last", true);
  if (ctx.CheckRank(0, 4) && shape.has_rank) {
    const int axis = is_last ? 3 : 1;
    const Place place = Place::Input(0, axis);
    UnifyVector(ctx, 1, shape.dims[axis], place, "norm.channels"_check);
    UnifyVector(ctx, 2, shape.dims[axis], place, "norm.channels"_check);
    const int64_t groups = ctx.IntAttribute("groups", 0);
    if (groups > 0) {
      ctx.RequireDivisible(shape.dims[axis], place, groups, {}, "groups.channels"_check);
    }
  }
  SetSameAs(ctx, 0, 0);
  SetSameAs(ctx, 1, 0);
}

constexpr absl::string_view kStatistics = "the operand's shape; statistics with 1 from the axis on";

constexpr OperatorRow kContribNormRows[] = {
    {"",
     "LayerNormalization",
     {1},
     InferLayerNormalization1,
     kStatistics,
     {},
     LayerNormalizationCost},
    {"",
     "SimplifiedLayerNormalization",
     {1},
     InferLayerNormalization1,
     kStatistics,
     {},
     RmsNormalizationCost},
    {kMicrosoft,
     "EmbedLayerNormalization",
     {1},
     InferEmbedLayerNormalization,
     "[B, S, hidden], [B], [B, S, hidden]",
     {},
     EmbedLayerNormalizationCost},
    {kMicrosoft, "GroupNorm", {1}, InferGroupNorm, kSameAsOperand, {}, GroupNormCost},
    {kMicrosoft,
     "QEmbedLayerNormalization",
     {1},
     InferQEmbedLayerNormalization,
     "[B, S, hidden], [B]"},
    {kMicrosoft, "QOrderedLayerNormalization", {1}, InferSameAsOperand, kSameAsOperand},
    {kMicrosoft, "SkipGroupNorm", {1}, InferGroupNorm, kSameAsOperand, {}, GroupNormCost},
    {kMicrosoft,
     "SkipLayerNormalization",
     {1},
     InferSkipLayerNormalization,
     kStatistics,
     {},
     SkipLayerNormalizationCost},
    {kMicrosoft,
     "SkipSimplifiedLayerNormalization",
     {1},
     InferSkipSimplified,
     kStatistics,
     {},
     SkipSimplifiedCost},
};

}  // namespace

absl::Span<const OperatorRow> ContribNormOperators() { return kContribNormRows; }

}  // namespace shapewright::rules
