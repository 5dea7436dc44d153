#include "core/rules/registry/model_operators.h"

#include <tuple>

#include "core/base/hash_map.h"

namespace shapewright::rules {

ModelOperators::ModelOperators(const graph::Model& model, const RequestRules* rules)
    : model_(model) {
  using Key = std::tuple<absl::string_view, absl::string_view, absl::string_view>;
  HashMap<Key, const graph::Function*> functions;
  for (const graph::Function& function : model.functions) {
    functions.try_emplace({function.domain, function.name, function.overload}, &function);
  }
  functions_.reserve(model.operators.size());
  resolved_.reserve(model.operators.size());
  for (const graph::OperatorName& op : model.operators) {
    const RequestRules::Rule* const rule =
        rules == nullptr ? nullptr : rules->Find(op.domain, op.op_type, op.overload);
    if (rules != nullptr) rules_.push_back(rule == nullptr ? nullptr : rule->rule.get());
    if (rule != nullptr && rule->rule != nullptr) {
      functions_.push_back(nullptr);
      resolved_.push_back(rule->resolved);
      continue;
    }
    const auto found = functions.find({op.domain, op.op_type, op.overload});
    const bool is_function = found != functions.end();
    functions_.push_back(is_function ? found->second : nullptr);
    resolved_.push_back(is_function ? ResolvedOperator() : ResolveOperator(op));
  }
}

const OperatorTraits& ModelOperators::TraitsOf(graph::OperatorIndex op) const {
  static constexpr OperatorTraits kUnknown = {.purity = Purity::kImpure};
  const OperatorRow* row = resolved_[op].row;
  return row == nullptr ? kUnknown : row->traits;
}

}  // namespace shapewright::rules
