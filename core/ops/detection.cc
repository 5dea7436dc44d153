#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> DetectionOperators() { return {}; }

}  // namespace shapewright::ops
