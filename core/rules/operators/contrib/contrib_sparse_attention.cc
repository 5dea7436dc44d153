// Attentions of onnxruntime over paged caches or over selected positions, and operators that select
// them.
#include "core/rules/named_dims.h"
#include "core/rules/operands.h"
#include "core/rules/operators/contrib/contrib_attention_heads.h"
#include "core/rules/operators/contrib/contrib_rules.h"
#include "core/rules/operators/cost/attention_cost.h"

namespace shapewright::rules {
namespace {

constexpr int kKey = 1;

struct HeadCounts {
  int64_t query;
  int64_t key;
};

std::optional<HeadCounts> ReadHeadCounts(RuleContext& ctx) {
  const auto query = RequiredPositive(ctx, "num_heads");
  const auto key = RequiredPositive(ctx, "kv_num_heads");
  if (!query || !key) return std::nullopt;
  return HeadCounts{*query, *key};
}

// The head size from the query's last axis, which also holds keys and values unless these are
// operands of their own.
Dim QueryHeadSize(RuleContext& ctx, const HeadCounts& heads, Dim hidden, int axis) {
  const Expr parts =
      ctx.HasInput(kKey) ? Expr(heads.query) : ctx.Add(heads.query, ctx.Multiply(heads.key, 2));
  return parts.is_constant() ? HeadSize(ctx, hidden, Place::Input(0, axis), parts.constant())
                             : Dim();
}

// (query [T, .], key, value, key cache, value cache, ...): the caches are written
// in place.
void InferPaged(RuleContext& ctx, Dim value_head) {
  const auto heads = ReadHeadCounts(ctx);
  if (!heads) return;
  ctx.CheckRank(0, 2);
  const DimVector query = DimsOrUnknown(ctx, 0, 2);
  const Dim head = QueryHeadSize(ctx, *heads, query[1], 1);
  const Dim width = value_head.is_unknown() ? head : value_head;
  ctx.SetOutput(0, ctx.InputElement(0), {query[0], ctx.Multiply(width, heads->query)});
  for (const int output : {1, 2}) {
    const int cache = output + 2;
    if (ctx.HasInput(cache) && ctx.CheckRank(cache, 4)) SetSameAs(ctx, output, cache);
  }
}

void InferPagedAttention(RuleContext& ctx) {
  const int64_t value_head = ctx.IntAttribute("v_head_size", 0);
  InferPaged(ctx, value_head > 0 ? Dim(value_head) : Dim());
}

void InferSparsePagedAttention(RuleContext& ctx) { InferPaged(ctx, Dim()); }

// The cache's shape is unchanged; without a past its length is unknown.
void SetMainCache(RuleContext& ctx, int output, const HeadCounts& heads, Dim batch, Dim head) {
  const int past = output + 2;
  if (ctx.HasInput(past)) return SetSameAs(ctx, output, past);
  const Dim length = ctx.Fresh(Place::Output(1, 2), "the length of the cache");
  ctx.SetOutput(output, ctx.InputElement(0), {batch, Dim(heads.key), length, head});
}

void InferDynamicSparseAttention(RuleContext& ctx) {
  const auto heads = ReadHeadCounts(ctx);
  if (!heads) return;
  ctx.CheckRank(0, 3);
  DimVector dims = DimsOrUnknown(ctx, 0, 3);
  const Dim head = QueryHeadSize(ctx, *heads, dims[2], 2);
  dims[2] = ctx.Multiply(head, heads->query);
  FillUnknown(ctx, dims);
  ctx.SetOutput(0, ctx.InputElement(0), dims);
  for (const int output : {1, 2}) {
    if (ctx.HasOutput(output)) SetMainCache(ctx, output, *heads, dims[0], head);
  }
}

// How an indexer pools tokens: in blocks whose tokens are selected ("qsa"), or in entries that are
// selected themselves.
struct Policy {
  bool selects_tokens;
  int64_t ratio;
  Expr capacity;
};

std::optional<Policy> ReadPolicy(RuleContext& ctx) {
  const absl::string_view mode = ctx.StringAttribute("policy_mode", "");
  const bool selects_tokens = mode == "qsa";
  if (!selects_tokens && mode != "csa") {
    ctx.Error("INVALID_ATTRIBUTE", {}, "policy_mode is qsa or csa");
    return std::nullopt;
  }
  const auto ratio = RequiredPositive(ctx, "compress_ratio");
  const auto count = RequiredPositive(ctx, selects_tokens ? "token_budget" : "index_topk");
  if (!ratio || !count) return std::nullopt;
  return Policy{selects_tokens, *ratio,
                selects_tokens ? ctx.Add(*count, *ratio - 1) : Expr(*count)};
}

// How many entries a call adds, for `buffered` old tokens and `fresh` new ones. If the buffer holds
// a window or more, it begins with a window whose entry exists already.
Expr NewEntries(RuleContext& ctx, const Policy& policy, Dim buffered, Dim fresh) {
  const Expr told = ctx.Min(ctx.FloorDiv(buffered, policy.ratio), 1);
  return ctx.Subtract(ctx.FloorDiv(ctx.Add(buffered, fresh), policy.ratio), told);
}

// B: batch, S: new tokens, P: cached keys, D: head size, L: buffered tokens.
void InferSparseAttentionIndexer(RuleContext& ctx) {
  const auto policy = ReadPolicy(ctx);
  if (!policy) return;
  NamedDims dims(ctx);
  dims.Read(0, "BS.");
  dims.Read(1, policy->selects_tokens ? "BSD" : "BS.");
  dims.Read(2, "D");
  dims.Read(3, "D");
  dims.Read(7, "BPD");
  dims.Unify('C', policy->capacity, {}, {});
  dims.Write(0, ElementType::kInt32, "BSC");
  const ElementType element = ctx.InputElement(0);
  if (ctx.HasInput(12)) {
    SetSameAs(ctx, 1, 7);
  } else if (policy->selects_tokens) {
    ctx.SetOutput(1, element,
                  {dims.Get('B'), ctx.Add(dims.Get('P'), dims.Get('S')), dims.Get('D')});
  }
  if (policy->selects_tokens) return;
  dims.Read(13, ".BL.");
  const Dim buffered = dims.Get('L');
  const Expr entries = NewEntries(ctx, *policy, buffered, dims.Get('S'));
  if (!ctx.HasInput(12)) {
    ctx.SetOutput(1, element, {dims.Get('B'), ctx.Add(dims.Get('P'), entries), dims.Get('D')});
  }
  // The buffer keeps the last complete window and the tokens after it.
  const Expr all = ctx.Add(buffered, dims.Get('S'));
  const Expr closed = ctx.FloorDiv(all, policy->ratio);
  const Expr dropped = ctx.Multiply(ctx.Max(ctx.Subtract(closed, 1), 0), policy->ratio);
  ctx.SetOutput(
      2, element,
      {Dim(2), dims.Get('B'), ctx.Subtract(all, dropped), ctx.Multiply(dims.Get('D'), 2)});
}

// T: tokens of all requests. The states keep their shapes.
void InferPackedSparseAttentionIndexer(RuleContext& ctx) {
  const auto policy = ReadPolicy(ctx);
  const auto entries = RequiredPositive(ctx, "state_capacity");
  if (!policy || !entries) return;
  NamedDims dims(ctx);
  dims.Read(0, "T.");
  dims.Read(1, policy->selects_tokens ? "TD" : "T.");
  dims.Read(2, "D");
  dims.Read(3, "D");
  dims.Read(7, "B");
  dims.Unify('E', *entries, {}, {});
  dims.Read(12, "BED");
  dims.Unify('W', 2 * policy->ratio - 1, {}, {});
  dims.Unify('F', policy->selects_tokens ? dims.Get('D') : ctx.Multiply(dims.Get('D'), 2), {}, {});
  dims.Read(13, "BWF");
  dims.Read(14, "BWF");
  dims.Read(15, "B.");
  dims.Unify('C', policy->capacity, {}, {});
  dims.Unify('P', 2, {}, {});
  dims.Unify('U', ctx.IntAttribute("state_update_capacity", 0), {}, {});
  const ElementType element = ctx.InputElement(0);
  dims.Write(0, ElementType::kInt32, "TC");
  dims.Write(1, ElementType::kInt32, "T");
  dims.Write(2, element, "BED");
  dims.Write(3, element, "BWF");
  dims.Write(4, element, "BWF");
  dims.Write(5, ElementType::kInt32, "BP");
  dims.Write(6, element, "BUD");
}

constexpr absl::string_view kPaged = "[tokens, heads * value head size]; the caches' shapes";

constexpr OperatorRow kContribSparseAttentionRows[] = {
    {kMicrosoft,
     "DynamicSparseAttention",
     {1},
     InferDynamicSparseAttention,
     "[B, S, heads * head size]; the caches' shapes"},
    {kMicrosoft,
     "PackedSparseAttentionIndexer",
     {1},
     InferPackedSparseAttentionIndexer,
     "[tokens, capacity], [tokens]; the states' shapes"},
    {kMicrosoft, "PagedAttention", {1}, InferPagedAttention, kPaged, {}, PagedAttentionCost},
    {kMicrosoft,
     "SparseAttentionIndexer",
     {1},
     InferSparseAttentionIndexer,
     "[B, S, capacity]; the states' shapes, grown"},
    {kMicrosoft, "SparsePagedAttention", {1}, InferSparsePagedAttention, kPaged},
};

}  // namespace

absl::Span<const OperatorRow> ContribSparseAttentionOperators() {
  return kContribSparseAttentionRows;
}

}  // namespace shapewright::rules
