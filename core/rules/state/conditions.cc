#include "core/rules/state/conditions.h"

#include <algorithm>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/algebra/conditional.h"

namespace shapewright::rules {
namespace {

using symbolic::Expr;
using symbolic::ExprNode;
using symbolic::Interval;
using symbolic::NodeKind;

}  // namespace

std::optional<CaseSet> Conditions::CasesOfAll(absl::Span<const Expr> parts, bool are_joined,
                                              bool adds) {
  std::optional<CaseSet> cases = are_joined ? CaseSet::All() : CaseSet();
  for (const Expr part : parts) {
    const auto found = CasesOf(part, adds);
    if (!found) return std::nullopt;
    cases = are_joined ? *cases & *found : *cases | *found;
  }
  return cases;
}

std::optional<CaseSet> Conditions::CasesOf(Expr condition, bool adds) {
  for (size_t i = 0; i < conditions_.size(); ++i) {
    const bool is_known =
        conditions_[i] == condition || facts_.Resolve(conditions_[i]) == condition;
    if (is_known) return CaseSet::Where(static_cast<int>(i), true);
  }
  if (const Expr negated = symbolic::Negated(arena_, condition); !negated.is_unknown()) {
    const auto cases = CasesOf(negated, adds);
    return cases ? std::optional(CaseSet::All() - *cases) : std::nullopt;
  }
  const auto is_condition = [this](Expr e) { return Interval{0, 1}.Contains(arena_.Bounds(e)); };
  if (const ExprNode* const both = arena_.AsOperation(condition, NodeKind::kProduct)) {
    absl::InlinedVector<Expr, 4> parts;
    for (const symbolic::NodeId factor : both->factors) parts.push_back(Expr::FromNode(factor));
    if (std::all_of(parts.begin(), parts.end(), is_condition)) {
      return CasesOfAll(parts, true, adds);
    }
  }
  if (const ExprNode* const either = arena_.AsOperation(condition, NodeKind::kMax)) {
    const absl::InlinedVector<Expr, 4> parts(either->operands.begin(), either->operands.end());
    if (std::all_of(parts.begin(), parts.end(), is_condition)) {
      return CasesOfAll(parts, false, adds);
    }
  }
  if (!adds || conditions_.size() == CaseSet::kMaxConditions) return std::nullopt;
  conditions_.push_back(condition);
  return CaseSet::Where(static_cast<int>(conditions_.size()) - 1, true);
}

CaseSet Conditions::Possible() {
  CaseSet possible = CaseSet::All();
  for (size_t i = 0; i < conditions_.size(); ++i) {
    const Interval value = arena_.Bounds(facts_.Resolve(conditions_[i]));
    if (!value.is_point()) continue;
    possible = possible & CaseSet::Where(static_cast<int>(i), value.min != 0);
  }
  const auto& scopes = facts_.scopes();
  for (symbolic::ScopeId scope = facts_.current_scope(); scope != symbolic::kRootScope;
       scope = scopes[scope].parent) {
    for (const Expr positive : scopes[scope].guard.runs_if) {
      if (const auto cases = CasesOf(positive, false)) possible = possible & *cases;
    }
  }
  for (const auto& [cases, scope] : excluded_) {
    if (facts_.IsOpen(scope)) possible = possible - cases;
  }
  return possible;
}

Expr Conditions::Choose(Expr condition, Expr yes, Expr no) {
  if (no.is_constant(0)) return symbolic::Multiply(arena_, condition, yes);
  if (yes.is_constant(1)) return symbolic::Max(arena_, condition, no);
  return symbolic::If(arena_, condition, yes, no);
}

Expr Conditions::Separate(CaseSet yes, CaseSet no) {
  if (yes.IsEmpty()) return 0;
  if (no.IsEmpty()) return 1;
  // Conditions that do not matter are left out; the first of the others decides, or those after it.
  for (int i = 0; i < CaseSet::kMaxConditions; ++i) {
    const CaseSet any_yes = yes.Given(i, true) | yes.Given(i, false);
    const CaseSet any_no = no.Given(i, true) | no.Given(i, false);
    if (!(any_yes & any_no).IsEmpty()) continue;
    yes = any_yes;
    no = any_no;
  }
  for (int i = 0; i < CaseSet::kMaxConditions; ++i) {
    if (yes.Given(i, true) == yes && no.Given(i, true) == no) continue;
    return Choose(conditions_[static_cast<size_t>(i)],
                  Separate(yes.Given(i, true), no.Given(i, true)),
                  Separate(yes.Given(i, false), no.Given(i, false)));
  }
  return 1;
}

bool Conditions::TakeRuns(uint64_t count, bool* is_first) {
  *is_first = runs_left_ < count && !is_limit_told_;
  if (runs_left_ < count) {
    is_limit_told_ = true;
    return false;
  }
  runs_left_ -= count;
  return true;
}

}  // namespace shapewright::rules
