#include "core/ops/families.h"

namespace shapewright::ops {

absl::Span<const OperatorRow> GeneratorOperators() { return {}; }

}  // namespace shapewright::ops
