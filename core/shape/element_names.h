#ifndef SHAPEWRIGHT_CORE_SHAPE_ELEMENT_NAMES_H_
#define SHAPEWRIGHT_CORE_SHAPE_ELEMENT_NAMES_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "core/shape/element_type.h"

namespace shapewright::shape {

// The element type of a name, as this project, XLA or OpenVINO writes it.
std::optional<ElementType> FindElementType(absl::string_view name);
// The same, OpenVINO's names first: its `f8e4m3` has no infinities.
std::optional<ElementType> FindOpenvinoElementType(absl::string_view name);
// `f32`, `pred`, ...; this project's name where XLA has none.
absl::string_view XlaElementName(ElementType type);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ELEMENT_NAMES_H_
