#include "core/rules/elements/float_elements.h"

#include <utility>

#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/symbolic/algebra/compare.h"

namespace shapewright::rules {
namespace {

using ElementsKind = FloatElement::Kind;

bool CompareConstants(FloatRelation relation, double a, double b) {
  switch (relation) {
    case FloatRelation::kEqual:
      return a == b;
    case FloatRelation::kLess:
      return a < b;
    case FloatRelation::kAtMost:
      return a <= b;
    case FloatRelation::kGreater:
      return a > b;
    default:
      return a >= b;
  }
}

// Whether a < b, as 0 or 1; unknown where the intervals do not decide.
Expr ShownLess(RuleContext& ctx, Expr a, Expr b) {
  if (symbolic::IsLess(ctx.exprs(), a, b)) return 1;
  if (symbolic::IsAtMost(ctx.exprs(), b, a)) return 0;
  return Expr();
}

Expr Not(Expr decision) {
  return decision.is_constant() ? Expr(1 - decision.constant()) : decision;
}

Expr ShownEqual(RuleContext& ctx, Expr a, Expr b) {
  if (symbolic::IsEqual(ctx.exprs(), a, b)) return 1;
  if (symbolic::IsDifferent(ctx.exprs(), a, b)) return 0;
  return Expr();
}

Expr CompareFloats(RuleContext& ctx, FloatRelation relation, const FloatElement& a,
                   const FloatElement& b, ElementType element) {
  if (a.kind == ElementsKind::kConstant && b.kind == ElementsKind::kConstant) {
    AssumePositive(ctx, a);
    AssumePositive(ctx, b);
    return CompareConstants(relation, a.constant, b.constant) ? 1 : 0;
  }
  const FloatElement left = AsRatio(a);
  const FloatElement right = AsRatio(b);
  if (left.kind != ElementsKind::kRatio || right.kind != ElementsKind::kRatio) return Expr();
  const CommonFraction common = OverCommonDenominator(ctx, left, right);
  Expr decision;
  switch (relation) {
    case FloatRelation::kEqual:
      decision = ShownEqual(ctx, common.a, common.b);
      break;
    case FloatRelation::kLess:
      decision = ShownLess(ctx, common.a, common.b);
      break;
    case FloatRelation::kGreater:
      decision = ShownLess(ctx, common.b, common.a);
      break;
    case FloatRelation::kAtMost:
      decision = Not(ShownLess(ctx, common.b, common.a));
      break;
    default:
      decision = Not(ShownLess(ctx, common.a, common.b));
      break;
  }
  const bool is_exact =
      decision.is_constant() && AssumeExact(ctx, left, element) && AssumeExact(ctx, right, element);
  if (!is_exact) return Expr();
  AssumePositive(ctx, a);
  AssumePositive(ctx, b);
  return decision;
}

// Calls `use` with the elements of two operands for each element of output 0; does nothing unless
// both are known by value and the result is small.
template <typename Use>
bool ForEachFloatPair(RuleContext& ctx, int a, int b, Use use) {
  if (!ctx.HasOutput(0) || !MayBeKnownByValue(ctx, a) || !MayBeKnownByValue(ctx, b) ||
      SignificandBits(ctx.InputElement(a)) == 0) {
    return false;
  }
  const Shape result = OutputShape(ctx, 0);
  const Shape shape_a = ctx.InputShape(a);
  const Shape shape_b = ctx.InputShape(b);
  const auto count = SmallElementCount(result);
  if (!count || !SmallElementCount(shape_a) || !SmallElementCount(shape_b)) {
    return false;
  }
  const auto elements_a = ctx.FloatElements(a);
  const auto elements_b = ctx.FloatElements(b);
  if (!elements_a || !elements_b) return false;
  for (int64_t i = 0; i < *count; ++i) {
    const auto from_a = BroadcastIndex(result.dims, shape_a.dims, i);
    const auto from_b = BroadcastIndex(result.dims, shape_b.dims, i);
    // After an error operands need not be broadcast to the result.
    const bool are_inside = from_a < static_cast<int64_t>(elements_a->size()) &&
                            from_b < static_cast<int64_t>(elements_b->size());
    if (!are_inside) return false;
    use((*elements_a)[static_cast<size_t>(from_a)], (*elements_b)[static_cast<size_t>(from_b)]);
  }
  return true;
}

}  // namespace

void MapFloatPairs(RuleContext& ctx, int a, int b,
                   absl::FunctionRef<FloatElement(const FloatElement&, const FloatElement&)> op) {
  absl::InlinedVector<FloatElement, 8> mapped;
  const bool is_known =
      ForEachFloatPair(ctx, a, b, [&](const FloatElement& left, const FloatElement& right) {
        mapped.push_back(op(left, right));
      });
  if (is_known) ctx.SetFloatElements(0, mapped);
}

void MapFloatPairs(RuleContext& ctx, int a, int b, FloatOperation op) {
  MapFloatPairs(ctx, a, b, [&](const FloatElement& left, const FloatElement& right) {
    return ComputeFloat(ctx, op, left, right, ctx.InputElement(a));
  });
}

void CompareFloatPairs(RuleContext& ctx, int a, int b, FloatRelation relation) {
  const ElementType element = ctx.InputElement(a);
  ExprVector mapped;
  const bool is_known =
      ForEachFloatPair(ctx, a, b, [&](const FloatElement& left, const FloatElement& right) {
        mapped.push_back(CompareFloats(ctx, relation, left, right, element));
      });
  if (is_known) ctx.SetIntElements(0, mapped);
}

void MapFloats(RuleContext& ctx, absl::FunctionRef<FloatElement(const FloatElement&)> op) {
  if (!MayBeKnownByValue(ctx, 0) || !ctx.HasOutput(0)) return;
  if (!SmallElementCount(OutputShape(ctx, 0))) return;
  const auto elements = ctx.FloatElements(0);
  if (!elements) return;
  absl::InlinedVector<FloatElement, 8> mapped;
  for (const FloatElement& element : *elements) mapped.push_back(op(element));
  ctx.SetFloatElements(0, mapped);
}

}  // namespace shapewright::rules
