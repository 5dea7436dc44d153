#ifndef SHAPEWRIGHT_CORE_SHAPE_ELEMENT_NAMES_H_
#define SHAPEWRIGHT_CORE_SHAPE_ELEMENT_NAMES_H_

#include <optional>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/shape/element_type.h"

namespace shapewright::shape {

// The element type of a name, as this project, XLA or OpenVINO writes it.
std::optional<ElementType> FindElementType(absl::string_view name);
// The same, OpenVINO's names first: its `f8e4m3` has no infinities.
std::optional<ElementType> FindOpenvinoElementType(absl::string_view name);
// `f32`, `pred`, ...; this project's name where XLA has none.
absl::string_view XlaElementName(ElementType type);

// INVALID_ARGUMENT for a word that is none of these names; suggests the one that is nearest.
absl::Status UnknownElementType(absl::string_view word);
// The same for a type that no map has keys of.
absl::Status NoMapKey(ElementType type);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ELEMENT_NAMES_H_
