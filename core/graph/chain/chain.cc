#include "core/graph/chain/chain.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/arena.h"
#include "core/graph/attribute.h"
#include "core/graph/chain/symbol_renamer.h"
#include "core/wire/utf8.h"

namespace shapewright::graph {
namespace {

// Where the parts of a stage are in the whole. Graphs and values of the main graph come first,
// those of functions behind those of all main graphs.
struct Offsets {
  GraphId main_graphs = 0;      // of graph 1, as all main graphs are graph 0
  GraphId function_graphs = 0;  // of the first graph of a function
  ValueId main_values = 0;
  ValueId function_values = 0;
  uint32_t nodes = 0;
};

// A name as part of another one, which every link to or from it has.
std::string ShortName(absl::string_view name) {
  constexpr size_t kMost = 128;
  return absl::StrCat(Utf8Prefix(name, kMost), name.size() <= kMost ? "" : "...");
}

class Composer {
 public:
  explicit Composer(const Chain& chain)
      : chain_(chain),
        names_([&] {
          std::vector<absl::string_view> names;
          for (const Stage& stage : chain.stages) names.push_back(stage.name);
          return names;
        }()),
        renamer_(names_, &model_->memory) {}

  ComposedModel Compose();

 private:
  using OperatorKey = std::tuple<absl::string_view, absl::string_view, absl::string_view, int64_t>;
  using FunctionKey = std::tuple<absl::string_view, absl::string_view, absl::string_view>;

  static FunctionKey KeyOf(const Function& function) {
    return {function.domain, function.name, function.overload};
  }

  const Model& model(size_t stage) const { return *chain_.stages[stage].model; }
  absl::string_view Text(absl::string_view text) { return CopyText(&model_->memory, text); }
  absl::string_view Prefixed(size_t stage, absl::string_view name) {
    return Text(absl::StrCat(names_[stage], ".", name));
  }

  void FindOffsets();
  void CollectOpsets();
  void CollectSymbols();
  void FindClashingFunctions();
  bool IsLinked(const StageValueId& id) const { return link_of_.contains(id); }
  // The inputs of the whole, in the order of the stages.
  std::vector<StageValueId> FindInputs() const;
  const DeclaredType* DeclaredOf(const StageValueId& id) const;
  const Tensor* ConstantOf(const StageValueId& id) const;

  // Numbers of the whole.
  GraphId Moved(size_t stage, GraphId graph) const;
  ValueId MovedValue(size_t stage, ValueId value) const;
  absl::Span<const ValueId> MovedValues(size_t stage, absl::Span<const ValueId> values);
  absl::Span<const Attribute> MovedAttributes(size_t stage, absl::Span<const Attribute> attributes);
  void MoveOperators(size_t stage);
  OperatorIndex AddOperator(const OperatorName& name);
  Node MovedNode(size_t stage, const Node& node, uint32_t index);
  symbolic::Site MovedSite(size_t stage, symbolic::Site site) const;

  void AddMainGraph();
  void AddLinkNodes(size_t stage, std::vector<Node>& nodes);
  void AddOrder(std::vector<uint32_t>& order) const;
  void AddGraphs(size_t stage, GraphId begin, GraphId end);
  void AddValues(size_t stage, ValueId begin, ValueId end);
  void AddFunctions(size_t stage);
  void AddFindings(size_t stage);
  void NameInputsAndOutputs();

  const Chain& chain_;
  std::unique_ptr<Model> owned_ = std::make_unique<Model>();
  Model* const model_ = owned_.get();
  const std::vector<absl::string_view> names_;
  SymbolRenamer renamer_;
  ComposedModel result_;
  std::vector<Offsets> offsets_;
  // By input: the link that leads to it.
  HashMap<StageValueId, size_t> link_of_;
  // By stage: the links that lead to it, in order.
  std::vector<std::vector<size_t>> links_into_;
  std::vector<StageValueId> inputs_;
  HashMap<OperatorKey, OperatorIndex> operators_;
  // By stage: its operators in the whole; its functions that another stage has too, or uses as
  // operators.
  std::vector<std::vector<OperatorIndex>> moved_operators_;
  std::vector<HashSet<FunctionKey>> clashing_;
};

void Composer::FindOffsets() {
  offsets_.resize(chain_.stages.size());
  links_into_.resize(chain_.stages.size());
  for (size_t i = 0; i < chain_.links.size(); ++i) {
    link_of_.emplace(chain_.links[i].input, i);
    links_into_[chain_.links[i].input.stage].push_back(i);
  }
  GraphId graphs = 1;
  ValueId values = 0;
  uint32_t nodes = 0;
  for (size_t stage = 0; stage < offsets_.size(); ++stage) {
    const Graph& main = model(stage).graphs[0];
    nodes += static_cast<uint32_t>(links_into_[stage].size());
    offsets_[stage].main_graphs = graphs;
    offsets_[stage].main_values = values;
    offsets_[stage].nodes = nodes;
    graphs += main.end_graph - 1;
    values += main.end_value;
    nodes += static_cast<uint32_t>(main.nodes.size());
  }
  for (size_t stage = 0; stage < offsets_.size(); ++stage) {
    const Graph& main = model(stage).graphs[0];
    offsets_[stage].function_graphs = graphs;
    offsets_[stage].function_values = values;
    graphs += static_cast<GraphId>(model(stage).graphs.size()) - main.end_graph;
    values += static_cast<ValueId>(model(stage).values.size()) - main.end_value;
    result_.first_nodes.push_back(offsets_[stage].nodes);
    result_.first_values.push_back(offsets_[stage].main_values);
  }
}

// Opsets govern operators where these are read: here they only tell what the whole imports.
void Composer::CollectOpsets() {
  for (const Stage& stage : chain_.stages) {
    model_->ir_version = std::max(model_->ir_version, stage.model->ir_version);
    for (const OpsetImport& import : stage.model->opsets) {
      const auto known =
          std::find_if(model_->opsets.begin(), model_->opsets.end(),
                       [&](const OpsetImport& each) { return each.domain == import.domain; });
      if (known == model_->opsets.end()) {
        model_->opsets.push_back(import);
      } else {
        known->version = std::max(known->version, import.version);
      }
    }
    model_->node_count += stage.model->node_count;
    model_->byte_size += stage.model->byte_size;
    model_->read_work += stage.model->read_work;
    model_->left_out_errors += stage.model->left_out_errors;
    model_->left_out_warnings += stage.model->left_out_warnings;
  }
}

const DeclaredType* Composer::DeclaredOf(const StageValueId& id) const {
  const Stage& stage = chain_.stages[id.stage];
  const auto found = stage.types.find(id.value);
  return found == stage.types.end() ? stage.model->values[id.value].declared : found->second;
}

const Tensor* Composer::ConstantOf(const StageValueId& id) const {
  const Stage& stage = chain_.stages[id.stage];
  const auto found = stage.constants.find(id.value);
  return found == stage.constants.end() ? nullptr : found->second;
}

std::vector<StageValueId> Composer::FindInputs() const {
  std::vector<StageValueId> inputs;
  for (size_t stage = 0; stage < chain_.stages.size(); ++stage) {
    for (const ValueId input : model(stage).graphs[0].inputs) {
      const StageValueId id = {stage, input};
      if (!IsLinked(id) && ConstantOf(id) == nullptr) inputs.push_back(id);
    }
  }
  return inputs;
}

void Composer::CollectSymbols() {
  for (const StageValueId& input : inputs_) renamer_.Collect(input.stage, DeclaredOf(input), true);
  for (size_t stage = 0; stage < chain_.stages.size(); ++stage) {
    for (ValueId value = 0; value < model(stage).values.size(); ++value) {
      renamer_.Collect(stage, DeclaredOf({stage, value}), false);
    }
  }
}

void Composer::FindClashingFunctions() {
  constexpr size_t kSeveral = ~size_t{0};
  HashMap<FunctionKey, size_t> users;
  const auto use = [&](const FunctionKey& key, size_t stage) {
    const auto [found, is_new] = users.emplace(key, stage);
    if (!is_new && found->second != stage) found->second = kSeveral;
  };
  for (size_t stage = 0; stage < chain_.stages.size(); ++stage) {
    for (const Function& function : model(stage).functions) use(KeyOf(function), stage);
    for (const OperatorName& op : model(stage).operators) {
      use(FunctionKey(op.domain, op.op_type, op.overload), stage);
    }
  }
  clashing_.resize(chain_.stages.size());
  for (size_t stage = 0; stage < chain_.stages.size(); ++stage) {
    for (const Function& function : model(stage).functions) {
      if (users[KeyOf(function)] == kSeveral) clashing_[stage].insert(KeyOf(function));
    }
  }
}

GraphId Composer::Moved(size_t stage, GraphId graph) const {
  if (graph == 0 || graph == kNoGraph) return graph;
  const GraphId end = model(stage).graphs[0].end_graph;
  return graph < end ? offsets_[stage].main_graphs + graph - 1
                     : offsets_[stage].function_graphs + graph - end;
}

ValueId Composer::MovedValue(size_t stage, ValueId value) const {
  if (value == kNoValue) return value;
  const ValueId end = model(stage).graphs[0].end_value;
  return value < end ? offsets_[stage].main_values + value
                     : offsets_[stage].function_values + value - end;
}

absl::Span<const ValueId> Composer::MovedValues(size_t stage, absl::Span<const ValueId> values) {
  std::vector<ValueId> moved(values.begin(), values.end());
  for (ValueId& value : moved) value = MovedValue(stage, value);
  return CopyToArena(&model_->memory, moved);
}

absl::Span<const Attribute> Composer::MovedAttributes(size_t stage,
                                                      absl::Span<const Attribute> attributes) {
  const auto has_graphs = [](const Attribute& attribute) {
    return attribute.reference.empty() &&
           (attribute.kind == AttributeKind::kGraph || attribute.kind == AttributeKind::kGraphs);
  };
  if (std::none_of(attributes.begin(), attributes.end(), has_graphs)) return attributes;
  std::vector<Attribute> moved(attributes.begin(), attributes.end());
  for (Attribute& attribute : moved) {
    if (!has_graphs(attribute)) continue;
    if (attribute.kind == AttributeKind::kGraph) {
      attribute.graph = Moved(stage, attribute.graph);
      continue;
    }
    std::vector<uint32_t> graphs(attribute.graphs, attribute.graphs + attribute.count);
    for (uint32_t& graph : graphs) graph = Moved(stage, graph);
    attribute.graphs = CopyToArena(&model_->memory, graphs).data();
  }
  return CopyToArena(&model_->memory, moved);
}

OperatorIndex Composer::AddOperator(const OperatorName& name) {
  const OperatorKey key(name.domain, name.op_type, name.overload, name.opset_version);
  const auto [found, is_new] =
      operators_.emplace(key, static_cast<OperatorIndex>(model_->operators.size()));
  if (is_new) model_->operators.push_back(name);
  return found->second;
}

void Composer::MoveOperators(size_t stage) {
  std::vector<OperatorIndex>& moved = moved_operators_.emplace_back();
  for (OperatorName name : model(stage).operators) {
    if (clashing_[stage].contains(FunctionKey(name.domain, name.op_type, name.overload))) {
      name.overload = Prefixed(stage, name.overload);
    }
    moved.push_back(AddOperator(name));
  }
}

Node Composer::MovedNode(size_t stage, const Node& node, uint32_t index) {
  Node moved = node;
  moved.op = moved_operators_[stage][node.op];
  moved.name =
      node.name.empty() ? Prefixed(stage, absl::StrCat(index)) : Prefixed(stage, node.name);
  moved.inputs = MovedValues(stage, node.inputs);
  moved.outputs = MovedValues(stage, node.outputs);
  moved.attributes = MovedAttributes(stage, node.attributes);
  return moved;
}

void Composer::AddLinkNodes(size_t stage, std::vector<Node>& nodes) {
  for (const size_t i : links_into_[stage]) {
    const auto& [output, input] = chain_.links[i];
    Node node;
    node.op = AddOperator(chain_.link_operator);
    node.name = Text(absl::StrCat(
        names_[output.stage], ".", ShortName(model(output.stage).values[output.value].name), " -> ",
        names_[stage], ".", ShortName(model(stage).values[input.value].name)));
    const std::vector<ValueId> from = {MovedValue(output.stage, output.value)};
    const std::vector<ValueId> to = {MovedValue(stage, input.value)};
    node.inputs = CopyToArena(&model_->memory, from);
    node.outputs = CopyToArena(&model_->memory, to);
    result_.link_nodes[i] = static_cast<uint32_t>(nodes.size());
    nodes.push_back(node);
  }
}

void Composer::AddOrder(std::vector<uint32_t>& order) const {
  for (size_t stage = 0; stage < chain_.stages.size(); ++stage) {
    const auto begin = static_cast<uint32_t>(order.size());
    for (uint32_t link = begin; link < offsets_[stage].nodes; ++link) order.push_back(link);
    const Graph& main = model(stage).graphs[0];
    for (uint32_t place = 0; place < main.nodes.size(); ++place) {
      order.push_back(offsets_[stage].nodes + main.NodeAt(place));
    }
  }
}

void Composer::AddMainGraph() {
  Graph& whole = model_->graphs.emplace_back();
  result_.graph_stages.push_back(-1);
  std::vector<Node> nodes;
  bool has_order = false;
  result_.link_nodes.resize(chain_.links.size());
  for (size_t stage = 0; stage < chain_.stages.size(); ++stage) {
    AddLinkNodes(stage, nodes);
    const Graph& main = model(stage).graphs[0];
    has_order |= !main.order.empty();
    for (uint32_t i = 0; i < main.nodes.size(); ++i) {
      nodes.push_back(MovedNode(stage, main.nodes[i], i));
    }
  }
  model_->node_count += chain_.links.size();
  whole.nodes = CopyToArena(&model_->memory, nodes);
  if (has_order) {
    std::vector<uint32_t> order;
    AddOrder(order);
    whole.order = CopyToArena(&model_->memory, order);
  }
  std::vector<ValueId> ids;
  for (const StageValueId& input : inputs_) ids.push_back(MovedValue(input.stage, input.value));
  whole.inputs = CopyToArena(&model_->memory, ids);
  ids.clear();
  for (const StageValueId& output : chain_.outputs) {
    ids.push_back(MovedValue(output.stage, output.value));
  }
  whole.outputs = CopyToArena(&model_->memory, ids);
  const size_t last = chain_.stages.size() - 1;
  const Graph& last_main = model(last).graphs[0];
  whole.end_value = offsets_[last].main_values + last_main.end_value;
  whole.end_graph = offsets_[last].main_graphs + last_main.end_graph - 1;
}

void Composer::AddGraphs(size_t stage, GraphId begin, GraphId end) {
  for (GraphId id = begin; id < end; ++id) {
    Graph graph = model(stage).graphs[id];
    if (graph.parent == 0) graph.owner_node += offsets_[stage].nodes;
    graph.parent = Moved(stage, graph.parent);
    std::vector<Node> nodes;
    for (uint32_t i = 0; i < graph.nodes.size(); ++i) {
      nodes.push_back(MovedNode(stage, graph.nodes[i], i));
    }
    graph.nodes = CopyToArena(&model_->memory, nodes);
    graph.inputs = MovedValues(stage, graph.inputs);
    graph.outputs = MovedValues(stage, graph.outputs);
    const ValueId count = graph.end_value - graph.first_value;
    const GraphId graphs = graph.end_graph - id;
    const bool is_in_main = id < model(stage).graphs[0].end_graph;
    const ValueId main_end = model(stage).graphs[0].end_value;
    graph.first_value = is_in_main ? offsets_[stage].main_values + graph.first_value
                                   : offsets_[stage].function_values + graph.first_value - main_end;
    graph.end_value = graph.first_value + count;
    graph.end_graph = Moved(stage, id) + graphs;
    model_->graphs.push_back(graph);
    result_.graph_stages.push_back(static_cast<int>(stage));
  }
}

void Composer::AddValues(size_t stage, ValueId begin, ValueId end) {
  for (ValueId id = begin; id < end; ++id) {
    Value value = model(stage).values[id];
    const bool is_of_main = value.graph == 0;
    value.graph = Moved(stage, value.graph);
    value.declared = renamer_.Renamed(stage, DeclaredOf({stage, id}));
    if (is_of_main) {
      if (!value.name.empty()) value.name = Prefixed(stage, value.name);
      if (value.origin == ValueOrigin::kNode) value.producer += offsets_[stage].nodes;
      const Tensor* const constant = ConstantOf({stage, id});
      if (constant != nullptr) value.constant = constant;
      // A constant that the request gives for an input is no input of the whole.
      if (constant != nullptr && value.origin == ValueOrigin::kInput) {
        value.origin = ValueOrigin::kInitializer;
        value.producer = 0;
      }
    }
    model_->values.push_back(value);
  }
}

// What the links and the inputs of the whole are made of differs from what the stages say.
void Composer::NameInputsAndOutputs() {
  for (const auto& [input, link] : link_of_) {
    Value& value = model_->values[MovedValue(input.stage, input.value)];
    value.origin = ValueOrigin::kNode;
    value.producer = result_.link_nodes[link];
    value.producer_output = 0;
    value.constant = nullptr;
  }
  for (size_t i = 0; i < inputs_.size(); ++i) {
    Value& value = model_->values[MovedValue(inputs_[i].stage, inputs_[i].value)];
    value.producer = static_cast<uint32_t>(i);
  }
  std::vector<StageValueId> shown = inputs_;
  for (const StageValueId& output : chain_.outputs) {
    if (!IsLinked(output)) shown.push_back(output);
  }
  std::sort(shown.begin(), shown.end(), [](const StageValueId& a, const StageValueId& b) {
    return std::tie(a.stage, a.value) < std::tie(b.stage, b.value);
  });
  shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
  HashMap<absl::string_view, int> uses;
  for (const StageValueId& id : shown) ++uses[model(id.stage).values[id.value].name];
  for (const StageValueId& id : shown) {
    const absl::string_view name = model(id.stage).values[id.value].name;
    if (uses[name] > 1 || renamer_.BeginsWithStage(name)) continue;
    model_->values[MovedValue(id.stage, id.value)].name = name;
  }
}

void Composer::AddFunctions(size_t stage) {
  for (Function function : model(stage).functions) {
    if (clashing_[stage].contains(KeyOf(function))) {
      function.overload = Prefixed(stage, function.overload);
    }
    function.body = Moved(stage, function.body);
    function.defaults = MovedAttributes(stage, function.defaults);
    model_->functions.push_back(function);
  }
}

symbolic::Site Composer::MovedSite(size_t stage, symbolic::Site site) const {
  if (site.graph != 0) {
    site.graph = static_cast<int32_t>(Moved(stage, static_cast<GraphId>(site.graph)));
    return site;
  }
  if (site.node != symbolic::Site::kNone) {
    site.node += static_cast<int32_t>(offsets_[stage].nodes);
    return site;
  }
  // Inputs and outputs of a stage need not be those of the whole.
  site.input = symbolic::Site::kNone;
  site.output = symbolic::Site::kNone;
  return site;
}

void Composer::AddFindings(size_t stage) {
  for (Finding finding : model(stage).findings) {
    finding.site = MovedSite(stage, finding.site);
    finding.undefined = MovedValue(stage, finding.undefined);
    finding.message = absl::StrCat(names_[stage], ": ", finding.message);
    model_->findings.push_back(std::move(finding));
  }
}

ComposedModel Composer::Compose() {
  FindOffsets();
  inputs_ = FindInputs();
  CollectOpsets();
  CollectSymbols();
  FindClashingFunctions();
  const size_t count = chain_.stages.size();
  for (size_t stage = 0; stage < count; ++stage) MoveOperators(stage);
  AddMainGraph();
  for (size_t stage = 0; stage < count; ++stage) {
    AddGraphs(stage, 1, model(stage).graphs[0].end_graph);
    AddValues(stage, 0, model(stage).graphs[0].end_value);
  }
  for (size_t stage = 0; stage < count; ++stage) {
    AddGraphs(stage, model(stage).graphs[0].end_graph,
              static_cast<GraphId>(model(stage).graphs.size()));
    AddValues(stage, model(stage).graphs[0].end_value,
              static_cast<ValueId>(model(stage).values.size()));
    AddFunctions(stage);
    AddFindings(stage);
  }
  NameInputsAndOutputs();
  result_.model = std::move(owned_);
  return std::move(result_);
}

}  // namespace

ComposedModel Compose(const Chain& chain) { return Composer(chain).Compose(); }

}  // namespace shapewright::graph
