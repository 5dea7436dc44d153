#ifndef SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_ATTRIBUTES_H_
#define SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_ATTRIBUTES_H_

#include <cstdint>
#include <pugixml.hpp>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/arena.h"
#include "core/graph/attribute.h"

namespace shapewright::graph {

// Adds the attributes of a layer's `data`. The IR does not say their kinds: a whole number is an
// int, several are ints, likewise floats; `true` and `false` are 1 and 0; an element type (of an
// attribute whose name ends in `type`) is its number, a shape of a variable a type; all else is a
// string. The text is in `string_value` in any case.
void ReadIrAttributes(Arena* arena, const pugi::xml_node& data, std::vector<Attribute>* attributes);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_OPENVINO_IR_ATTRIBUTES_H_
