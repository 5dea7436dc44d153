#include "core/inference/binding/guard_conditions.h"

namespace shapewright::inference {

using symbolic::Expr;
using symbolic::kRootScope;
using symbolic::ScopeId;

void GuardConditions::Add(ScopeId scope, std::vector<Expr>* roots) {
  const auto& scopes = workspace_.facts().scopes();
  for (; scope != kRootScope; scope = scopes[scope].parent) {
    const std::vector<Expr>& runs_if = scopes[scope].guard.runs_if;
    if (!conditions_.try_emplace(scope, Conditions{roots->size(), runs_if.size()}).second) return;
    roots->insert(roots->end(), runs_if.begin(), runs_if.end());
  }
}

bool GuardConditions::NeverRuns(ScopeId scope, absl::Span<const symbolic::Evaluation> roots) const {
  const auto& scopes = workspace_.facts().scopes();
  for (; scope != kRootScope; scope = scopes[scope].parent) {
    const auto found = conditions_.find(scope);
    if (found == conditions_.end()) continue;
    for (const auto& value : roots.subspan(found->second.first, found->second.count)) {
      if (value.ok() && value.value <= 0) return true;
    }
  }
  return false;
}

}  // namespace shapewright::inference
