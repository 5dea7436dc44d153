#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_PURITY_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_PURITY_H_

#include <vector>

#include "core/graph/model.h"
#include "core/rules/registry/model_operators.h"
#include "core/rules/registry/operator_row.h"

namespace shapewright::rules {

// The purity of each operator, by OperatorIndex. An operator without a rule is impure; a function
// of the model, which takes precedence over an operator of its name, is impure if its body contains
// an impure node, also within functions that it calls and subgraphs of its nodes.
std::vector<Purity> FindPurity(const ModelOperators& operators);

// Whether a node of an operator that is impure in training may be in that mode.
bool MayBeInTraining(const ModelOperators& operators, const graph::Node& node);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_PURITY_H_
