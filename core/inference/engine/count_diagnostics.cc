#include "core/inference/engine/count_diagnostics.h"

namespace shapewright::inference {

rules::DiagnosticCounts CountDiagnostics(rules::Workspace& workspace) {
  rules::DiagnosticCounts counts = workspace.left_out_diagnostics();
  for (const rules::Diagnostic& diagnostic : workspace.diagnostics()) ++counts[diagnostic.severity];
  return counts;
}

}  // namespace shapewright::inference
