#include "core/symbolic/reachable.h"

#include <algorithm>

#include "core/base/hash_map.h"

namespace shapewright::symbolic {

namespace {

// With more roots, a bit for every node of the arena costs less than a hash set.
constexpr size_t kFewRoots = 8;
// The cost of one hash look-up and one entry of the order, about.
constexpr uint64_t kCountPerReached = 6;

// Appends all nodes below the roots; insert(id) says whether a node is new.
template <typename Insert>
void Follow(const ExprArena& arena, absl::Span<const Expr> roots, std::vector<NodeId>& reached,
            Insert insert) {
  const auto reach = [&](NodeId id) {
    if (id != 0 && insert(id)) reached.push_back(id);
  };
  for (const Expr root : roots) {
    if (root.is_symbolic()) reach(root.node());
  }
  for (size_t next = 0; next < reached.size() && arena.CountWork(kCountPerReached); ++next) {
    ForEachOperandNode(arena.node(reached[next]), reach);
  }
}

}  // namespace

std::vector<NodeId> ReachableNodes(const ExprArena& arena, absl::Span<const Expr> roots) {
  std::vector<NodeId> reached;
  if (roots.size() <= kFewRoots) {
    HashSet<NodeId> seen;
    Follow(arena, roots, reached, [&](NodeId id) { return seen.insert(id).second; });
  } else {
    arena.CountWork(arena.node_count() / 64);
    std::vector<bool> seen(arena.node_count());
    Follow(arena, roots, reached, [&](NodeId id) {
      const bool is_new = !seen[id];
      seen[id] = true;
      return is_new;
    });
  }
  std::sort(reached.begin(), reached.end());
  return reached;
}

std::vector<SymbolId> ReachableSymbols(const ExprArena& arena, absl::Span<const Expr> roots) {
  std::vector<SymbolId> symbols;
  for (const NodeId id : ReachableNodes(arena, roots)) {
    const ExprNode& node = arena.node(id);
    if (node.kind == NodeKind::kSymbol) symbols.push_back(node.symbol);
  }
  return symbols;
}

std::vector<SymbolId> SymbolCollector::CollectNew(absl::Span<const Expr> roots) {
  if (seen_.size() < arena_.node_count()) seen_.resize(arena_.node_count());
  std::vector<NodeId> reached;
  Follow(arena_, roots, reached, [this](NodeId id) {
    const bool is_new = !seen_[id];
    seen_[id] = true;
    return is_new;
  });
  std::vector<SymbolId> symbols;
  for (const NodeId id : reached) {
    const ExprNode& node = arena_.node(id);
    if (node.kind == NodeKind::kSymbol) symbols.push_back(node.symbol);
  }
  return symbols;
}

}  // namespace shapewright::symbolic
