#include "core/rules/request_rule_row.h"

#include "core/rules/cost/cost_context.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

void ApplyRequestRule(RuleContext& ctx) {
  ctx.workspace().operators().RequestRuleOf(ctx.node().op)->Apply(ctx);
}

void CountByRequestRule(CostContext& ctx) { ctx.request_rule()->Count(ctx); }

constexpr OperatorRow MakeRow(Purity purity) {
  return {
      "", "rule of the request", {}, ApplyRequestRule, "", {.purity = purity}, CountByRequestRule};
}

}  // namespace

const OperatorRow& RequestRuleRow(bool is_pure) {
  static constexpr OperatorRow kPure = MakeRow(Purity::kPure);
  static constexpr OperatorRow kImpure = MakeRow(Purity::kImpure);
  return is_pure ? kPure : kImpure;
}

}  // namespace shapewright::rules
