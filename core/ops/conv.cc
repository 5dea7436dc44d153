#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> ConvOperators() { return {}; }

}  // namespace shapewright::ops
