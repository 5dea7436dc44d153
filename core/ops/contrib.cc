#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> ContribOperators() { return {}; }

}  // namespace shapewright::ops
