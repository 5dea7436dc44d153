#include "core/inference/answer/values_on_errors.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "core/base/hash_map.h"

namespace shapewright::inference {
namespace {

using graph::GraphId;
using graph::kNoGraph;
using graph::kNoValue;
using graph::ValueId;

// Nodes of all graphs are numbered together.
using NodeNumber = uint32_t;

// Follows errors from node to node.
class ErrorReach {
 public:
  ErrorReach(const graph::Model& model, Work& work)
      : model_(model), work_(work), is_reached_(model.values.size()) {
    first_node_.reserve(model.graphs.size() + 1);
    NodeNumber count = 0;
    for (const graph::Graph& graph : model.graphs) {
      first_node_.push_back(count);
      count += static_cast<NodeNumber>(graph.nodes.size());
    }
    first_node_.push_back(count);
    is_node_reached_.resize(count);
    FindFunctions();
    FindReaders();
  }

  void ReachNode(GraphId graph, uint32_t node) {
    if (graph < model_.graphs.size() && node < model_.graphs[graph].nodes.size()) {
      ReachNode(first_node_[graph] + node);
    }
  }

  void Run() {
    for (size_t next = 0; next < open_.size() && work_.Count(); ++next) Follow(open_[next]);
  }

  bool IsReached(ValueId value) const { return is_reached_[value]; }

 private:
  // Calls take(value, node) for each value that a node needs: its operands, what the graphs within
  // it give, and the results of the function that it calls.
  template <typename Take>
  void ForEachUse(Take take) {
    for (GraphId id = 0; id < model_.graphs.size(); ++id) {
      const graph::Graph& graph = model_.graphs[id];
      if (!work_.Count(graph.nodes.size() + graph.outputs.size())) return;
      for (uint32_t i = 0; i < graph.nodes.size(); ++i) {
        const NodeNumber number = first_node_[id] + i;
        for (const ValueId input : graph.nodes[i].inputs) take(input, number);
        const GraphId body = body_of_operator_[graph.nodes[i].op];
        if (body == kNoGraph) continue;
        for (const ValueId output : model_.graphs[body].outputs) take(output, number);
      }
      if (graph.parent == kNoGraph) continue;
      const NodeNumber owner = first_node_[graph.parent] + graph.owner_node;
      for (const ValueId output : graph.outputs) take(output, owner);
    }
  }

  void FindFunctions() {
    body_of_operator_.assign(model_.operators.size(), kNoGraph);
    if (model_.functions.empty()) return;
    using Name = std::tuple<absl::string_view, absl::string_view, absl::string_view>;
    HashMap<Name, GraphId> bodies;
    for (const graph::Function& function : model_.functions) {
      bodies.emplace(Name(function.domain, function.name, function.overload), function.body);
    }
    for (size_t i = 0; i < model_.operators.size(); ++i) {
      const graph::OperatorName& op = model_.operators[i];
      const auto found = bodies.find(Name(op.domain, op.op_type, op.overload));
      if (found != bodies.end()) body_of_operator_[i] = found->second;
    }
  }

  void FindReaders() {
    first_reader_.assign(model_.values.size() + 2, 0);
    ForEachUse([this](ValueId value, NodeNumber) {
      if (value != kNoValue) ++first_reader_[value + 2];
    });
    for (size_t i = 2; i < first_reader_.size(); ++i) first_reader_[i] += first_reader_[i - 1];
    readers_.resize(first_reader_.back());
    ForEachUse([this](ValueId value, NodeNumber node) {
      if (value != kNoValue) readers_[first_reader_[value + 1]++] = node;
    });
    for (GraphId id = 0; id < model_.graphs.size(); ++id) {
      const graph::Graph& graph = model_.graphs[id];
      if (graph.parent == kNoGraph) continue;
      bodies_[first_node_[graph.parent] + graph.owner_node].push_back(id);
    }
  }

  void ReachNode(NodeNumber node) {
    if (is_node_reached_[node]) return;
    is_node_reached_[node] = true;
    open_.push_back(node);
  }

  void ReachValue(ValueId value) {
    if (value == kNoValue || is_reached_[value]) return;
    is_reached_[value] = true;
    const uint32_t end = first_reader_[value + 1];
    work_.Count(end - first_reader_[value]);
    for (uint32_t i = first_reader_[value]; i < end; ++i) ReachNode(readers_[i]);
  }

  void ReachInputs(GraphId body) {
    for (const ValueId input : model_.graphs[body].inputs) ReachValue(input);
  }

  void Follow(NodeNumber number) {
    const auto next = std::upper_bound(first_node_.begin(), first_node_.end(), number);
    const auto id = static_cast<GraphId>(next - first_node_.begin() - 1);
    const graph::Node& node = model_.graphs[id].nodes[number - first_node_[id]];
    for (const ValueId output : node.outputs) ReachValue(output);
    const GraphId function = body_of_operator_[node.op];
    if (function != kNoGraph) ReachInputs(function);
    const auto bodies = bodies_.find(number);
    if (bodies == bodies_.end()) return;
    for (const GraphId body : bodies->second) ReachInputs(body);
  }

  const graph::Model& model_;
  Work& work_;
  std::vector<NodeNumber> first_node_;  // by graph, and the number of all nodes
  std::vector<GraphId> body_of_operator_;
  // The readers of value v are readers_[first_reader_[v] .. first_reader_[v + 1]).
  std::vector<uint32_t> first_reader_;
  std::vector<NodeNumber> readers_;
  HashMap<NodeNumber, std::vector<GraphId>> bodies_;
  std::vector<bool> is_reached_;
  std::vector<bool> is_node_reached_;
  std::vector<NodeNumber> open_;
};

}  // namespace

uint32_t CountValuesOnErrors(const graph::Model& model,
                             absl::Span<const rules::Diagnostic> diagnostics,
                             const AnswerNumbering& numbering, Work& work) {
  ErrorReach reach(model, work);
  for (const rules::Diagnostic& diagnostic : diagnostics) {
    const symbolic::Site& site = diagnostic.site;
    if (diagnostic.severity != rules::Severity::kError || site.node < 0 || site.graph < 0) continue;
    reach.ReachNode(static_cast<GraphId>(site.graph), static_cast<uint32_t>(site.node));
  }
  reach.Run();
  uint32_t count = 0;
  for (uint32_t i = 0; i < numbering.size(); ++i) {
    if (reach.IsReached(numbering.value(i))) ++count;
  }
  return count;
}

}  // namespace shapewright::inference
