#include "core/rules/elements/join_elements.h"

#include <optional>

#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"

namespace shapewright::rules {
namespace {

// p if the two are min(p, q) and max(0, p - q), which add up to p: the two parts of a roll.
std::optional<Dim> WholeOfParts(RuleContext& ctx, Dim smaller, Dim rest) {
  if (!smaller.is_symbolic() || !rest.is_symbolic()) return std::nullopt;
  const symbolic::ExprNode& low = ctx.exprs().node(smaller.node());
  const symbolic::ExprNode& high = ctx.exprs().node(rest.node());
  const bool fit = low.kind == symbolic::NodeKind::kMin && high.kind == symbolic::NodeKind::kMax &&
                   low.operands.size() == 2 && high.operands.size() == 2 &&
                   high.operands[0].is_constant(0);
  if (!fit) return std::nullopt;
  const Expr p = low.operands[0];
  const Expr q = low.operands[1];
  const Expr difference = high.operands[1];
  if (ctx.Subtract(p, q) == difference) return p;
  if (ctx.Subtract(q, p) == difference) return q;
  return std::nullopt;
}

template <typename Element, typename Read>
bool GatherRows(RuleContext& ctx, int64_t outer, Read read,
                absl::InlinedVector<Element, 16>& joined) {
  absl::InlinedVector<absl::Span<const Element>, 8> parts;
  for (int i = 0; i < ctx.input_count(); ++i) {
    const auto part = read(i);
    if (!part) return false;
    parts.push_back(*part);
  }
  for (int64_t row = 0; row < outer; ++row) {
    for (const auto part : parts) {
      const size_t width = part.size() / static_cast<size_t>(outer);
      const auto slice = part.subspan(static_cast<size_t>(row) * width, width);
      joined.insert(joined.end(), slice.begin(), slice.end());
    }
  }
  return true;
}

}  // namespace

Dim AddSizes(RuleContext& ctx, Dim a, Dim b) {
  if (const auto whole = WholeOfParts(ctx, a, b)) return *whole;
  if (const auto whole = WholeOfParts(ctx, b, a)) return *whole;
  return ctx.Add(a, b);
}

void JoinElements(RuleContext& ctx, int axis) {
  bool is_any_known = false;
  for (int i = 0; i < ctx.input_count(); ++i) {
    is_any_known |= MayMoveElements(ctx, i);
  }
  if (!is_any_known || !ctx.HasOutput(0)) return;
  const Shape shape = OutputShape(ctx, 0);
  const auto count = SmallElementCount(shape);
  if (!count) return;
  int64_t outer = 1;
  for (int i = 0; i < axis; ++i) outer *= shape.dims[i].constant();
  if (outer == 0) return;
  if (shape::IsFloat(ctx.InputElement(0))) {
    absl::InlinedVector<FloatElement, 16> joined;
    const auto read = [&ctx](int i) { return ctx.FloatElements(i); };
    if (GatherRows(ctx, outer, read, joined) && static_cast<int64_t>(joined.size()) == *count) {
      ctx.SetFloatElements(0, joined);
    }
    return;
  }
  absl::InlinedVector<Expr, 16> joined;
  const auto read = [&ctx](int i) { return ctx.IntElementsOrFresh(i); };
  if (GatherRows(ctx, outer, read, joined) && static_cast<int64_t>(joined.size()) == *count) {
    ctx.SetIntElements(0, joined);
  }
}

}  // namespace shapewright::rules
