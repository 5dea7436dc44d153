#include "core/symbolic/algebra/range_evaluator.h"

#include <algorithm>

#include "core/symbolic/bounds.h"
#include "core/symbolic/reachable.h"

namespace shapewright::symbolic {
namespace {

// The nodes of the roots and of the upper bounds of their symbols.
std::vector<NodeId> NodesOf(const ExprArena& arena, absl::Span<const Expr> roots) {
  std::vector<NodeId> nodes = ReachableNodes(arena, roots);
  std::vector<Expr> all(roots.begin(), roots.end());
  for (const NodeId id : nodes) {
    const ExprNode& node = arena.node(id);
    if (node.kind != NodeKind::kSymbol) continue;
    const Expr upper = arena.symbol(node.symbol).upper;
    if (upper.is_symbolic()) all.push_back(upper);
  }
  // Upper bounds contain only symbols of inputs, which have no upper bound themselves: one more
  // step suffices.
  return all.size() == roots.size() ? nodes : ReachableNodes(arena, all);
}

}  // namespace

RangeEvaluator::RangeEvaluator(const ExprArena& arena, absl::Span<const Expr> roots)
    : arena_(arena),
      roots_(roots.begin(), roots.end()),
      nodes_(NodesOf(arena, roots)),
      ranges_(nodes_.size()),
      results_(roots_.size()) {}

Interval RangeEvaluator::Of(NodeId id) const {
  if (id == 0) return Interval::Point(1);
  const auto found = std::lower_bound(nodes_.begin(), nodes_.end(), id);
  return ranges_[static_cast<size_t>(found - nodes_.begin())];
}

Interval RangeEvaluator::ComputeNode(NodeId id, SymbolRange symbol_range) const {
  const ExprNode& node = arena_.node(id);
  if (node.kind == NodeKind::kSymbol) return SymbolBounds(node.symbol, symbol_range);
  const Interval bounds = OperationBounds(node);
  // Without a value, as a quotient by 0 is, it leaves open what is made of it.
  return bounds.is_empty() ? Interval::All() : bounds;
}

Interval RangeEvaluator::OperationBounds(const ExprNode& node) const {
  const auto look_up = [this](NodeId operand) { return Of(operand); };
  if (node.kind == NodeKind::kSum) return SumBounds(arena_.nodes(), node.terms, look_up);
  if (node.kind == NodeKind::kProduct) return ProductBounds(node.factors, look_up);
  if (node.kind == NodeKind::kIf) {
    const Interval condition = OperandBounds(node.operands[0], look_up);
    if (condition.is_point())
      return OperandBounds(node.operands[condition.min == 0 ? 2 : 1], look_up);
  }
  if (node.kind == NodeKind::kBroadcast) {
    // A side that cannot be 1 is the result (S1).
    const Interval side = OperandBounds(node.operands[1], look_up);
    if (!side.Contains(1)) return side;
  }
  return symbolic::OperationBounds(node.kind, node.operands, look_up);
}

Interval RangeEvaluator::SymbolBounds(SymbolId id, SymbolRange symbol_range) const {
  const auto look_up = [this](NodeId operand) { return Of(operand); };
  Interval bounds = symbol_range(id);
  const Symbol& symbol = arena_.symbol(id);
  if (bounds.is_point() || symbol.upper.is_unknown()) return bounds;
  const Interval most = OperandBounds(symbol.upper, look_up);
  // Where nothing is left there is no such thing, as no part of an empty axis has a size: what is
  // counted of it is nothing, whatever it is.
  if (most.max < bounds.min) return bounds;
  bounds.max = std::min(bounds.max, most.max);
  if (symbol.is_one_with_upper && most.min >= 1) bounds.min = std::max<int64_t>(bounds.min, 1);
  return bounds;
}

absl::Span<const Interval> RangeEvaluator::Compute(SymbolRange symbol_range) {
  for (size_t i = 0; i < nodes_.size(); ++i) ranges_[i] = ComputeNode(nodes_[i], symbol_range);
  for (size_t i = 0; i < roots_.size(); ++i) {
    const Expr root = roots_[i];
    results_[i] = root.is_constant()  ? Interval::Point(root.constant())
                  : root.is_unknown() ? Interval::All()
                                      : Of(root.node());
  }
  return results_;
}

absl::Span<const Interval> RangeEvaluator::Run(Bindings values) {
  return Compute([&](SymbolId id) {
    const bool has_value = id < values.size() && values[id];
    return has_value ? Interval::Point(*values[id]) : arena_.SymbolBounds(id);
  });
}

absl::Span<const Interval> RangeEvaluator::RunOver(absl::Span<const Interval> box) {
  return Compute([&](SymbolId id) { return id < box.size() ? box[id] : arena_.SymbolBounds(id); });
}

}  // namespace shapewright::symbolic
