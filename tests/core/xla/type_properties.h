#ifndef SHAPEWRIGHT_TESTS_CORE_XLA_TYPE_PROPERTIES_H_
#define SHAPEWRIGHT_TESTS_CORE_XLA_TYPE_PROPERTIES_H_

#include "core/shape/element_type.h"
#include "core/shape/notation/notation.h"
#include "core/shape/type_table.h"
#include "core/symbolic/expr_arena.h"
#include "tests/core/xla/type_structure.h"

namespace shapewright::shape {

// What a type is or has, as XLA asks it of a shape. What cannot be told, as of an unknown rank,
// does not hold.

bool IsScalar(const Type& type);
// A tensor whose sizes are all 1, or of rank 0.
bool IsEffectiveScalar(const Type& type);
bool IsEmptyTuple(const Type& type);
// A tuple with a tuple among its elements.
bool IsNestedTuple(const TypeTable& types, const Type& type);
// `token[]`, and another opaque type.
bool IsToken(const Type& type);
bool IsOpaque(const Type& type);
// A tensor with an axis of that size.
bool HasDimOfSize(const Type& type, int64_t size);
// Somewhere in it a rank or a size without an upper end.
bool IsUnbounded(const TypeTable& types, const symbolic::ExprArena& arena, TypeId type);
// Whether each tensor in it has a layout in the text that it was read from.
bool HasLayouts(const TypeTable& types, const TypePlace& place, const ParsedLayouts& layouts);
// Somewhere in it a tensor of this type of elements.
bool HoldsElementType(const TypeTable& types, TypeId type, ElementType element);
// Whether it has leaves (types that are no tuples), and all are tensors of such elements.
bool HasOnly(const TypeTable& types, TypeId type, bool (*is_of)(ElementType));
bool IsKnownElement(ElementType element);
bool IsSignedInteger(ElementType element);
bool IsUnsignedInteger(ElementType element);
bool IsComplex(ElementType element);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_TESTS_CORE_XLA_TYPE_PROPERTIES_H_
