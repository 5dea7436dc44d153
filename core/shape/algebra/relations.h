#ifndef SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_RELATIONS_H_
#define SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_RELATIONS_H_

#include "core/shape/algebra/algebra.h"

namespace shapewright::shape {

// Questions about types, and so about the shapes in them. None of them changes the facts. A type
// stands for the set of all concrete types that its symbols can give.

// Whether both mean the same: equal expressions, and equal intervals for unknowns that occur only
// once.
bool AreEqual(Algebra& algebra, TypeId a, TypeId b);
// Whether both have the same static dims, and dims that are not static in the
// same places; unknown ranks are alike.
bool HaveSameScheme(Algebra& algebra, TypeId a, TypeId b);
// Whether ranks, dims and lengths are constants.
bool IsStatic(Algebra& algebra, TypeId type);
// Whether no constant dim is negative.
bool AllNonNegative(Algebra& algebra, TypeId type);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_RELATIONS_H_
