#ifndef SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_MERGE_H_
#define SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_MERGE_H_

#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "core/shape/algebra/algebra.h"

namespace shapewright::shape {

// The most specific common refinement of shapes: the greatest lower bound in the order of
// `refines`, found by making the dims of each axis equal. An operand that does not fit adds a
// conflict for each axis that differs. At least one operand; where all have an unknown rank, so has
// the result, within the bounds of all.
ShapeValue MergeShapes(Algebra& algebra, absl::Span<const Operand> operands);

// Makes two dims equal; where they never are, adds a conflict and returns nothing.
std::optional<Dim> MergeDims(Algebra& algebra, const Operand& left, const Operand& right,
                             size_t left_axis, size_t right_axis);

// The shape, with its rank restricted to `rank`.
ShapeValue MergeRank(Algebra& algebra, const Operand& operand, symbolic::Interval rank);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_MERGE_H_
