// Gated recurrences of onnxruntime, and related operators.
#include "core/ops/contrib/contrib_rules.h"
#include "core/rules/named_dims.h"
#include "core/rules/operands.h"

namespace shapewright::ops {
namespace {

// How many states are returned per request; 0 for none.
constexpr absl::string_view kStateUpdates = "state_update_capacity";

// Reads B from an operand with B + 1 offsets, if no other operand shows it.
void ReadOffsets(RuleContext& ctx, int input, NamedDims& dims) {
  if (!ctx.HasInput(input) || !ctx.CheckRank(input, 1)) return;
  const Dim offsets = DimsOrUnknown(ctx, input, 1)[0];
  if (offsets.is_unknown()) return;
  ctx.RequireAtLeast(offsets, Place::Input(input, 0), 1, "an offset more than requests");
  dims.Unify('B', ctx.Subtract(offsets, 1), Place::Input(input, 0), "an offset more than requests");
}

void InferGatedRmsNorm(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const Dim group = ctx.CheckRank(1, 1) ? DimsOrUnknown(ctx, 1, 1)[0] : Dim();
  if (ctx.CheckRankBetween(0, 1, kAnyRank) && shape.has_rank && !group.is_unknown()) {
    const int last = shape.rank() - 1;
    ctx.RequireDivisible(shape.dims[last], Place::Input(0, last), group, Place::Input(1, 0),
                         "groups of the scale's size");
  }
  InferSameAsOperand(ctx);
}

void InferLinearAttentionGate(RuleContext& ctx) {
  NamedDims dims(ctx);
  dims.Read(0, "BTH");
  dims.Read(1, "H");
  dims.Read(2, "H");
  dims.Read(3, "BTH");
  for (const int output : {0, 1}) dims.Write(output, ctx.InputElement(0), "BTH");
}

void InferEngramGate(RuleContext& ctx) {
  NamedDims dims(ctx);
  dims.Read(0, "BSCH");
  dims.Read(1, "BSCH");
  dims.Read(2, "BSH");
  for (const int scale : {3, 4, 5}) dims.Read(scale, "CH");
  for (const int output : {0, 1}) dims.Write(output, FirstElement(ctx, {0, 1, 2}), "BSCH");
}

// The streams are (..., C, H), or (..., C * H) for `num_branches` = C.
void InferHyperConnectionPreMix(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const int64_t branches = ctx.IntAttribute("num_branches", 0);
  const bool is_grouped = branches <= 0;
  if (!ctx.CheckRankBetween(0, is_grouped ? 2 : 1, kAnyRank) || !shape.has_rank) {
    return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  }
  DimVector dims(shape.dims.begin(), shape.dims.end());
  const auto last = static_cast<int>(dims.size()) - 1;
  if (is_grouped) {
    dims.erase(dims.begin() + last - 1);
  } else {
    ctx.RequireDivisible(dims.back(), Place::Input(0, last), branches, {}, "streams of one size");
    dims.back() = ctx.FloorDiv(dims.back(), branches);
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

void InferHyperConnectionPostMix(RuleContext& ctx) { InferSameAsOperand(ctx); }

// Tokens are one axis, or a batch and a sequence. H: heads of the values, K: heads of queries and
// keys, D and V: head sizes of keys and values.
void InferGatedDeltaNet(RuleContext& ctx) {
  NamedDims dims(ctx);
  const Shape query = ctx.InputShape(0);
  const bool has_value = ctx.HasInput(2);
  const bool is_batch = has_value && query.has_rank && query.rank() == 4;
  if (has_value) {
    dims.Read(0, is_batch ? "BTKD" : "TKD");
    dims.Read(1, is_batch ? "BTKD" : "TKD");
    dims.Read(2, is_batch ? "BTHV" : "THV");
  } else {
    // Query, key and value in one operand; the state shows the sizes of heads.
    dims.Read(0, "T.");
  }
  dims.Read(5, is_batch ? "BTH" : "TH");
  dims.Read(6, "BHVD");
  ReadOffsets(ctx, 3, dims);
  for (const int vector : {7, 8}) dims.Read(vector, "H");
  dims.Read(9, "B");
  const bool knows_rank = query.has_rank || ctx.InputShape(2).has_rank || !has_value;
  if (knows_rank) dims.Write(0, ctx.InputElement(0), is_batch ? "BTHV" : "THV");
  dims.Write(1, ElementType::kFloat, "BHVD");
  const Dim updates = ctx.IntAttribute(kStateUpdates, 0);
  const Expr factors =
      ctx.Add(dims.Get('H'), ctx.Add(ctx.Multiply(has_value ? dims.Get('K') : Dim(), dims.Get('D')),
                                     ctx.Multiply(dims.Get('H'), dims.Get('V'))));
  ctx.SetOutput(2, ElementType::kFloat, {dims.Get('B'), ctx.Multiply(updates, factors)});
}

// L: the tokens that a request carries on, (kernel - 1) * dilation.
void InferVarlenCausalConv(RuleContext& ctx) {
  NamedDims dims(ctx);
  dims.Read(0, "TC");
  dims.Read(1, "C.K");
  dims.Read(3, "C");
  dims.Read(4, "BCL");
  ReadOffsets(ctx, 2, dims);
  dims.Read(5, "B");
  if (!dims.Get('K').is_unknown()) {
    const int64_t dilation = ctx.IntAttribute("dilation", 1);
    ctx.RequireAtLeast(dims.Get('K'), Place::Input(1, 2), 1, "a kernel of one tap or more");
    dims.Unify('L', ctx.Multiply(ctx.Subtract(dims.Get('K'), 1), dilation), Place::Input(1, 2),
               "the state spans the kernel");
  }
  const ElementType element = ctx.InputElement(0);
  dims.Write(0, element, "TC");
  dims.Write(1, element, "BCL");
  dims.Unify('U', ctx.IntAttribute(kStateUpdates, 0), {}, "");
  dims.Write(2, element, "BUC");
}

// N: the tokens before the present one that a window covers, H: heads of all orders together.
bool ReadWindow(RuleContext& ctx, NamedDims& dims) {
  const auto order = RequiredPositive(ctx, "max_ngram_size");
  const auto heads = RequiredPositive(ctx, "n_head_per_ngram");
  if (!order || !heads) return false;
  dims.Unify('N', *order - 1, {}, "");
  dims.Unify('H', ctx.Multiply(*order - 1, *heads), {}, "");
  dims.Read(2, "H");
  return true;
}

void InferNGramHashMapping(RuleContext& ctx) {
  NamedDims dims(ctx);
  dims.Read(0, "BS");
  if (!ReadWindow(ctx, dims)) return;
  dims.Read(3, "BN");
  dims.Read(4, "H");
  dims.Read(6, "BS");
  dims.Write(0, ctx.InputElement(0), "BSH");
  dims.Write(1, ctx.InputElement(0), "BN");
}

void InferVarlenNGramHashMapping(RuleContext& ctx) {
  NamedDims dims(ctx);
  dims.Read(0, "T");
  if (!ReadWindow(ctx, dims)) return;
  ReadOffsets(ctx, 3, dims);
  dims.Read(4, "BN");
  dims.Read(5, "H");
  dims.Read(7, "T");
  dims.Read(8, "BN");
  dims.Read(9, "B");
  dims.Write(0, ctx.InputElement(0), "TH");
  dims.Write(1, ctx.InputElement(0), "BN");
  dims.Write(2, ElementType::kInt32, "BN");
  dims.Unify('U', ctx.IntAttribute(kStateUpdates, 0), {}, "");
  dims.Write(3, ctx.InputElement(0), "BUN");
}

constexpr OperatorRow kContribRecurrenceRows[] = {
    {kMicrosoft, "EngramGate", {1}, InferEngramGate, "the keys' shape"},
    {kMicrosoft,
     "GatedDeltaNet",
     {1},
     InferGatedDeltaNet,
     "[tokens, heads, value head size]; the state's shape"},
    {kMicrosoft, "GatedRMSNorm", {1}, InferGatedRmsNorm, kSameAsOperand},
    {kMicrosoft, "HyperConnectionPostMix", {1}, InferHyperConnectionPostMix, kSameAsOperand},
    {kMicrosoft, "HyperConnectionPreMix", {1}, InferHyperConnectionPreMix, "one of the streams"},
    {kMicrosoft, "LinearAttentionGate", {1}, InferLinearAttentionGate, kSameAsOperand},
    {kMicrosoft, "NGramHashMapping", {1}, InferNGramHashMapping, "[B, S, heads], [B, window]"},
    {kMicrosoft,
     "VarlenCausalConvWithState",
     {1},
     InferVarlenCausalConv,
     "[tokens, channels], [B, channels, state length]"},
    {kMicrosoft,
     "VarlenNGramHashMapping",
     {1},
     InferVarlenNGramHashMapping,
     "[tokens, heads], [B, window]"},
};

}  // namespace

absl::Span<const OperatorRow> ContribRecurrenceOperators() { return kContribRecurrenceRows; }

}  // namespace shapewright::ops
