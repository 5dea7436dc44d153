#ifndef SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_MERGE_TYPES_H_
#define SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_MERGE_TYPES_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/shape/algebra/algebra.h"

namespace shapewright::shape {

// Which side wins where an existing annotation meets a new one; numbers and meaning are those of
// shapewright.v1.MergePolicy.
enum class MergePolicy : uint8_t { kStrict = 1, kRefine = 2, kOverride = 3, kSkip = 4 };

// Merges whole types: element types, sequences, optionals, maps, and the shapes in them, by the
// policy. The unknown type imposes nothing. Under kRefine there is a result even after a conflict.
TypeId MergeTypes(Algebra& algebra, absl::Span<const TypeId> operands, MergePolicy policy);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_MERGE_TYPES_H_
