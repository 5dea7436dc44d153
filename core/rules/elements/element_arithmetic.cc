#include "core/rules/elements/element_arithmetic.h"

#include <algorithm>

#include "core/rules/checks/checks.h"

namespace shapewright::rules {

int64_t BroadcastIndex(absl::Span<const Dim> result, absl::Span<const Dim> shape, int64_t index) {
  int64_t flat = 0;
  int64_t stride = 1;
  for (size_t back = 1; back <= result.size(); ++back) {
    const int64_t size = result[result.size() - back].constant();
    const int64_t coordinate = size == 0 ? 0 : index % size;
    index = size == 0 ? 0 : index / size;
    if (back > shape.size()) continue;
    const int64_t own = shape[shape.size() - back].constant();
    if (own != 1) flat += coordinate * stride;
    stride *= own;
  }
  return flat;
}

namespace {

// Whether an operand is certainly broadcast to the result: after an error it need not be.
bool IsBroadcastTo(absl::Span<const Dim> result, absl::Span<const Dim> shape) {
  if (shape.size() > result.size()) return false;
  for (size_t back = 1; back <= shape.size(); ++back) {
    const Dim own = shape[shape.size() - back];
    if (!own.is_constant(1) && !(own == result[result.size() - back])) return false;
  }
  return true;
}

}  // namespace

std::optional<int64_t> SmallElementCount(const Shape& shape) {
  if (!shape.has_rank) return std::nullopt;
  // Products of some of the dims, such as strides and numbers of rows, are bounded too: a 0 among
  // the other dims does not make them small.
  constexpr int64_t kMostRows = 64 * kMaxElements;
  int64_t without_empty = 1;
  bool is_empty = false;
  for (const Dim dim : shape.dims) {
    if (!dim.is_constant() || dim.constant() < 0) return std::nullopt;
    is_empty |= dim.constant() == 0;
    if (dim.constant() > kMostRows / without_empty) return std::nullopt;
    without_empty *= std::max<int64_t>(1, dim.constant());
  }
  if (is_empty) return 0;
  return without_empty <= kMaxElements ? std::optional(without_empty) : std::nullopt;
}

void MapElementPairs(RuleContext& ctx, int a, int b, absl::FunctionRef<Expr(Expr, Expr)> op) {
  auto elements_a = ctx.IntElements(a);
  auto elements_b = ctx.IntElements(b);
  if (!elements_a && !elements_b) return;
  if (!ctx.HasOutput(0)) return;
  const shape::TypeId output = ctx.workspace().value(ctx.node().outputs[0]).type();
  const Shape& result = ctx.types().at(output).shape;
  const auto count = SmallElementCount(result);
  if (!count) return;
  if (!elements_a) elements_a = ctx.IntElementsOrFresh(a);
  if (!elements_b) elements_b = ctx.IntElementsOrFresh(b);
  if (!elements_a || !elements_b) return;
  const Shape shape_a = ctx.InputShape(a);
  const Shape shape_b = ctx.InputShape(b);
  if (!SmallElementCount(shape_a) || !SmallElementCount(shape_b)) return;
  if (!IsBroadcastTo(result.dims, shape_a.dims) || !IsBroadcastTo(result.dims, shape_b.dims))
    return;
  ExprVector mapped;
  for (int64_t i = 0; i < *count; ++i) {
    mapped.push_back(op((*elements_a)[BroadcastIndex(result.dims, shape_a.dims, i)],
                        (*elements_b)[BroadcastIndex(result.dims, shape_b.dims, i)]));
  }
  ctx.SetIntElements(0, mapped);
}

// Requires that divisors are not 0: the specification leaves the result undefined, and runtimes
// fail whether or not the quotient is used. Those of an input become symbols here, as in the
// quotient.
void RequireDivisors(RuleContext& ctx, int input) {
  const auto divisors = ctx.IntElementsOrFresh(input);
  if (!divisors) return;
  for (size_t i = 0; i < divisors->size(); ++i) {
    const Expr divisor = (*divisors)[i];
    if (divisor.is_unknown()) continue;
    ctx.RequireNotZero(divisor, Place::Element(input, static_cast<int>(i)), "divide.zero"_check);
  }
}

Expr KeepInRange(RuleContext& ctx, Expr value, ElementType element) {
  if (value.is_unknown()) return value;
  const Interval range = shape::ElementRange(element);
  const Interval bounds = ctx.Bounds(value);
  if (range.Contains(bounds)) return value;
  if (element != ElementType::kInt32) return Expr();
  constexpr const Check& kReason = "integer.wraps"_check;
  // Assumed of expressions only: sizes are far from the ends of int32. A constant beyond them does
  // wrap.
  if (value.is_constant()) return Expr();
  const symbolic::FactSource source{symbolic::Basis::kAssumed, ctx.SiteOf({}), ctx.SiteOf({}),
                                    kReason};
  ctx.facts().RequireAtMost(value, range.max, source);
  ctx.facts().RequireAtMost(range.min, value, source);
  return value;
}

}  // namespace shapewright::rules
