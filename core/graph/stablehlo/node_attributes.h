#ifndef SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_NODE_ATTRIBUTES_H_
#define SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_NODE_ATTRIBUTES_H_

#include <vector>

#include "core/base/hash_map.h"
#include "core/graph/attribute.h"
#include "core/graph/stablehlo/mlir.h"
#include "core/graph/stablehlo/mlir_cursor.h"

namespace shapewright::graph {

// What aliases of attributes became, by where their parts stand: any number of operations name
// them. The attribute that has the name of the operation's own has none here.
using SharedAttributes = HashMap<const void*, std::vector<Attribute>>;

// The attributes of a node that stand for those of the operation, by the specification's names:
// lists of integers as integers, enumerations as their upper-case words, structs as their members.
// Attributes of other dialects (mhlo.sharding) are left out, as are kinds that nothing asks for.
// Where one is named twice, the first counts. Stops where `cursor`, which counts the work, does.
std::vector<Attribute> NodeAttributes(const MlirOperation& operation, MlirCursor& cursor,
                                      SharedAttributes* shared);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_NODE_ATTRIBUTES_H_
