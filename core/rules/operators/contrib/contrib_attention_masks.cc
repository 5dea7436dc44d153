#include "core/rules/operators/contrib/contrib_attention_masks.h"

#include "core/rules/checks/checks.h"
#include "core/rules/operands.h"

namespace shapewright::rules {
namespace {

constexpr const Check& kMask = "heads.mask"_check;

void RequireEqualDims(RuleContext& ctx, const PlacedDim& a, const PlacedDim& b) {
  ctx.RequireEqual(a.dim, a.place, b.dim, b.place, kMask);
}

// The distance of two sizes.
Expr Distance(RuleContext& ctx, Expr a, Expr b) {
  return ctx.Max(ctx.Subtract(a, b), ctx.Subtract(b, a));
}

// [batch, total], or one element for each of the batch, or for all.
void CheckMergedMatrix(RuleContext& ctx, absl::Span<const PlacedDim> mask, const Scores& scores) {
  const auto fit = [&ctx](const PlacedDim& size, const PlacedDim& own) {
    if (size.dim.is_unknown()) return;
    UnifyUnlessOne(ctx, size.dim, size.place, own.dim, own.place, kMask);
  };
  fit(scores.batch, mask[0]);
  fit(scores.total, mask[1]);
  if (scores.batch.dim.is_unknown()) return;
  const Expr nearest =
      ctx.Min(Distance(ctx, mask[0].dim, scores.batch.dim), Distance(ctx, mask[1].dim, 1));
  ctx.RequireAtMost(nearest, mask[0].place, 0, {}, kMask);
}

// [batch, 1, max, max], of at least as many positions as there are keys.
void CheckSquareMask(RuleContext& ctx, absl::Span<const PlacedDim> mask, const Scores& scores) {
  RequireEqualDims(ctx, scores.batch, mask[0]);
  RequireEqualDims(ctx, mask[1], {Dim(1)});
  RequireEqualDims(ctx, mask[2], mask[3]);
  ctx.RequireAtMost(scores.total.dim, scores.total.place, mask[3].dim, mask[3].place,
                    "heads.mask_keys"_check);
}

}  // namespace

void CheckAttentionBias(RuleContext& ctx, int input, const Scores& scores) {
  if (!ctx.HasInput(input) || !ctx.CheckRank(input, 4)) return;
  constexpr const Check& kReason = "heads.attention_bias"_check;
  const auto bias = PlacedDimsOf(ctx, input);
  if (bias.empty()) return;
  for (const int axis : {0, 1}) {
    const PlacedDim& own = bias[static_cast<size_t>(axis)];
    const PlacedDim& size = axis == 0 ? scores.batch : scores.heads;
    if (size.dim.is_unknown()) continue;
    UnifyUnlessOne(ctx, size.dim, size.place, own.dim, own.place, kReason);
  }
  ctx.RequireEqual(scores.length.dim, scores.length.place, bias[2].dim, bias[2].place, kReason);
  ctx.RequireEqual(scores.total.dim, scores.total.place, bias[3].dim, bias[3].place, kReason);
}

void CheckKeyMask(RuleContext& ctx, int input, const Scores& scores,
                  std::initializer_list<Expr> counts) {
  if (!ctx.HasInput(input) || !ctx.CheckRankBetween(input, 1, 3)) return;
  const auto mask = PlacedDimsOf(ctx, input);
  if (mask.empty()) return;
  if (mask.size() == 1) return RequireOneOf(ctx, mask[0], counts, kMask);
  RequireEqualDims(ctx, scores.batch, mask[0]);
  if (mask.size() == 2) {
    return RequireEqualDims(ctx, mask[1], scores.total);
  }
  RequireEqualDims(ctx, scores.length, mask[1]);
  RequireEqualDims(ctx, scores.total, mask[2]);
}

void CheckMergedMask(RuleContext& ctx, int input, const Scores& scores) {
  if (!ctx.HasInput(input) || !ctx.CheckRankBetween(input, 1, 4)) return;
  const auto mask = PlacedDimsOf(ctx, input);
  if (mask.size() == 2) return CheckMergedMatrix(ctx, mask, scores);
  if (mask.size() == 4) return CheckSquareMask(ctx, mask, scores);
  const Dim batch = scores.batch.dim;
  CheckKeyMask(ctx, input, scores,
               {batch, ctx.Multiply(2, batch), ctx.Add(ctx.Multiply(3, batch), 2)});
}

}  // namespace shapewright::rules
