#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> AxisOperators() { return {}; }

}  // namespace shapewright::ops
