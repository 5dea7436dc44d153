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

AssumedRanges::AssumedRanges(rules::Workspace& workspace) : arena_(workspace.exprs()) {
  for (const Fact& fact : workspace.facts().facts()) {
    if (!arena_.CountWork(1)) return;
    if (IsAssumedRange(arena_, fact)) Narrow(fact);
  }
  if (!ranges_.empty()) NarrowByUpperBounds();
  for (Range& range : ranges_) range.assumed = arena_.SymbolBounds(range.symbol);
}

void AssumedRanges::Lift() {
  for (auto it = ranges_.rbegin(); it != ranges_.rend(); ++it) {
    arena_.SetSymbolBounds(it->symbol, it->own);
  }
}

void AssumedRanges::Apply() {
  for (const Range& range : ranges_) arena_.SetSymbolBounds(range.symbol, range.assumed);
}

void AssumedRanges::Narrow(const Fact& fact) {
  if (arena_.Bounds(fact.left).max <= arena_.Bounds(fact.right).min) return;
  const size_t first = ranges_.size();
  for (const symbolic::NodeId id : symbolic::ReachableNodes(arena_, {fact.left, fact.right})) {
    const symbolic::ExprNode& node = arena_.node(id);
    if (node.kind != symbolic::NodeKind::kSymbol && !node.defined) continue;
    ranges_.push_back({node.symbol, arena_.SymbolBounds(node.symbol), {}});
  }
  Fact required = fact;
  required.source.basis = symbolic::Basis::kRequired;
  symbolic::FactStore facts(arena_);
  symbolic::RequireFact(facts, required);
  for (size_t i = first; i < ranges_.size(); ++i) {
    const auto& [id, own, unset] = ranges_[i];
    if (arena_.SymbolBounds(id).is_point()) arena_.SetSymbolBounds(id, own);
  }
}

// What data decide is at most what its upper bound comes to. Bounds of inputs alone are all found
// before any is set, since each that is set makes the arena find bounds again.
void AssumedRanges::NarrowByUpperBounds() {
  std::vector<SymbolId> others;
  const size_t first = ranges_.size();
  for (SymbolId id = 0; id < arena_.symbols().size() && arena_.CountWork(1); ++id) {
    const symbolic::Expr upper = arena_.symbol(id).upper;
    if (!upper.is_symbolic()) continue;
    if (!symbolic::DependsOnInputsOnly(arena_, upper)) {
      others.push_back(id);
    } else if (const auto range = NarrowedByUpper(id)) {
      ranges_.push_back(*range);
    }
  }
  for (size_t i = first; i < ranges_.size(); ++i) {
    arena_.SetSymbolBounds(ranges_[i].symbol, ranges_[i].assumed);
  }
  for (const SymbolId id : others) {
    if (const auto range = NarrowedByUpper(id)) {
      ranges_.push_back(*range);
      arena_.SetSymbolBounds(id, range->assumed);
    }
  }
}

std::optional<AssumedRanges::Range> AssumedRanges::NarrowedByUpper(SymbolId id) const {
  const Interval now = arena_.SymbolBounds(id);
  const Interval narrow =
      Intersect(now, Interval::AtMost(arena_.Bounds(arena_.symbol(id).upper).max));
  if (narrow == now || narrow.is_empty() || narrow.is_point()) return std::nullopt;
  return Range{id, now, narrow};
}

}  // namespace shapewright::inference
