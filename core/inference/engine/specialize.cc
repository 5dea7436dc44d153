#include "core/inference/engine/specialize.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/arena.h"
#include "core/graph/bodies.h"
#include "core/graph/message/message_text.h"
#include "core/graph/message/message_type_reader.h"
#include "core/graph/read_error.h"
#include "core/inference/engine/declare_type.h"
#include "core/inference/engine/engine.h"

namespace shapewright::inference {
namespace {

using graph::Attribute;
using graph::AttributeKind;
using graph::FieldError;
using graph::GraphId;
using graph::Item;
using graph::kNoGraph;
using graph::kNoValue;
using graph::Model;
using graph::ValueId;
using graph::ValueOrigin;
using graph::Within;

constexpr uint32_t kNodeLeftOut = ~uint32_t{0};

class Specializer {
 public:
  Specializer(const v1::Submodel& message, const Model& model, const InferOptions& options,
              Given* given)
      : message_(message), whole_(model), options_(options), given_(given) {}

  absl::StatusOr<std::unique_ptr<Model>> Build();

 private:
  absl::Status FindRoot();
  absl::Status FindInputs();
  absl::Status FindOutputs();
  // Indexes the values of the root graph (the main graph or the function's body) by name.
  void CollectNames();
  ValueId FindValue(absl::string_view name) const;
  // Marks what the outputs depend on: values, and nodes of the root graph.
  void CollectNeeded();
  void NeedNode(uint32_t node, std::vector<ValueId>& open);
  void NumberGraphs();
  void KeepWithin(GraphId graph);
  void NeedBody(GraphId graph, std::vector<ValueId>& open) const;
  std::optional<uint32_t> OwnerInRoot(GraphId graph) const;

  void CopyGraphs();
  void CopyFunctions();
  void CopyValues();
  // The order of the nodes of the root that are kept.
  absl::Span<const uint32_t> CopyOrder();
  absl::Span<const graph::Node> CopyNodes(GraphId graph);
  absl::Span<const Attribute> CopyAttributes(absl::Span<const Attribute> attributes);
  const Attribute* Referenced(const Attribute* attribute) const;
  absl::Status DeclareInputs();
  absl::Status DeclareInput(int index);
  absl::Status InferWhole();

  const v1::Submodel& message_;
  const Model& whole_;
  const InferOptions& options_;
  Given* const given_;
  std::unique_ptr<Model> part_ = std::make_unique<Model>();
  GraphId root_ = 0;
  const graph::Function* function_ = nullptr;
  HashMap<absl::string_view, ValueId> values_;
  const HashMap<GraphId, const Attribute*> body_attributes_ = graph::AttributesOfBodies(whole_);
  // The values that become inputs, in the message's order, with their index among the inputs of the
  // part.
  std::vector<ValueId> cut_;
  std::vector<ValueId> outputs_;
  // The graphs within each node of the root graph, at any depth.
  HashMap<uint32_t, std::vector<GraphId>> bodies_;
  std::vector<bool> is_cut_;
  std::vector<bool> is_needed_;
  std::vector<ValueId> inputs_;
  // New numbers: of the nodes of the root graph, and of the graphs.
  std::vector<uint32_t> node_numbers_;
  std::vector<GraphId> graph_numbers_;
  std::vector<GraphId> kept_graphs_;
  // By the id of a graph, and the one beyond the last: how many of those before it are kept.
  std::vector<GraphId> kept_before_;
  // What the request says that the whole model is inferred with.
  Given rules_;
  std::unique_ptr<Engine> whole_engine_;
};

absl::Status Specializer::FindRoot() {
  if (!message_.has_function()) return absl::OkStatus();
  const v1::OperatorKey& key = message_.function();
  for (const graph::Function& function : whole_.functions) {
    if (function.domain != key.domain() || function.name != key.op_type() ||
        function.overload != key.overload()) {
      continue;
    }
    function_ = &function;
    root_ = function.body;
    return absl::OkStatus();
  }
  return FieldError("function",
                    absl::StrCat("the model has no function ", graph::Quoted(key.op_type())));
}

ValueId Specializer::FindValue(absl::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? kNoValue : found->second;
}

void Specializer::CollectNames() {
  const graph::Graph& root = whole_.graphs[root_];
  for (ValueId id = root.first_value; id < root.end_value; ++id) {
    const graph::Value& value = whole_.values[id];
    const bool is_own = value.graph == root_ && value.origin != ValueOrigin::kUndefined;
    if (is_own && !value.name.empty()) values_.emplace(value.name, id);
  }
}

absl::Status Specializer::FindInputs() {
  is_cut_.resize(whole_.values.size());
  for (int i = 0; i < message_.inputs_size(); ++i) {
    const std::string path = Item("inputs", i);
    const ValueId value = FindValue(message_.inputs(i).name());
    if (value == kNoValue) {
      return Within(path,
                    FieldError("name", absl::StrCat("the graph has no value ",
                                                    graph::Quoted(message_.inputs(i).name()))));
    }
    if (is_cut_[value]) return Within(path, FieldError("name", "two inputs have it"));
    is_cut_[value] = true;
    cut_.push_back(value);
  }
  return absl::OkStatus();
}

absl::Status Specializer::FindOutputs() {
  const auto& own = whole_.graphs[root_].outputs;
  if (message_.outputs().empty()) outputs_.assign(own.begin(), own.end());
  for (int i = 0; i < message_.outputs_size(); ++i) {
    outputs_.push_back(FindValue(message_.outputs(i)));
    if (outputs_.back() != kNoValue) continue;
    return FieldError(Item("outputs", i),
                      absl::StrCat("the graph has no value ", graph::Quoted(message_.outputs(i))));
  }
  return absl::OkStatus();
}

// The node of the root graph around a nested graph; none if the graph is a default attribute of the
// function.
std::optional<uint32_t> Specializer::OwnerInRoot(GraphId graph) const {
  while (whole_.graphs[graph].parent != root_) graph = whole_.graphs[graph].parent;
  if (!body_attributes_.contains(graph)) return std::nullopt;
  return whole_.graphs[graph].owner_node;
}

// Adds what a body reads, including values of the graphs around it.
void Specializer::NeedBody(GraphId graph, std::vector<ValueId>& open) const {
  const graph::Graph& body = whole_.graphs[graph];
  open.insert(open.end(), body.outputs.begin(), body.outputs.end());
  for (const graph::Node& inner : body.nodes) {
    open.insert(open.end(), inner.inputs.begin(), inner.inputs.end());
  }
}

void Specializer::NeedNode(uint32_t node, std::vector<ValueId>& open) {
  if (node_numbers_[node] != kNodeLeftOut) return;
  node_numbers_[node] = 0;
  const graph::Graph& root = whole_.graphs[root_];
  open.insert(open.end(), root.nodes[node].inputs.begin(), root.nodes[node].inputs.end());
  const auto bodies = bodies_.find(node);
  if (bodies == bodies_.end()) return;
  for (const GraphId within : bodies->second) NeedBody(within, open);
}

void Specializer::CollectNeeded() {
  is_needed_.resize(whole_.values.size());
  node_numbers_.assign(whole_.graphs[root_].nodes.size(), kNodeLeftOut);
  std::vector<ValueId> open = outputs_;
  for (GraphId id = root_ + 1; id < whole_.graphs[root_].end_graph; ++id) {
    const std::optional<uint32_t> owner = OwnerInRoot(id);
    if (owner) bodies_[*owner].push_back(id);
    // Any node may refer to a default.
    if (!owner) NeedBody(id, open);
  }
  while (!open.empty()) {
    const ValueId id = open.back();
    open.pop_back();
    if (id == kNoValue || is_needed_[id] || whole_.values[id].graph != root_) continue;
    is_needed_[id] = true;
    const graph::Value& value = whole_.values[id];
    if (!is_cut_[id] && value.origin == ValueOrigin::kNode) NeedNode(value.producer, open);
  }
  uint32_t kept = 0;
  for (uint32_t& number : node_numbers_) {
    if (number != kNodeLeftOut) number = kept++;
  }
  for (const ValueId input : whole_.graphs[root_].inputs) {
    if (is_needed_[input] && !is_cut_[input]) inputs_.push_back(input);
  }
  inputs_.insert(inputs_.end(), cut_.begin(), cut_.end());
}

void Specializer::KeepWithin(GraphId graph) {
  for (GraphId id = graph; id < whole_.graphs[graph].end_graph; ++id) {
    const std::optional<uint32_t> owner =
        graph == root_ && id != root_ ? OwnerInRoot(id) : std::nullopt;
    if (owner && node_numbers_[*owner] == kNodeLeftOut) continue;
    graph_numbers_[id] = static_cast<GraphId>(kept_graphs_.size());
    kept_graphs_.push_back(id);
  }
}

void Specializer::NumberGraphs() {
  graph_numbers_.assign(whole_.graphs.size(), kNoGraph);
  KeepWithin(root_);
  for (const graph::Function& function : whole_.functions) {
    if (function.body != root_) KeepWithin(function.body);
  }
  kept_before_.assign(1, 0);
  for (const GraphId number : graph_numbers_) {
    kept_before_.push_back(kept_before_.back() + (number == kNoGraph ? 0 : 1));
  }
}

// Resolves a reference to an attribute of the function: to its default, as the part has no call
// that gives a value.
const Attribute* Specializer::Referenced(const Attribute* attribute) const {
  if (attribute->reference.empty() || function_ == nullptr) return attribute;
  const auto found = std::find_if(
      function_->defaults.begin(), function_->defaults.end(),
      [attribute](const Attribute& known) { return known.name == attribute->reference; });
  return found == function_->defaults.end() ? attribute : &*found;
}

absl::Span<const Attribute> Specializer::CopyAttributes(absl::Span<const Attribute> attributes) {
  const bool is_plain =
      std::all_of(attributes.begin(), attributes.end(), [](const Attribute& attribute) {
        return attribute.kind != AttributeKind::kGraph &&
               attribute.kind != AttributeKind::kGraphs && attribute.reference.empty();
      });
  if (is_plain) return attributes;
  std::vector<Attribute> copies;
  for (const Attribute& attribute : attributes) {
    Attribute copy = *Referenced(&attribute);
    copy.name = attribute.name;
    if (copy.kind == AttributeKind::kGraph) copy.graph = graph_numbers_[copy.graph];
    if (copy.kind == AttributeKind::kGraphs) {
      std::vector<uint32_t> graphs(copy.graphs, copy.graphs + copy.count);
      for (uint32_t& graph : graphs) graph = graph_numbers_[graph];
      copy.graphs = graph::CopyToArena(&part_->memory, graphs).data();
    }
    copies.push_back(copy);
  }
  return graph::CopyToArena(&part_->memory, copies);
}

absl::Span<const graph::Node> Specializer::CopyNodes(GraphId graph) {
  std::vector<graph::Node> nodes;
  const absl::Span<const graph::Node> own = whole_.graphs[graph].nodes;
  for (size_t i = 0; i < own.size(); ++i) {
    if (graph == root_ && node_numbers_[i] == kNodeLeftOut) continue;
    graph::Node node = own[i];
    node.attributes = CopyAttributes(node.attributes);
    const bool makes_cut =
        std::any_of(node.outputs.begin(), node.outputs.end(),
                    [this](ValueId output) { return output != kNoValue && is_cut_[output]; });
    if (makes_cut) {
      std::vector<ValueId> outputs(node.outputs.begin(), node.outputs.end());
      for (ValueId& output : outputs) {
        if (output != kNoValue && is_cut_[output]) output = kNoValue;
      }
      node.outputs = graph::CopyToArena(&part_->memory, outputs);
    }
    nodes.push_back(node);
  }
  return graph::CopyToArena(&part_->memory, nodes);
}

absl::Span<const uint32_t> Specializer::CopyOrder() {
  std::vector<uint32_t> order;
  for (const uint32_t node : whole_.graphs[root_].order) {
    if (node_numbers_[node] != kNodeLeftOut) order.push_back(node_numbers_[node]);
  }
  return graph::CopyToArena(&part_->memory, order);
}

void Specializer::CopyGraphs() {
  for (const GraphId id : kept_graphs_) {
    graph::Graph graph = whole_.graphs[id];
    graph.nodes = CopyNodes(id);
    if (id == root_) graph.order = CopyOrder();
    part_->node_count += graph.nodes.size();
    if (id == root_) {
      graph.parent = kNoGraph;
      graph.inputs = graph::CopyToArena(&part_->memory, inputs_);
      graph.outputs = graph::CopyToArena(&part_->memory, outputs_);
    } else if (graph.parent != kNoGraph) {
      if (graph.parent == root_) {
        const std::optional<uint32_t> owner = OwnerInRoot(id);
        graph.owner_node = owner ? node_numbers_[*owner] : 0;
      }
      graph.parent = graph_numbers_[graph.parent];
    }
    const GraphId end = whole_.graphs[id].end_graph;
    graph.end_graph = graph_numbers_[id] + kept_before_[end] - kept_before_[id];
    part_->graphs.push_back(graph);
  }
}

void Specializer::CopyFunctions() {
  for (const graph::Function& function : whole_.functions) {
    if (function.body == root_) continue;
    graph::Function copy = function;
    copy.body = graph_numbers_[function.body];
    copy.defaults = CopyAttributes(function.defaults);
    part_->functions.push_back(copy);
  }
}

void Specializer::CopyValues() {
  part_->values = whole_.values;
  for (ValueId id = 0; id < part_->values.size(); ++id) {
    graph::Value& value = part_->values[id];
    const GraphId graph = graph_numbers_[value.graph];
    bool is_kept = graph != kNoGraph;
    if (is_kept && value.graph == root_) {
      const bool is_made = value.origin == ValueOrigin::kNode;
      if (is_made) is_kept = node_numbers_[value.producer] != kNodeLeftOut;
      if (is_made && is_kept) value.producer = node_numbers_[value.producer];
      if (!is_made) is_kept = is_needed_[id];
    }
    value.graph = is_kept ? graph : 0;
    if (!is_kept) value.origin = ValueOrigin::kUndefined;
  }
  for (size_t i = 0; i < inputs_.size(); ++i) {
    graph::Value& input = part_->values[inputs_[i]];
    input.graph = 0;
    input.origin = ValueOrigin::kInput;
    input.producer = static_cast<uint32_t>(i);
    input.producer_output = 0;
    if (is_cut_[inputs_[i]]) input.constant = nullptr;
  }
}

absl::Status Specializer::InferWhole() {
  if (whole_engine_ != nullptr) return absl::OkStatus();
  rules_.rules = given_->rules;
  whole_engine_ = std::make_unique<Engine>(whole_, options_, &rules_);
  return whole_engine_->Run();
}

absl::Status Specializer::DeclareInput(int index) {
  const v1::NamedType& message = message_.inputs(index);
  graph::Value& input = part_->values[cut_[static_cast<size_t>(index)]];
  const graph::ReaderLimits& limits = options_.reader.limits;
  if (message.has_type()) {
    auto* type = graph::New<graph::DeclaredType>(&given_->memory);
    absl::Status status =
        graph::ReadTypeMessage(message.type(), limits, options_.work, &given_->memory, type);
    if (!status.ok()) return Within("type", status);
    input.declared = type;
    return absl::OkStatus();
  }
  if (given_->constants.contains(input.name)) return absl::OkStatus();
  absl::Status status = InferWhole();
  if (!status.ok()) return status;
  const ValueId value = cut_[static_cast<size_t>(index)];
  input.declared = DeclareType(*whole_engine_, whole_engine_->TypeOf(value), &given_->memory);
  return absl::OkStatus();
}

absl::Status Specializer::DeclareInputs() {
  for (int i = 0; i < message_.inputs_size(); ++i) {
    absl::Status status = DeclareInput(i);
    if (!status.ok())
      return graph::FieldOf(status).empty() ? status : Within(Item("inputs", i), status);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Model>> Specializer::Build() {
  absl::Status status = FindRoot();
  if (status.ok()) CollectNames();
  if (status.ok()) status = FindInputs();
  if (status.ok()) status = FindOutputs();
  if (!status.ok()) return status;
  CollectNeeded();
  NumberGraphs();
  part_->ir_version = whole_.ir_version;
  part_->opsets = whole_.opsets;
  part_->operators = whole_.operators;
  CopyGraphs();
  CopyFunctions();
  CopyValues();
  status = DeclareInputs();
  if (!status.ok()) return status;
  return std::move(part_);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Model>> Specialize(const v1::Submodel& message, const Model& model,
                                                  const InferOptions& options, Given* given) {
  return Specializer(message, model, options, given).Build();
}

}  // namespace shapewright::inference
