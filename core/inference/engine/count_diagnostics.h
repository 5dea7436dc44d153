#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_COUNT_DIAGNOSTICS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_COUNT_DIAGNOSTICS_H_

#include "core/rules/state/workspace.h"

namespace shapewright::inference {

// The number of diagnostics of an inference by severity, including those left out of the answer.
rules::DiagnosticCounts CountDiagnostics(rules::Workspace& workspace);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_COUNT_DIAGNOSTICS_H_
