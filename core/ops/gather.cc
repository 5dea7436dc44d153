#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> GatherOperators() { return {}; }

}  // namespace shapewright::ops
