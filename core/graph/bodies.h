#ifndef SHAPEWRIGHT_CORE_GRAPH_BODIES_H_
#define SHAPEWRIGHT_CORE_GRAPH_BODIES_H_

#include "core/base/hash_map.h"
#include "core/graph/model.h"

namespace shapewright::graph {

// By subgraph, the attribute of its owner_node that holds it: not for the main graph, bodies of
// functions, and graphs in the attribute defaults of a function, which no node holds.
HashMap<GraphId, const Attribute*> AttributesOfBodies(const Model& model);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_BODIES_H_
