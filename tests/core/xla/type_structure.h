#ifndef SHAPEWRIGHT_TESTS_CORE_XLA_TYPE_STRUCTURE_H_
#define SHAPEWRIGHT_TESTS_CORE_XLA_TYPE_STRUCTURE_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/shape/type_table.h"

namespace shapewright::shape {

// What types are made of: tuples within tuples, as XLA's programs have them.

// A type within another one, and the number of the first tensor in it.
struct TypePlace {
  TypeId type = kUnknownType;
  size_t tensor = 0;
};

// What a path through tuples leads to; each step is a position, negative from the end.
// INVALID_ARGUMENT for a step that leads nowhere.
absl::StatusOr<TypePlace> AtPath(const TypeTable& types, TypeId type,
                                 absl::Span<const int64_t> path);

// All that a tuple holds, through tuples within tuples; anything else is its only leaf.
std::vector<TypeId> LeavesOf(const TypeTable& types, TypeId type);
// A tuple of these types.
TypeId TupleOf(TypeTable& types, absl::Span<const TypeId> positions);
// How many types there are in a type, tuples and itself included.
int64_t CountSubshapes(const TypeTable& types, TypeId id);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_TESTS_CORE_XLA_TYPE_STRUCTURE_H_
