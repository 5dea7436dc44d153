#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> SelectionOperators() { return {}; }

}  // namespace shapewright::ops
