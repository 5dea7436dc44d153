#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> ConcatOperators() { return {}; }

}  // namespace shapewright::ops
