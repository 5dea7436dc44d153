// Quantization: the operand's shape, another element type.
#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/reduce_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

ElementType OutputDtype(RuleContext& ctx) {
  return ctx.ElementAttribute("output_dtype", ElementType::kUndefined);
}

// The axis that scales are along; absent: it is not known, or none.
std::optional<int> QuantizedAxis(RuleContext& ctx, const Shape& shape) {
  // onnxruntime and the reference take version 10's vectors along axis 1.
  const int64_t given = ctx.version() < 13 ? 1 : ctx.IntAttribute("axis", 1);
  if (!shape.has_rank || shape.rank() < 1) return std::nullopt;
  return ctx.NormalizeAxis(shape.rank() == 1 ? 0 : given, shape.rank(), 0);
}

// With blocks there is a scale per block of the axis, and per element of all others.
void CheckBlocks(RuleContext& ctx, int64_t block) {
  const Shape shape = ctx.InputShape(0);
  const Shape scale = ctx.InputShape(1);
  if (block < 0) {
    ctx.Error("INVALID_ATTRIBUTE", {}, absl::StrCat("block_size is at least 0, not ", block));
    return;
  }
  if (!shape.has_rank || !scale.has_rank || !ctx.CheckRank(1, shape.rank())) return;
  const std::optional<int> axis = QuantizedAxis(ctx, shape);
  if (!axis) return;
  for (int i = 0; i < shape.rank(); ++i) {
    const Expr blocks = i == *axis ? ctx.CeilDiv(shape.dims[i], block) : Expr(shape.dims[i]);
    ctx.RequireEqual(blocks, Place::Input(0, i), scale.dims[i], Place::Input(1, i),
                     i == *axis ? "quantize.blocks"_check : "quantize.elements"_check);
  }
}

// A scale is for all elements, or there is one per slice along the axis.
void CheckScale(RuleContext& ctx) {
  const int64_t block = ctx.IntAttribute("block_size", 0);
  if (block != 0) return CheckBlocks(ctx, block);
  const Shape shape = ctx.InputShape(0);
  const Shape scale = ctx.InputShape(1);
  if (!ctx.CheckRankBetween(1, 0, 1) || !scale.has_rank || scale.rank() != 1) return;
  if (scale.dims[0].is_constant(1)) return;
  const int64_t given = ctx.version() < 13 ? 1 : ctx.IntAttribute("axis", 1);
  if (shape.has_rank && (given < -shape.rank() || given >= shape.rank())) {
    // A single scale is for all elements, whatever the axis.
    if (shape.rank() == 0 || ctx.Bounds(scale.dims[0]).Contains(1)) {
      ctx.RequireEqual(scale.dims[0], Place::Input(1, 0), 1, {}, "quantize.scalar"_check);
    } else {
      ctx.NormalizeAxis(given, shape.rank(), 0);
    }
    return;
  }
  const std::optional<int> axis = QuantizedAxis(ctx, shape);
  if (!axis) return;
  // A single element is for all, as exporters write it.
  UnifyUnlessOne(ctx, shape.dims[*axis], Place::Input(0, *axis), scale.dims[0], Place::Input(1, 0),
                 "quantize.slices"_check);
}

// A zero point is of the scale's shape; where there is one of each, a scalar or a vector is both.
void CheckZeroPoint(RuleContext& ctx) {
  const Shape scale = ctx.InputShape(1);
  const Shape point = ctx.InputShape(2);
  if (!ctx.HasInput(2) || !scale.has_rank || !point.has_rank) return;
  constexpr const Check& kReason = "quantize.zero_point"_check;
  if (scale.rank() != point.rank()) {
    const int vector = scale.rank() > point.rank() ? 1 : 2;
    if (std::min(scale.rank(), point.rank()) == 0 && ctx.CheckRank(vector, 1)) {
      ctx.RequireEqual(ctx.InputShape(vector).dims[0], Place::Input(vector, 0), 1, {}, kReason);
      return;
    }
    ctx.CheckRank(2, scale.rank());
    return;
  }
  for (int i = 0; i < scale.rank(); ++i) {
    ctx.RequireEqual(scale.dims[i], Place::Input(1, i), point.dims[i], Place::Input(2, i), kReason);
  }
}

// The zero point and the attribute must name the same type.
void CheckOutputDtype(RuleContext& ctx) {
  const ElementType given = OutputDtype(ctx);
  const ElementType zero_point = ctx.InputElement(2);
  if (given == ElementType::kUndefined || zero_point == ElementType::kUndefined) return;
  if (given == zero_point) return;
  ctx.Error("INVALID_ATTRIBUTE", Place::Input(2),
            absl::StrCat("QuantizeLinear has output_dtype ", shape::ElementTypeName(given),
                         " and a zero point of ", shape::ElementTypeName(zero_point)));
}

void InferQuantizeLinear(RuleContext& ctx) {
  ElementType element = ElementType::kUint8;
  if (ctx.HasInput(2)) {
    CheckOutputDtype(ctx);
    element = ctx.InputElement(2);
  } else if (OutputDtype(ctx) != ElementType::kUndefined) {
    element = OutputDtype(ctx);
  }
  CheckScale(ctx);
  CheckZeroPoint(ctx);
  ctx.SetOutput(0, element, ctx.InputShape(0));
}

void InferDequantizeLinear(RuleContext& ctx) {
  ElementType element = OutputDtype(ctx);
  if (element == ElementType::kUndefined) {
    element = ctx.version() < 19 ? ElementType::kFloat : ctx.InputElement(1);
  }
  CheckScale(ctx);
  CheckZeroPoint(ctx);
  ctx.SetOutput(0, element, ctx.InputShape(0));
}

void InferDynamicQuantizeLinear(RuleContext& ctx) {
  ctx.SetOutput(0, ElementType::kUint8, ctx.InputShape(0));
  ctx.SetOutput(1, ElementType::kFloat, absl::Span<const Dim>());
  ctx.SetOutput(2, ElementType::kUint8, absl::Span<const Dim>());
}

constexpr OperatorRow kQuantizeRows[] = {
    {"",
     "DequantizeLinear",
     {10, 13, 19, 21, 23, 24, 25, 28},
     InferDequantizeLinear,
     "the operand's shape, the scale's type",
     {},
     PerElement{.alu = 2}},
    {"",
     "DynamicQuantizeLinear",
     {11},
     InferDynamicQuantizeLinear,
     "the operand's shape, uint8; scale and zero point",
     {},
     DynamicQuantizeLinearCost},
    {"",
     "QuantizeLinear",
     {10, 13, 19, 21, 23, 24, 25, 28},
     InferQuantizeLinear,
     "the operand's shape, the zero point's type",
     {},
     PerElement{.alu = 2, .div = 1}},
};

}  // namespace

absl::Span<const OperatorRow> QuantizeOperators() { return kQuantizeRows; }

}  // namespace shapewright::rules
