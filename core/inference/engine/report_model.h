#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_REPORT_MODEL_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_REPORT_MODEL_H_

#include "core/rules/registry/request_rules.h"
#include "core/rules/state/workspace.h"

namespace shapewright::inference {

// Diagnostics about a model as a whole: what its reader found; an opset that is newer than those
// known; rules of the request that it does not use.
void ReportFindings(rules::Workspace& workspace);
void ReportNewerOpset(rules::Workspace& workspace);
void ReportUnusedRules(const rules::RequestRules& rules, rules::Workspace& workspace);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_REPORT_MODEL_H_
