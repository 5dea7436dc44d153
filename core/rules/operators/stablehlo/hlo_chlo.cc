// CHLO: functions, and numpy's broadcasting, which StableHLO has not.
#include <algorithm>

#include "core/rules/checks/checks.h"
#include "core/rules/operators/stablehlo/hlo_operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

void InferChloUnary(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  SetHloResult(ctx, 0, ctx.InputElement(0), ctx.InputShape(0));
}

void InferIsInf(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  SetHloResult(ctx, 0, ElementType::kBool, ctx.InputShape(0));
}

void InferChloBinary(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 2, 2)) return;
  ctx.CheckSameElement(0, 1);
  SetHloResult(ctx, 0, ctx.InputElement(0), OneShapeOf(ctx, 0, 2, "hlo.shapes"_check));
}

// Whether the operands' last axes are aligned. `broadcast_dimensions` may align the axes of the
// operand of lower rank with others.
bool AlignsLastAxes(RuleContext& ctx) {
  const absl::Span<const int64_t> axes = IntsOr(ctx, "broadcast_dimensions");
  const Shape left = ctx.InputShape(0);
  const Shape right = ctx.InputShape(1);
  if (axes.empty()) return true;
  if (!left.has_rank || !right.has_rank) return false;
  const int rank = std::max(left.rank(), right.rank());
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] != rank - static_cast<int>(axes.size() - i)) return false;
  }
  return true;
}

// Numpy's broadcasting, of CHLO only.
void InferChloBroadcast(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 2, 2)) return;
  if (!AlignsLastAxes(ctx)) return SetToDeclared(ctx, 0);
  ctx.CheckSameElement(0, 1);
  SetHloResult(ctx, 0, ResultElement(ctx, 0, ctx.InputElement(0)), ctx.BroadcastInputs({0, 1}));
}

void InferChloBroadcastSelect(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 3, 3)) return;
  ctx.CheckSameElement(1, 2);
  SetHloResult(ctx, 0, ctx.InputElement(1), ctx.BroadcastInputs({0, 1, 2}));
}

void InferConstantLike(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  SetHloResult(ctx, 0, ResultElement(ctx, 0, ctx.InputElement(0)), ctx.InputShape(0));
}

constexpr absl::string_view kLikeOperand = "the operand's shape";
constexpr absl::string_view kLikeOperands = "the operands' shape";
constexpr absl::string_view kBroadcastOfBoth = "the broadcast of both operands";
constexpr PerElement kOneEach = {.alu = 1};

constexpr OperatorRow ChloRow(absl::string_view name, Rule rule, absl::string_view summary) {
  return {kChlo, name, {1}, rule, summary, kElementwise, PerElement{.special = 1}};
}

constexpr OperatorRow kChloRows[] = {
    ChloRow("acos", InferChloUnary, kLikeOperand),
    ChloRow("acosh", InferChloUnary, kLikeOperand),
    ChloRow("asin", InferChloUnary, kLikeOperand),
    ChloRow("asin_acos_kernel", InferChloUnary, kLikeOperand),
    ChloRow("asinh", InferChloUnary, kLikeOperand),
    ChloRow("atan", InferChloUnary, kLikeOperand),
    ChloRow("atanh", InferChloUnary, kLikeOperand),
    ChloRow("bessel_i1e", InferChloUnary, kLikeOperand),
    ChloRow("conj", InferChloUnary, kLikeOperand),
    ChloRow("cosh", InferChloUnary, kLikeOperand),
    ChloRow("digamma", InferChloUnary, kLikeOperand),
    ChloRow("erf", InferChloUnary, kLikeOperand),
    ChloRow("erf_inv", InferChloUnary, kLikeOperand),
    ChloRow("erfc", InferChloUnary, kLikeOperand),
    ChloRow("is_inf", InferIsInf, "the operand's shape, bool"),
    ChloRow("is_neg_inf", InferIsInf, "the operand's shape, bool"),
    ChloRow("is_pos_inf", InferIsInf, "the operand's shape, bool"),
    ChloRow("lgamma", InferChloUnary, kLikeOperand),
    ChloRow("next_after", InferChloBinary, kLikeOperands),
    ChloRow("polygamma", InferChloBinary, kLikeOperands),
    ChloRow("sinh", InferChloUnary, kLikeOperand),
    ChloRow("square", InferChloUnary, kLikeOperand),
    ChloRow("tan", InferChloUnary, kLikeOperand),
    ChloRow("zeta", InferChloBinary, kLikeOperands),
    {kChlo, "broadcast_add", {1}, InferChloBroadcast, kBroadcastOfBoth, kElementwise, kOneEach},
    {kChlo, "broadcast_and", {1}, InferChloBroadcast, kBroadcastOfBoth, kElementwise, kOneEach},
    {kChlo,
     "broadcast_atan2",
     {1},
     InferChloBroadcast,
     kBroadcastOfBoth,
     kElementwise,
     PerElement{.special = 1}},
    {kChlo, "broadcast_compare", {1}, InferChloBroadcast, kBroadcastOfBoth, kElementwise, kOneEach},
    {kChlo, "broadcast_complex", {1}, InferChloBroadcast, kBroadcastOfBoth, kElementwise, kMoved},
    {kChlo,
     "broadcast_divide",
     {1},
     InferChloBroadcast,
     kBroadcastOfBoth,
     kElementwise,
     PerElement{.div = 1}},
    {kChlo, "broadcast_maximum", {1}, InferChloBroadcast, kBroadcastOfBoth, kElementwise, kOneEach},
    {kChlo, "broadcast_minimum", {1}, InferChloBroadcast, kBroadcastOfBoth, kElementwise, kOneEach},
    {kChlo,
     "broadcast_multiply",
     {1},
     InferChloBroadcast,
     kBroadcastOfBoth,
     kElementwise,
     kOneEach},
    {kChlo,
     "broadcast_next_after",
     {1},
     InferChloBroadcast,
     kBroadcastOfBoth,
     kElementwise,
     kOneEach},
    {kChlo, "broadcast_or", {1}, InferChloBroadcast, kBroadcastOfBoth, kElementwise, kOneEach},
    {kChlo,
     "broadcast_polygamma",
     {1},
     InferChloBroadcast,
     kBroadcastOfBoth,
     kElementwise,
     PerElement{.special = 1}},
    {kChlo,
     "broadcast_power",
     {1},
     InferChloBroadcast,
     kBroadcastOfBoth,
     kElementwise,
     PerElement{.special = 1}},
    {kChlo,
     "broadcast_remainder",
     {1},
     InferChloBroadcast,
     kBroadcastOfBoth,
     kElementwise,
     PerElement{.div = 1}},
    {kChlo,
     "broadcast_select",
     {1},
     InferChloBroadcastSelect,
     "the broadcast of the operands",
     kElementwise,
     kOneEach},
    {kChlo,
     "broadcast_shift_left",
     {1},
     InferChloBroadcast,
     kBroadcastOfBoth,
     kElementwise,
     kOneEach},
    {kChlo,
     "broadcast_shift_right_arithmetic",
     {1},
     InferChloBroadcast,
     kBroadcastOfBoth,
     kElementwise,
     kOneEach},
    {kChlo,
     "broadcast_shift_right_logical",
     {1},
     InferChloBroadcast,
     kBroadcastOfBoth,
     kElementwise,
     kOneEach},
    {kChlo,
     "broadcast_subtract",
     {1},
     InferChloBroadcast,
     kBroadcastOfBoth,
     kElementwise,
     kOneEach},
    {kChlo, "broadcast_xor", {1}, InferChloBroadcast, kBroadcastOfBoth, kElementwise, kOneEach},
    {kChlo,
     "broadcast_zeta",
     {1},
     InferChloBroadcast,
     kBroadcastOfBoth,
     kElementwise,
     PerElement{.special = 1}},
    {kChlo, "constant_like", {1}, InferConstantLike, "the operand's shape", {}, kMoved},
};

}  // namespace

absl::Span<const OperatorRow> ChloOperators() { return kChloRows; }

}  // namespace shapewright::rules
