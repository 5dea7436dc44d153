#include "core/graph/bodies.h"

#include <algorithm>

#include "core/base/hash_map.h"

namespace shapewright::graph {
namespace {

bool Holds(const Attribute& attribute, GraphId id) {
  if (attribute.kind == AttributeKind::kGraph) return attribute.graph == id;
  if (attribute.kind != AttributeKind::kGraphs) return false;
  return std::count(attribute.graphs, attribute.graphs + attribute.count, id) > 0;
}

}  // namespace

const Attribute* AttributeOfBody(const Model& model, GraphId id) {
  const Graph& body = model.graphs[id];
  if (body.parent == kNoGraph) return nullptr;
  const absl::Span<const Node> nodes = model.graphs[body.parent].nodes;
  if (body.owner_node >= nodes.size()) return nullptr;
  for (const Attribute& attribute : nodes[body.owner_node].attributes) {
    if (Holds(attribute, id)) return &attribute;
  }
  return nullptr;
}

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
