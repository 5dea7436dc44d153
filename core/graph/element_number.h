#ifndef SHAPEWRIGHT_CORE_GRAPH_ELEMENT_NUMBER_H_
#define SHAPEWRIGHT_CORE_GRAPH_ELEMENT_NUMBER_H_

#include <cstdint>

#include "core/shape/element_type.h"

namespace shapewright::graph {

// The element type that a model gives by number; 0xff, which no type has, for a number out of
// range.
inline shape::ElementType ElementOf(int32_t number) {
  return static_cast<shape::ElementType>(number >= 0 && number < 0xff ? number : 0xff);
}

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_ELEMENT_NUMBER_H_
