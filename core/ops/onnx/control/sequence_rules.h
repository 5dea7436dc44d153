#ifndef SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_SEQUENCE_RULES_H_
#define SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_SEQUENCE_RULES_H_

#include "core/rules/rule_context.h"

namespace shapewright::ops {

// Rules of the family in sequence.cc.
void InferSplitToSequence(RuleContext& ctx);     // sequence_split.cc
void InferConcatFromSequence(RuleContext& ctx);  // sequence_concat.cc
void InferSequenceMap(RuleContext& ctx);         // sequence_map.cc

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_SEQUENCE_RULES_H_
