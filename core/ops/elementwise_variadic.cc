#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> VariadicOperators() { return {}; }

}  // namespace shapewright::ops
