#include "core/symbolic/facts/narrowing.h"

#include <algorithm>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::symbolic {
namespace {

// Symbols below more operations than this are not narrowed.
constexpr int kMaxNarrowedDepth = 4;

// The interval of s for which c * s + rest >= 0 is possible.
Interval SolveAtLeastZero(int64_t coefficient, Interval rest) {
  if (!rest.has_max()) return Interval::All();
  // c*s >= -rest.max
  const Int128 bound = -static_cast<Int128>(rest.max);
  if (coefficient > 0) {
    const auto low = Narrow(CeilDivide<Int128>(bound, coefficient));
    return low ? Interval::AtLeast(*low) : Interval::All();
  }
  const auto high = Narrow(FloorDivide<Int128>(bound, coefficient));
  return high ? Interval::AtMost(*high) : Interval::All();
}

// The exponents for which base^exponent, rounded down, may lie within `bounds`.
Interval ExponentsWithin(int64_t base, Interval bounds) {
  Interval exponents;
  if (bounds.min > 0) {
    exponents.min = 0;
    while (CheckedPower(base, exponents.min).value_or(bounds.min) < bounds.min) ++exponents.min;
  }
  if (!bounds.has_max()) return exponents;
  exponents.max = -1;
  while (CheckedPower(base, exponents.max + 1).value_or(Interval::kInfinity) <= bounds.max) {
    ++exponents.max;
  }
  return exponents;
}

// `depth` counts the operations that the current node is nested in.
class Narrower {
 public:
  Narrower(const ExprArena& arena, SymbolState& symbols) : arena_(arena), symbols_(symbols) {}

  void NarrowBySum(absl::Span<const Term> sum, int depth);
  void NarrowExpr(Expr e, Interval bounds, int depth);

 private:
  void NarrowNode(NodeId id, Interval bounds, int depth);
  void NarrowFactors(absl::Span<const NodeId> factors, Interval bounds, int depth);

  const ExprArena& arena_;
  SymbolState& symbols_;
};

void Narrower::NarrowBySum(absl::Span<const Term> sum, int depth) {
  for (size_t i = 0; i < sum.size(); ++i) {
    if (sum[i].monomial == kUnitMonomial) continue;
    TermList rest(sum.begin(), sum.end());
    rest.erase(rest.begin() + static_cast<ptrdiff_t>(i));
    NarrowNode(sum[i].monomial, SolveAtLeastZero(sum[i].coefficient, arena_.TermBounds(rest)),
               depth);
  }
}

void Narrower::NarrowExpr(Expr e, Interval bounds, int depth) {
  if (!e.is_symbolic()) return;
  const ExprNode& node = arena_.node(e.node());
  if (node.kind != NodeKind::kSum) return NarrowNode(e.node(), bounds, depth);
  if (bounds.has_min()) {
    if (const auto sum = DifferenceTerms(arena_, e, bounds.min)) NarrowBySum(*sum, depth);
  }
  if (bounds.has_max()) {
    if (const auto sum = DifferenceTerms(arena_, bounds.max, e)) NarrowBySum(*sum, depth);
  }
}

void Narrower::NarrowNode(NodeId id, Interval bounds, int depth) {
  if (bounds.Contains(arena_.Bounds(Expr::FromNode(id)))) return;
  const ExprNode& node = arena_.node(id);
  if (node.kind == NodeKind::kSymbol || node.defined) {
    return symbols_.Narrow(node.symbol, bounds);
  }
  if (++depth > kMaxNarrowedDepth) return;
  switch (node.kind) {
    case NodeKind::kProduct:
      return NarrowFactors(node.factors, bounds, depth);
    case NodeKind::kFloorDiv: {
      const auto quotient = AsConstantQuotient(node);
      if (!quotient) return;
      // q <= floordiv(a, c) <= p exactly if q*c <= a <= p*c + c - 1.
      const Interval scaled = Multiply(bounds, Interval::Point(quotient->divisor));
      const Interval slack = {0, bounds.has_max() ? quotient->divisor - 1 : 0};
      return NarrowExpr(quotient->dividend, Add(scaled, slack), depth);
    }
    case NodeKind::kPower:
      return NarrowExpr(node.operands[1], ExponentsWithin(node.operands[0].constant(), bounds),
                        depth);
    case NodeKind::kMin:
      bounds.max = Interval::kInfinity;
      break;
    case NodeKind::kMax:
      bounds.min = Interval::kMinusInfinity;
      break;
    default:
      return;
  }
  for (const Expr operand : node.operands) NarrowExpr(operand, bounds, depth);
}

// Of non-negative factors each is at least the product's minimum over the maximum of the others,
// and at most the product's maximum over the minimum of the others.
void Narrower::NarrowFactors(absl::Span<const NodeId> factors, Interval bounds, int depth) {
  const auto is_negative = [this](NodeId id) { return arena_.Bounds(Expr::FromNode(id)).min < 0; };
  if (std::any_of(factors.begin(), factors.end(), is_negative)) return;
  for (size_t i = 0; i < factors.size(); ++i) {
    Interval others = Interval::Point(1);
    for (size_t k = 0; k < factors.size(); ++k) {
      if (k != i) others = Multiply(others, arena_.Bounds(Expr::FromNode(factors[k])));
    }
    Interval narrow = Interval::Size();
    if (bounds.min > 0) {
      narrow.min = others.has_max() && others.max > 0 ? CeilDivide(bounds.min, others.max) : 1;
    }
    if (bounds.has_max() && others.min > 0) narrow.max = FloorDivide(bounds.max, others.min);
    NarrowNode(factors[i], narrow, depth);
  }
}

}  // namespace

void NarrowBySum(const ExprArena& arena, SymbolState& symbols, absl::Span<const Term> sum) {
  Narrower(arena, symbols).NarrowBySum(sum, 0);
}

void NarrowTo(const ExprArena& arena, SymbolState& symbols, Expr e, Interval bounds) {
  Narrower(arena, symbols).NarrowExpr(e, bounds, 0);
}

}  // namespace shapewright::symbolic
