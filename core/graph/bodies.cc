#include "core/graph/bodies.h"

#include "core/base/hash_map.h"

namespace shapewright::graph {

HashMap<GraphId, const Attribute*> AttributesOfBodies(const Model& model) {
  HashMap<GraphId, const Attribute*> attributes;
  if (model.graphs.size() <= 1) return attributes;
  for (const Graph& graph : model.graphs) {
    for (const Node& node : graph.nodes) {
      for (const Attribute& attribute : node.attributes) {
        if (attribute.kind == AttributeKind::kGraph)
          attributes.emplace(attribute.graph, &attribute);
        if (attribute.kind != AttributeKind::kGraphs) continue;
        for (size_t i = 0; i < attribute.count; ++i) {
          attributes.emplace(attribute.graphs[i], &attribute);
        }
      }
    }
  }
  return attributes;
}

}  // namespace shapewright::graph
