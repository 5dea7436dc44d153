#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> SliceOperators() { return {}; }

}  // namespace shapewright::ops
