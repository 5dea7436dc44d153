#ifndef SHAPEWRIGHT_CORE_GRAPH_BODIES_H_
#define SHAPEWRIGHT_CORE_GRAPH_BODIES_H_

#include "core/base/hash_map.h"
#include "core/graph/model.h"

namespace shapewright::graph {

// The attribute of its owner_node that holds a subgraph. Null for the main graph, for bodies of
// functions, and for graphs in the attribute defaults of a function, which no node holds.
const Attribute* AttributeOfBody(const Model& model, GraphId id);
// The same for all subgraphs that have one, in one pass over the model.
HashMap<GraphId, const Attribute*> AttributesOfBodies(const Model& model);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_BODIES_H_
