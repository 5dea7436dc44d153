#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_COUNT_DIAGNOSTICS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_COUNT_DIAGNOSTICS_H_

#include "core/rules/state/workspace.h"

namespace shapewright::inference {

// How many diagnostics an inference has come to, with those that were left out.
ops::DiagnosticCounts CountDiagnostics(ops::Workspace& workspace);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_COUNT_DIAGNOSTICS_H_
