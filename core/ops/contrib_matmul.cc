#include "core/ops/contrib_rules.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> ContribMatmulOperators() { return {}; }

}  // namespace shapewright::ops
