#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> ControlFlowOperators() { return {}; }

}  // namespace shapewright::ops
