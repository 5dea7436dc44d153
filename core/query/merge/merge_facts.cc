#include "core/query/merge/merge_facts.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "core/base/checked_math.h"
#include "core/base/hash_map.h"
#include "core/query/write_type.h"
#include "core/symbolic/text/print.h"
#include "core/wire/printable.h"

namespace shapewright::query {
namespace {

using shape::Dim;
using symbolic::Expr;
using symbolic::Fact;
using symbolic::Relation;
using symbolic::SymbolId;
using symbolic::SymbolKind;

// What a symbol is by now takes, about.
constexpr uint64_t kCountPerAnswer = 8;

class LearnedWriter {
 public:
  LearnedWriter(MergeCase& run, v1::MergeResult* out)
      : run_(run), arena_(run.scope.exprs()), out_(out) {}

  void WriteSubstitutions(const MergeBegin& begin);
  // In the order of their numbers.
  std::vector<SymbolId> MaybeReplaced(const MergeBegin& begin) const;
  void WriteFacts(size_t begin);
  void WriteRestrictions();
  void WriteSymbols(absl::Span<const Dim> outcome);

 private:
  Expr Self(SymbolId id) const { return Expr::FromNode(arena_.symbol(id).node); }
  bool IsWorthSaying(Relation relation, Dim left, Dim right) const;
  v1::Constraint* AddConstraint(v1::Constraint::Relation relation, Dim left, Dim right);

  MergeCase& run_;
  symbolic::ExprArena& arena_;
  v1::MergeResult* const out_;
  HashSet<std::string> written_;
  absl::InlinedVector<Dim, 8> mentioned_;
};

std::vector<SymbolId> LearnedWriter::MaybeReplaced(const MergeBegin& begin) const {
  std::vector<SymbolId> ids;
  if (begin.is_alone) {
    ids.resize(arena_.symbols().size());
    std::iota(ids.begin(), ids.end(), SymbolId{0});
  } else {
    const auto& settled = run_.algebra.facts.settled();
    ids.assign(settled.begin() + static_cast<ptrdiff_t>(begin.settled), settled.end());
    const auto& defined = run_.scope.defined();
    for (size_t i = 0; i < defined.size(); ++i) {
      if (i >= begin.was_rewritten.size() || !begin.was_rewritten[i]) ids.push_back(defined[i]);
    }
    std::sort(ids.begin(), ids.end());
  }
  arena_.CountWork(ids.size());
  return ids;
}

void LearnedWriter::WriteSubstitutions(const MergeBegin& begin) {
  if (!run_.algebra.facts.has_learned()) return;
  for (const SymbolId id : MaybeReplaced(begin)) {
    if (!run_.scope.has_origin(id)) continue;
    const Dim now = run_.algebra.facts.Finalize(Self(id));
    if (now == Self(id) || now.is_unknown()) continue;
    v1::Symbol* symbol = out_->add_substitutions();
    WriteSymbol(run_.scope, id, symbol);
    WriteInterval(arena_.symbol(id).bounds, symbol->mutable_bounds());
    WriteDim(arena_, now, symbol->mutable_solved());
    mentioned_.push_back(now);
  }
}

// Not what substitutions and the intervals of single unknowns say already.
bool LearnedWriter::IsWorthSaying(Relation relation, Dim left, Dim right) const {
  if (left.is_constant() && right.is_constant()) return false;
  if (left == right) return relation == Relation::kNotEqual;
  if (relation == Relation::kBroadcastable) return !left.is_constant(1) && !right.is_constant(1);
  if (relation != Relation::kAtMost && relation != Relation::kNotEqual) return true;
  const SymbolList symbols = SymbolsOf(arena_, {left, right});
  return symbols.size() != 1 || arena_.symbol(symbols[0]).kind != SymbolKind::kAnonymous ||
         relation == Relation::kNotEqual;
}

v1::Constraint* LearnedWriter::AddConstraint(v1::Constraint::Relation relation, Dim left,
                                             Dim right) {
  const std::string key = absl::StrCat(relation, " ", symbolic::ToString(arena_, left), " ",
                                       right.is_unknown() ? "" : symbolic::ToString(arena_, right));
  if (!written_.insert(key).second) return nullptr;
  v1::Constraint* constraint = out_->add_constraints();
  constraint->set_relation(relation);
  WriteDim(arena_, left, constraint->mutable_left());
  if (!right.is_unknown()) WriteDim(arena_, right, constraint->mutable_right());
  constraint->set_state(v1::Constraint::STATE_OPEN);
  mentioned_.push_back(left);
  mentioned_.push_back(right);
  return constraint;
}

void LearnedWriter::WriteFacts(size_t begin) {
  const auto& facts = run_.algebra.facts.facts();
  for (size_t i = begin; i < facts.size(); ++i) {
    const Fact& fact = facts[i];
    const Dim left = run_.algebra.facts.Finalize(fact.left);
    const Dim right = run_.algebra.facts.Finalize(fact.right);
    if (!IsWorthSaying(fact.relation, left, right)) continue;
    v1::Constraint* constraint =
        AddConstraint(static_cast<v1::Constraint::Relation>(fact.relation), left, right);
    if (constraint == nullptr) continue;
    constraint->set_basis(static_cast<v1::Constraint::Basis>(fact.source.basis));
    WriteSite(fact.source.left, constraint->add_sites());
    if (!(fact.source.right == fact.source.left)) {
      WriteSite(fact.source.right, constraint->add_sites());
    }
    constraint->set_reason(Printable(fact.source.reason));
  }
}

// What the caller declared of symbols that are something else now.
void LearnedWriter::WriteRestrictions() {
  arena_.CountWork(run_.scope.restrictions().size());
  for (const SymbolScope::Restriction& restriction : run_.scope.restrictions()) {
    if (run_.algebra.facts.Solution(restriction.symbol).is_unknown()) continue;
    if (!arena_.CountWork(kCountPerAnswer)) return;
    const Dim now = run_.algebra.facts.Finalize(Self(restriction.symbol));
    if (now.is_constant() || now == Self(restriction.symbol)) continue;
    if (restriction.divisor > 1) {
      v1::Constraint* constraint =
          AddConstraint(v1::Constraint::RELATION_DIVISIBLE, now, restriction.divisor);
      if (constraint != nullptr) constraint->set_basis(v1::Constraint::BASIS_DECLARED);
    }
    if (restriction.allowed == nullptr) continue;
    v1::Constraint* constraint = AddConstraint(v1::Constraint::RELATION_ONE_OF, now, Dim());
    if (constraint == nullptr) continue;
    constraint->set_basis(v1::Constraint::BASIS_DECLARED);
    for (const int64_t value : *restriction.allowed) constraint->add_allowed(value);
  }
  for (v1::Constraint& constraint : *out_->mutable_constraints()) {
    if (constraint.reason().empty()) constraint.set_reason("declared in the request");
    if (constraint.sites().empty()) constraint.add_sites();
  }
}

void LearnedWriter::WriteSymbols(absl::Span<const Dim> outcome) {
  mentioned_.insert(mentioned_.end(), outcome.begin(), outcome.end());
  for (const SymbolId id : SymbolsOf(arena_, mentioned_)) {
    v1::Symbol* symbol = out_->add_symbols();
    WriteSymbol(run_.scope, id, symbol);
    if (arena_.symbol(id).kind == SymbolKind::kDefined) {
      symbol->mutable_solved()->set_expr(symbolic::DefinitionText(arena_, id));
    }
  }
}

}  // namespace

MergeBegin BeginOf(SymbolScope& scope) {
  MergeBegin begin;
  begin.facts = scope.facts().facts().size();
  begin.is_alone = false;
  begin.settled = scope.facts().settled().size();
  const symbolic::ExprArena& arena = scope.exprs();
  arena.CountWork(scope.defined().size());
  for (const SymbolId id : scope.defined()) {
    const Expr self = Expr::FromNode(arena.symbol(id).node);
    begin.was_rewritten.push_back(!(scope.facts().Finalize(self) == self));
  }
  return begin;
}

void CheckRestrictions(MergeCase& run) {
  const symbolic::ExprArena& arena = run.scope.exprs();
  arena.CountWork(run.scope.restrictions().size());
  for (const SymbolScope::Restriction& restriction : run.scope.restrictions()) {
    const bool is_free = run.algebra.facts.Solution(restriction.symbol).is_unknown();
    if (is_free && !arena.SymbolBounds(restriction.symbol).is_point()) continue;
    if (!arena.CountWork(kCountPerAnswer)) return;
    const Expr self = Expr::FromNode(arena.symbol(restriction.symbol).node);
    const Dim now = run.algebra.facts.Finalize(self);
    if (!now.is_constant()) continue;
    const int64_t value = now.constant();
    const auto& allowed = restriction.allowed;
    const bool is_listed =
        allowed == nullptr || std::binary_search(allowed->begin(), allowed->end(), value);
    const bool is_multiple =
        restriction.divisor <= 1 || symbolic::FloorMod(value, restriction.divisor) == 0;
    if (is_listed && is_multiple) continue;
    shape::Conflict conflict;
    conflict.left = self;
    conflict.right = now;
    conflict.code = "NOT_ALLOWED";
    conflict.reason =
        absl::StrCat(symbolic::ToString(arena, self), " would be ", value, ", which ",
                     is_multiple ? "is not one of the values declared"
                                 : absl::StrCat("is no multiple of ", restriction.divisor));
    run.algebra.conflicts.push_back(std::move(conflict));
  }
}

void WriteLearned(MergeCase& run, const MergeBegin& begin, absl::Span<const Dim> outcome,
                  v1::MergeResult* out) {
  LearnedWriter writer(run, out);
  writer.WriteSubstitutions(begin);
  writer.WriteFacts(begin.facts);
  writer.WriteRestrictions();
  writer.WriteSymbols(outcome);
}

}  // namespace shapewright::query
