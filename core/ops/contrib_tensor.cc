#include "core/ops/contrib_rules.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> ContribTensorOperators() { return {}; }

}  // namespace shapewright::ops
