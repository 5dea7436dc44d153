#ifndef SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_AXES_H_
#define SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_AXES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/shape/algebra/algebra.h"

namespace shapewright::shape {

// Operations on the list of axes. Axes count from 0, or negative from the end; one that a rank does
// not have, or that is named twice, is INVALID_ARGUMENT. An unknown rank stays unknown, within the
// bounds that the axes require.

// The axis as a number from 0 on.
absl::StatusOr<size_t> ResolveAxis(int64_t axis, int64_t rank);

// The axes of all operands, one operand after the other.
ShapeValue Append(absl::Span<const Operand> operands);
// Only these axes, in ascending order.
absl::StatusOr<ShapeValue> Project(const Shape& shape, absl::Span<const int64_t> axes);
// Axis i of the result is axis axes[i].
absl::StatusOr<ShapeValue> Permute(const Shape& shape, absl::Span<const int64_t> axes);
// All axes but these.
absl::StatusOr<ShapeValue> Reduce(const Shape& shape, absl::Span<const int64_t> axes);
// With values[i] as axis axes[i] of the result.
absl::StatusOr<ShapeValue> Inject(const Shape& shape, absl::Span<const int64_t> axes,
                                  absl::Span<const Dim> values);
absl::StatusOr<ShapeValue> SetAxis(const Shape& shape, int64_t axis, Dim value);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_AXES_H_
