#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_WINDOWS_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_WINDOWS_H_

#include <optional>

#include "core/rules/operators/stablehlo/hlo_operands.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// The windows of reduce_window and select_and_scatter, on every axis of an operand.
struct HloWindows {
  ExprVector sizes;
  ExprVector strides;
  ExprVector base_dilations;
  ExprVector window_dilations;
  ExprVector pads;  // two for each axis
};

// Reads the attributes; nothing after an error.
std::optional<HloWindows> ReadHloWindows(RuleContext& ctx, int rank);
// The same from five operands, from `first` on; what is not followed is unknown.
std::optional<HloWindows> ReadWindowOperands(RuleContext& ctx, int first, int rank);

// The number of windows on each axis; unknown where it does not follow.
DimVector WindowCounts(RuleContext& ctx, const Shape& shape, const HloWindows& windows);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_WINDOWS_H_
