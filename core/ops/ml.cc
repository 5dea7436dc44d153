#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> MlOperators() { return {}; }

}  // namespace shapewright::ops
