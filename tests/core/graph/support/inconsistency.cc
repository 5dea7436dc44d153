#include <algorithm>

#include "tests/core/graph/support/dump.h"
#include "tests/core/graph/support/dump_text.h"

namespace shapewright::graph {
namespace {

// Whether a graph sees the values of another: its own, or those around it.
bool Sees(const Model& model, GraphId id, GraphId other) {
  while (id != other && id != kNoGraph) id = model.graphs[id].parent;
  return id == other;
}

// Where a node stands in the order of its graph (S72).
size_t PlaceOf(const Graph& graph, uint32_t node) {
  if (graph.order.empty()) return node;
  const auto found = std::find(graph.order.begin(), graph.order.end(), node);
  return static_cast<size_t>(found - graph.order.begin());
}

std::string FindInNode(const Model& model, GraphId id, uint32_t index) {
  const Graph& graph = model.graphs[id];
  const Node& node = graph.nodes[index];
  if (node.op >= model.operators.size()) return "a node without operator";
  for (const ValueId input : node.inputs) {
    if (input == kNoValue) continue;
    if (input >= model.values.size()) return "an input beyond the values";
    const Value& value = model.values[input];
    if (!Sees(model, id, value.graph)) return "an input of another scope";
    if (value.graph == id && value.origin == ValueOrigin::kNode &&
        PlaceOf(graph, value.producer) >= PlaceOf(graph, index)) {
      return "an input that is made later";
    }
  }
  for (uint32_t i = 0; i < node.outputs.size(); ++i) {
    if (node.outputs[i] == kNoValue) continue;
    const Value& value = model.values[node.outputs[i]];
    if (value.graph != id || value.origin != ValueOrigin::kNode || value.producer != index ||
        value.producer_output != i) {
      return "an output that says it is made elsewhere";
    }
  }
  return "";
}

std::string FindInGraph(const Model& model, GraphId id) {
  const Graph& graph = model.graphs[id];
  for (ValueId value = 0; value < model.values.size(); ++value) {
    const bool is_inside = graph.first_value <= value && value < graph.end_value;
    const GraphId owner = model.values[value].graph;
    const bool belongs = id <= owner && owner < graph.end_graph;
    if (is_inside != belongs) return "a value outside its graph's range";
  }
  if (graph.parent != kNoGraph) {
    const Graph& parent = model.graphs[graph.parent];
    // A default of a function stands at its first node, also where there is none.
    if (graph.parent >= id || graph.end_graph > parent.end_graph ||
        graph.owner_node >= std::max<size_t>(parent.nodes.size(), 1)) {
      return "a graph outside its parent";
    }
  }
  for (uint32_t i = 0; i < graph.inputs.size(); ++i) {
    const Value& value = model.values[graph.inputs[i]];
    if (value.graph != id || value.origin != ValueOrigin::kInput || value.producer != i) {
      return "an input that is no input";
    }
  }
  for (uint32_t i = 0; i < graph.nodes.size(); ++i) {
    std::string found = FindInNode(model, id, i);
    if (!found.empty()) return found;
  }
  for (const ValueId output : graph.outputs) {
    if (!Sees(model, id, model.values[output].graph)) {
      return "an output of another scope";
    }
  }
  return "";
}

}  // namespace

std::string FindInconsistency(const Model& model) {
  size_t nodes = 0;
  for (GraphId id = 0; id < model.graphs.size(); ++id) {
    nodes += model.graphs[id].nodes.size();
    const std::string found = FindInGraph(model, id);
    if (!found.empty()) return absl::StrCat("graph ", id, ": ", found);
  }
  return nodes == model.node_count ? "" : "the node count is wrong";
}

}  // namespace shapewright::graph
