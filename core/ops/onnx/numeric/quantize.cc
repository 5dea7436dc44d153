// Quantization: the operand's shape, another element type.
#include "absl/strings/str_cat.h"
#include "core/rules/operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::ops {
namespace {

ElementType OutputDtype(RuleContext& ctx) {
  return ctx.ElementAttribute("output_dtype", ElementType::kUndefined);
}

// A scale or zero point of one dim has one element per slice along the axis.
void CheckPerAxis(RuleContext& ctx, int input) {
  const Shape shape = ctx.InputShape(0);
  const Shape own = ctx.InputShape(input);
  if (!ctx.HasInput(input) || !own.has_rank || own.rank() != 1 || !shape.has_rank) return;
  // A single element is for all, as exporters write it; with blocks the axis is split.
  if (ctx.version() < 13 || own.dims[0].is_constant(1) || shape.rank() < 1) return;
  if (ctx.IntAttribute("block_size", 0) != 0 || ctx.Bounds(own.dims[0]).Contains(1)) return;
  const int64_t given = ctx.IntAttribute("axis", 1);
  const auto axis = ctx.NormalizeAxis(shape.rank() == 1 ? 0 : given, shape.rank(), 0);
  if (!axis) return;
  ctx.RequireEqual(shape.dims[*axis], Place::Input(0, *axis), own.dims[0], Place::Input(input, 0),
                   "one scale per slice along the axis");
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
  CheckPerAxis(ctx, 1);
  ctx.SetOutput(0, element, ctx.InputShape(0));
}

void InferDequantizeLinear(RuleContext& ctx) {
  ElementType element = OutputDtype(ctx);
  if (element == ElementType::kUndefined) {
    element = ctx.version() < 19 ? ElementType::kFloat : ctx.InputElement(1);
  }
  CheckPerAxis(ctx, 1);
  ctx.SetOutput(0, element, ctx.InputShape(0));
}

void InferDynamicQuantizeLinear(RuleContext& ctx) {
  ctx.SetOutput(0, ElementType::kUint8, ctx.InputShape(0));
  ctx.SetOutput(1, ElementType::kFloat, absl::Span<const Dim>());
  ctx.SetOutput(2, ElementType::kUint8, absl::Span<const Dim>());
}

constexpr OperatorRow kRows[] = {
    {"",
     "DequantizeLinear",
     {10, 13, 19, 21, 23, 24, 25, 28},
     InferDequantizeLinear,
     "the operand's shape, the scale's type"},
    {"",
     "DynamicQuantizeLinear",
     {11},
     InferDynamicQuantizeLinear,
     "the operand's shape, uint8; scale and zero point"},
    {"",
     "QuantizeLinear",
     {10, 13, 19, 21, 23, 24, 25, 28},
     InferQuantizeLinear,
     "the operand's shape, the zero point's type"},
};

}  // namespace

absl::Span<const OperatorRow> QuantizeOperators() { return kRows; }

}  // namespace shapewright::ops
