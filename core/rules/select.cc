#include "core/rules/select.h"

#include <optional>

namespace shapewright::ops {
namespace {

Expr SelectBy(RuleContext& ctx, Expr condition, Expr yes, Expr no) {
  const Interval hull = symbolic::Hull(ctx.Bounds(yes), ctx.Bounds(no));
  const Expr selected = ctx.Add(no, ctx.Multiply(condition, ctx.Subtract(yes, no)));
  if (selected.is_unknown()) return selected;
  const Interval bounds = ctx.Bounds(selected);
  const Expr above = bounds.min < hull.min ? ctx.Max(hull.min, selected) : selected;
  return bounds.max > hull.max ? ctx.Min(hull.max, above) : above;
}

// min(a, b) for Where(a < b, a, b) and Where(a <= b, a, b); nothing for other conditions.
std::optional<Expr> SelectSmaller(RuleContext& ctx, Expr condition, Expr a, Expr b) {
  const Expr difference = ctx.Subtract(b, a);
  for (const Expr margin : {difference, ctx.Add(difference, 1)}) {
    if (condition == ctx.Min(1, ctx.Max(0, margin))) return ctx.Min(a, b);
  }
  return std::nullopt;
}

}  // namespace

Expr Select(RuleContext& ctx, Expr condition, Expr yes, Expr no) {
  return ctx.IfItFits([&] {
    if (const auto smaller = SelectSmaller(ctx, condition, yes, no)) return *smaller;
    if (SelectSmaller(ctx, condition, no, yes)) return ctx.Max(yes, no);
    return SelectBy(ctx, condition, yes, no);
  });
}

}  // namespace shapewright::ops
