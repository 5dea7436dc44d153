#include "core/rules/select.h"

#include "core/symbolic/algebra/conditional.h"

namespace shapewright::rules {

Expr Select(RuleContext& ctx, Expr condition, Expr yes, Expr no) {
  return ctx.IfItFits([&] { return symbolic::If(ctx.exprs(), condition, yes, no); });
}

}  // namespace shapewright::rules
