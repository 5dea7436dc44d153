#include "core/rules/control/prunable_nodes.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace shapewright::rules {
namespace {

using graph::ValueId;

constexpr int kMaxDepth = 32;
constexpr uint64_t kCountPerNode = 4;

class Finder {
 public:
  explicit Finder(Workspace& workspace) : workspace_(workspace) {}

  // A body, whose outputs are needed or none of its nodes is. `needed` has values of the graphs
  // around it too.
  void VisitBody(graph::GraphId id, bool is_needed, HashSet<ValueId>& needed) {
    const graph::Graph& graph = workspace_.model().graphs[id];
    if (is_needed) needed.insert(graph.outputs.begin(), graph.outputs.end());
    Visit(id, needed);
  }

  std::optional<NodeSet> Take() {
    return is_whole_ ? std::optional<NodeSet>(std::move(found_)) : std::nullopt;
  }

 private:
  void Visit(graph::GraphId id, HashSet<ValueId>& needed) {
    const graph::Graph& graph = workspace_.model().graphs[id];
    for (size_t place = graph.nodes.size(); place-- > 0;) {
      const uint32_t index = graph.NodeAt(static_cast<uint32_t>(place));
      const graph::Node& node = graph.nodes[index];
      if (!workspace_.exprs().CountWork(kCountPerNode)) return;
      const bool is_needed = std::any_of(
          node.outputs.begin(), node.outputs.end(),
          [&](ValueId output) { return output != graph::kNoValue && needed.contains(output); });
      // Of what is asked for its type alone, as by Shape, runtimes may know the type without
      // running it.
      const bool needs_elements =
          workspace_.operators().TraitsOf(node.op).elements != Elements::kOfType;
      if (is_needed) {
        if (needs_elements) needed.insert(node.inputs.begin(), node.inputs.end());
      } else {
        found_.insert({id, index});
      }
      VisitFunction(node, needed);
      VisitBodies(node, is_needed, needed);
    }
  }

  void VisitBodies(const graph::Node& node, bool is_needed, HashSet<ValueId>& needed) {
    for (const graph::Attribute& attribute : node.attributes) {
      if (attribute.kind != graph::AttributeKind::kGraph) continue;
      VisitBody(attribute.graph, is_needed, needed);
    }
  }

  void VisitFunction(const graph::Node& node, const HashSet<ValueId>& needed) {
    const graph::Function* const function = workspace_.operators().FunctionOf(node.op);
    if (function == nullptr) return;
    is_whole_ &= depth_ < kMaxDepth;
    if (!is_whole_) return;
    const graph::Graph& body = workspace_.model().graphs[function->body];
    HashSet<ValueId> inner;
    for (size_t i = 0; i < std::min(node.outputs.size(), body.outputs.size()); ++i) {
      if (needed.contains(node.outputs[i])) inner.insert(body.outputs[i]);
    }
    ++depth_;
    Visit(function->body, inner);
    --depth_;
  }

  Workspace& workspace_;
  NodeSet found_;
  int depth_ = 0;
  bool is_whole_ = true;
};

}  // namespace

std::optional<NodeSet> FindPrunableNodes(Workspace& workspace, graph::GraphId body) {
  Finder finder(workspace);
  HashSet<ValueId> needed;
  finder.VisitBody(body, true, needed);
  return finder.Take();
}

}  // namespace shapewright::rules
