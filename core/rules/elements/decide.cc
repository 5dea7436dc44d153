#include "core/rules/elements/decide.h"

#include <cstdint>
#include <limits>
#include <utility>

#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/algebra/upper_expression.h"

namespace shapewright::rules {
namespace {

// Unknown unless it depends on inputs only.
Expr OverInputs(RuleContext& ctx, Expr e) {
  return symbolic::DependsOnInputsOnly(ctx.exprs(), e) ? e : Expr();
}

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

}  // namespace

// Elements have 64 bits: nothing is beyond the ends.
Expr DecideEqual(RuleContext& ctx, Expr a, Expr b) {
  if (symbolic::IsEqual(ctx.exprs(), a, b)) return 1;
  if (symbolic::IsDifferent(ctx.exprs(), a, b)) return 0;
  if (a.is_constant(kLeast) || a.is_constant(kMost)) std::swap(a, b);
  const Expr is_equal = b.is_constant(kLeast)  ? symbolic::LessThan(ctx.exprs(), a, kLeast + 1)
                        : b.is_constant(kMost) ? symbolic::LessThan(ctx.exprs(), kMost - 1, a)
                                               : symbolic::EqualTo(ctx.exprs(), a, b);
  return OverInputs(ctx, is_equal);
}
Expr DecideLess(RuleContext& ctx, Expr a, Expr b) {
  if (symbolic::IsLess(ctx.exprs(), a, b)) return 1;
  if (symbolic::IsAtMost(ctx.exprs(), b, a)) return 0;
  if (a.is_constant(kMost) || b.is_constant(kLeast)) return 0;
  return OverInputs(ctx, symbolic::LessThan(ctx.exprs(), a, b));
}
Expr DecideAtMost(RuleContext& ctx, Expr a, Expr b) {
  if (symbolic::IsAtMost(ctx.exprs(), a, b)) return 1;
  if (symbolic::IsLess(ctx.exprs(), b, a)) return 0;
  if (a.is_constant(kLeast) || b.is_constant(kMost)) return 1;
  return OverInputs(ctx, symbolic::AtMostTo(ctx.exprs(), a, b));
}
Expr DecideGreater(RuleContext& ctx, Expr a, Expr b) { return DecideLess(ctx, b, a); }
Expr DecideAtLeast(RuleContext& ctx, Expr a, Expr b) { return DecideAtMost(ctx, b, a); }

// Bools are 0 and 1. A constant may decide even if the other side is unknown.
Expr DecideAnd(RuleContext& ctx, Expr a, Expr b) {
  if (a.is_constant(0) || b.is_constant(0)) return 0;
  return ctx.Multiply(a, b);
}
Expr DecideOr(RuleContext& ctx, Expr a, Expr b) {
  if (a.is_constant(1) || b.is_constant(1)) return 1;
  return ctx.Max(a, b);
}
Expr DecideXor(RuleContext& ctx, Expr a, Expr b) {
  return ctx.Max(ctx.Subtract(a, b), ctx.Subtract(b, a));
}

}  // namespace shapewright::rules
