#include "core/symbolic/algebra/choice.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/inlined_vector.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/normal_form.h"

namespace shapewright::symbolic {
namespace {

using Operands = absl::InlinedVector<Expr, 6>;

// Constants first, then by id, so that equal sets of operands have one order.
bool OperandBefore(Expr a, Expr b) {
  if (a.is_constant() || b.is_constant()) {
    return a.is_constant() && (!b.is_constant() || a.constant() < b.constant());
  }
  return a.node() < b.node();
}

// Room for the operands of two full nodes.
size_t MaxFlatOperands(const ExprArena& arena) { return size_t{2} * arena.limits().terms; }

// Adds the operands of `e`, with those of choices nested in it. False if there are too many; then
// some are missing.
bool AppendFlat(const ExprArena& arena, NodeKind kind, Expr e, Operands& operands) {
  if (operands.size() >= MaxFlatOperands(arena)) return false;
  if (const ExprNode* const node = arena.AsOperation(e, kind)) {
    return absl::c_all_of(node->operands,
                          [&](Expr operand) { return AppendFlat(arena, kind, operand, operands); });
  }
  operands.push_back(e);
  return true;
}

// For operands that do not fit into one node.
Expr KeepNested(ExprArena& arena, NodeKind kind, Expr a, Expr b) {
  if (OperandBefore(b, a)) std::swap(a, b);
  return arena.InternOperation(kind, {a, b});
}

// True if `b` beside `a` does not change the min or max.
bool Decides(const ExprArena& arena, NodeKind kind, Expr a, Expr b) {
  return kind == NodeKind::kMin ? IsAtMost(arena, a, b) : IsAtMost(arena, b, a);
}

// Longer chains of broadcasts are kept as one side.
constexpr size_t kMaxBroadcastSides = 16;
// With more operands, looking into their sums is not worth the time.
constexpr size_t kMaxSplitOperands = 8;
constexpr size_t kMaxInnerNodes = 24;

// The same for a sum in place of `b`.
bool DecidesTerms(const ExprArena& arena, NodeKind kind, Expr a, absl::Span<const Term> sum) {
  const auto difference = AddScaled(arena, TermsOf(arena, a), sum, -1);
  if (!difference) return false;
  const Interval bounds = arena.TermBounds(*difference);
  return kind == NodeKind::kMin ? bounds.max <= 0 : bounds.min >= 0;
}

// The i-th operand is min(s, ...) + r, and `inner` is that min. True if for each s another operand
// decides s + r. The same for max.
bool IsEachDecided(const ExprArena& arena, const Operands& all, size_t i, NodeId inner) {
  const ExprNode& node = arena.node(inner);
  const auto rest =
      AddScaled(arena, TermsOf(arena, all[i]), TermsOf(arena, Expr::FromNode(inner)), -1);
  if (!rest || node.operands.size() > kMaxSplitOperands) return false;
  return absl::c_all_of(node.operands, [&](Expr s) {
    const auto part = AddScaled(arena, *rest, TermsOf(arena, s), 1);
    if (!part) return false;
    for (size_t j = 0; j < all.size(); ++j) {
      if (i != j && DecidesTerms(arena, node.kind, all[j], *part)) return true;
    }
    return false;
  });
}

// True if an operand other than the i-th decides `e`.
bool IsDecidedByOne(const ExprArena& arena, NodeKind kind, const Operands& all, size_t i, Expr e) {
  for (size_t j = 0; j < all.size(); ++j) {
    if (!arena.CountWork(1)) return false;
    if (i != j && Decides(arena, kind, all[j], e)) return true;
  }
  return false;
}

// True if a max within the i-th operand decides it, and each operand of that max is decided by
// another of `all`: n and m together decide max(n, m)//3. The same for min.
bool IsDecidedByInner(const ExprArena& arena, NodeKind kind, const Operands& all, size_t i) {
  absl::InlinedVector<NodeId, 16> inner = {all[i].node()};
  for (size_t next = 0; next < inner.size(); ++next) {
    const ExprNode& node = arena.node(inner[next]);
    if (node.defined) continue;
    const Expr witness = Expr::FromNode(inner[next]);
    if (node.kind == kind && next > 0 && Decides(arena, kind, witness, all[i]) &&
        absl::c_all_of(node.operands, [&](Expr operand) {
          return IsDecidedByOne(arena, kind, all, i, operand);
        })) {
      return true;
    }
    ForEachOperandNode(node, [&](NodeId operand) {
      if (inner.size() < kMaxInnerNodes) inner.push_back(operand);
    });
  }
  return false;
}

// True if the other operands, together, decide the i-th.
bool IsDecidedByOthers(const ExprArena& arena, NodeKind kind, const Operands& all, size_t i) {
  if (IsDecidedByOne(arena, kind, all, i, all[i])) return true;
  if (all[i].is_constant() || all.size() > kMaxSplitOperands) return false;
  if (IsDecidedByInner(arena, kind, all, i)) return true;
  return absl::c_any_of(TermsOf(arena, all[i]), [&](const Term& term) {
    return term.coefficient == 1 &&
           arena.AsOperation(Expr::FromNode(term.monomial), kind) != nullptr &&
           IsEachDecided(arena, all, i, term.monomial);
  });
}

// Only operands that still stay may decide another one, so that of those that decide each other one
// stays.
Operands WithoutSuperfluous(const ExprArena& arena, NodeKind kind, Operands all) {
  bool goes_on = true;
  while (goes_on) {
    const bool is_long = all.size() > kMaxSplitOperands;
    for (size_t i = all.size(); i-- > 0 && all.size() > 1 && !arena.is_stopped();) {
      if (IsDecidedByOthers(arena, kind, all, i)) {
        all.erase(all.begin() + static_cast<ptrdiff_t>(i));
      }
    }
    // A second round, for the operands that were looked at while there were too many to look into.
    goes_on = is_long && all.size() <= kMaxSplitOperands;
  }
  return all;
}

bool IsDefined(const ExprArena& arena, Expr e) {
  return e.is_symbolic() && arena.node(e.node()).defined;
}

// Where the operands do not fit into one node, a nested node holds the rest. None of `kept` may
// decide another one. A node over the caps is a defined symbol, which counts as one operand from
// then on.
Expr MakeChoice(ExprArena& arena, NodeKind kind, Operands kept) {
  const size_t most = arena.limits().terms;
  while (kept.size() > most) {
    const auto middle = kept.begin() + static_cast<ptrdiff_t>(most);
    const Expr first = arena.InternOperation(kind, Operands(kept.begin(), middle));
    const Expr rest = MakeChoice(arena, kind, Operands(middle, kept.end()));
    if (first.is_unknown() || rest.is_unknown()) return Expr();
    const bool is_rest_defined = kept.size() > most + 1 && IsDefined(arena, rest);
    if (!IsDefined(arena, first) && !is_rest_defined) return KeepNested(arena, kind, first, rest);
    if (is_rest_defined) {
      kept.resize(most);
      kept.push_back(rest);
    }
    if (IsDefined(arena, first)) {
      kept.erase(kept.begin(), kept.begin() + static_cast<ptrdiff_t>(most));
      kept.push_back(first);
    }
    std::sort(kept.begin(), kept.end(), OperandBefore);
  }
  return kept.size() == 1 ? kept[0] : arena.InternOperation(kind, kept);
}

Expr ChooseFlat(ExprArena& arena, NodeKind kind, Operands all) {
  std::sort(all.begin(), all.end(), OperandBefore);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return MakeChoice(arena, kind, WithoutSuperfluous(arena, kind, std::move(all)));
}

// The operands of two choices, without those that one of the other side
// decides. Within a side none decides another, so only pairs across are
// compared.
Operands WithoutDecidedAcross(const ExprArena& arena, NodeKind kind, Operands left,
                              Operands right) {
  // Operands that are removed leave these too: they decide no others.
  Operands sides[] = {std::move(left), std::move(right)};
  for (Operands& side : sides) std::sort(side.begin(), side.end(), OperandBefore);
  Operands all;
  absl::c_set_union(sides[0], sides[1], std::back_inserter(all), OperandBefore);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  const auto is_decided = [&](Expr e, int own) {
    const Operands& others = sides[1 - own];
    const bool is_there = absl::c_binary_search(sides[own], e, OperandBefore);
    if (!is_there || !arena.CountWork(others.size())) return false;
    return absl::c_any_of(
        others, [&](Expr other) { return !(other == e) && Decides(arena, kind, other, e); });
  };
  for (size_t i = all.size(); i-- > 0;) {
    const Expr e = all[i];
    if (!is_decided(e, 0) && !is_decided(e, 1)) continue;
    all.erase(all.begin() + static_cast<ptrdiff_t>(i));
    for (Operands& side : sides) side.erase(std::remove(side.begin(), side.end(), e), side.end());
  }
  return all;
}

Expr ChooseBetween(ExprArena& arena, NodeKind kind, Operands left, Operands right) {
  if (left.size() + right.size() > kMaxSplitOperands) {
    left = WithoutDecidedAcross(arena, kind, std::move(left), std::move(right));
    if (left.size() > kMaxSplitOperands) return MakeChoice(arena, kind, left);
  } else {
    left.insert(left.end(), right.begin(), right.end());
  }
  return ChooseFlat(arena, kind, std::move(left));
}

Expr Choose(ExprArena& arena, NodeKind kind, Expr a, Expr b) {
  if (a.is_unknown() || b.is_unknown() || arena.is_stopped()) return Expr();
  if (a.is_constant() && b.is_constant()) {
    return (a.constant() < b.constant()) == (kind == NodeKind::kMin) ? a : b;
  }
  if (Decides(arena, kind, a, b)) return a;
  if (Decides(arena, kind, b, a)) return b;
  Operands left;
  Operands right;
  const bool fits = AppendFlat(arena, kind, a, left) && AppendFlat(arena, kind, b, right) &&
                    left.size() + right.size() <= MaxFlatOperands(arena);
  const Expr flat = fits ? ChooseBetween(arena, kind, std::move(left), std::move(right)) : Expr();
  return flat.is_unknown() && !arena.exhausted() ? KeepNested(arena, kind, a, b) : flat;
}

Expr ChooseAmong(ExprArena& arena, NodeKind kind, absl::Span<const Expr> operands) {
  Operands all;
  const bool fits = absl::c_all_of(operands, [&](Expr operand) {
    return !operand.is_unknown() && AppendFlat(arena, kind, operand, all);
  });
  const Expr flat = fits ? ChooseFlat(arena, kind, std::move(all)) : Expr();
  if (!flat.is_unknown()) return flat;
  Expr result = operands[0];
  for (const Expr next : operands.subspan(1)) result = Choose(arena, kind, result, next);
  return result;
}

bool IsBroadcast(const ExprArena& arena, Expr e) {
  return arena.AsOperation(e, NodeKind::kBroadcast) != nullptr;
}

// Adds all sides of nested broadcasts: as long as they fit together, order and repetition do not
// matter (S1). False if there are too many; the first ones are then left as one side.
bool AppendBroadcast(const ExprArena& arena, Expr e, Operands& operands) {
  size_t count = 1;
  for (; IsBroadcast(arena, e) && count < kMaxBroadcastSides; ++count) {
    const ExprNode& node = arena.node(e.node());
    operands.push_back(node.operands[1]);
    e = node.operands[0];
  }
  operands.push_back(e);
  return !IsBroadcast(arena, e);
}

// For sides that are too many to be sorted: the existing chain is kept and extended.
Expr ExtendBroadcast(ExprArena& arena, Expr a, Expr b) {
  const bool swap =
      IsBroadcast(arena, a) == IsBroadcast(arena, b) ? OperandBefore(b, a) : IsBroadcast(arena, b);
  if (swap) std::swap(a, b);
  return arena.InternOperation(NodeKind::kBroadcast, {a, b});
}

}  // namespace

Expr Min(ExprArena& arena, Expr a, Expr b) { return Choose(arena, NodeKind::kMin, a, b); }

Expr Max(ExprArena& arena, Expr a, Expr b) { return Choose(arena, NodeKind::kMax, a, b); }

Expr MinOf(ExprArena& arena, absl::Span<const Expr> operands) {
  return ChooseAmong(arena, NodeKind::kMin, operands);
}

Expr MaxOf(ExprArena& arena, absl::Span<const Expr> operands) {
  return ChooseAmong(arena, NodeKind::kMax, operands);
}

Expr Broadcast(ExprArena& arena, Expr a, Expr b) {
  if (a.is_constant(1)) return b;
  if (b.is_constant(1) || a == b) return a;
  if (a.is_unknown() || b.is_unknown()) return Expr();
  Operands all;
  Operands sides_of_b;
  bool has_all = AppendBroadcast(arena, a, all);
  has_all &= AppendBroadcast(arena, b, sides_of_b);
  const bool has_b = absl::c_linear_search(all, b);
  const bool has_a = absl::c_linear_search(sides_of_b, a);
  all.insert(all.end(), sides_of_b.begin(), sides_of_b.end());
  std::sort(all.begin(), all.end(), OperandBefore);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  // A side that cannot be 1 wins: the other one is 1 or equal to it (S1).
  for (const Expr operand : all) {
    if (!arena.Bounds(operand).Contains(1)) return operand;
  }
  if (has_a || has_b) return has_b ? a : b;
  if (!has_all || all.size() > kMaxBroadcastSides) return ExtendBroadcast(arena, a, b);
  Expr result = all[0];
  for (size_t i = 1; i < all.size(); ++i) {
    result = arena.InternOperation(NodeKind::kBroadcast, {result, all[i]});
    if (result.is_unknown()) return result;
  }
  return result;
}

}  // namespace shapewright::symbolic
