#include "core/ops/contrib_rules.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> ContribWindowOperators() { return {}; }

}  // namespace shapewright::ops
