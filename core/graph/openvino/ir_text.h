#ifndef SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_TEXT_H_
#define SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/arena.h"
#include "core/graph/declared_type.h"

namespace shapewright::graph {

// The texts of OpenVINO's IR: numbers, element types, shapes, lists of names.

// A whole text as an integer.
std::optional<int64_t> IrInteger(absl::string_view text);
std::optional<double> IrFloat(absl::string_view text);

// `f32` in attributes, `FP32` in ports. kUndefined for `dynamic`, 0xff for a type that is not
// known.
shape::ElementType IrElementType(absl::string_view text);

// The names of a port, between commas; `\,` is a comma within a name.
std::vector<std::string> IrNames(absl::string_view text);

// A tensor type with a shape such as `1,?,2..8,..5,3..`; `...` is an unknown rank. Nothing where it
// is no such text.
std::optional<DeclaredType> IrTensorType(Arena* arena, absl::string_view shape,
                                         shape::ElementType element);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_TEXT_H_
