#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_MODEL_OPERATORS_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_MODEL_OPERATORS_H_

#include <vector>

#include "core/graph/model.h"
#include "core/rules/registry/registry.h"
#include "core/rules/registry/request_rules.h"

namespace shapewright::rules {

// The operators of a model, by OperatorIndex. A rule of the request takes precedence over a
// function of the model, that over an operator of its name. Model and rules outlive it.
class ModelOperators {
 public:
  // `rules` may be null.
  explicit ModelOperators(const graph::Model& model, const RequestRules* rules = nullptr);

  const graph::Model& model() const { return model_; }
  // Null if it is no function of the model.
  const graph::Function* FunctionOf(graph::OperatorIndex op) const { return functions_[op]; }
  // Null if the request has none, or a body.
  const RequestRule* RequestRuleOf(graph::OperatorIndex op) const {
    return rules_.empty() ? nullptr : rules_[op];
  }
  // Without a row for a function, and for an unknown operator.
  const ResolvedOperator& Resolved(graph::OperatorIndex op) const { return resolved_[op]; }
  // Without a row: unknown, and therefore impure.
  const OperatorTraits& TraitsOf(graph::OperatorIndex op) const;

 private:
  const graph::Model& model_;
  std::vector<const graph::Function*> functions_;
  std::vector<ResolvedOperator> resolved_;
  std::vector<const RequestRule*> rules_;  // empty if the request has none
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_MODEL_OPERATORS_H_
