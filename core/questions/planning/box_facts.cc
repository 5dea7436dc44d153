#include "core/questions/planning/box_facts.h"

#include <algorithm>
#include <utility>

#include "core/rules/state/tolerated_facts.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/reachable.h"

namespace shapewright::questions {
namespace {

using inference::Engine;
using inference::FactReport;
using inference::FactState;
using inference::ReportedFact;
using symbolic::Basis;
using symbolic::Expr;
using symbolic::Interval;
using symbolic::Relation;
using symbolic::SymbolId;
using symbolic::Trend;

// The expressions of a fact.
constexpr size_t kSides = 3;

}  // namespace

BoxFacts::BoxFacts(Engine& engine, const FactReport& report, absl::Span<const SymbolId> varying,
                   BoxView whole, Work& work)
    : engine_(engine) {
  const symbolic::ExprArena& arena = engine.workspace().exprs();
  for (SymbolId id = 0; id < whole.size(); ++id) {
    is_within_bounds_ &= arena.SymbolBounds(id).Contains(whole[id]);
  }
  std::vector<Expr> roots;
  for (const ReportedFact& fact : report.facts()) Add(fact, &roots);
  for (const ReportedFact& fact : report.implied()) {
    if (fact.source.basis == Basis::kAssumed) Add(fact, &roots);
  }
  KeepOpen(std::move(roots), varying, whole, work);
}

void BoxFacts::Add(const ReportedFact& fact, std::vector<Expr>* roots) {
  symbolic::ExprArena& arena = engine_.workspace().exprs();
  const bool is_guarded = fact.scope != symbolic::kRootScope;
  const bool is_assumed = fact.told_basis() == Basis::kAssumed;
  if (fact.state == FactState::kRefuted) has_undecidable_ |= is_guarded || is_assumed;
  if (fact.state == FactState::kRefuted || fact.state == FactState::kProved) return;
  const bool is_of_inputs = symbolic::DependsOnInputsOnly(arena, fact.left) &&
                            symbolic::DependsOnInputsOnly(arena, fact.right);
  if (!is_of_inputs) return;
  // What an inference of single sizes decides is looked at like an assumption.
  const bool may_hold_anyway =
      fact.source.basis == Basis::kAssumed || rules::MayBeTolerated(fact.source.check);
  entries_.push_back({fact.relation, may_hold_anyway, fact.source.basis == Basis::kPremise,
                      is_guarded, roots->size()});
  // What is made here is simplified by the symbols' own intervals.
  const Expr relation = !is_within_bounds_ ? Expr()
                        : fact.relation == Relation::kDivisible
                            ? symbolic::Mod(arena, fact.left, fact.right)
                            : symbolic::Subtract(arena, fact.right, fact.left);
  roots->insert(roots->end(), {relation, fact.left, fact.right});
}

// Facts that hold in the whole box hold in all others.
void BoxFacts::KeepOpen(std::vector<Expr> roots, absl::Span<const SymbolId> varying, BoxView whole,
                        Work& work) {
  bounds_.emplace(engine_.workspace().exprs(), roots, varying, whole);
  const absl::Span<const Interval> ranges = bounds_->Run(whole, work);
  std::vector<Entry> open;
  std::vector<Expr> open_roots;
  for (const Entry& entry : entries_) {
    const Verdict verdict = DecideOne(entry, ranges);
    const bool is_condition = !entry.is_guarded && !entry.is_assumed;
    fails_always_ |= verdict == Verdict::kFails && is_condition;
    is_always_excluded_ |= verdict == Verdict::kFails && entry.is_premise;
    if (verdict == Verdict::kHolds) continue;
    open.push_back(entry);
    open.back().first = open_roots.size();
    const auto first = roots.begin() + static_cast<ptrdiff_t>(entry.first);
    open_roots.insert(open_roots.end(), first, first + kSides);
  }
  entries_ = std::move(open);
  if (varying.size() > 1) LookAtJointFacts(open_roots, varying, whole);
  bounds_.emplace(engine_.workspace().exprs(), open_roots, varying, whole);
}

void BoxFacts::LookAtJointFacts(const std::vector<Expr>& roots, absl::Span<const SymbolId> varying,
                                BoxView whole) {
  symbolic::ExprArena& arena = engine_.workspace().exprs();
  for (const Entry& entry : entries_) {
    const auto sides = absl::MakeConstSpan(roots).subspan(entry.first, kSides);
    size_t count = 0;
    bool closes = entry.relation == Relation::kAtMost && !entry.is_assumed && !entry.is_guarded;
    const std::vector<SymbolId> symbols = symbolic::ReachableSymbols(arena, sides);
    for (const SymbolId id : varying) {
      if (std::find(symbols.begin(), symbols.end(), id) == symbols.end()) continue;
      ++count;
      const Trend slack = symbolic::TrendFinder(arena, {sides[0]}, whole).Find(id)[0];
      closes = closes && (slack == Trend::kDown || slack == Trend::kConstant);
    }
    joint_facts_close_ &= count < 2 || closes;
  }
}

BoxFacts::Verdict BoxFacts::DecideOne(const Entry& entry, absl::Span<const Interval> ranges) const {
  const Interval left = ranges[entry.first + 1];
  const Interval right = ranges[entry.first + 2];
  const Interval apart = Subtract(right, left);
  const Interval relation = ranges[entry.first];
  const Interval slack =
      entry.relation == Relation::kDivisible ? apart : Intersect(relation, apart);
  const auto verdict = [](bool holds, bool fails) {
    return holds ? Verdict::kHolds : fails ? Verdict::kFails : Verdict::kOpen;
  };
  const bool is_equal = slack == Interval::Point(0);
  switch (entry.relation) {
    case Relation::kEqual:
      return verdict(is_equal, !slack.Contains(0));
    case Relation::kNotEqual:
      return verdict(!slack.Contains(0), is_equal);
    case Relation::kAtMost:
      return verdict(slack.min >= 0, slack.max < 0);
    case Relation::kDivisible:
      if (right.min < 1) return Verdict::kOpen;
      return verdict(relation == Interval::Point(0), !relation.Contains(0));
    case Relation::kBroadcastable: {
      const Interval one = Interval::Point(1);
      const bool may_be_one = left.Contains(1) || right.Contains(1);
      return verdict(is_equal || left == one || right == one, !slack.Contains(0) && !may_be_one);
    }
  }
  return Verdict::kOpen;
}

FactsInBox BoxFacts::Decide(BoxView box, Work& work) {
  const absl::Span<const Interval> ranges = bounds_->Run(box, work);
  FactsInBox found = {fails_always_, !has_undecidable_, true, is_always_excluded_};
  for (const Entry& entry : entries_) {
    const Verdict verdict = DecideOne(entry, ranges);
    found.holds = found.holds && verdict == Verdict::kHolds;
    if (entry.is_assumed) {
      found.assumptions_hold = found.assumptions_hold && verdict == Verdict::kHolds;
    } else {
      found.fails |= verdict == Verdict::kFails && !entry.is_guarded;
      found.is_excluded |= verdict == Verdict::kFails && entry.is_premise;
    }
  }
  found.holds = found.holds && !found.fails;
  return found;
}

}  // namespace shapewright::questions
