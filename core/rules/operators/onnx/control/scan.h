#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_SCAN_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_SCAN_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Scan of ai.onnx: a body that runs for each slice of its operands.
void InferScan(RuleContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_SCAN_H_
