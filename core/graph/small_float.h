#ifndef SHAPEWRIGHT_CORE_GRAPH_SMALL_FLOAT_H_
#define SHAPEWRIGHT_CORE_GRAPH_SMALL_FLOAT_H_

#include <cstdint>
#include <optional>

#include "core/shape/element_type.h"

namespace shapewright::graph {

// The value of the bits of a floating-point type. Exact: a double holds each of
// them.
double FloatOfBits(shape::ElementType type, uint64_t bits);

// Rounds a value to the type, ties to even; beyond the greatest number it is
// infinite.
double RoundedTo(shape::ElementType type, double value);

// The bits of the value that the type has nearest, of a type of at most 32 bits. Nothing: the type
// has no such value (an infinity, a NaN).
std::optional<uint64_t> BitsOfFloat(shape::ElementType type, double value);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_SMALL_FLOAT_H_
