#ifndef SHAPEWRIGHT_CORE_GRAPH_SMALL_FLOAT_H_
#define SHAPEWRIGHT_CORE_GRAPH_SMALL_FLOAT_H_

#include <cstdint>

#include "core/shape/element_type.h"

namespace shapewright::graph {

// The value of an element of a floating-point type, given its bits. Exact: each
// of them fits into a double.
double FloatOfBits(shape::ElementType type, uint64_t bits);

// The number of the type that is nearest to a value, of two the even one; an
// infinity where the value is beyond the greatest.
double RoundedTo(shape::ElementType type, double value);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_SMALL_FLOAT_H_
