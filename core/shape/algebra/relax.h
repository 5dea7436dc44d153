#ifndef SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_RELAX_H_
#define SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_RELAX_H_

#include "absl/types/span.h"
#include "core/shape/algebra/algebra.h"

namespace shapewright::shape {

// The tightest type that contains all: dims that are equal in all operands stay; else there is a
// new unknown for each distinct tuple of dims, within the hull of their intervals, so that equal
// tuples stay equal (S17). Shapes of different rank give an unknown rank; different element types
// or kinds give unknown ones.
TypeId RelaxTypes(Algebra& algebra, absl::Span<const TypeId> operands);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_RELAX_H_
