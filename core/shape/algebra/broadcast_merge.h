#ifndef SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_BROADCAST_MERGE_H_
#define SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_BROADCAST_MERGE_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/shape/algebra/algebra.h"

namespace shapewright::shape {

// The shape that numpy broadcasts all operands to: aligned at the last axis, where a dim of 1
// stretches on every side (S1). Where a dim may be 1 or not, the result is `broadcast(a, b)` with
// the fact that the two are broadcastable; no symbol is bound. With an operand of unknown rank the
// rank is unknown.
ShapeValue BroadcastNumpy(Algebra& algebra, absl::Span<const Operand> operands);

// PaddlePaddle's rule: the second operand, without its trailing 1s, lies along
// the first from `axis` on (-1: at its end) and stretches to it; the first one
// does not stretch.
ShapeValue BroadcastPaddle(Algebra& algebra, const Operand& first, const Operand& second,
                           int64_t axis);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_BROADCAST_MERGE_H_
