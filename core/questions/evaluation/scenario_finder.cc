#include "core/questions/evaluation/scenario_finder.h"

#include <algorithm>
#include <utility>

#include "core/base/hash_map.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/facts/given_facts.h"
#include "core/inference/given/premise_relation.h"
#include "core/inference/given/symbol_names.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using graph::Item;
using graph::Within;
using inference::Engine;
using inference::Holds;
using inference::RelationOf;
using inference::SymbolNames;
using symbolic::Expr;
using symbolic::ParsedRelation;

using Scenarios = google::protobuf::RepeatedPtrField<v1::Scenario>;

}  // namespace

absl::Status CheckScenarioNames(const Scenarios& scenarios) {
  HashSet<absl::string_view> names;
  for (int i = 0; i < scenarios.size(); ++i) {
    const std::string& name = scenarios[i].name();
    if (!name.empty() && names.insert(name).second) continue;
    return Within(
        Item("scenarios", i),
        FieldError("name", name.empty() ? "the name is missing" : "an earlier scenario has it"));
  }
  return absl::OkStatus();
}

ScenarioFinder::ScenarioFinder(Engine& engine, const Scenarios& scenarios) {
  if (scenarios.empty()) return;
  std::vector<Expr> roots;
  status_ = Read(engine, scenarios, &roots);
  if (status_.ok()) evaluator_.emplace(engine.workspace().exprs(), std::move(roots));
}

absl::Status ScenarioFinder::Read(Engine& engine, const Scenarios& scenarios,
                                  std::vector<Expr>* roots) {
  absl::Status named = CheckScenarioNames(scenarios);
  if (!named.ok()) return named;
  SymbolNames names(engine.workspace());
  symbolic::ExprArena& exprs = engine.workspace().exprs();
  for (int i = 0; i < scenarios.size(); ++i) {
    for (int k = 0; k < scenarios[i].premises_size(); ++k) {
      const auto relations =
          symbolic::ParseRelations(exprs, scenarios[i].premises(k),
                                   [&](absl::string_view name) { return names.Resolve(name); });
      if (exprs.is_stopped()) return exprs.work_status();
      if (!relations.ok()) {
        return Within(Item("scenarios", i),
                      Within(Item("premises", k), graph::ReadError(graph::reason::kMalformedPremise,
                                                                   relations.status().message())));
      }
      for (const ParsedRelation& relation : *relations) {
        premises_.push_back({relation.kind, relation.values});
        roots->push_back(relation.left);
        roots->push_back(relation.right.is_unknown() ? Expr(0) : relation.right);
      }
    }
    scenarios_.push_back({scenarios[i].name(), premises_.size()});
  }
  return absl::OkStatus();
}

bool ScenarioFinder::Holds(const Premise& premise, const symbolic::Evaluation& left,
                           const symbolic::Evaluation& right) {
  if (!left.ok() || !right.ok()) return false;
  if (const auto relation = RelationOf(premise.kind)) {
    return inference::Holds(*relation, left.value, right.value);
  }
  return std::binary_search(premise.values->begin(), premise.values->end(), left.value);
}

absl::string_view ScenarioFinder::Find(symbolic::Bindings bindings) {
  if (!evaluator_) return "";
  const auto sides = evaluator_->Run(bindings);
  size_t place = 0;
  for (const Scenario& scenario : scenarios_) {
    while (place < scenario.end &&
           Holds(premises_[place], sides[2 * place], sides[2 * place + 1])) {
      ++place;
    }
    if (place == scenario.end) return scenario.name;
    place = scenario.end;
  }
  return "";
}

}  // namespace shapewright::questions
