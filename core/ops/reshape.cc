#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> ReshapeOperators() { return {}; }

}  // namespace shapewright::ops
