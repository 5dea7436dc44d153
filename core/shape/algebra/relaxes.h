#ifndef SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_RELAXES_H_
#define SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_RELAXES_H_

#include "core/shape/algebra/algebra.h"

namespace shapewright::shape {

// A type stands for the set of all concrete types that its symbols can give. Does not change the
// facts.

// Whether the set of `a` contains that of `b`, each with symbols of its own. An unknown type,
// element type or rank relaxes everything. For dims that are neither constants, intervals nor
// linear in a symbol of their own: false unless it is shown.
bool Relaxes(Algebra& algebra, TypeId a, TypeId b);
inline bool Refines(Algebra& algebra, TypeId a, TypeId b) { return Relaxes(algebra, b, a); }

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_RELAXES_H_
