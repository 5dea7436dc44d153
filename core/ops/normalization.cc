#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> NormalizationOperators() { return {}; }

}  // namespace shapewright::ops
