#ifndef SHAPEWRIGHT_CORE_OPS_SCALE_DIM_H_
#define SHAPEWRIGHT_CORE_OPS_SCALE_DIM_H_

#include "core/ops/rule_context.h"

namespace shapewright::ops {

// floor(dim * scale) as Resize and Upsample compute it, in float32 (S14): `axis` is
// that of operand 0. Unknown after an error.
Dim ScaleDim(RuleContext& ctx, Dim dim, const FloatElement& scale, int axis);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_OPS_SCALE_DIM_H_
