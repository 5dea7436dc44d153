#include "core/rules/operators/cost/attention_cost.h"

namespace shapewright::rules {

using symbolic::Expr;

void AddAttention(CostContext& ctx, Expr query, Expr values, Expr keys, Expr scores) {
  constexpr int64_t kSoftmax = 3;
  ctx.Mac(ctx.Multiply(keys, ctx.Add(query, values)));
  ctx.Alu(kSoftmax, scores);
  ctx.Special(scores);
  ctx.Div(scores);
}

namespace {

// What is added to scores before their softmax, and a cap on them.
void AddToScores(CostContext& ctx, size_t bias, Expr scores) {
  if (ctx.HasInput(bias)) ctx.Alu(scores);
  if (ctx.Float("softcap", 0) == 0) return;
  ctx.Alu(2, scores);
  ctx.Special(scores);
}

// The keys of [B, L, hidden] or [B, heads, L, head size].
Expr LengthOf(CostContext& ctx, size_t input) {
  return ctx.InputDim(input, ctx.InputShape(input).rank() == 4 ? 2 : 1);
}

// The keys that an attention with caches [B, heads, length, head size] sees. A cache that has room
// for more keys than there are tells how many at most.
void AddHeads(CostContext& ctx, size_t past_key, size_t bias, bool shares_cache) {
  constexpr int kPacked = 5;
  const shape::Shape query = ctx.InputShape(0);
  const int64_t heads = ctx.Int("num_heads", 0);
  if (!query.has_rank || heads <= 0) return ctx.Refuse();
  const bool is_packed = query.rank() == kPacked;
  Expr elements = ctx.InputSize(0);
  if (is_packed) elements = ctx.Divide(elements, 3);
  const Expr length = ctx.InputDim(0, 1);
  const Expr batch = ctx.InputDim(0, 0);
  Expr keys = is_packed ? length : LengthOf(ctx, 1);
  const bool attends_cache = !is_packed && ctx.InputShape(1).rank() == 4;
  if (ctx.HasInput(past_key) && !attends_cache) {
    const Expr past = ctx.InputDim(past_key, 2);
    keys = shares_cache ? past : ctx.Add(past, keys);
    if (shares_cache) ctx.SetUpper();
  }
  const Expr rows = ctx.Multiply(ctx.Multiply(batch, heads), length);
  AddAttention(ctx, elements, ctx.OutputSize(0), keys, ctx.Multiply(rows, keys));
  AddToScores(ctx, bias, ctx.Multiply(rows, keys));
}

// The operands of an attention with weights [input, merged].
void AddProjected(CostContext& ctx, size_t past) {
  constexpr size_t kWeights = 1;
  constexpr size_t kBias = 2;
  constexpr int kPastLength = 3;
  const Expr rows = ctx.ProductOf(ctx.InputShape(0), 0, -1);
  const Expr merged = ctx.Multiply(rows, ctx.InputDim(kWeights, 1));
  ctx.Mac(ctx.Multiply(merged, ctx.InputDim(0, -1)));
  if (ctx.HasInput(kBias)) ctx.Alu(merged);
  const auto sizes = ctx.Ints("qkv_hidden_sizes");
  const Expr query =
      sizes && sizes->size() == 3 ? ctx.Multiply(rows, sizes->front()) : ctx.Divide(merged, 3);
  Expr keys = ctx.InputDim(0, 1);
  if (ctx.HasInput(past)) {
    const bool shares_cache = ctx.Int("past_present_share_buffer", 0) != 0;
    const Expr length = ctx.InputDim(past, kPastLength);
    keys = shares_cache ? length : ctx.Add(length, keys);
    if (shares_cache) ctx.SetUpper();
  }
  const int64_t heads = ctx.Int("num_heads", 0);
  const Expr scores = ctx.Multiply(ctx.Multiply(rows, heads), keys);
  AddAttention(ctx, query, ctx.OutputSize(0), keys, heads > 0 ? scores : Expr());
}

// [B, S, heads * head size] with fewer heads of keys and values. Returns how many scores there are.
Expr AddGrouped(CostContext& ctx, Expr keys) {
  constexpr int64_t kRotary = 3;
  const int64_t heads = ctx.Int("num_heads", 0);
  const int64_t kv_heads = ctx.Int("kv_num_heads", 0);
  if (heads <= 0 || kv_heads <= 0) {
    ctx.Refuse();
    return Expr();
  }
  const Expr values = ctx.OutputSize(0);
  const Expr rows = ctx.Multiply(ctx.ProductOf(ctx.OutputShape(0), 0, -1), heads);
  const Expr scores = ctx.Multiply(rows, keys);
  AddAttention(ctx, values, values, keys, scores);
  if (ctx.Int("do_rotary", 0) == 0) return scores;
  const Expr own_keys = ctx.Divide(ctx.Multiply(values, kv_heads), heads);
  ctx.Alu(kRotary, ctx.Add(values, own_keys));
  return scores;
}

// The operand that says how many keys there are; else the length of the cache.
Expr KeysOf(CostContext& ctx, size_t total_length) {
  constexpr size_t kPastKey = 3;
  const Expr keys = ctx.InputInt(total_length);
  if (!keys.is_unknown()) return keys;
  ctx.SetUpper();
  return ctx.HasOutput(1) ? ctx.OutputDim(1, 2) : ctx.InputDim(kPastKey, 2);
}

// Tokens of sequences that are at most as long as `keys`.
void AddPacked(CostContext& ctx, Expr tokens, Expr query, Expr keys) {
  const int64_t heads = ctx.Int("num_heads", 0);
  if (heads <= 0) return ctx.Refuse();
  AddAttention(ctx, query, ctx.OutputSize(0), keys,
               ctx.Multiply(ctx.Multiply(tokens, heads), keys));
  ctx.SetUpper();
}

// A bias of query, keys and values.
void AddOperandBias(CostContext& ctx, size_t bias) {
  constexpr size_t kOperands = 3;
  if (!ctx.HasInput(bias)) return;
  for (size_t input = 0; input < kOperands; ++input) {
    // Keys and values of four dims come from another attention, with their bias.
    if (ctx.HasInput(input) && (input == 0 || ctx.InputShape(input).rank() != 4)) {
      ctx.Alu(ctx.InputSize(input));
    }
  }
}

}  // namespace

void AttentionCost(CostContext& ctx) {
  constexpr size_t kKey = 1;
  constexpr size_t kMask = 3;
  constexpr size_t kPastKey = 4;
  constexpr size_t kValidKeys = 6;
  const shape::Shape query = ctx.InputShape(0);
  if (!query.has_rank) return ctx.Refuse();
  Expr keys = LengthOf(ctx, kKey);
  if (ctx.HasInput(kPastKey)) keys = ctx.Add(keys, ctx.InputDim(kPastKey, 2));
  Expr rows = ctx.ProductOf(query, 0, -1);
  if (query.rank() == 3) {
    const int64_t heads = ctx.Int("q_num_heads", 0);
    rows = heads > 0 ? ctx.Multiply(rows, heads) : Expr();
  }
  AddAttention(ctx, ctx.InputSize(0), ctx.OutputSize(0), keys, ctx.Multiply(rows, keys));
  AddToScores(ctx, kMask, ctx.Multiply(rows, keys));
  // The operands are a cache with room for more keys than there are.
  if (ctx.HasInput(kValidKeys)) ctx.SetUpper();
}

void MultiHeadAttentionCost(CostContext& ctx) {
  constexpr size_t kBias = 3;
  constexpr size_t kScoreBias = 5;
  constexpr size_t kPastKey = 6;
  constexpr size_t kPastLength = 8;
  AddHeads(ctx, kPastKey, kScoreBias, ctx.HasInput(kPastLength));
  AddOperandBias(ctx, kBias);
}

void DecoderMaskedMultiHeadAttentionCost(CostContext& ctx) {
  constexpr size_t kScoreBias = 4;
  constexpr size_t kPastKey = 5;
  constexpr size_t kBias = 10;
  AddHeads(ctx, kPastKey, kScoreBias, ctx.Int("past_present_share_buffer", 0) != 0);
  AddOperandBias(ctx, kBias);
}

void GroupQueryAttentionCost(CostContext& ctx) {
  constexpr size_t kTotalLength = 6;
  constexpr size_t kScoreBias = 10;
  AddToScores(ctx, kScoreBias, AddGrouped(ctx, KeysOf(ctx, kTotalLength)));
}

void SparseAttentionCost(CostContext& ctx) {
  constexpr size_t kTotalLength = 7;
  AddGrouped(ctx, KeysOf(ctx, kTotalLength));
  ctx.SetUpper();
}

// Caches [blocks, block size, heads, head size], and for each sequence a row of its blocks.
void PagedAttentionCost(CostContext& ctx) {
  constexpr size_t kKeyCache = 3;
  constexpr size_t kBlocks = 7;
  AddGrouped(ctx, ctx.Multiply(ctx.InputDim(kBlocks, 1), ctx.InputDim(kKeyCache, 1)));
  ctx.SetUpper();
}

void LinearAttentionCost(CostContext& ctx) {
  constexpr size_t kKey = 1;
  constexpr size_t kValue = 2;
  const int64_t heads = ctx.Int("kv_num_heads", 0);
  if (heads <= 0) return ctx.Refuse();
  const absl::string_view rule = ctx.String("update_rule", "gated_delta");
  const Expr key = ctx.Divide(ctx.InputDim(kKey, -1), heads);
  const Expr values = ctx.InputSize(kValue);
  ctx.Mac(ctx.Multiply(key, ctx.Add(values, ctx.OutputSize(0))));
  if (rule == "gated" || rule == "gated_delta") ctx.Alu(ctx.Multiply(key, values));
  if (rule == "delta" || rule == "gated_delta") {
    ctx.Mac(ctx.Multiply(key, values));
    ctx.Alu(2, values);
  }
}

void PackedAttentionCost(CostContext& ctx) {
  constexpr size_t kOffsets = 3;
  const Expr rows = ctx.InputDim(0, 0);
  const Expr merged = ctx.Multiply(rows, ctx.InputDim(1, 1));
  ctx.Mac(ctx.Multiply(merged, ctx.InputDim(0, -1)));
  if (ctx.HasInput(2)) ctx.Alu(merged);
  const auto sizes = ctx.Ints("qkv_hidden_sizes");
  const Expr query =
      sizes && sizes->size() == 3 ? ctx.Multiply(rows, sizes->front()) : ctx.Divide(merged, 3);
  AddPacked(ctx, rows, query, ctx.InputDim(kOffsets, 1));
}

void PackedMultiHeadAttentionCost(CostContext& ctx) {
  constexpr size_t kBias = 3;
  constexpr size_t kOffsets = 4;
  const bool is_merged = !ctx.HasInput(1);
  Expr query = ctx.InputSize(0);
  if (ctx.HasInput(kBias)) {
    ctx.Alu(query);
    for (const size_t input : {size_t{1}, size_t{2}}) {
      if (!is_merged) ctx.Alu(ctx.InputSize(input));
    }
  }
  if (is_merged) query = ctx.Divide(query, 3);
  AddPacked(ctx, ctx.InputDim(0, 0), query, ctx.InputDim(kOffsets, 1));
}

void ProjectedAttentionCost(CostContext& ctx) {
  constexpr size_t kPast = 4;
  AddProjected(ctx, kPast);
}

void QAttentionCost(CostContext& ctx) {
  constexpr size_t kPast = 8;
  AddProjected(ctx, kPast);
}

// Two products and a sum for each element that is turned.
void RotaryEmbeddingCost(CostContext& ctx) {
  constexpr int64_t kAlu = 3;
  const int64_t turned = ctx.Int("rotary_embedding_dim", 0);
  Expr elements = ctx.InputSize(0);
  if (turned > 0) {
    const int64_t heads = ctx.Int("num_heads", 0);
    const bool is_split = ctx.InputShape(0).rank() == 4;
    const Expr size = is_split    ? ctx.InputDim(0, -1)
                      : heads > 0 ? ctx.Divide(ctx.InputDim(0, -1), heads)
                                  : Expr();
    elements = ctx.Divide(ctx.Multiply(elements, turned), size);
  }
  ctx.Alu(kAlu, elements);
}

}  // namespace shapewright::rules
