// StableHLO's reductions, windows, sorts and maps, whose bodies work on scalars.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/operators/cost/hlo_cost.h"
#include "core/rules/operators/cost/reduce_cost.h"
#include "core/rules/operators/stablehlo/hlo_operands.h"
#include "core/rules/operators/stablehlo/hlo_windows.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/rules/window.h"

namespace shapewright::rules {
namespace {

using ElementVector = absl::InlinedVector<ElementType, 8>;

// Of operands [0, count), twice: what a body takes of two sides.
ElementVector BothSides(RuleContext& ctx, int count) {
  ElementVector elements;
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < count; ++i) elements.push_back(ctx.InputElement(i));
  }
  return elements;
}

// N operands of one shape, and N scalars to begin with. The number N; 0 after an error.
int CheckReduced(RuleContext& ctx) {
  const int count = ctx.input_count() / 2;
  if (!CheckOperandCount(ctx, 2, kAnyRank) || !CheckOperandCount(ctx, 2 * count, 2 * count)) {
    return 0;
  }
  for (int i = 0; i < count; ++i) {
    ctx.CheckSameElement(i, count + i);
    if (!ctx.CheckRank(count + i, 0)) return 0;
  }
  return count;
}

void SetHloResults(RuleContext& ctx, int count, const Shape& shape) {
  for (int i = 0; i < std::min(count, ctx.output_count()); ++i) {
    SetHloResult(ctx, i, ResultElement(ctx, i, ctx.InputElement(i)), shape);
  }
}

void InferHloReduce(RuleContext& ctx) {
  const int count = CheckReduced(ctx);
  if (count == 0) return;
  const Shape shape = OneShapeOf(ctx, 0, count, "hlo.shapes"_check);
  RunScalars(ctx, "body", BothSides(ctx, count));
  if (!shape.has_rank) return SetHloResults(ctx, count, Shape());
  const auto axes = AxesAttribute(ctx, "dimensions", shape.rank());
  if (!axes) return;
  AxisMask mask(shape.dims.size(), false);
  for (const int64_t axis : *axes) mask[static_cast<size_t>(axis)] = true;
  const DimVector dims = ReducedDims(shape.dims, mask, false);
  SetHloResults(ctx, count, Shape::Of(dims));
}

void InferReduceWindow(RuleContext& ctx) {
  const int count = CheckReduced(ctx);
  if (count == 0) return;
  const Shape shape = OneShapeOf(ctx, 0, count, "hlo.shapes"_check);
  RunScalars(ctx, "body", BothSides(ctx, count));
  if (!shape.has_rank) return SetHloResults(ctx, count, Shape());
  const auto windows = ReadHloWindows(ctx, shape.rank());
  if (!windows) return;
  const DimVector dims = WindowCounts(ctx, shape, *windows);
  SetHloResults(ctx, count, Shape::Of(dims));
}

// An element of the source for each window of the operand.
void InferSelectAndScatter(RuleContext& ctx) {
  constexpr int kInit = 2;
  if (!CheckOperandCount(ctx, 3, 3)) return;
  const Shape shape = ctx.InputShape(0);
  const Shape source = ctx.InputShape(1);
  ctx.CheckSameElement(0, 1);
  ctx.CheckSameElement(0, kInit);
  if (!ctx.CheckRank(kInit, 0)) return;
  RunScalars(ctx, "select", BothSides(ctx, 1));
  RunScalars(ctx, "scatter", BothSides(ctx, 1));
  if (shape.has_rank && source.has_rank) {
    const auto windows = ReadHloWindows(ctx, shape.rank());
    if (!windows || !ctx.CheckRank(1, shape.rank())) return;
    const DimVector counts = WindowCounts(ctx, shape, *windows);
    for (int axis = 0; axis < shape.rank(); ++axis) {
      const Dim windows_there = counts[static_cast<size_t>(axis)];
      if (windows_there.is_unknown()) continue;
      ctx.Unify(source.dims[static_cast<size_t>(axis)], Place::Input(1, axis), windows_there,
                Place::Input(0, axis), "hlo.source"_check);
    }
  }
  SetHloResult(ctx, 0, ctx.InputElement(0), shape);
}

void InferHloSort(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, kAnyRank)) return;
  const int count = ctx.input_count();
  const Shape shape = OneShapeOf(ctx, 0, count, "hlo.shapes"_check);
  ElementVector pairs;
  for (int i = 0; i < count; ++i) pairs.insert(pairs.end(), 2, ctx.InputElement(i));
  RunScalars(ctx, "comparator", pairs);
  if (shape.has_rank) {
    const int64_t axis = ctx.IntAttribute("dimension", -1);
    if (axis < -shape.rank() || axis >= shape.rank()) {
      RefuseInts(ctx, "dimension",
                 absl::StrCat("an axis within rank ", shape.rank(), ", not ", axis));
      return;
    }
  }
  for (int i = 0; i < std::min(count, ctx.output_count()); ++i) {
    SetHloResult(ctx, i, ctx.InputElement(i), shape);
  }
}

void InferHloMap(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, kAnyRank)) return;
  const int count = ctx.input_count();
  const Shape shape = OneShapeOf(ctx, 0, count, "hlo.shapes"_check);
  ElementVector elements;
  for (int i = 0; i < count; ++i) elements.push_back(ctx.InputElement(i));
  RunScalars(ctx, "computation", elements);
  SetHloResult(ctx, 0, ResultElement(ctx, 0, ctx.InputElement(0)), shape);
}

void InferChloTopK(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1) || !ctx.CheckRankBetween(0, 1, kAnyRank)) return;
  const Shape shape = ctx.InputShape(0);
  const int64_t k = ctx.IntAttribute("k", 0);
  DimVector dims(shape.dims.begin(), shape.dims.end());
  if (shape.has_rank) {
    if (k < 0) return RefuseInts(ctx, "k", "a number of at least 0");
    ctx.RequireAtMost(k, {}, dims.back(), Place::Input(0, shape.rank() - 1), "hlo.top_k"_check);
    dims.back() = k;
  }
  const Shape top = shape.has_rank ? Shape::Of(dims) : shape;
  SetHloResult(ctx, 0, ctx.InputElement(0), top);
  if (ctx.HasOutput(1)) SetHloResult(ctx, 1, ElementType::kInt32, top);
}

constexpr OperatorRow kHloReductionRows[] = {
    {kChlo,
     "top_k",
     {1},
     InferChloTopK,
     "k elements of the last axis, and their indices",
     {},
     TopKCost},
    {kStablehlo, "map", {1}, InferHloMap, "the operands' shape", {}, PerElement{.alu = 1}},
    {kStablehlo,
     "reduce",
     {1},
     InferHloReduce,
     "the operands' dims but the reduced ones",
     {},
     HloReduceCost},
    {kStablehlo,
     "reduce_window",
     {1},
     InferReduceWindow,
     "the windows on each axis",
     {},
     HloReduceWindowCost},
    {kStablehlo,
     "select_and_scatter",
     {1},
     InferSelectAndScatter,
     "the operand's shape",
     {},
     HloSelectAndScatterCost},
    {kStablehlo, "sort", {1}, InferHloSort, "the operands' shape", {}, HloSortCost},
};

}  // namespace

absl::Span<const OperatorRow> HloReductionOperators() { return kHloReductionRows; }

}  // namespace shapewright::rules
