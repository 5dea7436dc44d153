#include "core/rules/registry/request_rules.h"

#include <utility>

namespace shapewright::rules {

bool RequestRules::Add(Rule rule) {
  if (Find(rule.domain, rule.op_type, rule.overload) != nullptr) return false;
  Rule& kept = rules_.emplace_back(std::move(rule));
  kept.resolved.inputs = kept.inputs;
  by_operator_.emplace(Key(kept.domain, kept.op_type, kept.overload), &kept);
  return true;
}

const RequestRules::Rule* RequestRules::Find(absl::string_view domain, absl::string_view op_type,
                                             absl::string_view overload) const {
  const auto found = by_operator_.find(Key(domain, op_type, overload));
  return found == by_operator_.end() ? nullptr : found->second;
}

}  // namespace shapewright::rules
