#ifndef SHAPEWRIGHT_CORE_RULES_ELEMENTS_SCALE_DIM_H_
#define SHAPEWRIGHT_CORE_RULES_ELEMENTS_SCALE_DIM_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// The largest integer up to which all are exact in float32. Larger sizes are scaled in double, as
// in ONNX's own inference and the reference; onnxruntime rounds them.
inline constexpr int64_t kExactFloat32 = int64_t{1} << 24;

// floor(dim * scale) as Resize and Upsample compute it, in float32 (S14): `axis` is
// that of operand 0. Unknown after an error.
Dim ScaleDim(RuleContext& ctx, Dim dim, const FloatElement& scale, int axis);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_ELEMENTS_SCALE_DIM_H_
