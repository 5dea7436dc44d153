#ifndef SHAPEWRIGHT_CORE_SHAPE_EXTRA_ELEMENT_TYPE_H_
#define SHAPEWRIGHT_CORE_SHAPE_EXTRA_ELEMENT_TYPE_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/shape/element_type.h"

namespace shapewright::shape {

// Element types that ONNX does not number; numbers = shapewright.v1.ElementType. They
// have a name, bits and a range as the others do.
inline constexpr auto kFloat8e4m3 = static_cast<ElementType>(100);
inline constexpr auto kFloat8e3m4 = static_cast<ElementType>(101);
inline constexpr auto kFloat8e4m3b11fnuz = static_cast<ElementType>(102);
inline constexpr auto kUint1 = static_cast<ElementType>(103);
inline constexpr auto kInt1 = static_cast<ElementType>(104);
inline constexpr auto kUint3 = static_cast<ElementType>(105);
inline constexpr auto kUint6 = static_cast<ElementType>(106);
inline constexpr auto kNf4 = static_cast<ElementType>(107);

// All element types that have a name, those of ONNX first.
absl::Span<const ElementType> NamedElementTypes();

// The inverse of ElementTypeName, but for "unknown".
std::optional<ElementType> ElementTypeNamed(absl::string_view name);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_EXTRA_ELEMENT_TYPE_H_
