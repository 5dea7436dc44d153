#include "core/query/merge/merge_facts.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/query/result_wire.h"
#include "core/query/write_type.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/numbers/checked_math.h"
#include "core/symbolic/text/print.h"
#include "core/symbolic/text/print_relation.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::query {
namespace {

using shape::Dim;
using symbolic::Expr;
using symbolic::Fact;
using symbolic::ParsedRelation;
using symbolic::Relation;
using symbolic::SymbolId;
using symbolic::SymbolKind;
using Kind = ParsedRelation::Kind;

// What a symbol is by now takes, about.
constexpr uint64_t kCountPerAnswer = 8;

Kind KindOf(Relation relation) {
  switch (relation) {
    case Relation::kEqual:
      return Kind::kEqual;
    case Relation::kAtMost:
      return Kind::kAtMost;
    case Relation::kDivisible:
      return Kind::kDivisible;
    case Relation::kBroadcastable:
      return Kind::kBroadcastable;
    case Relation::kNotEqual:
      break;
  }
  return Kind::kNotEqual;
}

// Whether a premise is about a symbol alone of which nothing was found out: asked without a walk
// through expressions, as requests may have thousands of such.
bool IsUntouched(const MergeCase& run, const ParsedRelation& premise) {
  const symbolic::ExprArena& arena = run.scope.exprs();
  if (!premise.right.is_unknown() && !premise.right.is_constant()) return false;
  if (arena.AsSymbol(premise.left) == nullptr) return false;
  const SymbolId id = arena.node(premise.left.node()).symbol;
  return run.algebra.facts.Solution(id).is_unknown() && !arena.SymbolBounds(id).is_point();
}

ParsedRelation AsKnown(const MergeCase& run, const ParsedRelation& premise) {
  ParsedRelation now = premise;
  now.left = run.algebra.facts.Finalize(premise.left);
  if (!premise.right.is_unknown()) now.right = run.algebra.facts.Finalize(premise.right);
  return now;
}

bool IsRefuted(const symbolic::ExprArena& arena, const ParsedRelation& relation) {
  const Dim left = relation.left;
  const Dim right = relation.right;
  switch (relation.kind) {
    case Kind::kEqual:
      return symbolic::IsDifferent(arena, left, right);
    case Kind::kNotEqual:
      return left == right;
    case Kind::kAtMost:
      return symbolic::IsLess(arena, right, left);
    case Kind::kDivisible:
      return left.is_constant() && symbolic::FloorMod(left.constant(), right.constant()) != 0;
    case Kind::kBroadcastable:
      return symbolic::IsDifferent(arena, left, right) && symbolic::IsDifferent(arena, left, 1) &&
             symbolic::IsDifferent(arena, right, 1);
    case Kind::kOneOf:
      break;
  }
  return left.is_constant() &&
         !std::binary_search(relation.values->begin(), relation.values->end(), left.constant());
}

class LearnedWriter {
 public:
  LearnedWriter(MergeCase& run, WireWriter& out)
      : run_(run), arena_(run.scope.exprs()), out_(out) {}

  void WriteSubstitutions(const MergeBegin& begin);
  // In the order of their numbers.
  absl::InlinedVector<SymbolId, 16> MaybeReplaced(const MergeBegin& begin) const;
  // Facts are written behind all symbols.
  void CollectFacts(size_t begin);
  void CollectPremises();
  void WriteFacts();
  void WriteSymbols(absl::Span<const Dim> outcome);

 private:
  Expr Self(SymbolId id) const { return Expr::FromNode(arena_.symbol(id).node); }
  bool IsWorthSaying(Relation relation, Dim left, Dim right) const;
  void AddFact(const ParsedRelation& relation);

  MergeCase& run_;
  symbolic::ExprArena& arena_;
  WireWriter& out_;
  std::vector<std::string> facts_;
  absl::InlinedVector<Dim, 8> mentioned_;
};

absl::InlinedVector<SymbolId, 16> LearnedWriter::MaybeReplaced(const MergeBegin& begin) const {
  absl::InlinedVector<SymbolId, 16> ids;
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
    // One that stands for an expression may have become another one.
    const bool is_free = run_.algebra.facts.Solution(id).is_unknown() &&
                         !arena_.SymbolBounds(id).is_point() &&
                         arena_.symbol(id).kind != SymbolKind::kDefined;
    if (is_free) continue;
    const Dim now = run_.algebra.facts.Finalize(Self(id));
    if (now == Self(id) || now.is_unknown()) continue;
    PutSymbol(run_.scope, v1::MergeResult::kSymbolsFieldNumber, {id, arena_.symbol(id).bounds, now},
              out_);
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

void LearnedWriter::AddFact(const ParsedRelation& relation) {
  facts_.push_back(symbolic::ToString(arena_, relation));
  mentioned_.push_back(relation.left);
  mentioned_.push_back(relation.right);
}

void LearnedWriter::CollectFacts(size_t begin) {
  const auto& facts = run_.algebra.facts.facts();
  for (size_t i = begin; i < facts.size(); ++i) {
    const Fact& fact = facts[i];
    const Dim left = run_.algebra.facts.Finalize(fact.left);
    const Dim right = run_.algebra.facts.Finalize(fact.right);
    if (!IsWorthSaying(fact.relation, left, right)) continue;
    AddFact({KindOf(fact.relation), left, right, {}});
  }
}

// Premises about symbols that are something else now.
void LearnedWriter::CollectPremises() {
  arena_.CountWork(run_.scope.premises().size());
  for (const ParsedRelation& premise : run_.scope.premises()) {
    // An equality is what replaced a symbol.
    if (premise.kind == Kind::kEqual || IsUntouched(run_, premise)) continue;
    if (!arena_.CountWork(kCountPerAnswer)) return;
    const ParsedRelation now = AsKnown(run_, premise);
    const bool is_same = now.left == premise.left && now.right == premise.right;
    if (!is_same && !now.left.is_constant()) AddFact(now);
  }
}

void LearnedWriter::WriteSymbols(absl::Span<const Dim> outcome) {
  mentioned_.insert(mentioned_.end(), outcome.begin(), outcome.end());
  for (const SymbolId id : SymbolsOf(arena_, mentioned_)) {
    ToldSymbol told{id};
    if (arena_.symbol(id).kind == SymbolKind::kDefined) {
      told.definition = symbolic::DefinitionText(arena_, id);
    }
    PutSymbol(run_.scope, v1::MergeResult::kSymbolsFieldNumber, told, out_);
  }
}

// Each once.
void LearnedWriter::WriteFacts() {
  HashSet<absl::string_view> written;
  for (const std::string& fact : facts_) {
    if (facts_.size() > 1 && !written.insert(fact).second) continue;
    out_.Text(v1::MergeResult::kFactsFieldNumber, fact);
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

void CheckPremises(MergeCase& run) {
  const symbolic::ExprArena& arena = run.scope.exprs();
  arena.CountWork(run.scope.premises().size());
  for (const ParsedRelation& premise : run.scope.premises()) {
    if (IsUntouched(run, premise)) continue;
    if (!arena.CountWork(kCountPerAnswer)) return;
    const ParsedRelation now = AsKnown(run, premise);
    if (!IsRefuted(arena, now)) continue;
    shape::Conflict conflict;
    conflict.left = premise.left;
    conflict.right = now.left;
    conflict.code = "NOT_ALLOWED";
    conflict.reason = absl::StrCat(symbolic::ToString(arena, premise), " would be ",
                                   symbolic::ToString(arena, now));
    run.algebra.conflicts.push_back(std::move(conflict));
  }
  Dim symbol;
  if (!run.algebra.conflicts.empty() || run.scope.HasValues(&symbol)) return;
  shape::Conflict conflict;
  conflict.left = symbol;
  conflict.right = run.algebra.facts.Finalize(symbol);
  conflict.code = "NOT_ALLOWED";
  conflict.reason = absl::StrCat("no size of ", symbolic::ToString(arena, conflict.right),
                                 " is allowed by all premises");
  run.algebra.conflicts.push_back(std::move(conflict));
}

void WriteLearned(MergeCase& run, const MergeBegin& begin, absl::Span<const Dim> outcome,
                  WireWriter& out) {
  LearnedWriter writer(run, out);
  writer.WriteSubstitutions(begin);
  writer.CollectFacts(begin.facts);
  writer.CollectPremises();
  writer.WriteSymbols(outcome);
  writer.WriteFacts();
}

}  // namespace shapewright::query
