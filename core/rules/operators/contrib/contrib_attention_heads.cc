#include "core/rules/operators/contrib/contrib_attention_heads.h"

#include "absl/strings/str_cat.h"
#include "core/base/static_text.h"
#include "core/rules/checks/checks.h"
#include "core/rules/operands.h"
#include "core/rules/operators/contrib/contrib_attention_masks.h"
#include "core/rules/operators/contrib/contrib_rules.h"
#include "core/symbolic/algebra/comparison.h"

namespace shapewright::rules {
namespace {

constexpr int kQuery = 0;
constexpr int kHeadsKey = 1;
constexpr int kValue = 2;
constexpr int kPresentKey = 1;
constexpr int kPresentValue = 2;

// The sizes that query, key and value show: [B, S, hidden] each, or packed by head, or a cache of
// keys and values. Unknown where they show none.
struct Heads {
  Dim batch;
  Dim length;      // of the query
  Dim key_length;  // of the keys of this call, without the cache
  Dim key_head;
  Dim value_head;
  Dim value_hidden;
};

int RankOf(RuleContext& ctx, int input) {
  const Shape shape = ctx.InputShape(input);
  return ctx.HasInput(input) && shape.has_rank ? shape.rank() : -1;
}

// All three in one operand: [B, S, heads, 3, head size].
void ReadPackedQuery(RuleContext& ctx, Heads& heads) {
  const Shape query = ctx.InputShape(kQuery);
  heads.key_length = query.dims[1];
  heads.key_head = heads.value_head = query.dims[4];
  heads.value_hidden = ctx.Multiply(query.dims[2], query.dims[4]);
}

// Keys or values as [B, L, hidden] or [B, heads, L, head size].
void ReadSide(RuleContext& ctx, int input, int64_t count, Dim& length, Dim& head, Dim& hidden) {
  const Shape shape = ctx.InputShape(input);
  if (RankOf(ctx, input) == 3) {
    length = shape.dims[1];
    hidden = shape.dims[2];
    head = HeadSize(ctx, hidden, Place::Input(input, 2), count);
  } else if (RankOf(ctx, input) == 4) {
    length = shape.dims[2];
    head = shape.dims[3];
    hidden = ctx.Multiply(count, head);
  }
}

Heads ReadHeads(RuleContext& ctx, int64_t count) {
  Heads heads;
  const int rank = RankOf(ctx, kQuery);
  if (rank >= 3) heads.batch = ctx.InputShape(kQuery).dims[0];
  if (rank >= 3) heads.length = ctx.InputShape(kQuery).dims[1];
  if (rank == 5) {
    ReadPackedQuery(ctx, heads);
  } else if (RankOf(ctx, kHeadsKey) == 5) {
    // Keys and values as [B, L, heads, 2, head size].
    const Shape key = ctx.InputShape(kHeadsKey);
    heads.key_length = key.dims[1];
    heads.key_head = heads.value_head = key.dims[4];
    heads.value_hidden = ctx.Multiply(key.dims[2], key.dims[4]);
  } else {
    Dim unused;
    ReadSide(ctx, kValue, count, heads.key_length, heads.value_head, heads.value_hidden);
    ReadSide(ctx, kHeadsKey, count, heads.key_length, heads.key_head, unused);
  }
  return heads;
}

// Operand numbers of a cache.
struct Cache {
  int past_key;
  int past_value;
  bool is_shared;
};

// Operand numbers of what is checked, but decides no size of a result.
struct Fitted {
  int bias;
  int mask;
  int attention_bias;
  // Whether the mask may be a vector.
  bool has_ends;
};

// The number of keys, with the cache.
Dim TotalLength(RuleContext& ctx, const Cache& cache, const Heads& heads) {
  // Keys of rank 4 are a cache that a decoder attends to; it does not grow.
  if (!ctx.HasInput(cache.past_key) || RankOf(ctx, kHeadsKey) == 4) return heads.key_length;
  const Dim past = DimsOrUnknown(ctx, cache.past_key, 4)[2];
  return cache.is_shared ? past : ctx.Add(past, heads.key_length);
}

void SetPresentHeads(RuleContext& ctx, const Cache& cache, const Heads& heads, int64_t count,
                     Dim total) {
  const ElementType element = ctx.InputElement(kQuery);
  ctx.SetOutput(kPresentKey, element, {heads.batch, Dim(count), total, heads.key_head});
  ctx.SetOutput(kPresentValue, element, {heads.batch, Dim(count), total, heads.value_head});
  if (!cache.is_shared) return;
  for (const int output : {kPresentKey, kPresentValue}) {
    SetSameAs(ctx, output, output == kPresentKey ? cache.past_key : cache.past_value);
  }
}

// One element per element of the projections of query, key and value.
void CheckProjectionBias(RuleContext& ctx, int input, const Heads& heads) {
  if (!ctx.HasInput(input)) return;
  const Shape query = ctx.InputShape(kQuery);
  const int rank = RankOf(ctx, kQuery);
  // Packed, all three are of one size.
  const Dim hidden = rank == 3 ? query.dims[2] : rank == 5 ? heads.value_hidden : Dim();
  const bool is_projected = rank == 5 || ctx.HasInput(kHeadsKey);
  if (!is_projected) return;
  UnifyVector(ctx, input, ctx.Add(ctx.Multiply(2, hidden), heads.value_hidden),
              Place::Input(kQuery), "heads.bias"_check);
}

void CheckFitted(RuleContext& ctx, const Fitted& operands, const Heads& heads, int64_t count,
                 Dim total) {
  const Place key = Place::Input(ctx.HasInput(kHeadsKey) ? kHeadsKey : kQuery);
  const Scores scores = {{heads.batch, Place::Input(kQuery, 0)},
                         {Dim(count)},
                         {heads.length, Place::Input(kQuery, 1)},
                         {heads.key_length, key},
                         {total, key}};
  CheckProjectionBias(ctx, operands.bias, heads);
  const Expr ends = operands.has_ends ? ctx.Add(ctx.Multiply(3, heads.batch), 2) : heads.batch;
  CheckKeyMask(ctx, operands.mask, scores, {heads.batch, ends});
  CheckAttentionBias(ctx, operands.attention_bias, scores);
}

constexpr const Check& kAgree = "heads.agree"_check;
constexpr const Check& kCacheOfHeads = "attention.cache"_check;

bool IsGiven(RuleContext& ctx, int input, bool is_needed, absl::string_view when) {
  if (ctx.HasInput(input) == is_needed) return true;
  ctx.Error(is_needed ? StaticText("MISSING_INPUT") : StaticText("WRONG_INPUT_COUNT"),
            Place::Input(input),
            absl::StrCat(ctx.op().op_type, is_needed ? " needs" : " takes no", " input ", input,
                         " ", when));
  return false;
}

// Whether the operands come as onnxruntime takes them: query, key and value of rank 3, keys and
// values of rank 4 or packed into the key, or all three packed into the query.
bool CheckLayout(RuleContext& ctx) {
  const int query = RankOf(ctx, kQuery);
  if (query >= 0 && query != 5 && !ctx.CheckRank(kQuery, 3)) return false;
  if (query == 5 || (query == 3 && !ctx.HasInput(kHeadsKey))) {
    return IsGiven(ctx, kHeadsKey, query == 3, "beside a query of this rank") &&
           IsGiven(ctx, kValue, false, "without a key");
  }
  const int key = RankOf(ctx, kHeadsKey);
  if (key < 0) return true;
  if (!ctx.CheckRankBetween(kHeadsKey, 3, 5) ||
      !IsGiven(ctx, kValue, key != 5, "beside a key of this rank")) {
    return false;
  }
  return key == 5 || ctx.CheckRank(kValue, key);
}

// The size of a head of the query; unknown where its rank is.
Dim QueryHead(RuleContext& ctx, int64_t count) {
  const Shape query = ctx.InputShape(kQuery);
  const int rank = RankOf(ctx, kQuery);
  if (rank == 5) return query.dims[4];
  return rank == 3 ? HeadSize(ctx, query.dims[2], Place::Input(kQuery, 2), count) : Dim();
}

void RequireAgreement(RuleContext& ctx, int64_t count) {
  const auto query = PlacedDimsOf(ctx, kQuery);
  const auto key = PlacedDimsOf(ctx, kHeadsKey);
  if (query.empty()) return;
  const PlacedDim any;
  const PlacedDim head = {QueryHead(ctx, count), Place::Input(kQuery)};
  if (query.size() == 5) {
    RequireDims(ctx, kQuery, {any, any, {Dim(count)}, {Dim(3)}, any}, kAgree);
  } else if (key.size() == 5) {
    RequireDims(ctx, kHeadsKey, {query[0], any, {Dim(count)}, {Dim(2)}, head}, kAgree);
  } else if (key.size() == 4) {
    RequireDims(ctx, kHeadsKey, {query[0], {Dim(count)}, any, head}, kAgree);
    RequireDims(ctx, kValue, {query[0], {Dim(count)}, key[2], key[3]}, kAgree);
  } else if (key.size() == 3) {
    RequireDims(ctx, kHeadsKey, {query[0], any, query[2]}, kAgree);
    RequireDims(ctx, kValue, {query[0], key[1], any}, kAgree);
  }
}

// Both caches or none; without a query of known rank nothing is known of their sizes.
bool CheckCaches(RuleContext& ctx, int past_key, int past_value, const PlacedDim& batch,
                 const PlacedDim& heads, const PlacedDim& head) {
  if (!ctx.HasInput(past_key) && !ctx.HasInput(past_value)) return true;
  for (const int past : {past_key, past_value}) {
    if (!IsGiven(ctx, past, true, "beside the other cache")) return false;
  }
  if (!RequireDims(ctx, past_key, {batch, heads, {}, head}, kCacheOfHeads)) return false;
  const auto keys = PlacedDimsOf(ctx, past_key);
  const PlacedDim length = keys.size() == 4 ? keys[2] : PlacedDim();
  return RequireDims(ctx, past_value, {batch, heads, length, head}, kCacheOfHeads);
}

// The sizes that decide no result.
void CheckHeads(RuleContext& ctx, const Cache& cache, int64_t count, const Heads& heads) {
  RequireAgreement(ctx, count);
  CheckCaches(ctx, cache.past_key, cache.past_value, {heads.batch, Place::Input(kQuery, 0)},
              {Dim(count)}, {QueryHead(ctx, count), Place::Input(kQuery)});
}

void InferHeads(RuleContext& ctx, const Cache& cache, const Fitted& fitted) {
  const auto count = RequiredPositive(ctx, "num_heads");
  if (!count || !CheckLayout(ctx)) return;
  Heads heads = ReadHeads(ctx, *count);
  CheckHeads(ctx, cache, *count, heads);
  Dim total = TotalLength(ctx, cache, heads);
  // A shared cache has room for more keys than there are.
  CheckFitted(ctx, fitted, heads, *count, cache.is_shared ? Dim() : total);
  DimVector dims = {heads.batch, heads.length, heads.value_hidden};
  FillUnknown(ctx, dims);
  heads.batch = dims[0];
  ctx.SetOutput(0, ctx.InputElement(kQuery), dims);
  if (ctx.output_count() == 1) return;
  if (total.is_unknown()) total = ctx.Fresh(Place::Output(kPresentKey, 2), "unknown key length");
  SetPresentHeads(ctx, cache, heads, *count, total);
  // The attention scores; their element type is not that of an operand.
  ctx.SetOutput(3, ElementType::kUndefined, {dims[0], Dim(*count), dims[1], total});
}

// [B, S, num_heads * head size]; keys and values follow in the same axis if packed.
Dim GroupedHidden(RuleContext& ctx, int64_t heads, int64_t kv_heads, Dim* head) {
  const DimVector query = DimsOrUnknown(ctx, kQuery, 3);
  const Place place = Place::Input(kQuery, 2);
  if (ctx.HasInput(kHeadsKey)) {
    *head = HeadSize(ctx, query[2], place, heads);
    return query[2];
  }
  const Expr parts = ctx.Add(heads, ctx.Multiply(2, kv_heads));
  if (!parts.is_constant()) return Dim();
  *head = HeadSize(ctx, query[2], place, parts.constant());
  return ctx.Multiply(*head, heads);
}

// The total length is that of the cache and the new tokens, or lies within a cache that does not
// grow, as onnxruntime holds it to; and the new tokens are a part of it.
void RequireTotalLength(RuleContext& ctx, Dim past) {
  const Dim length = DimsOrUnknown(ctx, ctx.HasInput(kHeadsKey) ? kHeadsKey : kQuery, 3)[1];
  const Place place = Place::Element(6, 0);
  const auto total = ctx.IntElements(6);
  if (!total || total->size() != 1 || (*total)[0].is_unknown() || length.is_unknown()) return;
  ctx.RequireAtLeast((*total)[0], place, 1, "heads.no_token"_check);
  ctx.RequireAtMost(length, {}, (*total)[0], place, "heads.total_counts"_check);
  if (past.is_unknown()) return;
  const Expr beyond = ctx.Max(ctx.Subtract((*total)[0], past), 0);
  const Expr missing = ctx.Subtract(ctx.Add(past, length), (*total)[0]);
  ctx.RequireAtMost((*total)[0], place, ctx.Add(past, length), {}, "heads.total"_check);
  ctx.RequireAtMost(ctx.Min(beyond, missing), place, 0, {}, "heads.total_grows"_check);
}

// The length of a cache that grows only if it is shorter than needed.
Dim GroupedLength(RuleContext& ctx, Dim past, Dim length) {
  if (ctx.BoolAttribute("sliding_window_cache", false)) return past;
  const bool has_past = ctx.HasInput(3);
  RequireTotalLength(ctx, has_past ? past : Dim(0));
  if (!has_past) return length;
  return ctx.Max(past, ctx.OnlyElementOrFresh(6));
}

// There is a key for each query, or beside a cache none at all.
void RequireKeyLength(RuleContext& ctx, const PlacedDim& query, const PlacedDim& key,
                      bool has_past) {
  if (!has_past || ctx.Bounds(key.dim).min >= 1) {
    ctx.RequireEqual(key.dim, key.place, query.dim, query.place, kAgree);
    return;
  }
  if (key.dim.is_unknown() || query.dim.is_unknown()) return;
  symbolic::ExprArena& exprs = ctx.exprs();
  const Expr is_either =
      ctx.Max(symbolic::EqualTo(exprs, key.dim, query.dim), symbolic::EqualTo(exprs, key.dim, 0));
  ctx.RequireCondition(is_either, true, key.place, kAgree);
}

// What fits to the batch, the new tokens and the heads.
void CheckGrouped(RuleContext& ctx, const DimVector& dims, Dim heads, Dim kv_heads, Dim head) {
  constexpr int kLengths = 5;
  constexpr int kTotal = 6;
  constexpr int kPastKey = 3;
  const PlacedDim batch = {dims[0], Place::Input(kQuery, 0)};
  const PlacedDim length = {dims[1], Place::Input(kQuery, 1)};
  // As many elements as sequences, of any rank: models have them as a matrix of one column too.
  if (ctx.HasInput(kLengths)) {
    ctx.CheckRankBetween(kLengths, 1, kAnyRank);
    ctx.RequireEqual(ctx.InputElementCount(kLengths), Place::Input(kLengths), batch.dim,
                     batch.place, "heads.lengths"_check);
  }
  if (ctx.HasInput(kTotal)) ctx.CheckForm(kTotal, Form::kScalarOrOne);
  const Place place = Place::Input(kQuery, 2);
  CheckCaches(ctx, kPastKey, kPastKey + 1, batch, {kv_heads}, {head, place});
  if (ctx.HasInput(kHeadsKey) && IsGiven(ctx, kValue, true, "beside a key")) {
    const PlacedDim hidden = {ctx.Multiply(kv_heads, head), place};
    for (const int side : {kHeadsKey, kValue}) {
      if (ctx.InputShape(side).has_rank && !ctx.CheckRank(side, 3)) return;
    }
    const auto key = PlacedDimsOf(ctx, kHeadsKey);
    RequireDims(ctx, kHeadsKey, {batch, {}, hidden}, kAgree);
    if (key.size() == 3) RequireKeyLength(ctx, length, key[1], ctx.HasInput(kPastKey));
    RequireDims(ctx, kValue, {batch, key.size() == 3 ? key[1] : PlacedDim(), hidden}, kAgree);
  }
  const auto total = ctx.IntElements(6);
  const Dim keys = total && total->size() == 1 ? (*total)[0] : Dim();
  CheckAttentionBias(ctx, 10, {batch, {heads}, length, {}, {keys, Place::Element(6, 0)}});
  if (ctx.HasInput(11)) UnifyVector(ctx, 11, heads, {}, "heads.sink"_check);
}

DimVector GroupedOutput(RuleContext& ctx, int64_t heads, int64_t kv_heads, Dim* head) {
  ctx.CheckRank(kQuery, 3);
  DimVector dims = DimsOrUnknown(ctx, kQuery, 3);
  dims[2] = GroupedHidden(ctx, heads, kv_heads, head);
  FillUnknown(ctx, dims);
  ctx.SetOutput(0, ctx.InputElement(kQuery), dims);
  return dims;
}

}  // namespace

Dim HeadSize(RuleContext& ctx, Dim hidden, const Place& place, int64_t heads) {
  ctx.RequireDivisible(hidden, place, heads, {}, "heads.size"_check);
  return ctx.FloorDiv(hidden, heads);
}

void InferMultiHeadAttention(RuleContext& ctx) {
  InferHeads(ctx, {.past_key = 6, .past_value = 7, .is_shared = ctx.HasInput(8)},
             {.bias = 3, .mask = 4, .attention_bias = 5, .has_ends = true});
}

void InferDecoderMaskedMultiHeadAttention(RuleContext& ctx) {
  const bool is_shared = ctx.BoolAttribute("past_present_share_buffer", false);
  constexpr int kFilled = 7;
  if (is_shared && !IsGiven(ctx, kFilled, true, "for a shared cache")) return;
  if (is_shared) ctx.CheckForm(kFilled, Form::kScalarOrOne);
  if (!is_shared && ctx.HasInput(5)) {
    ctx.Error("INVALID_ATTRIBUTE", {},
              absl::StrCat(ctx.op().op_type, " takes a cache with past_present_share_buffer only"));
  }
  const Shape query = ctx.InputShape(kQuery);
  if (query.has_rank && query.rank() >= 2) {
    ctx.RequireEqual(query.dims[1], Place::Input(kQuery, 1), 1, {}, "heads.one_token"_check);
  }
  InferHeads(ctx, {.past_key = 5, .past_value = 6, .is_shared = is_shared && ctx.HasInput(5)},
             {.bias = 10, .mask = 3, .attention_bias = 4, .has_ends = false});
}

// [tokens, hidden] each, or [tokens, heads, 3, head size].
void InferPackedMultiHeadAttention(RuleContext& ctx) {
  ctx.CheckRankBetween(kQuery, 2, 4);
  const Shape query = ctx.InputShape(kQuery);
  Dim tokens;
  Dim hidden;
  if (query.has_rank && query.rank() > 0) tokens = query.dims[0];
  if (query.has_rank && query.rank() == 4) {
    hidden = ctx.Multiply(query.dims[1], query.dims[3]);
  } else if (ctx.HasInput(kValue)) {
    hidden = DimsOrUnknown(ctx, kValue, 2)[1];
  }
  ctx.SetOutput(0, ctx.InputElement(kQuery), {tokens, hidden});
}

void InferGroupQueryAttention(RuleContext& ctx) {
  const auto heads = RequiredPositive(ctx, "num_heads");
  const auto kv_heads = RequiredPositive(ctx, "kv_num_heads");
  if (!heads || !kv_heads) return;
  Dim head;
  const DimVector dims = GroupedOutput(ctx, *heads, *kv_heads, &head);
  CheckGrouped(ctx, DimsOrUnknown(ctx, kQuery, 3), Dim(*heads), Dim(*kv_heads), head);
  if (ctx.output_count() == 1) return;
  const bool has_past = ctx.HasInput(3);
  DimVector present = {dims[0], Dim(*kv_heads), Dim(), head};
  if (has_past) present = DimsOrUnknown(ctx, 3, 4);
  const Dim key_length = ctx.HasInput(kHeadsKey) ? DimsOrUnknown(ctx, kHeadsKey, 3)[1] : dims[1];
  present[2] = GroupedLength(ctx, present[2], key_length);
  if (present[2].is_unknown()) {
    present[2] = ctx.Fresh(Place::Output(kPresentKey, 2), "the length of the cache");
  }
  for (const int output : {kPresentKey, kPresentValue}) {
    const int past = output == kPresentKey ? 3 : 4;
    ctx.SetOutput(output, FirstElement(ctx, {past, kQuery}), present);
  }
  ctx.SetOutput(3, ctx.InputElement(kQuery),
                {dims[0], Dim(*heads), dims[1], ctx.OnlyElementOrFresh(6)});
}

// The results share the memory of its caches.
void InferSparseAttention(RuleContext& ctx) {
  const auto heads = RequiredPositive(ctx, "num_heads");
  const auto kv_heads = RequiredPositive(ctx, "kv_num_heads");
  if (!heads || !kv_heads) return;
  Dim head;
  GroupedOutput(ctx, *heads, *kv_heads, &head);
  SetSameAs(ctx, kPresentKey, 3);
  SetSameAs(ctx, kPresentValue, 4);
}

}  // namespace shapewright::rules
