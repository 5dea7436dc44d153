// CumSum and CumProd: the sum or product of the elements up to each, along an axis.
#include "core/rules/checks/checks.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/reduce_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

using CumulativeIntOp = Expr (*)(symbolic::ExprArena&, Expr, Expr);

// The elements along an axis: their distance is `stride`, and they are taken in either order.
struct Line {
  int64_t first;
  int64_t stride;
  int64_t size;
  bool is_reversed;

  size_t At(int64_t i) const {
    return static_cast<size_t>(first + stride * (is_reversed ? size - 1 - i : i));
  }
};

// Accumulates one line of the result; `neutral` is the sum or product of no elements.
void Accumulate(RuleContext& ctx, CumulativeIntOp op, Expr neutral, const Line& line,
                ExprVector& elements) {
  const bool is_exclusive = ctx.BoolAttribute("exclusive", false);
  const ElementType element = ctx.InputElement(0);
  Expr so_far = neutral;
  for (int64_t i = 0; i < line.size; ++i) {
    Expr& place = elements[line.At(i)];
    const Expr next = KeepInRange(ctx, op(ctx.exprs(), so_far, place), element);
    place = is_exclusive ? so_far : next;
    so_far = next;
  }
}

// The axis is one of the operand's, where it is an element of an input.
void RequireAxis(RuleContext& ctx, int rank) {
  constexpr const Check& kReason = "cumulative.axis"_check;
  const Expr axis = ctx.OnlyElementOfInput(1);
  if (axis.is_unknown()) return ctx.NoteUnchecked(Place::Input(1), kReason.sentence);
  ctx.RequireAtLeast(axis, Place::Element(1, 0), -rank, kReason);
  ctx.RequireAtMost(axis, Place::Element(1, 0), rank - 1, {}, kReason);
}

void InferCumulative(RuleContext& ctx, CumulativeIntOp op, Expr neutral) {
  ctx.SetOutput(0, ctx.InputElement(0), ctx.InputShape(0));
  const Shape shape = ctx.InputShape(0);
  const auto given = ctx.ConstantInt(1);
  ctx.CheckRankBetween(0, 1, kAnyRank);
  if (!shape.has_rank || shape.rank() == 0) return;
  if (!given) return RequireAxis(ctx, shape.rank());
  const ToleratedChecks checks(ctx, MayBeEmpty(ctx, shape));
  const auto axis = ctx.NormalizeAxis(*given, shape.rank(), 0);
  const auto known = ctx.IntElements(0);
  const auto count = SmallElementCount(shape);
  if (!axis || !known || !count) return;
  ExprVector elements(known->begin(), known->end());
  int64_t stride = 1;
  for (int i = *axis + 1; i < shape.rank(); ++i) stride *= shape.dims[i].constant();
  const int64_t size = shape.dims[*axis].constant();
  const bool is_reversed = ctx.BoolAttribute("reverse", false);
  for (int64_t first = 0; first < *count; ++first) {
    if (first / stride % size != 0) continue;
    Accumulate(ctx, op, neutral, {first, stride, size, is_reversed}, elements);
  }
  ctx.SetIntElements(0, elements);
}

void InferCumSum(RuleContext& ctx) { InferCumulative(ctx, symbolic::Add, 0); }
void InferCumProd(RuleContext& ctx) { InferCumulative(ctx, symbolic::Multiply, 1); }

constexpr absl::string_view kSummary = "the operand's shape and element type; by value";

constexpr OperandForm kCumulativeForms[] = {{1, Form::kScalarOrOne}};

constexpr OperatorRow kCumulativeRows[] = {
    {"",
     "CumProd",
     {26},
     InferCumProd,
     kSummary,
     {.forms = kCumulativeForms},
     PerOperandElementCost},
    {"",
     "CumSum",
     {11, 14},
     InferCumSum,
     kSummary,
     {.forms = kCumulativeForms},
     PerOperandElementCost},
};

}  // namespace

absl::Span<const OperatorRow> CumulativeOperators() { return kCumulativeRows; }

}  // namespace shapewright::rules
