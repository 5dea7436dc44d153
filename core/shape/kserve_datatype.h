#ifndef SHAPEWRIGHT_CORE_SHAPE_KSERVE_DATATYPE_H_
#define SHAPEWRIGHT_CORE_SHAPE_KSERVE_DATATYPE_H_

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/shape/element_type.h"

namespace shapewright::shape {

// As the Open Inference Protocol of KServe and Triton names it: FP32, INT64, BYTES for strings.
// Empty: it has no name there.
absl::string_view KserveDatatype(ElementType type);

// The inverse.
std::optional<ElementType> KserveDatatypeNamed(absl::string_view name);

// All of its names.
std::vector<absl::string_view> KserveDatatypes();

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_KSERVE_DATATYPE_H_
