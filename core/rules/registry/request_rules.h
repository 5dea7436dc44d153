#ifndef SHAPEWRIGHT_CORE_RULES_REGISTRY_REQUEST_RULES_H_
#define SHAPEWRIGHT_CORE_RULES_REGISTRY_REQUEST_RULES_H_

#include <deque>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/graph/model.h"
#include "core/rules/registry/operand_types.h"
#include "core/rules/registry/operator_cost.h"
#include "core/rules/registry/registry.h"

namespace shapewright::rules {

// A rule that a request brings for an operator (S62). Immutable.
class RequestRule {
 public:
  virtual ~RequestRule() = default;
  // Infers the current node of the context.
  virtual void Apply(RuleContext& ctx) const = 0;
  // Adds the operations of the node that the context is at, or refuses it.
  virtual void Count(CostContext& ctx) const = 0;
};

// The rules of a request. They outlive the inference, whose facts view their texts.
class RequestRules {
 public:
  struct Rule {
    std::string domain;  // "" is ai.onnx
    std::string op_type;
    std::string overload;
    // Its place in the request.
    int index = 0;
    // Null: its body is a function of the model.
    std::unique_ptr<const RequestRule> rule;
    // Its row and how many inputs there are.
    ResolvedOperator resolved = {};
    std::vector<OperandTypes> inputs = {};
  };

  // False if there is one for the operator already.
  bool Add(Rule rule);
  // Null if there is none.
  const Rule* Find(absl::string_view domain, absl::string_view op_type,
                   absl::string_view overload) const;
  const std::deque<Rule>& rules() const { return rules_; }
  bool empty() const { return rules_.empty(); }

 private:
  using Key = std::tuple<absl::string_view, absl::string_view, absl::string_view>;

  std::deque<Rule> rules_;
  HashMap<Key, const Rule*> by_operator_;
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_REGISTRY_REQUEST_RULES_H_
