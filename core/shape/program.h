#ifndef SHAPEWRIGHT_CORE_SHAPE_PROGRAM_H_
#define SHAPEWRIGHT_CORE_SHAPE_PROGRAM_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/shape/type_table.h"

namespace shapewright::shape {

// The type of a program. `names` has one for each parameter, empty where it has none;
// or is empty. A newline in a name becomes a space.
TypeId ProgramOf(TypeTable& types, absl::Span<const TypeId> parameters,
                 absl::Span<const std::string> names, TypeId result);

// The names of the parameters of a program, one for each; empty if none has one.
std::vector<absl::string_view> ParameterNames(const Type& program);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_PROGRAM_H_
