#include "core/inference/facts/given_facts.h"

#include <numeric>

#include "core/base/hash_map.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/numbers/checked_math.h"
#include "core/symbolic/reachable.h"

namespace shapewright::inference {
namespace {

using symbolic::Expr;
using symbolic::ExprArena;
using symbolic::ExprNode;
using symbolic::Fact;
using symbolic::NodeId;
using symbolic::NodeKind;
using symbolic::Relation;
using symbolic::SymbolId;

// Limit on the divisor of a factor, so that the product of two stays within 64 bits.
constexpr int64_t kMaxDivisor = int64_t{1} << 31;
// About how many symbols can be allocated in the time of one operation.
constexpr size_t kSymbolsPerCount = 8;

const Given::Symbol* FindGiven(const ExprArena& arena, const Given& given, NodeId id) {
  const ExprNode& node = arena.node(id);
  if (node.kind != NodeKind::kSymbol) return nullptr;
  return given.FindSymbol(arena.symbol(node.symbol).name);
}

int64_t DivisorOfAtom(const ExprArena& arena, const Given& given, NodeId id) {
  const Given::Symbol* symbol = FindGiven(arena, given, id);
  return symbol == nullptr ? 1 : std::max<int64_t>(1, symbol->divisor);
}

// A number that divides coefficient * monomial whatever the symbols are.
int64_t DivisorOfTerm(const ExprArena& arena, const Given& given, int64_t coefficient,
                      NodeId monomial) {
  int64_t divisor = coefficient < 0 ? -coefficient : coefficient;
  if (monomial == symbolic::kUnitMonomial) return divisor;
  const ExprNode& node = arena.node(monomial);
  const auto factors =
      node.kind == NodeKind::kProduct ? node.factors : absl::MakeConstSpan(&monomial, 1);
  for (const NodeId factor : factors) {
    const int64_t next = DivisorOfAtom(arena, given, factor);
    if (divisor <= kMaxDivisor && next <= kMaxDivisor) divisor *= next;
  }
  return divisor;
}

bool IsDivisible(const ExprArena& arena, const Given& given, Expr e, Expr divisor) {
  if (!divisor.is_constant() || divisor.constant() < 1 || !e.is_symbolic()) return false;
  int64_t common = 0;
  for (const symbolic::Term& term : symbolic::TermsOf(arena, e)) {
    common = std::gcd(common, DivisorOfTerm(arena, given, term.coefficient, term.monomial));
  }
  return common % divisor.constant() == 0;
}

GivenVerdict TryAllowed(const ExprArena& arena, const Fact& fact, SymbolId symbol,
                        const std::vector<int64_t>& allowed) {
  symbolic::Evaluator evaluator(arena, {fact.left, fact.right});
  std::vector<std::optional<int64_t>> values(arena.symbols().size());
  size_t holding = 0;
  arena.CountWork(values.size() / kSymbolsPerCount);
  for (const int64_t value : allowed) {
    if (!arena.CountWork(evaluator.steps())) return GivenVerdict::kOpen;
    values[symbol] = value;
    const auto sides = evaluator.Run(values);
    if (!sides[0].ok() || !sides[1].ok()) return GivenVerdict::kOpen;
    holding += Holds(fact.relation, sides[0].value, sides[1].value) ? 1 : 0;
  }
  if (holding == allowed.size()) return GivenVerdict::kProved;
  return holding == 0 ? GivenVerdict::kRefuted : GivenVerdict::kOpen;
}

}  // namespace

bool Holds(Relation relation, int64_t left, int64_t right) {
  switch (relation) {
    case Relation::kEqual:
      return left == right;
    case Relation::kAtMost:
      return left <= right;
    case Relation::kDivisible:
      return right != 0 && symbolic::FloorMod(left, right) == 0;
    case Relation::kBroadcastable:
      return left == right || left == 1 || right == 1;
    case Relation::kNotEqual:
      return left != right;
  }
  return true;
}

std::optional<SymbolId> OnlySymbol(const ExprArena& arena, const Fact& fact) {
  std::optional<SymbolId> found;
  std::vector<NodeId> open;
  HashSet<NodeId> seen;
  for (const Expr side : {fact.left, fact.right}) {
    if (side.is_symbolic()) open.push_back(side.node());
  }
  while (!open.empty() && arena.CountWork(2)) {
    const symbolic::ExprNode& node = arena.node(open.back());
    open.pop_back();
    if (node.kind == symbolic::NodeKind::kSymbol || node.defined) {
      if (node.defined || found.value_or(node.symbol) != node.symbol) return std::nullopt;
      found = node.symbol;
    }
    symbolic::ForEachOperandNode(node, [&](NodeId id) {
      if (seen.insert(id).second) open.push_back(id);
    });
  }
  return found;
}

GivenVerdict ConcludeFromGiven(const ExprArena& arena, const Fact& fact, const Given* given) {
  if (given == nullptr || given->symbols.empty()) return GivenVerdict::kOpen;
  // A premise must not count as proved by itself.
  if (fact.source.basis == symbolic::Basis::kPremise) return GivenVerdict::kOpen;
  if (fact.relation == Relation::kDivisible && IsDivisible(arena, *given, fact.left, fact.right)) {
    return GivenVerdict::kProved;
  }
  const auto symbol = OnlySymbol(arena, fact);
  if (!symbol) return GivenVerdict::kOpen;
  const Given::Symbol* known = given->FindSymbol(arena.symbol(*symbol).name);
  if (known == nullptr || known->allowed.empty()) return GivenVerdict::kOpen;
  return TryAllowed(arena, fact, *symbol, known->allowed);
}

}  // namespace shapewright::inference
