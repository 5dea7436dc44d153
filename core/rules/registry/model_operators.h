#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_MODEL_OPERATORS_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_MODEL_OPERATORS_H_

#include <vector>

#include "core/graph/model.h"
#include "core/rules/registry/registry.h"

namespace shapewright::ops {

// The operators of a model, by OperatorIndex. A function of the model takes precedence over an
// operator of its name. The model outlives it.
class ModelOperators {
 public:
  explicit ModelOperators(const graph::Model& model);

  const graph::Model& model() const { return model_; }
  // Null if it is no function of the model.
  const graph::Function* FunctionOf(graph::OperatorIndex op) const { return functions_[op]; }
  // Without a row for a function, and for an unknown operator.
  const ResolvedOperator& Resolved(graph::OperatorIndex op) const { return resolved_[op]; }
  // Without a row: unknown, and therefore impure.
  const OperatorTraits& TraitsOf(graph::OperatorIndex op) const;

 private:
  const graph::Model& model_;
  std::vector<const graph::Function*> functions_;
  std::vector<ResolvedOperator> resolved_;
};

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_MODEL_OPERATORS_H_
