#ifndef SHAPEWRIGHT_CORE_SHAPE_ELEMENT_VALUES_H_
#define SHAPEWRIGHT_CORE_SHAPE_ELEMENT_VALUES_H_

#include <optional>

#include "core/shape/element_type.h"

namespace shapewright::shape {

// Whether every value of `from` is one of `to`: numbers, infinities, not-a-number and a
// zero with a sign; the truth values are 0 and something else, a number is a complex one.
// Nothing where the values of a type are not known here: strings, nf4, no type.
std::optional<bool> CastPreservesValues(ElementType from, ElementType to);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ELEMENT_VALUES_H_
