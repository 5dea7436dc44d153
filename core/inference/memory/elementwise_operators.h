#ifndef SHAPEWRIGHT_CORE_INFERENCE_MEMORY_ELEMENTWISE_OPERATORS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_MEMORY_ELEMENTWISE_OPERATORS_H_

#include "core/graph/model.h"

namespace shapewright::inference {

// Whether an element of the result depends on one element of each operand, at its
// own place: the result may then be written over an operand of its type.
bool IsElementwise(const graph::OperatorName& op);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_MEMORY_ELEMENTWISE_OPERATORS_H_
