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

constexpr OperatorRow BroadcastRow(absl::string_view name, OperatorCost cost) {
  return {kChlo, name, {1}, InferChloBroadcast, kBroadcastOfBoth, kElementwise, cost};
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
    BroadcastRow("broadcast_add", kOneEach),
    BroadcastRow("broadcast_and", kOneEach),
    BroadcastRow("broadcast_atan2", PerElement{.special = 1}),
    BroadcastRow("broadcast_compare", kOneEach),
    BroadcastRow("broadcast_complex", kMoved),
    BroadcastRow("broadcast_divide", PerElement{.div = 1}),
    BroadcastRow("broadcast_maximum", kOneEach),
    BroadcastRow("broadcast_minimum", kOneEach),
    BroadcastRow("broadcast_multiply", kOneEach),
    BroadcastRow("broadcast_next_after", kOneEach),
    BroadcastRow("broadcast_or", kOneEach),
    BroadcastRow("broadcast_polygamma", PerElement{.special = 1}),
    BroadcastRow("broadcast_power", PerElement{.special = 1}),
    BroadcastRow("broadcast_remainder", PerElement{.div = 1}),
    {kChlo,
     "broadcast_select",
     {1},
     InferChloBroadcastSelect,
     "the broadcast of the operands",
     kElementwise,
     kOneEach},
    BroadcastRow("broadcast_shift_left", kOneEach),
    BroadcastRow("broadcast_shift_right_arithmetic", kOneEach),
    BroadcastRow("broadcast_shift_right_logical", kOneEach),
    BroadcastRow("broadcast_subtract", kOneEach),
    BroadcastRow("broadcast_xor", kOneEach),
    BroadcastRow("broadcast_zeta", PerElement{.special = 1}),
    {kChlo, "constant_like", {1}, InferConstantLike, "the operand's shape", {}, kMoved},
};

}  // namespace

absl::Span<const OperatorRow> ChloOperators() { return kChloRows; }

}  // namespace shapewright::rules
