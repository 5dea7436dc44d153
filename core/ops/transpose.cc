#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> TransposeOperators() { return {}; }

}  // namespace shapewright::ops
