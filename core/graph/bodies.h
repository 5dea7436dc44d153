#ifndef SHAPEWRIGHT_CORE_GRAPH_BODIES_H_
#define SHAPEWRIGHT_CORE_GRAPH_BODIES_H_

#include "core/base/hash_map.h"
#include "core/graph/model.h"

namespace shapewright::graph {

// The attribute that holds a graph within another, of its owner_node. Null for graphs that stand
// nowhere, and for a default of a function: that one stands in the function's body, where
// owner_node says 0 though no node holds it.
const Attribute* AttributeOfBody(const Model& model, GraphId id);
// The same of all graphs that one is found for, in one pass over the model.
HashMap<GraphId, const Attribute*> AttributesOfBodies(const Model& model);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_BODIES_H_
