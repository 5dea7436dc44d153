#include "core/symbolic/reachable.h"

#include <algorithm>

namespace shapewright::symbolic {

std::vector<NodeId> ReachableNodes(const ExprArena& arena,
                                   absl::Span<const Expr> roots) {
  NodeId largest = 0;
  for (const Expr root : roots) {
    if (root.is_symbolic()) largest = std::max(largest, root.node());
  }
  std::vector<NodeId> reached;
  std::vector<bool> seen(largest + size_t{1});
  seen[0] = true;
  const auto reach = [&](NodeId id) {
    if (seen[id]) return;
    seen[id] = true;
    reached.push_back(id);
  };
  for (const Expr root : roots) {
    if (root.is_symbolic()) reach(root.node());
  }
  for (size_t next = 0; next < reached.size(); ++next) {
    ForEachOperandNode(arena.node(reached[next]), reach);
  }
  std::sort(reached.begin(), reached.end());
  return reached;
}

}  // namespace shapewright::symbolic
