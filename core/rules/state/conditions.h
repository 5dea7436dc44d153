#ifndef SHAPEWRIGHT_CORE_RULES_STATE_CONDITIONS_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_CONDITIONS_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/rules/state/case_set.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::rules {

// The conditions over inputs by which values of one inference have alternatives (S33), and which of
// their cases can occur. Not thread-safe.
class Conditions {
 public:
  // Both outlive it. `runs` is how often rules may be run for single cases (S34).
  Conditions(symbolic::ExprArena& arena, symbolic::FactStore& facts, uint64_t runs)
      : arena_(arena), facts_(facts), runs_left_(runs) {}
  Conditions(const Conditions&) = delete;
  Conditions& operator=(const Conditions&) = delete;

  // Whether no value can have alternatives.
  bool empty() const { return conditions_.empty(); }

  // The cases in which a condition holds, an expression over inputs that is 0 or 1. Nothing where
  // that takes more conditions than a set has.
  std::optional<CaseSet> Add(symbolic::Expr condition) { return CasesOf(condition, true); }

  // The cases that facts and guards of the current scope leave open.
  CaseSet Possible();
  // A fact of the current scope says that none of these occurs.
  void Exclude(const CaseSet& cases) { excluded_.emplace_back(cases, facts_.current_scope()); }

  // A condition that is 1 in all cases of `yes`, and 0 in all of `no`; the sets share none.
  symbolic::Expr Separate(CaseSet yes, CaseSet no);

  // Takes runs of a rule for single cases. False if there are not so many left; `is_first` then
  // tells whether that is so for the first time.
  bool TakeRuns(uint64_t count, bool* is_first);

 private:
  // Nothing where the condition is made of unknown ones, which `adds` adds.
  std::optional<CaseSet> CasesOf(symbolic::Expr condition, bool adds);
  // Of several conditions, which all hold or one of which holds.
  std::optional<CaseSet> CasesOfAll(absl::Span<const symbolic::Expr> parts, bool are_joined,
                                    bool adds);
  symbolic::Expr Choose(symbolic::Expr condition, symbolic::Expr yes, symbolic::Expr no);

  symbolic::ExprArena& arena_;
  symbolic::FactStore& facts_;
  std::vector<symbolic::Expr> conditions_;
  std::vector<std::pair<CaseSet, symbolic::ScopeId>> excluded_;
  uint64_t runs_left_;
  bool is_limit_told_ = false;
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_CONDITIONS_H_
