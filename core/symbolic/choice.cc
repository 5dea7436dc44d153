// min, max and broadcast on normal forms.
#include <algorithm>

#include "absl/container/inlined_vector.h"
#include "core/symbolic/algebra.h"
#include "core/symbolic/compare.h"
#include "core/symbolic/normal_form.h"

namespace shapewright::symbolic {
namespace {

using Operands = absl::InlinedVector<Expr, 6>;

void AppendFlat(const ExprArena& arena, NodeKind kind, Expr e,
                Operands& operands) {
  if (e.is_symbolic()) {
    const ExprNode& node = arena.node(e.node());
    if (node.kind == kind && !node.defined) {
      operands.insert(operands.end(), node.operands.begin(),
                      node.operands.end());
      return;
    }
  }
  operands.push_back(e);
}

// Constants first, then by id: one order for equal sets of operands.
bool OperandBefore(Expr a, Expr b) {
  if (a.is_constant() || b.is_constant()) {
    return a.is_constant() &&
           (!b.is_constant() || a.constant() < b.constant());
  }
  return a.node() < b.node();
}

// True if `a` makes `b` superfluous beside it.
bool Decides(ExprArena& arena, NodeKind kind, Expr a, Expr b) {
  return kind == NodeKind::kMin ? IsAtMost(arena, a, b) : IsAtMost(arena, b, a);
}

Expr Choose(ExprArena& arena, NodeKind kind, Expr a, Expr b) {
  if (a.is_unknown() || b.is_unknown()) return Expr();
  if (Decides(arena, kind, a, b)) return a;
  if (Decides(arena, kind, b, a)) return b;
  Operands all;
  AppendFlat(arena, kind, a, all);
  AppendFlat(arena, kind, b, all);
  std::sort(all.begin(), all.end(), OperandBefore);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  Operands kept;
  for (size_t i = 0; i < all.size(); ++i) {
    bool is_superfluous = false;
    for (size_t j = 0; j < all.size() && !is_superfluous; ++j) {
      if (i == j || !Decides(arena, kind, all[j], all[i])) continue;
      // Of two that decide each other the first stays.
      is_superfluous = j < i || !Decides(arena, kind, all[i], all[j]);
    }
    if (!is_superfluous) kept.push_back(all[i]);
  }
  if (kept.size() == 1) return kept[0];
  if (kept.size() > arena.limits().terms) kept = {a, b};
  return arena.InternOperation(kind, kept);
}

}  // namespace

Expr Min(ExprArena& arena, Expr a, Expr b) {
  return Choose(arena, NodeKind::kMin, a, b);
}

Expr Max(ExprArena& arena, Expr a, Expr b) {
  return Choose(arena, NodeKind::kMax, a, b);
}

Expr Broadcast(ExprArena& arena, Expr a, Expr b) {
  if (a.is_constant(1)) return b;
  if (b.is_constant(1) || a == b) return a;
  if (a.is_unknown() || b.is_unknown()) return Expr();
  // A side that cannot be 1 wins: the other one is 1 or equal to it (S1).
  if (!arena.Bounds(a).Contains(1)) return a;
  if (!arena.Bounds(b).Contains(1)) return b;
  return arena.InternOperation(NodeKind::kBroadcast, {a, b});
}

}  // namespace shapewright::symbolic
