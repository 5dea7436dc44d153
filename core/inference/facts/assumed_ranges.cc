#include "core/inference/facts/assumed_ranges.h"

#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/facts/require_fact.h"
#include "core/symbolic/reachable.h"

namespace shapewright::inference {
namespace {

using symbolic::ExprArena;
using symbolic::Fact;
using symbolic::Interval;
using symbolic::SymbolId;

bool IsAssumedRange(const ExprArena& arena, const Fact& fact) {
  return fact.source.basis == symbolic::Basis::kAssumed && fact.scope == symbolic::kRootScope &&
         fact.relation == symbolic::Relation::kAtMost &&
         symbolic::DependsOnInputsOnly(arena, fact.left) &&
         symbolic::DependsOnInputsOnly(arena, fact.right);
}

}  // namespace

AssumedRanges::AssumedRanges(ops::Workspace& workspace) : arena_(workspace.exprs()) {
  for (const Fact& fact : workspace.facts().facts()) {
    if (!arena_.CountWork(1)) return;
    if (IsAssumedRange(arena_, fact)) Narrow(fact);
  }
  if (!before_.empty()) NarrowByUpperBounds();
}

AssumedRanges::~AssumedRanges() {
  for (auto it = before_.rbegin(); it != before_.rend(); ++it) {
    arena_.SetSymbolBounds(it->first, it->second);
  }
}

void AssumedRanges::Narrow(const Fact& fact) {
  const size_t first = before_.size();
  for (const symbolic::NodeId id : symbolic::ReachableNodes(arena_, {fact.left, fact.right})) {
    const symbolic::ExprNode& node = arena_.node(id);
    if (node.kind != symbolic::NodeKind::kSymbol && !node.defined) continue;
    before_.emplace_back(node.symbol, arena_.SymbolBounds(node.symbol));
  }
  Fact required = fact;
  required.source.basis = symbolic::Basis::kRequired;
  symbolic::FactStore facts(arena_);
  symbolic::RequireFact(facts, required);
  for (size_t i = first; i < before_.size(); ++i) {
    const auto& [id, bounds] = before_[i];
    if (arena_.SymbolBounds(id).is_point()) arena_.SetSymbolBounds(id, bounds);
  }
}

// What data decide is at most what its upper bound comes to.
void AssumedRanges::NarrowByUpperBounds() {
  for (SymbolId id = 0; id < arena_.symbols().size() && arena_.CountWork(1); ++id) {
    const symbolic::Expr upper = arena_.symbol(id).upper;
    if (!upper.is_symbolic()) continue;
    const Interval now = arena_.SymbolBounds(id);
    const Interval narrow = Intersect(now, Interval::AtMost(arena_.Bounds(upper).max));
    if (narrow == now || narrow.is_empty() || narrow.is_point()) continue;
    before_.emplace_back(id, now);
    arena_.SetSymbolBounds(id, narrow);
  }
}

}  // namespace shapewright::inference
