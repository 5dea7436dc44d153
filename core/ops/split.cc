#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> SplitOperators() { return {}; }

}  // namespace shapewright::ops
