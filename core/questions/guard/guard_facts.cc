#include "core/questions/guard/guard_facts.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/inference/text/fact_text.h"
#include "core/questions/binding/unchecked_places.h"
#include "core/rules/state/diagnostic_class.h"
#include "core/rules/state/tolerated_facts.h"
#include "core/symbolic/algebra/upper_expression.h"

namespace shapewright::questions {
namespace {

using inference::FactState;
using inference::FactText;
using inference::Given;
using inference::ReportedFact;
using symbolic::Basis;
using symbolic::DependsOnInputsOnly;
using symbolic::kRootScope;
using v1::GuardInstruction;

v1::Fact::Basis BasisOf(const ReportedFact& fact) {
  return static_cast<v1::Fact::Basis>(fact.source.basis);
}

// Whether a run may succeed without it, in which nothing that follows from it counts.
bool MayBeBroken(const ReportedFact& fact) {
  return fact.source.basis == Basis::kAssumed || rules::MayBeTolerated(fact.source.check);
}

}  // namespace

void GuardFacts::Add() {
  const auto& facts = draft_.report().facts();
  // First, as what else fails counts only where they hold.
  for (uint32_t i = 0; i < facts.size() && !builder_.is_stopped(); ++i) {
    if (MayBeBroken(facts[i])) Assume(facts[i], i);
  }
  for (const ReportedFact& fact : draft_.report().implied()) {
    if (builder_.is_stopped()) return;
    if (MayBeBroken(fact)) Assume(fact, std::nullopt);
  }
  for (uint32_t i = 0; i < facts.size() && !builder_.is_stopped(); ++i) {
    if (!MayBeBroken(facts[i])) AddFact(facts[i], i);
  }
  AddPremises();
  AddDiagnostics();
}

GuardBuilder::Result GuardFacts::UnderAssumptions(GuardBuilder::Result result) {
  if (!assumptions_) return result;
  return builder_.Select(*assumptions_, result, builder_.Unbound());
}

bool GuardFacts::IsOverInputs(const ReportedFact& fact) const {
  return DependsOnInputsOnly(draft_.arena(), fact.left) &&
         DependsOnInputsOnly(draft_.arena(), fact.right);
}

std::string GuardFacts::TextOf(const ReportedFact& fact) const {
  return FactText(fact.relation, draft_.Text(fact.left), draft_.Text(fact.right));
}

std::string GuardFacts::Message(const ReportedFact& fact) const {
  return absl::StrCat(draft_.Describe(fact.source.left), ": ", fact.source.reason(), ": ",
                      TextOf(fact));
}

GuardFacts::Circumstances GuardFacts::Of(symbolic::ScopeId scope) {
  Circumstances circumstances;
  const auto& scopes = draft_.engine().workspace().facts().scopes();
  for (; scope != kRootScope; scope = scopes[scope].parent) {
    const symbolic::Guard& guard = scopes[scope].guard;
    circumstances.is_open |= !guard.is_proved && guard.runs_if.empty();
    for (const symbolic::Expr condition : guard.runs_if) {
      if (DependsOnInputsOnly(draft_.arena(), condition)) {
        circumstances.conditions.push_back(builder_.AtLeast(1, builder_.Of(condition)));
      } else {
        circumstances.is_open |= !guard.is_proved;
      }
    }
  }
  return circumstances;
}

GuardBuilder::Result GuardFacts::Under(const Circumstances& circumstances,
                                       GuardBuilder::Result check) {
  for (const GuardBuilder::Result condition : circumstances.conditions) {
    check = builder_.Select(condition, check, builder_.Constant(1));
  }
  return check;
}

v1::GuardCheck* GuardFacts::AddCheck(const ReportedFact& fact, const Circumstances& circumstances,
                                     std::optional<uint32_t> number, GuardBuilder::Result result) {
  v1::GuardCheck* const check = draft_.AddCheck(result, BasisOf(fact), Message(fact));
  check->set_suggestion(fact.suggestion);
  check->set_undecided_if_zero(circumstances.is_open || MayBeBroken(fact));
  if (number) check->set_fact(*number);
  check->set_relation(static_cast<v1::Fact::Relation>(fact.relation));
  check->set_left(builder_.Of(fact.left));
  check->set_right(builder_.Of(fact.right));
  return check;
}

void GuardFacts::Assume(const ReportedFact& fact, std::optional<uint32_t> number) {
  if (fact.state == FactState::kRefuted) return AddFact(fact, number.value_or(0));
  if (!IsOverInputs(fact)) {
    if (fact.state == FactState::kProved) return;
    v1::GuardGap* const gap = draft_.AddGap(Message(fact), BasisOf(fact));
    if (number) gap->set_fact(*number);
    return;
  }
  const Circumstances circumstances = Of(fact.scope);
  const GuardBuilder::Result result = Under(
      circumstances, draft_.Holds(fact.relation, builder_.Of(fact.left), builder_.Of(fact.right)));
  AddCheck(fact, circumstances, number, result);
  assumptions_ =
      assumptions_ ? builder_.Apply(GuardInstruction::OP_MIN, *assumptions_, result) : result;
}

void GuardFacts::AddFact(const ReportedFact& fact, uint32_t number) {
  // Inputs that share a name: the check of the later dim says so.
  if (fact.left == fact.right && fact.relation == symbolic::Relation::kEqual) return;
  const Circumstances circumstances = Of(fact.scope);
  if (fact.state == FactState::kRefuted) {
    // What fails whatever runs is an error of the model, but for what rests on an assumption.
    if (fact.scope == kRootScope && fact.told_basis() != Basis::kAssumed) return;
    v1::GuardCheck* const check =
        draft_.AddCheck(Under(circumstances, builder_.Unbound()), BasisOf(fact), Message(fact));
    check->set_fact(number);
    return;
  }
  if (!IsOverInputs(fact)) {
    if (fact.state == FactState::kProved) return;
    draft_.AddGap(Message(fact), BasisOf(fact))->set_fact(number);
    return;
  }
  GuardBuilder::Result result =
      draft_.Holds(fact.relation, builder_.Of(fact.left), builder_.Of(fact.right));
  // What the model and the request declare holds without assumptions.
  if (fact.source.basis == Basis::kRequired) result = UnderAssumptions(result);
  AddCheck(fact, circumstances, number, Under(circumstances, result));
}

void GuardFacts::AddPremises() {
  const Given* const given = draft_.engine().given();
  if (given == nullptr) return;
  const auto& symbols = draft_.arena().symbols();
  for (symbolic::SymbolId id = 0; id < symbols.size() && !given->symbols.empty(); ++id) {
    const Given::Symbol* const known = given->FindSymbol(symbols[id].name);
    if (known == nullptr) continue;
    const GuardBuilder::Result value = builder_.Of(symbolic::Expr::FromNode(symbols[id].node));
    // Ranges and divisors are facts, but for those that follow from others.
    std::optional<GuardBuilder::Result> allowed;
    for (const int64_t one : known->allowed) {
      const GuardBuilder::Result equal =
          builder_.Apply(GuardInstruction::OP_EQUAL, value, builder_.Constant(one));
      allowed = allowed ? builder_.Apply(GuardInstruction::OP_MAX, *allowed, equal) : equal;
    }
    if (!allowed) continue;
    draft_.AddCheck(*allowed, v1::Fact::BASIS_DECLARED,
                    absl::StrCat("premises[", known->premise, "]: ", known->name,
                                 " is in the list that it gives"));
  }
}

void GuardFacts::AddUnchecked() {
  const rules::Workspace& workspace = draft_.engine().workspace();
  HashSet<symbolic::Site> told;
  for (const rules::Workspace::Unchecked& place : workspace.unchecked()) {
    if (builder_.is_stopped()) return;
    symbolic::Site node = place.site;
    node.input = node.output = node.axis = node.element = symbolic::Site::kNone;
    if (!told.insert(node).second) continue;
    draft_.AddGap(absl::StrCat(draft_.Describe(place.site), ": ", place.what),
                  v1::Fact::BASIS_REQUIRED);
  }
}

// An error is one of all runs, but of those in which an assumption does not hold, such as that of a
// pooling that has room: those may succeed (S13).
GuardBuilder::Result GuardFacts::ErrorResult() {
  const auto& facts = draft_.report().facts();
  const bool may_run = std::any_of(facts.begin(), facts.end(), [](const ReportedFact& fact) {
    return fact.state == FactState::kRefuted && rules::MayBeTolerated(fact.source.check);
  });
  return may_run ? builder_.Unbound() : UnderAssumptions(builder_.Constant(0));
}

void GuardFacts::AddDiagnostics() {
  const auto& diagnostics = draft_.engine().workspace().diagnostics();
  for (size_t i = 0; i < diagnostics.size(); ++i) {
    const rules::Diagnostic& diagnostic = diagnostics[i];
    if (diagnostic.severity == rules::Severity::kError) {
      draft_.AddCheck(ErrorResult(), v1::Fact::BASIS_REQUIRED,
                      absl::StrCat("the model is wrong: ", diagnostic.message));
      return;
    }
    const bool may_fail = diagnostic.severity == rules::Severity::kWarning &&
                          rules::ClassOf(diagnostic.code) == rules::DiagnosticClass::kRun;
    if (may_fail || TellsOfFailure(draft_.report(), diagnostic, i)) {
      draft_.AddGap(diagnostic.message, v1::Fact::BASIS_REQUIRED);
    }
  }
  AddUnchecked();
  if (draft_.engine().has_open_condition()) {
    draft_.AddUndecided("the answer rests on a condition that no fact tells");
  }
}

}  // namespace shapewright::questions
