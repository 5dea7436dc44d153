// Gated recurrences of onnxruntime, and related operators.
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/fitting.h"
#include "core/rules/named_dims.h"
#include "core/rules/operands.h"
#include "core/rules/operators/contrib/contrib_rules.h"

namespace shapewright::rules {
namespace {

// How many states are returned per request; 0 for none.
constexpr absl::string_view kStateUpdates = "state_update_capacity";

// Reads B from an operand with B + 1 offsets, if no other operand shows it.
void ReadOffsets(RuleContext& ctx, int input, NamedDims& dims) {
  if (!ctx.HasInput(input) || !ctx.CheckRank(input, 1)) return;
  const Dim offsets = DimsOrUnknown(ctx, input, 1)[0];
  if (offsets.is_unknown()) return;
  ctx.RequireAtLeast(offsets, Place::Input(input, 0), 1, "requests.offsets"_check);
  dims.Unify('B', ctx.Subtract(offsets, 1), Place::Input(input, 0), "requests.offsets"_check);
}

// The scale may be of any rank.
void InferGatedRmsNorm(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const Expr group = ctx.InputElementCount(1);
  if (ctx.CheckRankBetween(0, 1, kAnyRank) && shape.has_rank && !group.is_unknown()) {
    const int last = shape.rank() - 1;
    ctx.RequireAtLeast(group, Place::Input(1), 1, "groups.empty"_check);
    ctx.RequireDivisible(shape.dims[last], Place::Input(0, last), group, Place::Input(1),
                         "groups.scale"_check);
  }
  RequireDimsOf(ctx, 2, 0, "groups.gate"_check);
  InferSameAsOperand(ctx);
}

// The second result, and then its operand too, is optional.
void InferLinearAttentionGate(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  if (ctx.CheckRankBetween(0, 1, kAnyRank) && shape.has_rank) {
    const int last = shape.rank() - 1;
    const PlacedDim heads = {shape.dims[last], Place::Input(0, last)};
    ctx.RequireAtLeast(heads.dim, heads.place, 1, "heads.count"_check);
    for (const int input : {1, 2}) RequireElementCount(ctx, input, heads, "heads.elements"_check);
  }
  if (ctx.HasOutput(1) && !ctx.HasInput(3)) {
    ctx.Error("MISSING_INPUT", Place::Input(3),
              "LinearAttentionGate needs b for its second result");
  }
  if (ctx.HasOutput(1)) RequireDimsOf(ctx, 3, 0, "heads.tokens"_check);
  for (const int output : {0, 1}) SetSameAs(ctx, output, 0);
}

void InferEngramGate(RuleContext& ctx) {
  NamedDims dims(ctx);
  dims.Read(0, "BSCH");
  dims.Read(1, "BSCH");
  dims.Read(2, "BSH");
  for (const int scale : {3, 4, 5}) dims.Read(scale, "CH");
  if (ctx.HasOutput(1) && !ctx.HasInput(5)) {
    ctx.Error("MISSING_INPUT", Place::Input(5), "EngramGate needs a scale for its second result");
  }
  for (const int output : {0, 1}) dims.Write(output, FirstElement(ctx, {0, 1, 2}), "BSCH");
}

// C streams of size H for each position: (..., C, H), or (..., C * H) for `num_branches` = C.
struct Streams {
  int positions = 0;  // the number of axes before them
  bool is_grouped = false;
  PlacedDim branches, hidden, width;
};

// Nothing after an error, and where the rank is not known.
std::optional<Streams> ReadStreams(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  const int64_t branches = ctx.IntAttribute("num_branches", 0);
  Streams streams;
  if (branches < 0) {
    ctx.Error("INVALID_ATTRIBUTE", {},
              absl::StrCat(ctx.op().op_type, " needs a positive num_branches, or none"));
    return std::nullopt;
  }
  streams.is_grouped = branches == 0;
  if (!ctx.CheckRankBetween(0, streams.is_grouped ? 2 : 1, kAnyRank) || !shape.has_rank) {
    return std::nullopt;
  }
  const int last = shape.rank() - 1;
  streams.width = {shape.dims[last], Place::Input(0, last)};
  ctx.RequireAtLeast(streams.width.dim, streams.width.place, 1, "streams.empty"_check);
  if (streams.is_grouped) {
    streams.positions = last - 1;
    streams.branches = {shape.dims[last - 1], Place::Input(0, last - 1)};
    streams.hidden = streams.width;
    ctx.RequireAtLeast(streams.branches.dim, streams.branches.place, 1, "streams.count"_check);
  } else {
    streams.positions = last;
    streams.branches = {branches};
    ctx.RequireDivisible(streams.width.dim, streams.width.place, branches, {},
                         "streams.size"_check);
    streams.hidden = {ctx.FloorDiv(streams.width.dim, branches), streams.width.place};
  }
  return streams;
}

// An operand with one to `most` axes behind those of the positions.
bool RequirePositions(RuleContext& ctx, int input, const Streams& streams, int most) {
  const Shape shape = ctx.InputShape(input);
  const int positions = streams.positions;
  if (!ctx.HasInput(input) || !ctx.CheckRankBetween(input, positions + 1, positions + most)) {
    return false;
  }
  for (int axis = 0; shape.has_rank && axis < positions; ++axis) {
    ctx.RequireEqual(ctx.InputShape(0).dims[axis], Place::Input(0, axis), shape.dims[axis],
                     Place::Input(input, axis), "streams.positions"_check);
  }
  return shape.has_rank;
}

// Behind the positions a gate is (C), (C, 1) or (C, H), for flat streams perhaps (C * H).
void RequireGate(RuleContext& ctx, int input, const Streams& streams, bool may_be_flat) {
  constexpr const Check& kGate = "streams.gate"_check;
  if (!RequirePositions(ctx, input, streams, 2)) return;
  const auto own = PlacedDimsOf(ctx, input);
  const auto first = static_cast<size_t>(streams.positions);
  if (own.size() == first + 1 && may_be_flat && !streams.is_grouped) {
    return RequireOneOf(ctx, own[first], {streams.branches.dim, streams.width.dim}, kGate);
  }
  ctx.RequireEqual(streams.branches.dim, streams.branches.place, own[first].dim, own[first].place,
                   kGate);
  if (own.size() > first + 1) RequireOneOf(ctx, own[first + 1], {1, streams.hidden.dim}, kGate);
}

// The dims of the positions, and these behind them.
absl::InlinedVector<PlacedDim, 6> BehindPositions(RuleContext& ctx, const Streams& streams,
                                                  absl::Span<const PlacedDim> last) {
  auto dims = PlacedDimsOf(ctx, 0);
  dims.resize(static_cast<size_t>(streams.positions));
  dims.insert(dims.end(), last.begin(), last.end());
  return dims;
}

void InferHyperConnectionPreMix(RuleContext& ctx) {
  const auto streams = ReadStreams(ctx);
  if (!streams) return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  RequireGate(ctx, 1, *streams, true);
  DimVector dims;
  for (const PlacedDim& dim : BehindPositions(ctx, *streams, {streams->hidden})) {
    dims.push_back(dim.dim);
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

void InferHyperConnectionPostMix(RuleContext& ctx) {
  InferSameAsOperand(ctx);
  const auto streams = ReadStreams(ctx);
  if (!streams) return;
  RequireDims(ctx, 1, BehindPositions(ctx, *streams, {streams->hidden}), "streams.mixed"_check);
  RequireGate(ctx, 2, *streams, false);
  RequireDims(ctx, 3, BehindPositions(ctx, *streams, {streams->branches, streams->branches}),
              "streams.mix"_check);
}

// The scale is (H), (C * H) or (C, H).
void InferBranchwiseRmsNorm(RuleContext& ctx) {
  constexpr const Check& kScale = "streams.scale"_check;
  InferSameAsOperand(ctx);
  const auto streams = ReadStreams(ctx);
  if (!streams || !ctx.HasInput(1) || !ctx.CheckRankBetween(1, 1, 2)) return;
  const auto own = PlacedDimsOf(ctx, 1);
  if (own.size() == 2) {
    RequireDims(ctx, 1, {streams->branches, streams->hidden}, kScale);
  } else if (!own.empty()) {
    const Expr all = ctx.Multiply(streams->branches.dim, streams->hidden.dim);
    RequireOneOf(ctx, own[0], {streams->hidden.dim, all}, kScale);
  }
}

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
    ctx.RequireAtLeast(dims.Get('K'), Place::Input(1, 2), 1, "causal_conv.empty"_check);
    dims.Unify('L', ctx.Multiply(ctx.Subtract(dims.Get('K'), 1), dilation), Place::Input(1, 2),
               "causal_conv.spans"_check);
  }
  const ElementType element = ctx.InputElement(0);
  dims.Write(0, element, "TC");
  dims.Write(1, element, "BCL");
  dims.Unify('U', ctx.IntAttribute(kStateUpdates, 0), {}, {});
  dims.Write(2, element, "BUC");
}

// N: the tokens before the present one that a window covers, H: heads of all orders together.
bool ReadWindow(RuleContext& ctx, NamedDims& dims) {
  const auto order = RequiredPositive(ctx, "max_ngram_size");
  const auto heads = RequiredPositive(ctx, "n_head_per_ngram");
  if (!order || !heads) return false;
  dims.Unify('N', *order - 1, {}, {});
  dims.Unify('H', ctx.Multiply(*order - 1, *heads), {}, {});
  dims.Read(2, "H");
  return true;
}

void InferNGramHashMapping(RuleContext& ctx) {
  NamedDims dims(ctx);
  dims.Read(0, "BS");
  if (!ReadWindow(ctx, dims)) return;
  if (ctx.HasInput(1) && ctx.CheckRank(1, 1)) {
    const Expr factors = VectorLength(ctx, 1);
    if (!factors.is_unknown()) {
      ctx.RequireAtMost(ctx.Add(dims.Get('N'), 1), {}, factors, Place::Input(1, 0),
                        "ngram.multipliers"_check);
    }
  }
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
  dims.Unify('U', ctx.IntAttribute(kStateUpdates, 0), {}, {});
  dims.Write(3, ctx.InputElement(0), "BUN");
}

constexpr OperatorRow kContribRecurrenceRows[] = {
    {kMicrosoft, "BranchwiseRMSNorm", {1}, InferBranchwiseRmsNorm, kSameAsOperand},
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

}  // namespace shapewright::rules
