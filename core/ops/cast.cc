#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> CastOperators() { return {}; }

}  // namespace shapewright::ops
