#ifndef SHAPEWRIGHT_CORE_RULES_CHECKS_OPENVINO_CHECKS_H_
#define SHAPEWRIGHT_CORE_RULES_CHECKS_OPENVINO_CHECKS_H_

#include "core/rules/checks/check_row.h"

namespace shapewright::rules {

// Checks of OpenVINO's operators that ONNX's do not have.
inline constexpr CheckRow kOpenVinoChecks[] = {
    {{"auto_broadcast.none", "without auto_broadcast the operands have one shape"}, "openvino:Add"},
    {{"auto_broadcast.pdpd", "the second operand is broadcast to the first from its axis on"},
     "openvino:Add"},
    {{"broadcast.target", "the operand is broadcast to the target shape, never the reverse"},
     "openvino:Broadcast"},
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CHECKS_OPENVINO_CHECKS_H_
