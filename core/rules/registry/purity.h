#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_PURITY_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_PURITY_H_

#include <cstdint>
#include <vector>

#include "core/graph/model.h"

namespace shapewright::ops {

// Whether two nodes of an operator with equal attributes and operands surely give
// equal results (S70).
enum class Purity : uint8_t {
  kPure,
  kImpure,
  // Dropout: impure in training mode alone, which a node's operands or attributes say.
  kImpureInTraining,
  // The result is the operand itself.
  kIdentity,
};

// By OperatorIndex. An operator that no rule knows is impure; a function of the model, which goes
// before an operator of its name, is if its body holds an impure node, within functions that it
// calls and graphs of its nodes too.
std::vector<Purity> FindPurity(const graph::Model& model);

// Whether a node of an operator that is impure in training may be in that mode.
bool MayBeInTraining(const graph::Model& model, const graph::Node& node);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_PURITY_H_
