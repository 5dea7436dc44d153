#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> ReduceOperators() { return {}; }

}  // namespace shapewright::ops
