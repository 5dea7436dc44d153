#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_MODEL_OPERATORS_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_MODEL_OPERATORS_H_

#include <vector>

#include "core/graph/model.h"
#include "core/rules/registry/registry.h"

namespace shapewright::ops {

// What the operators of a model are, by OperatorIndex. A function of the model goes before an
// operator of its name, which is then not asked. The model outlives it.
class ModelOperators {
 public:
  explicit ModelOperators(const graph::Model& model);

  const graph::Model& model() const { return model_; }
  // Null: it is no function of the model.
  const graph::Function* FunctionOf(graph::OperatorIndex op) const { return functions_[op]; }
  // Without a row: a function, or unknown to us.
  const ResolvedOperator& Resolved(graph::OperatorIndex op) const { return resolved_[op]; }
  // Of what is without a row: nothing is known of it, so it is impure too.
  const OperatorTraits& TraitsOf(graph::OperatorIndex op) const;

 private:
  const graph::Model& model_;
  std::vector<const graph::Function*> functions_;
  std::vector<ResolvedOperator> resolved_;
};

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_MODEL_OPERATORS_H_
