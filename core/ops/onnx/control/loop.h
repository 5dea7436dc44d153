#ifndef SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_LOOP_H_
#define SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_LOOP_H_

#include "core/rules/rule_context.h"

namespace shapewright::ops {

// Loop of ai.onnx: a body that runs until a condition or a count ends it.
void InferLoop(RuleContext& ctx);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_OPS_ONNX_CONTROL_LOOP_H_
