#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_PURITY_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_PURITY_H_

#include <vector>

#include "core/graph/model.h"
#include "core/rules/registry/model_operators.h"
#include "core/rules/registry/operator_row.h"

namespace shapewright::ops {

// By OperatorIndex. An operator that no rule knows is impure; a function of the model, which goes
// before an operator of its name, is if its body holds an impure node, within functions that it
// calls and graphs of its nodes too.
std::vector<Purity> FindPurity(const ModelOperators& operators);

// Whether a node of an operator that is impure in training may be in that mode.
bool MayBeInTraining(const ModelOperators& operators, const graph::Node& node);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_PURITY_H_
