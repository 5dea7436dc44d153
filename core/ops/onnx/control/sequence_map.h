#ifndef SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_SEQUENCE_MAP_H_
#define SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_SEQUENCE_MAP_H_

#include "core/rules/rule_context.h"

namespace shapewright::ops {

// A body that runs for each element of sequences.
void InferSequenceMap(RuleContext& ctx);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_SEQUENCE_MAP_H_
