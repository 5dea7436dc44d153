#include "core/rules/fitting.h"

#include "core/base/static_text.h"
#include "core/rules/operands.h"
#include "core/symbolic/algebra/compare.h"

namespace shapewright::rules {

absl::InlinedVector<PlacedDim, 6> PlacedDimsOf(RuleContext& ctx, int input) {
  absl::InlinedVector<PlacedDim, 6> dims;
  const Shape shape = ctx.InputShape(input);
  for (int axis = 0; shape.has_rank && axis < shape.rank(); ++axis) {
    dims.push_back({shape.dims[axis], Place::Input(input, axis)});
  }
  return dims;
}

bool RequireDims(RuleContext& ctx, int input, absl::Span<const PlacedDim> dims,
                 const Check& check) {
  if (!ctx.HasInput(input)) return true;
  if (!ctx.CheckRank(input, static_cast<int>(dims.size()))) return false;
  const Shape shape = ctx.InputShape(input);
  for (int axis = 0; shape.has_rank && axis < shape.rank(); ++axis) {
    const PlacedDim& other = dims[static_cast<size_t>(axis)];
    ctx.RequireEqual(other.dim, other.place, shape.dims[axis], Place::Input(input, axis), check);
  }
  return true;
}

bool RequireDimsOf(RuleContext& ctx, int input, int to, const Check& check) {
  return !ctx.InputShape(to).has_rank || RequireDims(ctx, input, PlacedDimsOf(ctx, to), check);
}

void RequireElementCount(RuleContext& ctx, int input, const PlacedDim& size, const Check& check) {
  if (!ctx.HasInput(input)) return;
  const Expr count = ctx.InputElementCount(input);
  if (count.is_unknown() || size.dim.is_unknown()) return;
  ctx.RequireEqual(count, Place::Input(input), size.dim, size.place, check);
}

void RequireBroadcastTo(RuleContext& ctx, int input, absl::Span<const PlacedDim> dims,
                        const Check& check) {
  const int rank = static_cast<int>(dims.size());
  const Shape shape = ctx.InputShape(input);
  if (!ctx.HasInput(input) || !ctx.CheckRankBetween(input, 0, rank) || !shape.has_rank) return;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const PlacedDim& other = dims[static_cast<size_t>(axis + rank - shape.rank())];
    if (other.dim.is_unknown()) continue;
    UnifyUnlessOne(ctx, other.dim, other.place, shape.dims[axis], Place::Input(input, axis), check);
  }
}

void RequireBroadcastToOperand(RuleContext& ctx, int input, int to, const Check& check) {
  if (!ctx.InputShape(to).has_rank) return;
  RequireBroadcastTo(ctx, input, PlacedDimsOf(ctx, to), check);
}

void RequireOneOrAsMany(RuleContext& ctx, int input, const PlacedDim& size, const Check& check) {
  RequireBroadcastTo(ctx, input, {size}, check);
}

void RequireOneOf(RuleContext& ctx, const PlacedDim& dim, absl::Span<const Expr> options,
                  const Check& check) {
  if (dim.dim.is_unknown()) return;
  ExprVector open;
  for (const Expr option : options) {
    if (option.is_unknown() || symbolic::IsEqual(ctx.exprs(), dim.dim, option)) return;
    if (!symbolic::IsDifferent(ctx.exprs(), dim.dim, option)) open.push_back(option);
  }
  // None is left: the first one shows the contradiction.
  if (open.size() <= 1) {
    ctx.RequireEqual(dim.dim, dim.place, open.empty() ? options.front() : open.front(), {}, check);
    return;
  }
  Expr nearest;
  for (const Expr option : open) {
    const Expr distance = ctx.Max(ctx.Subtract(dim.dim, option), ctx.Subtract(option, dim.dim));
    nearest = nearest.is_unknown() ? distance : ctx.Min(nearest, distance);
  }
  ctx.RequireAtMost(nearest, dim.place, 0, {}, check);
}

}  // namespace shapewright::rules
