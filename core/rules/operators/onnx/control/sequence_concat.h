#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_SEQUENCE_CONCAT_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_SEQUENCE_CONCAT_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// The elements of a sequence as one tensor.
void InferConcatFromSequence(RuleContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_SEQUENCE_CONCAT_H_
