#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> RecurrentOperators() { return {}; }

}  // namespace shapewright::ops
