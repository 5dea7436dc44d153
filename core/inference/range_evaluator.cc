#include "core/inference/range_evaluator.h"

#include <algorithm>

#include "core/symbolic/bounds.h"
#include "core/symbolic/reachable.h"

namespace shapewright::inference {

using symbolic::Expr;
using symbolic::ExprNode;
using symbolic::Interval;
using symbolic::NodeId;
using symbolic::NodeKind;

RangeEvaluator::RangeEvaluator(const symbolic::ExprArena& arena, absl::Span<const Expr> roots)
    : arena_(arena),
      roots_(roots.begin(), roots.end()),
      nodes_(symbolic::ReachableNodes(arena, roots)),
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
  if (node.kind == NodeKind::kSum) return symbolic::SumBounds(arena_, node.terms, look_up);
  if (node.kind == NodeKind::kProduct) return symbolic::ProductBounds(node.factors, look_up);
  if (node.kind != NodeKind::kSymbol) {
    return symbolic::OperationBounds(node.kind, node.operands, look_up);
  }
  const bool has_value = node.symbol < values.size() && values[node.symbol];
  return has_value ? Interval::Point(*values[node.symbol]) : arena_.SymbolBounds(node.symbol);
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
