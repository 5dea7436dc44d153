#ifndef SHAPEWRIGHT_TESTS_CORE_XLA_ELEMENT_VALUES_H_
#define SHAPEWRIGHT_TESTS_CORE_XLA_ELEMENT_VALUES_H_

#include <optional>

#include "core/shape/element_type.h"

namespace shapewright::shape {

// Whether `to` has every value of `from`: numbers, infinities, NaN and a zero with a sign. A bool
// is 0 or non-zero, a real number is a complex one too. Nothing for types whose values are not
// known here: strings, nf4, no type.
std::optional<bool> CastPreservesValues(ElementType from, ElementType to);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_TESTS_CORE_XLA_ELEMENT_VALUES_H_
