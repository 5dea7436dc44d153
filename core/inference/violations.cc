#include "core/inference/violations.h"

#include "absl/strings/str_cat.h"
#include "core/inference/node_text.h"
#include "core/symbolic/checked_math.h"
#include "core/symbolic/text.h"

namespace shapewright::inference {
namespace {

using symbolic::Expr;
using symbolic::Fact;
using symbolic::Relation;

std::vector<Expr> SidesOf(const std::vector<Fact>& facts) {
  std::vector<Expr> sides;
  sides.reserve(2 * facts.size());
  for (const Fact& fact : facts) {
    sides.push_back(fact.left);
    sides.push_back(fact.right);
  }
  return sides;
}

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

absl::string_view SignOf(Relation relation) {
  switch (relation) {
    case Relation::kEqual:
      return "=";
    case Relation::kAtMost:
      return "<=";
    case Relation::kDivisible:
      return "is a multiple of";
    case Relation::kBroadcastable:
      return "broadcasts with";
    case Relation::kNotEqual:
      return "!=";
  }
  return "";
}

absl::string_view AdviceOf(Relation relation) {
  switch (relation) {
    case Relation::kEqual:
      return "must equal";
    case Relation::kAtMost:
      return "must be at most";
    case Relation::kDivisible:
      return "must be a multiple of";
    case Relation::kBroadcastable:
      return "must be 1 or equal";
    case Relation::kNotEqual:
      return "must differ from";
  }
  return "";
}

// "N + 3 = 11", or "8" for a constant.
std::string WithValue(const symbolic::ExprArena& arena, Expr e, int64_t value) {
  const std::string text = symbolic::ToString(arena, e);
  return e.is_constant() ? text : absl::StrCat(text, " = ", value);
}

}  // namespace

ViolationFinder::ViolationFinder(Engine& engine)
    : engine_(engine),
      facts_(engine.workspace().facts().facts()),
      evaluator_(engine.workspace().exprs(), SidesOf(facts_)) {}

void ViolationFinder::Find(const BoundSymbols& bound, v1::Evaluation* evaluation) {
  const auto sides = evaluator_.Run(bound.values);
  for (size_t i = 0; i < facts_.size(); ++i) {
    const auto& left = sides[2 * i];
    const auto& right = sides[2 * i + 1];
    if (!left.ok() || !right.ok() || Holds(facts_[i].relation, left.value, right.value)) continue;
    AddFailed(i, left.value, right.value, evaluation);
  }
  for (const Contradiction& found : bound.contradictions) AddContradiction(found, evaluation);
}

std::string ViolationFinder::DescribeSite(const symbolic::Site& site) const {
  const graph::Model& model = engine_.workspace().model();
  if (site.node == symbolic::Site::kNone) {
    if (site.input == symbolic::Site::kNone || site.graph != 0) return "the model";
    const auto input = model.graphs[0].inputs[static_cast<size_t>(site.input)];
    return absl::StrCat("input ", model.values[input].name);
  }
  return NodeText(model, site);
}

void ViolationFinder::AddFailed(size_t index, int64_t left, int64_t right,
                                v1::Evaluation* evaluation) const {
  const Fact& fact = facts_[index];
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  v1::Violation* violation = evaluation->add_violations();
  violation->set_constraint(static_cast<uint32_t>(index));
  violation->set_left(left);
  violation->set_right(right);
  violation->set_message(absl::StrCat(DescribeSite(fact.source.left), ": ", fact.source.reason,
                                      ": ", WithValue(arena, fact.left, left), " ",
                                      SignOf(fact.relation), " ",
                                      WithValue(arena, fact.right, right), " does not hold"));
  violation->set_suggestion(absl::StrCat(symbolic::ToString(arena, fact.left), " ",
                                         AdviceOf(fact.relation), " ",
                                         symbolic::ToString(arena, fact.right)));
}

void ViolationFinder::AddContradiction(const Contradiction& found,
                                       v1::Evaluation* evaluation) const {
  v1::Violation* violation = evaluation->add_violations();
  violation->set_left(found.actual);
  violation->set_right(found.expected);
  violation->set_message(
      absl::StrCat(found.subject, " is given as ", found.actual, " but is ", found.expected));
  violation->set_suggestion(absl::StrCat("give ", found.subject, " as ", found.expected));
  // Inputs that share a name: the fact that says so has no sides that differ.
  for (size_t i = 0; i < facts_.size(); ++i) {
    if (facts_[i].source.basis == symbolic::Basis::kDeclared &&
        facts_[i].relation == Relation::kEqual && facts_[i].source.right == found.site) {
      violation->set_constraint(static_cast<uint32_t>(i));
      return;
    }
  }
}

}  // namespace shapewright::inference
