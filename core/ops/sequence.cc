#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> SequenceOperators() { return {}; }

}  // namespace shapewright::ops
