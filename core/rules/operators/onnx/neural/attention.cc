// Attention of the default domain.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/fitting.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/attention_cost.h"
#include "core/rules/operators/onnx/neural/rotary.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/compare.h"

namespace shapewright::rules {
namespace {

enum Operand { kQuery, kKey, kValue, kMask, kPastKey, kPastValue, kValidLengths };

// The sizes of an operand [batch, heads, length, head size], or packed in 3 dims as [batch, length,
// heads * head size].
struct Heads {
  Dim batch, heads, length, size;
  // The places of batch, length and size.
  Place batch_place, length_place, size_place;
};

// One of `heads` equal parts of a hidden size.
Dim PartOf(RuleContext& ctx, Dim hidden, Dim heads, const Place& place) {
  if (hidden.is_unknown() || heads.is_unknown()) return Dim();
  if (const auto exact = symbolic::DivideExactly(ctx.exprs(), hidden, heads)) return *exact;
  if (!ctx.RequireDivisible(hidden, place, heads, {}, "attention.heads"_check)) return Dim();
  return ctx.FloorDiv(hidden, heads);
}

// The number of heads that an attribute gives; unknown if it is missing.
Dim ReadHeads(RuleContext& ctx, absl::string_view name) {
  const int64_t heads = ctx.IntAttribute(name, 0);
  if (heads > 0) return heads;
  ctx.Error("MISSING_ATTRIBUTE", {},
            absl::StrCat(ctx.op().op_type, " needs a positive ", name, " for 3 dims"));
  return Dim();
}

Heads ReadPacked(RuleContext& ctx, int input, Dim heads) {
  const DimVector dims = DimsOrUnknown(ctx, input, 3);
  const Place place = Place::Input(input, 2);
  return {dims[0],
          heads,
          dims[1],
          PartOf(ctx, dims[2], heads, place),
          Place::Input(input, 0),
          Place::Input(input, 1),
          place};
}

Heads ReadSplit(RuleContext& ctx, int input) {
  const DimVector dims = DimsOrUnknown(ctx, input, 4);
  return {dims[0],
          dims[1],
          dims[2],
          dims[3],
          Place::Input(input, 0),
          Place::Input(input, 2),
          Place::Input(input, 3)};
}

// The rank, 3 or 4, of the first operand of known rank; 0 if there is none or on an error.
int CommonRank(RuleContext& ctx) {
  for (const int input : {kQuery, kKey, kValue}) {
    if (!ctx.CheckRankBetween(input, 3, 4)) return 0;
  }
  int rank = 0;
  for (const int input : {kQuery, kKey, kValue}) {
    const Shape shape = ctx.InputShape(input);
    if (!shape.has_rank) continue;
    if (rank != 0 && !ctx.CheckRank(input, rank)) return 0;
    rank = shape.rank();
  }
  return rank;
}

struct Operands {
  Heads query, key, value;
};

Operands ReadOperands(RuleContext& ctx, int rank) {
  if (rank == 4) return {ReadSplit(ctx, kQuery), ReadSplit(ctx, kKey), ReadSplit(ctx, kValue)};
  const Dim query_heads = ReadHeads(ctx, "q_num_heads");
  const Dim heads = ReadHeads(ctx, "kv_num_heads");
  return {ReadPacked(ctx, kQuery, query_heads), ReadPacked(ctx, kKey, heads),
          ReadPacked(ctx, kValue, heads)};
}

void UnifyDim(RuleContext& ctx, Dim& a, const Place& place_a, Dim& b, const Place& place_b,
              const Check& check) {
  a = ctx.Unify(a, place_a, b, place_b, check);
  b = a;
}

void UnifyOperands(RuleContext& ctx, Operands& o) {
  constexpr const Check& kAttentionBatch = "attention.batch"_check;
  UnifyDim(ctx, o.query.batch, o.query.batch_place, o.key.batch, o.key.batch_place,
           kAttentionBatch);
  UnifyDim(ctx, o.query.batch, o.query.batch_place, o.value.batch, o.value.batch_place,
           kAttentionBatch);
  UnifyDim(ctx, o.key.length, o.key.length_place, o.value.length, o.value.length_place,
           "attention.values"_check);
  UnifyDim(ctx, o.key.heads, o.key.size_place, o.value.heads, o.value.size_place,
           "attention.value_heads"_check);
  UnifyDim(ctx, o.query.size, o.query.size_place, o.key.size, o.key.size_place,
           "attention.head_size"_check);
  ctx.RequireDivisible(o.query.heads, o.query.size_place, o.key.heads, o.key.size_place,
                       "attention.group"_check);
}

// The length of a cache [batch, heads, length, head size]; 0 without one.
Dim PastLength(RuleContext& ctx, int input, Heads& heads) {
  if (!ctx.HasInput(input)) return 0;
  if (!ctx.CheckRank(input, 4)) return Dim();
  Heads past = ReadSplit(ctx, input);
  constexpr const Check& kReason = "attention.cache"_check;
  UnifyDim(ctx, heads.batch, heads.batch_place, past.batch, past.batch_place, kReason);
  UnifyDim(ctx, heads.heads, heads.size_place, past.heads, Place::Input(input, 1), kReason);
  UnifyDim(ctx, heads.size, heads.size_place, past.size, past.size_place, kReason);
  return past.length;
}

void SetAttended(RuleContext& ctx, const Operands& o, int rank) {
  const ElementType element = ctx.InputElement(kQuery);
  if (rank == 3) {
    // With equal numbers of heads, the values' hidden size as it is.
    const DimVector value = DimsOrUnknown(ctx, kValue, 3);
    const bool is_plain =
        o.query.heads == o.value.heads && !o.query.heads.is_unknown() && !value[2].is_unknown();
    const Dim hidden = is_plain ? value[2] : ctx.Multiply(o.query.heads, o.value.size);
    return ctx.SetOutput(0, element, {o.query.batch, o.query.length, hidden});
  }
  ctx.SetOutput(0, element, {o.query.batch, o.query.heads, o.query.length, o.value.size});
}

// Sets what is known without the operands' rank.
void SetUnranked(RuleContext& ctx) {
  constexpr Interval kPackedOrSplit{3, 4};
  ctx.SetOutput(0, ctx.InputElement(kQuery), Shape::OfUnknownRank(kPackedOrSplit));
  const DimVector unknown(4, Dim());
  ctx.SetOutput(1, ctx.InputElement(kKey), unknown);
  ctx.SetOutput(2, ctx.InputElement(kValue), unknown);
  ctx.SetOutput(3, ctx.InputElement(kQuery), unknown);
}

// Replaces unknown sizes by new symbols, so that results share them.
void FillOperands(RuleContext& ctx, Operands& o, Dim& total) {
  DimVector shared = {o.query.batch, o.query.heads, o.query.length, o.value.size,
                      o.key.heads,   o.key.size,    total};
  FillUnknownSizes(ctx, shared);
  o.query.batch = shared[0];
  o.query.heads = shared[1];
  o.query.length = shared[2];
  o.value.size = shared[3];
  o.key.heads = shared[4];
  o.key.size = shared[5];
  total = shared[6];
}

void ReportInvalidCaches(RuleContext& ctx, absl::string_view what) {
  ctx.Error("INVALID_ATTRIBUTE", {}, absl::StrCat(ctx.op().op_type, " ", what));
}

// Checks which attributes and operands go together, from version 25 on.
void CheckCombination(RuleContext& ctx, int rank) {
  for (const absl::string_view name : {"left_window_size", "right_window_size"}) {
    if (ctx.IntAttribute(name, -1) < -1) {
      ReportInvalidCaches(ctx, absl::StrCat("needs a ", name, " of at least -1"));
    }
  }
  const bool has_past = ctx.HasInput(kPastKey);
  if (has_past != ctx.HasInput(kPastValue)) ReportInvalidCaches(ctx, "needs both caches or none");
  if (ctx.HasOutput(1) != ctx.HasOutput(2)) ReportInvalidCaches(ctx, "gives both caches or none");
  if (ctx.HasInput(kValidLengths) && (has_past || ctx.HasOutput(1))) {
    ReportInvalidCaches(ctx, "takes lengths or caches, not both");
  }
  if (rank == 4 && (ctx.FindAttribute("q_num_heads") != nullptr ||
                    ctx.FindAttribute("kv_num_heads") != nullptr)) {
    ReportInvalidCaches(ctx, "of 4 dims takes no numbers of heads");
  }
}

// The mask is broadcast to the scores. From version 24 on it may end before the last key.
void CheckMask(RuleContext& ctx, const Operands& o, Dim total) {
  constexpr const Check& kReason = "attention.mask"_check;
  const size_t before = ctx.workspace().diagnostics().size();
  const bool may_be_short = ctx.version() >= 24;
  RequireBroadcastTo(ctx, kMask,
                     {{o.query.batch, o.query.batch_place},
                      {o.query.heads, o.query.size_place},
                      {o.query.length, o.query.length_place},
                      {may_be_short ? Dim() : total, o.key.length_place}},
                     kReason);
  const Shape mask = ctx.InputShape(kMask);
  if (ctx.workspace().as_onnxruntime() && ctx.HasInput(kMask)) ctx.CheckRankBetween(kMask, 2, 4);
  if (!mask.has_rank || mask.rank() == 0) return;
  const int last = mask.rank() - 1;
  if (may_be_short) {
    ctx.RequireAtMost(mask.dims[last], Place::Input(kMask, last), ctx.Max(total, 1),
                      o.key.length_place, kReason);
  }
  if (ctx.workspace().diagnostics().size() > before) return;
  constexpr const Check& kWhole = "attention.whole_mask"_check;
  ctx.RequireEqualInOnnxruntime(mask.dims[last], Place::Input(kMask, last), total,
                                o.key.length_place, kWhole);
  const Dim rows = last > 0 ? mask.dims[last - 1] : Dim(1);
  ctx.RequireEqualInOnnxruntime(rows, Place::Input(kMask, std::max(0, last - 1)), o.query.length,
                                o.query.length_place, kWhole);
}

void InferAttention(RuleContext& ctx) {
  const int rank = CommonRank(ctx);
  if (ctx.version() >= 25) CheckCombination(ctx, rank);
  if (rank == 0) return SetUnranked(ctx);
  Operands o = ReadOperands(ctx, rank);
  UnifyOperands(ctx, o);
  Dim past = PastLength(ctx, kPastKey, o.key);
  Dim past_value = PastLength(ctx, kPastValue, o.value);
  UnifyDim(ctx, past, Place::Input(kPastKey, 2), past_value, Place::Input(kPastValue, 2),
           "attention.caches"_check);
  Dim total = ctx.Add(past, o.key.length);
  CheckMask(ctx, o, total);
  UnifyVector(ctx, kValidLengths, o.query.batch, o.query.batch_place, "attention.lengths"_check);
  if (ctx.output_count() > 1) FillOperands(ctx, o, total);
  SetAttended(ctx, o, rank);
  const ElementType element = ctx.InputElement(kQuery);
  ctx.SetOutput(1, ctx.InputElement(kKey), {o.query.batch, o.key.heads, total, o.key.size});
  ctx.SetOutput(2, ctx.InputElement(kValue), {o.query.batch, o.key.heads, total, o.value.size});
  ctx.SetOutput(3, element, {o.query.batch, o.query.heads, o.query.length, total});
}

// Infers a graph attribute that modifies the scores, so that its values have types.
void RunModifier(RuleContext& ctx, absl::string_view name, const Operands& o) {
  const graph::GraphId graph = ctx.GraphAttribute(name);
  if (graph == graph::kNoGraph) return;
  const ElementType query = ctx.InputElement(kQuery);
  auto precision = ctx.ElementAttribute("softmax_precision", ElementType::kUndefined);
  if (precision == ElementType::kUndefined) {
    precision = query == ElementType::kDouble ? query : ElementType::kFloat;
  }
  const DimVector dims = {o.query.batch, o.query.heads, o.query.length, o.key.length};
  const ValueState scores(ctx.types().Tensor(precision, Shape::Of(dims)));
  ctx.runner().Run(graph, {scores}, {ctx.SiteOf({}), std::string(name.data(), name.size())});
}

void InferFlexAttention(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(kQuery);
  ctx.CheckSameElement(kQuery, kKey);
  ctx.CheckSameElement(kQuery, kValue);
  if (!ctx.CheckRank(kQuery, 4) || !ctx.CheckRank(kKey, 4) || !ctx.CheckRank(kValue, 4)) {
    return ctx.SetOutput(0, element, DimVector(4, Dim()));
  }
  Operands o = ReadOperands(ctx, 4);
  UnifyOperands(ctx, o);
  FillOperands(ctx, o, o.key.length);
  SetAttended(ctx, o, 4);
  RunModifier(ctx, "score_mod", o);
  RunModifier(ctx, "prob_mod", o);
}

// The state is [batch, heads, key size, value size].
constexpr int kState = 3;
constexpr int kDecay = 4;
constexpr int kBeta = 5;

void UnifyState(RuleContext& ctx, Operands& o) {
  if (!ctx.HasInput(kState) || !ctx.CheckRank(kState, 4)) return;
  DimVector state = DimsOrUnknown(ctx, kState, 4);
  constexpr const Check& kReason = "linear_attention.state"_check;
  UnifyDim(ctx, o.query.batch, o.query.batch_place, state[0], Place::Input(kState, 0), kReason);
  UnifyDim(ctx, o.key.heads, {}, state[1], Place::Input(kState, 1), kReason);
  UnifyDim(ctx, o.key.size, o.key.size_place, state[2], Place::Input(kState, 2), kReason);
  UnifyDim(ctx, o.value.size, o.value.size_place, state[3], Place::Input(kState, 3), kReason);
}

// Reports a gate that the update rule needs but the node lacks, or that it has but the rule does
// not use.
void CheckGate(RuleContext& ctx, int gate, bool is_needed, absl::string_view rule) {
  if (ctx.HasInput(gate) == is_needed) return;
  ReportInvalidCaches(
      ctx, absl::StrCat("by the update rule ", rule, is_needed ? " needs " : " takes no ",
                        gate == kDecay ? "decay" : "beta"));
}

void CheckUpdateRule(RuleContext& ctx) {
  const absl::string_view rule = ctx.StringAttribute("update_rule", "gated_delta");
  if (rule != "linear" && rule != "gated" && rule != "delta" && rule != "gated_delta") {
    return ReportInvalidCaches(ctx, absl::StrCat("knows no update rule ", rule));
  }
  CheckGate(ctx, kDecay, rule == "gated" || rule == "gated_delta", rule);
  CheckGate(ctx, kBeta, rule == "delta" || rule == "gated_delta", rule);
}

// A gate has a vector for each query, of one of two lengths.
void CheckGateSize(RuleContext& ctx, int gate, Operands& o, Expr size, Expr other) {
  constexpr const Check& kReason = "linear_attention.gate"_check;
  const Shape shape = ctx.InputShape(gate);
  if (!ctx.HasInput(gate) || !ctx.CheckRank(gate, 3) || !shape.has_rank) return;
  Dim batch = shape.dims[0];
  Dim length = shape.dims[1];
  UnifyDim(ctx, o.query.batch, o.query.batch_place, batch, Place::Input(gate, 0), kReason);
  UnifyDim(ctx, o.query.length, o.query.length_place, length, Place::Input(gate, 1), kReason);
  const Dim last = shape.dims[2];
  if (!symbolic::IsDifferent(ctx.exprs(), last, size)) return;
  if (!symbolic::IsDifferent(ctx.exprs(), last, other)) return;
  ctx.Error("DIM_MISMATCH", Place::Input(gate, 2),
            absl::StrCat(ctx.op().op_type, " has gates of size ", ctx.Text(last), ", neither ",
                         ctx.Text(size), " nor ", ctx.Text(other)));
}

void InferLinearAttention(RuleContext& ctx) {
  for (const int input : {kQuery, kKey, kValue}) {
    if (!ctx.CheckRank(input, 3)) return;
  }
  CheckUpdateRule(ctx);
  Operands o = ReadOperands(ctx, 3);
  UnifyOperands(ctx, o);
  UnifyDim(ctx, o.query.length, o.query.length_place, o.key.length, o.key.length_place,
           "linear_attention.key"_check);
  UnifyState(ctx, o);
  CheckGateSize(ctx, kDecay, o, o.key.heads, ctx.Multiply(o.key.heads, o.key.size));
  CheckGateSize(ctx, kBeta, o, o.key.heads, 1);
  FillOperands(ctx, o, o.key.length);
  SetAttended(ctx, o, 3);
  // Without a past the state begins as zeros of the operands' type.
  const ElementType state = ctx.InputElement(ctx.HasInput(kState) ? kState : kQuery);
  ctx.SetOutput(1, state, {o.query.batch, o.key.heads, o.key.size, o.value.size});
}

// With positions the tables have a row for each, which data look up; else one for each word.
void InferRotaryEmbedding(RuleContext& ctx) {
  ctx.SetOutput(0, ctx.InputElement(0), ctx.InputShape(0));
  const auto rotary = ReadRotary(ctx);
  if (!rotary) return;
  if (rotary->head.is_unknown()) {
    ctx.Error("MISSING_ATTRIBUTE", {}, "RotaryEmbedding of rank 3 needs num_heads");
    return;
  }
  if (!ctx.HasInput(3)) {
    return RequireRotaryTables(ctx, 1, 2, *rotary, {rotary->batch, rotary->sequence});
  }
  RequireDims(ctx, 3, {rotary->batch, rotary->sequence}, "word.position"_check);
  RequireRotaryTables(ctx, 1, 2, *rotary, {PlacedDim{}});
}

constexpr absl::string_view kAttention =
    "[batch, heads, queries, value size], or packed; caches; scores";

constexpr OperatorRow kAttentionRows[] = {
    {"", "Attention", {23, 24, 25}, InferAttention, kAttention, {}, AttentionCost},
    {"ai.onnx.preview",
     "FlexAttention",
     {1},
     InferFlexAttention,
     kAttention,
     {.bodies = Bodies::kMap},
     AttentionCost},
    {"",
     "LinearAttention",
     {27},
     InferLinearAttention,
     "[batch, queries, heads * value size]",
     {},
     LinearAttentionCost},
    {"",
     "RotaryEmbedding",
     {23},
     InferRotaryEmbedding,
     "the operand's shape",
     {},
     RotaryEmbeddingCost},
};

}  // namespace

absl::Span<const OperatorRow> AttentionOperators() { return kAttentionRows; }

}  // namespace shapewright::rules
