#include "core/graph/add_functions.h"

#include <tuple>

#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/graph/arena.h"
#include "core/graph/attribute.h"

namespace shapewright::graph {
namespace {

class FunctionAdder {
 public:
  explicit FunctionAdder(const Model& model) : model_(model) {
    sum_->ir_version = model.ir_version;
    sum_->opsets = model.opsets;
    sum_->graphs = model.graphs;
    sum_->operators = model.operators;
    sum_->values = model.values;
    sum_->findings = model.findings;
    Count(model);
    for (const OperatorName& name : model.operators) AddOperator(name);
  }

  void Add(const Model& function);
  std::unique_ptr<Model> Finish() {
    sum_->functions.insert(sum_->functions.end(), model_.functions.begin(), model_.functions.end());
    return std::move(sum_);
  }

 private:
  using OperatorKey = std::tuple<absl::string_view, absl::string_view, absl::string_view, int64_t>;

  void Count(const Model& part) {
    sum_->left_out_errors += part.left_out_errors;
    sum_->left_out_warnings += part.left_out_warnings;
    sum_->node_count += part.node_count;
    sum_->byte_size += part.byte_size;
    sum_->read_work += part.read_work;
  }
  // The number of an operator, which is added if it is new.
  OperatorIndex AddOperator(const OperatorName& name) {
    const OperatorKey key(name.domain, name.op_type, name.overload, name.opset_version);
    const auto next = static_cast<OperatorIndex>(operators_.size());
    const auto [found, is_new] = operators_.emplace(key, next);
    if (is_new && next >= sum_->operators.size()) sum_->operators.push_back(name);
    return found->second;
  }
  absl::Span<const ValueId> Moved(absl::Span<const ValueId> ids) {
    std::vector<ValueId> moved(ids.begin(), ids.end());
    for (ValueId& id : moved) id = id == kNoValue ? kNoValue : id + first_value_;
    return CopyToArena(&sum_->memory, moved);
  }
  absl::Span<const Attribute> Moved(absl::Span<const Attribute> attributes);
  absl::Span<const Node> Moved(absl::Span<const Node> nodes, const Model& function);
  void AddGraph(Graph graph, const Model& function);

  const Model& model_;
  std::unique_ptr<Model> sum_ = std::make_unique<Model>();
  HashMap<OperatorKey, OperatorIndex> operators_;
  // What is added to the numbers of the function that is being added.
  ValueId first_value_ = 0;
  GraphId first_graph_ = 0;
};

absl::Span<const Attribute> FunctionAdder::Moved(absl::Span<const Attribute> attributes) {
  std::vector<Attribute> moved(attributes.begin(), attributes.end());
  bool has_graphs = false;
  for (Attribute& attribute : moved) {
    if (!attribute.reference.empty()) continue;
    if (attribute.kind == AttributeKind::kGraph) {
      attribute.graph += first_graph_;
      has_graphs = true;
    } else if (attribute.kind == AttributeKind::kGraphs) {
      std::vector<uint32_t> graphs(attribute.graphs, attribute.graphs + attribute.count);
      for (uint32_t& graph : graphs) graph += first_graph_;
      attribute.graphs = CopyToArena(&sum_->memory, graphs).data();
      has_graphs = true;
    }
  }
  return has_graphs ? absl::Span<const Attribute>(CopyToArena(&sum_->memory, moved)) : attributes;
}

absl::Span<const Node> FunctionAdder::Moved(absl::Span<const Node> nodes, const Model& function) {
  std::vector<Node> moved(nodes.begin(), nodes.end());
  for (Node& node : moved) {
    node.op = AddOperator(function.operators[node.op]);
    node.inputs = Moved(node.inputs);
    node.outputs = Moved(node.outputs);
    node.attributes = Moved(node.attributes);
  }
  return CopyToArena(&sum_->memory, moved);
}

void FunctionAdder::AddGraph(Graph graph, const Model& function) {
  if (graph.parent != kNoGraph) graph.parent += first_graph_;
  graph.nodes = Moved(graph.nodes, function);
  graph.inputs = Moved(graph.inputs);
  graph.outputs = Moved(graph.outputs);
  graph.first_value += first_value_;
  graph.end_value += first_value_;
  graph.end_graph += first_graph_;
  sum_->graphs.push_back(graph);
}

void FunctionAdder::Add(const Model& function) {
  first_value_ = static_cast<ValueId>(sum_->values.size());
  first_graph_ = static_cast<GraphId>(sum_->graphs.size());
  for (const Graph& graph : function.graphs) AddGraph(graph, function);
  for (Value value : function.values) {
    value.graph += first_graph_;
    sum_->values.push_back(value);
  }
  for (Function added : function.functions) {
    added.body += first_graph_;
    added.defaults = Moved(added.defaults);
    sum_->functions.push_back(added);
  }
  for (Finding finding : function.findings) {
    finding.site.graph += static_cast<int32_t>(first_graph_);
    if (finding.undefined != kNoValue) finding.undefined += first_value_;
    sum_->findings.push_back(std::move(finding));
  }
  Count(function);
}

}  // namespace

std::unique_ptr<Model> AddFunctions(const Model& model,
                                    absl::Span<const std::unique_ptr<const Model>> functions) {
  FunctionAdder adder(model);
  for (const std::unique_ptr<const Model>& function : functions) adder.Add(*function);
  return adder.Finish();
}

}  // namespace shapewright::graph
