#include "core/inference/guard_conditions.h"

namespace shapewright::inference {
namespace {

using symbolic::Expr;
using symbolic::kRootScope;
using symbolic::ScopeId;

constexpr absl::string_view kElse = "else_branch";

}  // namespace

Expr GuardConditions::ConditionOf(const symbolic::Guard& guard) const {
  const symbolic::Site& site = guard.control;
  if (site.graph != 0 || site.node == symbolic::Site::kNone) return Expr();
  const graph::Model& model = workspace_.model();
  const graph::Node& node = model.graphs[0].nodes[static_cast<size_t>(site.node)];
  const absl::string_view op_type = model.operators[node.op].op_type;
  // The first operand decides both: the condition, and how often at most.
  if ((op_type != "If" && op_type != "Loop") || node.inputs.empty()) return Expr();
  if (node.inputs[0] == graph::kNoValue) return Expr();
  const ops::ValueState& state = workspace_.value(node.inputs[0]);
  return state.ints != nullptr && state.element_count == 1 ? state.ints[0] : Expr();
}

void GuardConditions::Add(ScopeId scope, std::vector<Expr>* roots) {
  const auto& scopes = workspace_.facts().scopes();
  for (; scope != kRootScope; scope = scopes[scope].parent) {
    const symbolic::Guard& guard = scopes[scope].guard;
    const Expr condition = ConditionOf(guard);
    if (condition.is_unknown()) continue;
    if (!conditions_.try_emplace(scope, Condition{roots->size(), guard.branch == kElse}).second) {
      return;
    }
    roots->push_back(condition);
  }
}

bool GuardConditions::NeverRuns(ScopeId scope, absl::Span<const symbolic::Evaluation> roots) const {
  const auto& scopes = workspace_.facts().scopes();
  for (; scope != kRootScope; scope = scopes[scope].parent) {
    const auto found = conditions_.find(scope);
    if (found == conditions_.end()) continue;
    const symbolic::Evaluation& value = roots[found->second.root];
    if (value.ok() && (value.value > 0) == found->second.is_else) return true;
  }
  return false;
}

}  // namespace shapewright::inference
