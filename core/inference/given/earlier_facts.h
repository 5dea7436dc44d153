#ifndef SHAPEWRIGHT_CORE_INFERENCE_GIVEN_EARLIER_FACTS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_GIVEN_EARLIER_FACTS_H_

#include <string>
#include <vector>

#include "core/rules/state/workspace.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::inference {

// A fact about inputs that one inference of a model found, for another one of the same model and
// request: an expression belongs to its arena, so its sides are texts (core/symbolic/text/parse.h).
struct EarlierFact {
  symbolic::Relation relation;
  std::string left;
  std::string right;
  symbolic::FactSource source;
};

// What must hold in every run that succeeds and keeps what is promised, and is about inputs alone.
std::vector<EarlierFact> FirmFactsOf(rules::Workspace& workspace);

// Requires the facts before any node is inferred. The types of the inputs are set. A fact about a
// symbol that `workspace` has not got by then is left out: its node requires it again.
void LearnEarlierFacts(const std::vector<EarlierFact>& facts, rules::Workspace& workspace);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_GIVEN_EARLIER_FACTS_H_
