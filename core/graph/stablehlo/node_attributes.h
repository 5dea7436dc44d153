#ifndef SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_NODE_ATTRIBUTES_H_
#define SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_NODE_ATTRIBUTES_H_

#include <vector>

#include "core/graph/arena.h"
#include "core/graph/attribute.h"
#include "core/graph/stablehlo/mlir.h"

namespace shapewright::graph {

// The attributes of a node that stand for those of the operation, by the specification's names:
// lists of integers as integers, enumerations as their upper-case words, structs as their members.
// Attributes of other dialects (mhlo.sharding) are left out, as are kinds that nothing asks for.
std::vector<Attribute> NodeAttributes(const MlirOperation& operation, Arena* arena);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_NODE_ATTRIBUTES_H_
