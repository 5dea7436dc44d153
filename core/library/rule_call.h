#ifndef SHAPEWRIGHT_CORE_LIBRARY_RULE_CALL_H_
#define SHAPEWRIGHT_CORE_LIBRARY_RULE_CALL_H_

#include <functional>
#include <memory>
#include <vector>

#include "core/rules/registry/request_rules.h"
#include "shapewright/rule.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright {

// Writes rules into the request; of those in C++ all but the function, which MakeRules() has.
void WriteRules(const std::vector<OperatorRule>& rules, v1::ModelSpec* spec);

// InferOptions::make_rule: the functions among the rules, of which it keeps copies. Null if there
// are none.
std::function<std::unique_ptr<const rules::RequestRule>(int index)> MakeRules(
    const std::vector<OperatorRule>& rules);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_LIBRARY_RULE_CALL_H_
