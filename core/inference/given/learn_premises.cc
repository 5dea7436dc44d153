#include "core/inference/given/learn_premises.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/base/static_text.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/given/premise_relation.h"
#include "core/inference/given/symbol_names.h"
#include "core/inference/text/fact_text.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/facts/irreducible.h"
#include "core/symbolic/facts/require_fact.h"
#include "core/symbolic/text/parse_relation.h"
#include "core/symbolic/text/print.h"

namespace shapewright::inference {
namespace {

using graph::FieldError;
using graph::Item;
using graph::Within;
using symbolic::Expr;
using symbolic::Fact;
using symbolic::ParsedRelation;
using symbolic::Relation;
using symbolic::Verdict;

absl::Status PremiseError(int premise, absl::string_view message) {
  return Within(absl::StrCat("model.premises[", premise, "]"),
                graph::ReadError(graph::reason::kMalformedPremise, message));
}

class PremiseLearner {
 public:
  PremiseLearner(const Given& given, rules::Workspace& workspace)
      : given_(given), exprs_(workspace.exprs()), facts_(workspace.facts()), names_(workspace) {}

  absl::Status Learn() {
    for (const Given::Symbol& symbol : given_.symbols) {
      absl::Status status = LearnSymbol(symbol);
      if (!status.ok()) return status;
    }
    for (const Given::Relations& relations : given_.relations) {
      absl::Status status = LearnRelations(relations);
      if (!status.ok()) return status;
    }
    NarrowSymbols();
    return absl::OkStatus();
  }

 private:
  absl::Status LearnSymbol(const Given::Symbol& symbol);
  absl::Status LearnRelations(const Given::Relations& relations);
  // By all relations together; each narrowed them alone before.
  void NarrowSymbols();
  // False for what refutes the facts that are there, which is kept in refuted_.
  bool Take(Relation relation, Expr left, Expr right, const symbolic::FactSource& source);
  bool Take(const ParsedRelation& relation, const symbolic::FactSource& source);
  bool TakeList(const ParsedRelation& relation, const symbolic::FactSource& source);
  // Of the fact that was refuted last.
  std::string DescribeConflict();

  const Given& given_;
  symbolic::ExprArena& exprs_;
  symbolic::FactStore& facts_;
  SymbolNames names_;
  std::vector<Fact> refuted_;
};

// Turns an error about a given symbol into one of the premise or common size that said so.
absl::Status Blame(const Given::Symbol& given, absl::string_view field, absl::string_view message) {
  if (given.premise < 0) return Within(Item("common", given.common), FieldError(field, message));
  return PremiseError(given.premise, message);
}

bool PremiseLearner::Take(Relation relation, Expr left, Expr right,
                          const symbolic::FactSource& source) {
  Fact fact{relation, left, right, source, symbolic::kRootScope, {}};
  if (symbolic::RequireFact(facts_, fact) != Verdict::kRefuted) return true;
  refuted_.push_back(std::move(fact));
  return false;
}

absl::Status PremiseLearner::LearnSymbol(const Given::Symbol& symbol) {
  const absl::StatusOr<Expr> found = names_.Resolve(symbol.name);
  if (!found.ok()) return Blame(symbol, "symbol", found.status().message());
  const Expr e = *found;
  symbolic::FactSource source;
  source.basis = symbolic::Basis::kPremise;
  source.check.sentence = "given by the request";
  if (const symbolic::Symbol* const own = exprs_.AsSymbol(e)) {
    source.left = source.right = own->origin;
  }
  const symbolic::Interval bounds = symbol.bounds;
  bool fits = true;
  if (bounds.is_point()) {
    fits = Take(Relation::kEqual, e, bounds.min, source);
  } else {
    if (bounds.has_min()) fits &= Take(Relation::kAtMost, bounds.min, e, source);
    if (bounds.has_max()) fits &= Take(Relation::kAtMost, e, bounds.max, source);
    if (symbol.divisor > 1) fits &= Take(Relation::kDivisible, e, symbol.divisor, source);
  }
  return fits ? absl::OkStatus() : Blame(symbol, "size", "the symbol has no such value");
}

absl::Status PremiseLearner::LearnRelations(const Given::Relations& relations) {
  const auto built = symbolic::BuildRelations(
      exprs_, relations.read, [this](absl::string_view name) { return names_.Resolve(name); });
  if (exprs_.is_stopped()) return exprs_.work_status();
  if (!built.ok()) return PremiseError(relations.premise, built.status().message());
  symbolic::FactSource source;
  source.basis = symbolic::Basis::kPremise;
  source.check.sentence = StaticText::Outliving(relations.reason);
  for (const size_t place : relations.places) {
    if (Take((*built)[place], source)) continue;
    return PremiseError(relations.premise,
                        absl::StrCat(graph::Quoted(relations.text), DescribeConflict()));
  }
  return absl::OkStatus();
}

void PremiseLearner::NarrowSymbols() {
  if (given_.relations.empty()) return;
  for (symbolic::SymbolId id = 0; id < exprs_.symbols().size(); ++id) {
    if (!exprs_.symbol(id).DependsOnInputsOnly()) continue;
    const symbolic::Interval bounds = exprs_.TermBounds({{1, exprs_.symbol(id).node}});
    if (!bounds.is_empty()) exprs_.SetSymbolBounds(id, bounds);
  }
}

bool PremiseLearner::Take(const ParsedRelation& relation, const symbolic::FactSource& source) {
  const std::optional<Relation> kind = RelationOf(relation.kind);
  return kind ? Take(*kind, relation.left, relation.right, source) : TakeList(relation, source);
}

// One of the equalities is 1.
bool PremiseLearner::TakeList(const ParsedRelation& relation, const symbolic::FactSource& source) {
  const std::vector<int64_t>& values = *relation.values;
  if (!Take(Relation::kAtMost, values.front(), relation.left, source) ||
      !Take(Relation::kAtMost, relation.left, values.back(), source)) {
    return false;
  }
  Expr any = 0;
  for (const int64_t value : values) {
    any = symbolic::Max(exprs_, any, symbolic::EqualTo(exprs_, relation.left, value));
  }
  return Take(Relation::kEqual, any, 1, source);
}

std::string PremiseLearner::DescribeConflict() {
  std::vector<Fact> all;
  for (const Fact& fact : facts_.facts()) {
    if (fact.source.basis == symbolic::Basis::kPremise) all.push_back(fact);
  }
  all.push_back(refuted_.back());
  std::string text;
  for (const size_t place : symbolic::IrreducibleConflict(exprs_, all)) {
    const Fact& fact = all[place];
    absl::StrAppend(&text, text.empty() ? " never holds beside " : " and ",
                    FactText(fact.relation, symbolic::ToString(exprs_, fact.left),
                             symbolic::ToString(exprs_, fact.right)));
  }
  return text.empty() ? " holds for no sizes that the inputs may have" : text;
}

}  // namespace

absl::Status LearnPremises(const Given& given, rules::Workspace& workspace) {
  if (given.symbols.empty() && given.relations.empty()) return absl::OkStatus();
  return PremiseLearner(given, workspace).Learn();
}

}  // namespace shapewright::inference
