#include "core/rules/fitting.h"

#include "core/base/static_text.h"
#include "core/rules/operands.h"
#include "core/symbolic/algebra/compare.h"

namespace shapewright::ops {

absl::InlinedVector<PlacedDim, 6> PlacedDimsOf(RuleContext& ctx, int input) {
  absl::InlinedVector<PlacedDim, 6> dims;
  const Shape shape = ctx.InputShape(input);
  for (int axis = 0; shape.has_rank && axis < shape.rank(); ++axis) {
    dims.push_back({shape.dims[axis], Place::Input(input, axis)});
  }
  return dims;
}

bool RequireDims(RuleContext& ctx, int input, absl::Span<const PlacedDim> dims, StaticText reason) {
  if (!ctx.HasInput(input)) return true;
  if (!ctx.CheckRank(input, static_cast<int>(dims.size()))) return false;
  const Shape shape = ctx.InputShape(input);
  for (int axis = 0; shape.has_rank && axis < shape.rank(); ++axis) {
    const PlacedDim& other = dims[static_cast<size_t>(axis)];
    ctx.RequireEqual(other.dim, other.place, shape.dims[axis], Place::Input(input, axis), reason);
  }
  return true;
}

bool RequireDimsOf(RuleContext& ctx, int input, int to, StaticText reason) {
  return !ctx.InputShape(to).has_rank || RequireDims(ctx, input, PlacedDimsOf(ctx, to), reason);
}

void RequireElementCount(RuleContext& ctx, int input, const PlacedDim& size, StaticText reason) {
  if (!ctx.HasInput(input)) return;
  const Expr count = ctx.InputElementCount(input);
  if (count.is_unknown() || size.dim.is_unknown()) return;
  ctx.RequireEqual(count, Place::Input(input), size.dim, size.place, reason);
}

void RequireBroadcastTo(RuleContext& ctx, int input, absl::Span<const PlacedDim> dims,
                        StaticText reason) {
  const int rank = static_cast<int>(dims.size());
  const Shape shape = ctx.InputShape(input);
  if (!ctx.HasInput(input) || !ctx.CheckRankBetween(input, 0, rank) || !shape.has_rank) return;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const PlacedDim& other = dims[static_cast<size_t>(axis + rank - shape.rank())];
    if (other.dim.is_unknown()) continue;
    UnifyUnlessOne(ctx, other.dim, other.place, shape.dims[axis], Place::Input(input, axis),
                   reason);
  }
}

void RequireBroadcastToOperand(RuleContext& ctx, int input, int to, StaticText reason) {
  if (!ctx.InputShape(to).has_rank) return;
  RequireBroadcastTo(ctx, input, PlacedDimsOf(ctx, to), reason);
}

void RequireOneOrAsMany(RuleContext& ctx, int input, const PlacedDim& size, StaticText reason) {
  RequireBroadcastTo(ctx, input, {size}, reason);
}

void RequireOneOf(RuleContext& ctx, const PlacedDim& dim, absl::Span<const Expr> options,
                  StaticText reason) {
  if (dim.dim.is_unknown()) return;
  ExprVector open;
  for (const Expr option : options) {
    if (option.is_unknown() || symbolic::IsEqual(ctx.exprs(), dim.dim, option)) return;
    if (!symbolic::IsDifferent(ctx.exprs(), dim.dim, option)) open.push_back(option);
  }
  // None is left: the first one shows the contradiction.
  if (open.size() <= 1) {
    ctx.RequireEqual(dim.dim, dim.place, open.empty() ? options.front() : open.front(), {}, reason);
    return;
  }
  Expr nearest;
  for (const Expr option : open) {
    const Expr distance = ctx.Max(ctx.Subtract(dim.dim, option), ctx.Subtract(option, dim.dim));
    nearest = nearest.is_unknown() ? distance : ctx.Min(nearest, distance);
  }
  ctx.RequireAtMost(nearest, dim.place, 0, {}, reason);
}

}  // namespace shapewright::ops
