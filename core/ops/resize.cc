#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> ResizeOperators() { return {}; }

}  // namespace shapewright::ops
