#ifndef SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_MERGE_H_
#define SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_MERGE_H_

#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "core/shape/algebra/algebra.h"

namespace shapewright::shape {

// The most specific common refinement of shapes: the greatest lower bound in the
// order of `refines`, found by making the dims of each axis equal. An operand that
// fits nowhere adds conflicts, one for each axis that is wrong. At least one
// operand; two or more of unknown rank give one whose rank is what they share.
ShapeValue MergeShapes(Algebra& algebra, absl::Span<const Operand> operands);

// Makes two dims equal; nothing, and a conflict, where they never are.
std::optional<Dim> MergeDims(Algebra& algebra, const Operand& left, const Operand& right,
                             size_t left_axis, size_t right_axis);

// The shape with a rank within `rank`.
ShapeValue MergeRank(Algebra& algebra, const Operand& operand, symbolic::Interval rank);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_MERGE_H_
