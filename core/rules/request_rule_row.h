#ifndef SHAPEWRIGHT_CORE_RULES_REQUEST_RULE_ROW_H_
#define SHAPEWRIGHT_CORE_RULES_REQUEST_RULE_ROW_H_

#include "core/rules/registry/operator_row.h"

namespace shapewright::rules {

// The row of all operators that have a rule of the request: it runs that of the node's operator.
// Lives as long as the process.
const OperatorRow& RequestRuleRow(bool is_pure);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_REQUEST_RULE_ROW_H_
