#include "core/symbolic/algebra/substitute.h"

#include <optional>
#include <utility>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/conditional.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/algebra/power.h"
#include "core/symbolic/apply_operation.h"
#include "core/symbolic/float_node.h"

namespace shapewright::symbolic {
namespace {

uint64_t WorkOf(const ExprNode& node) {
  return 2 + node.terms.size() + node.factors.size() + node.operands.size();
}

// The sum of the terms with other values of their monomials, in one piece: the arena keeps all that
// is made, which would be a sum for each term. Nothing where it is over the caps.
template <typename ValueOf>
std::optional<Expr> RewrittenSum(ExprArena& arena, absl::Span<const Term> terms, ValueOf value_of) {
  TermList sum;
  for (const Term& term : terms) {
    const Expr value = value_of(term);
    if (value.is_unknown()) return Expr();
    auto next = AddScaled(arena, sum, TermsOf(arena, value), term.coefficient);
    if (!next || next->size() > arena.limits().terms) return std::nullopt;
    sum = *std::move(next);
  }
  return FromTerms(arena, sum);
}

}  // namespace

Expr Rewriter::Done(Expr e) const { return e.is_symbolic() ? done_.at(e.node()) : e; }

bool Rewriter::IsReady(NodeId id, absl::InlinedVector<NodeId, 32>& open) const {
  const size_t before = open.size();
  ForEachOperandNode(arena_.node(id), [&](NodeId operand) {
    if (operand != kUnitMonomial && !done_.contains(operand)) open.push_back(operand);
  });
  return open.size() == before;
}

Expr Rewriter::Rewrite(Expr e, Replacement replacement) {
  if (!e.is_symbolic()) return e;
  // An explicit stack: chains of defined symbols can be long.
  absl::InlinedVector<NodeId, 32> open = {e.node()};
  while (!open.empty()) {
    const NodeId id = open.back();
    if (!done_.contains(id)) {
      if (!arena_.CountWork(WorkOf(arena_.node(id)))) return Expr();
      if (!IsReady(id, open)) continue;
      done_.emplace(id, Rebuild(id, replacement));
    }
    open.pop_back();
  }
  return done_.at(e.node());
}

Expr Rewriter::RewriteFully(Expr e, Replacement replacement, Conclusion conclude) {
  if (!e.is_symbolic()) return e;
  absl::InlinedVector<NodeId, 32> open = {e.node()};
  while (!open.empty()) {
    const NodeId id = open.back();
    if (!done_.contains(id)) {
      const ExprNode& node = arena_.node(id);
      if (!arena_.CountWork(WorkOf(node))) return Expr();
      if (node.kind == NodeKind::kSymbol) {
        const SymbolId symbol = node.symbol;
        const Expr next = replacement(symbol);
        const bool is_end = !next.is_symbolic() || next.node() == id;
        if (!is_end && !done_.contains(next.node())) {
          open.push_back(next.node());
          continue;
        }
        const Expr last = is_end ? next : done_.at(next.node());
        if (!(last == next)) conclude(symbol, last);
        done_.emplace(id, last);
      } else if (IsReady(id, open)) {
        done_.emplace(id, Rebuild(id, replacement));
      } else {
        continue;
      }
    }
    open.pop_back();
  }
  return done_.at(e.node());
}

Expr Rewriter::Rebuild(NodeId id, Replacement replacement) const {
  // A copy: building expressions may move the arena's nodes.
  const ExprNode node = arena_.node(id);
  switch (node.kind) {
    case NodeKind::kUnit:
      return 1;
    case NodeKind::kSymbol:
      return replacement(node.symbol);
    case NodeKind::kProduct: {
      Expr product = 1;
      for (const NodeId factor : node.factors) {
        product = Multiply(arena_, product, done_.at(factor));
      }
      return product;
    }
    case NodeKind::kSum: {
      const auto value_of = [this](const Term& term) {
        return term.monomial == kUnitMonomial ? Expr(1) : done_.at(term.monomial);
      };
      if (const auto sum = RewrittenSum(arena_, node.terms, value_of)) return *sum;
      Expr sum = 0;
      for (const Term& term : node.terms) {
        sum = Add(arena_, sum, Multiply(arena_, term.coefficient, value_of(term)));
      }
      return sum;
    }
    default:
      return RebuildOperation(node);
  }
}

Expr Rewriter::RebuildFloat(const ExprNode& node) const {
  FloatNode content = ReadFloat(node);
  content.first = Done(content.first);
  content.second = Done(content.second);
  return MakeFloat(arena_, content);
}

Expr Rewriter::RebuildOperation(const ExprNode& node) const {
  if (node.kind == NodeKind::kFloat) return RebuildFloat(node);
  if (node.kind == NodeKind::kTruncate) return Truncate(arena_, Done(node.operands[0]));
  if (node.kind == NodeKind::kIf) {
    return If(arena_, Done(node.operands[0]), Done(node.operands[1]), Done(node.operands[2]));
  }
  Expr result = Done(node.operands[0]);
  for (const Expr operand : node.operands.subspan(1)) {
    result = ApplyOperation(node.kind, result, Done(operand), arena_);
  }
  return result;
}

}  // namespace shapewright::symbolic
