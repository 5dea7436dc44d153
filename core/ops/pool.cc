#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> PoolOperators() { return {}; }

}  // namespace shapewright::ops
