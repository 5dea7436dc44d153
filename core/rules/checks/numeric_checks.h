#ifndef SHAPEWRIGHT_CORE_RULES_CHECKS_NUMERIC_CHECKS_H_
#define SHAPEWRIGHT_CORE_RULES_CHECKS_NUMERIC_CHECKS_H_

#include "core/rules/checks/check_row.h"

namespace shapewright::rules {

// Checks of arithmetic, reductions and quantization.
inline constexpr CheckRow kNumericChecks[] = {
    {{"divide.zero", "integer division by zero"}, "Div"},
    {{"prelu.channels", "a slope for each channel"}, "PRelu"},
    {{"prelu.elements", "a slope for each element of the operand"}, "onnxruntime: PRelu", "S85"},
    {{"binary.unidirectional", "the second operand is broadcast to the first"}, "Add", "S1"},
    {{"variadic.shape", "the operands have one shape"}, "Max"},
    {{"cumulative.axis", "an axis of the operand"}, "CumSum"},
    {{"range.step", "the step of Range is not 0"}, "Range", "S12"},
    {{"quantize.blocks", "one scale per block along the axis"}, "QuantizeLinear"},
    {{"quantize.elements", "one scale per element"}, "QuantizeLinear"},
    {{"quantize.scalar", "without the axis, one scale"}, "QuantizeLinear"},
    {{"quantize.slices", "one scale per slice along the axis"}, "QuantizeLinear"},
    {{"quantize.zero_point", "one zero point per scale"}, "QuantizeLinear"},
    {{"arg.empty", "no element of an empty axis is the greatest"}, "ArgMax", "S13"},
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CHECKS_NUMERIC_CHECKS_H_
