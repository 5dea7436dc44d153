#include "shapewright/type.h"

#include "core/shape/element_type.h"

namespace shapewright {
namespace {

shape::ElementType Inner(ElementType type) { return static_cast<shape::ElementType>(type); }

}  // namespace

static_assert(static_cast<int>(ElementType::kFloat6e3m2) + 1 == shape::kElementTypeCount);

absl::string_view ElementTypeName(ElementType type) { return shape::ElementTypeName(Inner(type)); }
int ElementBits(ElementType type) { return shape::ElementBits(Inner(type)); }

}  // namespace shapewright
