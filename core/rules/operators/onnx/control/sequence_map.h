#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_SEQUENCE_MAP_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_SEQUENCE_MAP_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// A body that runs for each element of sequences.
void InferSequenceMap(RuleContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_SEQUENCE_MAP_H_
