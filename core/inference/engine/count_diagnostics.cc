#include "core/inference/engine/count_diagnostics.h"

namespace shapewright::inference {

ops::DiagnosticCounts CountDiagnostics(ops::Workspace& workspace) {
  ops::DiagnosticCounts counts = workspace.left_out_diagnostics();
  for (const ops::Diagnostic& diagnostic : workspace.diagnostics()) ++counts[diagnostic.severity];
  return counts;
}

}  // namespace shapewright::inference
