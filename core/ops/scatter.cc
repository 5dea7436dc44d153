#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> ScatterOperators() { return {}; }

}  // namespace shapewright::ops
