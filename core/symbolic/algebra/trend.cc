#include "core/symbolic/algebra/trend.h"

#include <algorithm>

#include "absl/container/inlined_vector.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/substitute.h"
#include "core/symbolic/bounds.h"
#include "core/symbolic/float_operation.h"

namespace shapewright::symbolic {
namespace {

// How many differences e(x + 1) - e(x) are made for one symbol at most.
constexpr int kMaxDifferences = 256;
constexpr uint64_t kCountPerTrendNode = 8;

enum class Sign : uint8_t { kNotNegative, kNotPositive, kUnknown };

Sign SignOf(Interval range) {
  if (range.min >= 0) return Sign::kNotNegative;
  return range.max <= 0 ? Sign::kNotPositive : Sign::kUnknown;
}

Sign Product(Sign a, Sign b) {
  if (a == Sign::kUnknown || b == Sign::kUnknown) return Sign::kUnknown;
  return a == b ? Sign::kNotNegative : Sign::kNotPositive;
}

// The trend of trend times something of that sign.
Trend Times(Trend trend, Sign sign) {
  if (trend == Trend::kConstant || sign == Sign::kNotNegative) return trend;
  return sign == Sign::kNotPositive ? Flip(trend) : Trend::kOpen;
}

Trend TrendOfDifference(Interval difference) {
  if (difference == Interval::Point(0)) return Trend::kConstant;
  if (difference.min >= 0) return Trend::kUp;
  return difference.max <= 0 ? Trend::kDown : Trend::kOpen;
}

}  // namespace

Trend Join(Trend a, Trend b) {
  if (a == b || b == Trend::kConstant) return a;
  return a == Trend::kConstant ? b : Trend::kOpen;
}

Trend Flip(Trend trend) {
  if (trend == Trend::kUp) return Trend::kDown;
  return trend == Trend::kDown ? Trend::kUp : trend;
}

TrendFinder::TrendFinder(ExprArena& arena, absl::Span<const Expr> roots,
                         absl::Span<const Interval> box)
    : arena_(arena),
      roots_(roots.begin(), roots.end()),
      box_(box.begin(), box.end()),
      ranges_(arena, roots),
      trends_(ranges_.nodes().size()),
      results_(roots.size()) {
  arena.CountWork(ranges_.steps() + box_.size());
  ranges_.RunOver(box_);
  for (SymbolId id = 0; id < box_.size(); ++id) {
    is_within_bounds_ &= arena.SymbolBounds(id).Contains(box_[id]);
  }
}

absl::Span<const Trend> TrendFinder::Find(SymbolId symbol) {
  symbol_ = symbol;
  differences_ = 0;
  const absl::Span<const NodeId> nodes = ranges_.nodes();
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!arena_.CountWork(kCountPerTrendNode)) {
      results_.assign(roots_.size(), Trend::kOpen);
      return results_;
    }
    trends_[i] = ByRule(nodes[i]);
    if (trends_[i] == Trend::kOpen) trends_[i] = OfDifference(nodes[i]);
  }
  for (size_t i = 0; i < roots_.size(); ++i) {
    results_[i] = roots_[i].is_unknown() ? Trend::kOpen : TrendOf(roots_[i]);
  }
  return results_;
}

Trend TrendFinder::TrendOf(NodeId id) const {
  if (id == 0) return Trend::kConstant;
  const absl::Span<const NodeId> nodes = ranges_.nodes();
  const auto found = std::lower_bound(nodes.begin(), nodes.end(), id);
  return trends_[static_cast<size_t>(found - nodes.begin())];
}

Interval TrendFinder::RangeOf(Expr e) const {
  return OperandBounds(e, [this](NodeId id) { return ranges_.Of(id); });
}

TrendFinder::Part TrendFinder::PartOf(Expr e) const { return {TrendOf(e), RangeOf(e)}; }

Trend TrendFinder::OfProduct(absl::Span<const Part> factors) {
  Trend trend = Trend::kConstant;
  for (size_t i = 0; i < factors.size(); ++i) {
    if (factors[i].trend == Trend::kConstant) continue;
    Sign others = Sign::kNotNegative;
    for (size_t k = 0; k < factors.size(); ++k) {
      if (k != i) others = Product(others, SignOf(factors[k].range));
    }
    trend = Join(trend, Times(factors[i].trend, others));
  }
  return trend;
}

Trend TrendFinder::OfQuotient(const Part& dividend, const Part& divisor) {
  if (divisor.trend == Trend::kConstant && divisor.range.max < 0) return Flip(dividend.trend);
  const bool is_constant = dividend.trend == Trend::kConstant && divisor.trend == Trend::kConstant;
  if (is_constant || divisor.range.min < 1) return is_constant ? Trend::kConstant : Trend::kOpen;
  return Join(dividend.trend, Times(Flip(divisor.trend), SignOf(dividend.range)));
}

Trend TrendFinder::OfBroadcast(Expr a, Expr b) const {
  const Interval range = RangeOf(a);
  if (range == Interval::Point(1)) return TrendOf(b);
  if (!range.Contains(1)) return TrendOf(a);
  const bool is_constant = TrendOf(a) == Trend::kConstant && TrendOf(b) == Trend::kConstant;
  return is_constant ? Trend::kConstant : Trend::kOpen;
}

Trend TrendFinder::OfIf(Expr condition, Expr a, Expr b) {
  const Interval known = RangeOf(condition);
  if (known.is_point()) return TrendOf(known.min == 0 ? b : a);
  const Trend sides = Join(TrendOf(a), TrendOf(b));
  const Trend switches = TrendOf(condition);
  if (switches == Trend::kConstant || sides == Trend::kOpen) return sides;
  if (switches == Trend::kOpen || !is_within_bounds_) return Trend::kOpen;
  // What is chosen changes once, where the condition does: from b to a if that grows.
  const Expr step = switches == Trend::kUp ? Subtract(arena_, a, b) : Subtract(arena_, b, a);
  RangeEvaluator ranges(arena_, {step});
  if (!arena_.CountWork(ranges.steps())) return Trend::kOpen;
  return Join(sides, TrendOfDifference(ranges.RunOver(box_)[0]));
}

Trend TrendFinder::OfFloat(const ExprNode& node) const {
  const FloatNode read = ReadFloat(node);
  const Part first = PartOf(read.first);
  switch (read.operation) {
    case FloatOperation::kAdd:
    case FloatOperation::kMin:
    case FloatOperation::kMax:
      return Join(first.trend, TrendOf(read.second));
    case FloatOperation::kSubtract:
      return Join(first.trend, Flip(TrendOf(read.second)));
    case FloatOperation::kMultiply:
      return OfProduct({first, PartOf(read.second)});
    case FloatOperation::kDivide:
      return OfQuotient(first, PartOf(read.second));
    default:
      return first.trend;  // rounded, which keeps the order
  }
}

Trend TrendFinder::ByRule(NodeId id) {
  const ExprNode node = arena_.node(id);  // a copy: the arena grows
  switch (node.kind) {
    case NodeKind::kUnit:
      return Trend::kConstant;
    case NodeKind::kSymbol:
      return node.symbol == symbol_ ? Trend::kUp : Trend::kConstant;
    case NodeKind::kSum: {
      Trend trend = Trend::kConstant;
      for (const Term& term : node.terms) {
        const Trend of_term = TrendOf(term.monomial);
        trend = Join(trend, term.coefficient < 0 ? Flip(of_term) : of_term);
      }
      return trend;
    }
    case NodeKind::kProduct: {
      absl::InlinedVector<Part, 8> factors;
      for (const NodeId factor : node.factors) factors.push_back(PartOf(Expr::FromNode(factor)));
      return OfProduct(factors);
    }
    case NodeKind::kDefinedProduct:
      return OfProduct({PartOf(node.operands[0]), PartOf(node.operands[1])});
    case NodeKind::kFloorDiv:
    case NodeKind::kCeilDiv:
    case NodeKind::kTruncDiv:
      return OfQuotient(PartOf(node.operands[0]), PartOf(node.operands[1]));
    case NodeKind::kBroadcast:
      return OfBroadcast(node.operands[0], node.operands[1]);
    case NodeKind::kIf:
      return OfIf(node.operands[0], node.operands[1], node.operands[2]);
    case NodeKind::kFloat:
      return OfFloat(node);
    case NodeKind::kMin:
    case NodeKind::kMax:
    case NodeKind::kDefinedSum:
    case NodeKind::kTruncate:
    case NodeKind::kPower:
    case NodeKind::kMod:
      break;
  }
  Trend trend = Trend::kConstant;
  for (const Expr operand : node.operands) trend = Join(trend, TrendOf(operand));
  return node.kind == NodeKind::kMod && trend != Trend::kConstant ? Trend::kOpen : trend;
}

Trend TrendFinder::OfDifference(NodeId id) {
  const NodeKind kind = arena_.node(id).kind;
  const bool is_root = std::any_of(roots_.begin(), roots_.end(), [id](Expr root) {
    return root.is_symbolic() && root.node() == id;
  });
  if (kind == NodeKind::kFloat || !(is_root || kind == NodeKind::kSum)) return Trend::kOpen;
  if (!is_within_bounds_ || ++differences_ > kMaxDifferences) return Trend::kOpen;
  const Expr self = Expr::FromNode(arena_.symbol(symbol_).node);
  const Expr next = Add(arena_, self, 1);
  Rewriter rewriter(arena_);
  const Expr shifted = rewriter.Rewrite(Expr::FromNode(id), [&](SymbolId other) {
    return other == symbol_ ? next : Expr::FromNode(arena_.symbol(other).node);
  });
  const Expr difference = Subtract(arena_, shifted, Expr::FromNode(id));
  if (difference.is_unknown()) return Trend::kOpen;
  RangeEvaluator ranges(arena_, {difference});
  if (!arena_.CountWork(ranges.steps())) return Trend::kOpen;
  return TrendOfDifference(ranges.RunOver(box_)[0]);
}

Trend FindTrend(ExprArena& arena, Expr e, SymbolId symbol) {
  return TrendFinder(arena, {e}).Find(symbol)[0];
}

}  // namespace shapewright::symbolic
