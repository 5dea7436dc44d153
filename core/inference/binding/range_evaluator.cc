#include "core/inference/binding/range_evaluator.h"

#include <algorithm>

#include "core/symbolic/bounds.h"
#include "core/symbolic/reachable.h"

namespace shapewright::inference {

using symbolic::Expr;
using symbolic::ExprNode;
using symbolic::Interval;
using symbolic::NodeId;
using symbolic::NodeKind;

namespace {

// The nodes of the roots and of the upper bounds of their symbols.
std::vector<NodeId> NodesOf(const symbolic::ExprArena& arena, absl::Span<const Expr> roots) {
  std::vector<NodeId> nodes = symbolic::ReachableNodes(arena, roots);
  std::vector<Expr> all(roots.begin(), roots.end());
  for (const NodeId id : nodes) {
    const ExprNode& node = arena.node(id);
    if (node.kind != NodeKind::kSymbol) continue;
    const Expr upper = arena.symbol(node.symbol).upper;
    if (upper.is_symbolic()) all.push_back(upper);
  }
  // Upper bounds contain only symbols of inputs, which have no upper bound themselves: one more
  // step suffices.
  return all.size() == roots.size() ? nodes : symbolic::ReachableNodes(arena, all);
}

}  // namespace

RangeEvaluator::RangeEvaluator(const symbolic::ExprArena& arena, absl::Span<const Expr> roots)
    : arena_(arena),
      roots_(roots.begin(), roots.end()),
      nodes_(NodesOf(arena, roots)),
      ranges_(nodes_.size()),
      results_(roots_.size()) {}

Interval RangeEvaluator::Find(NodeId id) const {
  if (id == 0) return Interval::Point(1);
  const auto found = std::lower_bound(nodes_.begin(), nodes_.end(), id);
  return ranges_[static_cast<size_t>(found - nodes_.begin())];
}

Interval RangeEvaluator::Compute(NodeId id, symbolic::Bindings values) const {
  const ExprNode& node = arena_.node(id);
  const auto look_up = [this](NodeId operand) { return Find(operand); };
  if (node.kind == NodeKind::kSum) return symbolic::SumBounds(arena_.nodes(), node.terms, look_up);
  if (node.kind == NodeKind::kProduct) return symbolic::ProductBounds(node.factors, look_up);
  if (node.kind != NodeKind::kSymbol) {
    return symbolic::OperationBounds(node.kind, node.operands, look_up);
  }
  const bool has_value = node.symbol < values.size() && values[node.symbol];
  if (has_value) return Interval::Point(*values[node.symbol]);
  Interval bounds = arena_.SymbolBounds(node.symbol);
  const symbolic::Symbol& symbol = arena_.symbol(node.symbol);
  if (!symbol.upper.is_unknown()) {
    const Interval most = symbolic::OperandBounds(symbol.upper, look_up);
    bounds.max = std::min(bounds.max, most.max);
    if (symbol.is_one_with_upper && most.min >= 1) bounds.min = std::max<int64_t>(bounds.min, 1);
  }
  return bounds;
}

absl::Span<const Interval> RangeEvaluator::Run(symbolic::Bindings values) {
  for (size_t i = 0; i < nodes_.size(); ++i) ranges_[i] = Compute(nodes_[i], values);
  for (size_t i = 0; i < roots_.size(); ++i) {
    const Expr root = roots_[i];
    results_[i] = root.is_constant()  ? Interval::Point(root.constant())
                  : root.is_unknown() ? Interval::All()
                                      : Find(root.node());
  }
  return results_;
}

}  // namespace shapewright::inference
