#include "core/graph/graph_builder.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/static_text.h"
#include "core/graph/order_check.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

using symbolic::Site;

// Operations counted for reading a node, and each of its operands, results and attributes, about.
constexpr uint64_t kCountPerNode = 16;
constexpr uint64_t kCountPerOperand = 2;

}  // namespace

absl::StatusOr<std::unique_ptr<Model>> MakeModel(absl::string_view bytes,
                                                 absl::FunctionRef<absl::Status(Model*)> fill) {
  if (bytes.size() > std::numeric_limits<int32_t>::max()) {
    return ReadError(reason::kMalformedModel, "the module is larger than 2 GiB");
  }
  auto model = std::make_unique<Model>();
  model->byte_size = bytes.size();
  absl::Status status = fill(model.get());
  if (!status.ok()) return status;
  return model;
}

GraphBuilder::GraphBuilder(const ReaderOptions& options, Model* model)
    : options_(options),
      model_(model),
      operators_(&model->operators),
      ids_(&model->memory),
      work_(WorkLimit(options.max_work, 0, model->byte_size), options.check_interrupt) {
  work_.set_phase("read");
}

void GraphBuilder::Reserve(size_t names) {
  // For the outermost graph only: most graphs within it are
  // small.
  if (!model_->graphs.empty()) return;
  names_.Reserve(names);
  model_->values.reserve(names);
}

absl::Status GraphBuilder::BeginGraph(absl::string_view name, size_t node_count) {
  const ReaderLimits& limits = options_.limits;
  if (open_.size() > static_cast<size_t>(limits.max_subgraph_depth)) {
    return ReadError(reason::kSubgraphTooDeep,
                     absl::StrCat("graph ", Quoted(name), " lies deeper than ",
                                  limits.max_subgraph_depth, " subgraphs"));
  }
  model_->node_count += node_count;
  if (model_->node_count > static_cast<size_t>(limits.max_nodes)) {
    return ReadError(reason::kTooManyNodes,
                     absl::StrCat("the model has more than ", limits.max_nodes, " nodes"));
  }
  const auto first_value = static_cast<ValueId>(model_->values.size());
  const absl::Span<Node> nodes = NewArray<Node>(&model_->memory, node_count);
  Graph& graph = model_->graphs.emplace_back();
  graph.name = name;
  graph.nodes = nodes;
  graph.first_value = first_value;
  if (open_.empty()) {
    first_visible_ = first_value;
  } else {
    graph.parent = top().id;
    graph.owner_node = top().node_count;
  }
  OpenGraph& opened = open_.emplace_back();
  opened.id = static_cast<GraphId>(model_->graphs.size() - 1);
  opened.first_value = first_value;
  opened.undo_begin = undo_.size();
  opened.nodes = nodes.data();
  nodes_.push_back(nodes);
  return absl::OkStatus();
}

Site GraphBuilder::Here() const {
  Site site;
  site.graph = static_cast<int32_t>(open_.back().id);
  return site;
}

void GraphBuilder::AddInput(absl::string_view name, const DeclaredType* declared,
                            const Tensor* constant) {
  const auto index = static_cast<uint32_t>(top().inputs.size());
  Site site = Here();
  site.input = static_cast<int32_t>(index);
  const ValueId id = Define(name, ValueOrigin::kInput, index, 0, site);
  model_->values[id].declared = declared;
  model_->values[id].constant = constant;
  top().inputs.push_back(id);
}

void GraphBuilder::AddInitializer(const Tensor* tensor, bool replaces_input) {
  if (tensor->name.empty()) return;  // nothing can use it
  const ValueId input = VisibleHere(tensor->name);
  if (input != kNoValue) {
    Value& value = model_->values[input];
    if (value.origin == ValueOrigin::kInput && value.constant == nullptr) {
      value.constant = tensor;
      if (replaces_input) {
        value.origin = ValueOrigin::kInitializer;
        value.producer = 0;
      }
      return;
    }
  }
  const ValueId id = Define(tensor->name, ValueOrigin::kInitializer, 0, 0, Here());
  model_->values[id].constant = tensor;
}

void GraphBuilder::AddOperand(absl::string_view name) {
  if (name.empty()) return ids_.Add(kNoValue);
  const NameId id = names_.FindOrAdd(name);
  const ValueId value = Visible(names_[id]);
  if (value != kNoValue) return ids_.Add(value);
  Site site = Here();
  site.node = static_cast<int32_t>(top().node_count);
  site.input = static_cast<int32_t>(ids_.pending());
  ids_.Add(UseUndefined(id, site));
}

void GraphBuilder::AddResult(absl::string_view name) {
  if (name.empty()) return ids_.Add(kNoValue);
  const auto output = static_cast<uint32_t>(ids_.pending());
  Site site = Here();
  site.node = static_cast<int32_t>(top().node_count);
  site.output = static_cast<int32_t>(output);
  ids_.Add(Define(name, ValueOrigin::kNode, top().node_count, output, site));
}

OperatorIndex GraphBuilder::FindOperator(absl::string_view domain, absl::string_view op_type,
                                         absl::string_view overload) {
  OperatorName name;
  name.domain = NormalDomain(domain);
  name.op_type = op_type;
  name.overload = overload;
  name.opset_version = opsets_->VersionOf(name.domain);
  const bool is_imported = name.opset_version > 0;
  const bool is_implied = !is_imported && IsImpliedDomain(name.domain);
  if (is_implied) name.opset_version = kNewestOpset;
  bool is_new = false;
  const OperatorIndex index = operators_.FindOrAdd(name, &is_new);
  if (is_new && !is_imported && imports_required_) {
    Site site = Here();
    site.node = static_cast<int32_t>(top().node_count);
    AddFinding("UNKNOWN_OPSET",
               absl::StrCat("no opset is imported of the domain ", Quoted(name.domain),
                            " of operator ", Quoted(op_type),
                            is_implied ? "; the newest version is taken, as onnxruntime does" : ""),
               site, is_implied ? Finding::Severity::kWarning : Finding::Severity::kError);
  }
  return index;
}

absl::Status GraphBuilder::AddNode(const Node& node) {
  OpenGraph& graph = top();
  graph.nodes[graph.node_count++] = node;
  const size_t operands = node.inputs.size() + node.outputs.size() + node.attributes.size();
  if (work_.Count(kCountPerNode + kCountPerOperand * operands)) return absl::OkStatus();
  return work_.status();
}

void GraphBuilder::Declare(absl::string_view name, const DeclaredType* type) {
  const ValueId id = VisibleHere(name);
  if (id == kNoValue) return;
  Value& value = model_->values[id];
  const bool is_input = value.origin == ValueOrigin::kInput;
  if (!is_input || value.declared == nullptr) value.declared = type;
}

void GraphBuilder::AddOutput(absl::string_view name, const DeclaredType* type) {
  Site site = Here();
  site.output = static_cast<int32_t>(ids_.pending());
  const ValueId id = Use(name, site);
  ids_.Add(id);
  if (type != nullptr) DeclareOutput(id, type);
}

void GraphBuilder::DeclareOutput(ValueId id, const DeclaredType* type) {
  Value& value = model_->values[id];
  if (value.graph != top().id) return;
  if (value.declared == nullptr) {
    value.declared = type;
  } else if (value.origin == ValueOrigin::kNode) {
    const bool loses_shape =
        type->kind == value.declared->kind && value.declared->has_shape && !type->has_shape;
    if (!loses_shape) {
      value.declared = type;
    } else if (type->element != shape::ElementType::kUndefined) {
      auto* both = New<DeclaredType>(&model_->memory);
      *both = *value.declared;
      both->element = type->element;
      value.declared = both;
    }
  }
}

absl::Status GraphBuilder::EndGraph(GraphId* id) {
  OpenGraph& opened = top();
  *id = opened.id;
  Graph& graph = model_->graphs[opened.id];
  graph.outputs = ids_.Take();
  DropReplacedInputs();
  work_.Count(kCountPerNode + opened.inputs.size() + graph.outputs.size());
  model_->read_work = work_.count();
  graph.inputs = CopyToArena(&model_->memory, opened.inputs);
  graph.end_value = static_cast<ValueId>(model_->values.size());
  graph.end_graph = static_cast<GraphId>(model_->graphs.size());
  if (opened.is_misordered) {
    if (absl::Status status = Sort(); !status.ok()) return status;
  }
  while (undo_.size() > opened.undo_begin) {
    names_[undo_.back().name].value = undo_.back().before;
    undo_.pop_back();
  }
  open_.pop_back();
  return absl::OkStatus();
}

void GraphBuilder::DropReplacedInputs() {
  std::vector<ValueId>& inputs = top().inputs;
  std::vector<Value>& values = model_->values;
  const auto is_replaced = [&](ValueId id) { return values[id].origin != ValueOrigin::kInput; };
  const auto first = std::find_if(inputs.begin(), inputs.end(), is_replaced);
  if (first == inputs.end()) return;
  inputs.erase(std::remove_if(first, inputs.end(), is_replaced), inputs.end());
  for (size_t i = 0; i < inputs.size(); ++i) {
    values[inputs[i]].producer = static_cast<uint32_t>(i);
  }
}

void GraphBuilder::AddFinding(StaticText code, std::string message, Site site,
                              Finding::Severity severity) {
  if (model_->findings.size() >= Model::kMaxFindings) {
    if (severity == Finding::Severity::kError) ++model_->left_out_errors;
    if (severity == Finding::Severity::kWarning) ++model_->left_out_warnings;
    return;
  }
  Finding& finding = model_->findings.emplace_back();
  finding.code = code;
  finding.message = std::move(message);
  finding.site = site;
  finding.severity = severity;
}

ValueId GraphBuilder::VisibleHere(absl::string_view text) {
  const NameId name = names_.Find(text);
  if (name == NameTable::kNone) return kNoValue;
  const ValueId value = Visible(names_[name]);
  const bool is_here = value != kNoValue && model_->values[value].graph == top().id;
  return is_here ? value : kNoValue;
}

ValueId GraphBuilder::Use(absl::string_view text, Site site) {
  const NameId name = names_.FindOrAdd(text);
  const ValueId value = Visible(names_[name]);
  return value != kNoValue ? value : UseUndefined(name, site);
}

ValueId GraphBuilder::UseUndefined(NameId name, Site site) {
  const absl::string_view text = names_[name].text;
  const ValueId value = NewValue(text, ValueOrigin::kUndefined);
  Bind(name, value);
  names_[name].undefined_in = static_cast<int32_t>(top().id);
  const size_t before = model_->findings.size();
  AddFinding("UNDEFINED_VALUE", absl::StrCat("value ", Quoted(text), " is used, but never defined"),
             site);
  if (model_->findings.size() > before) model_->findings.back().undefined = value;
  return value;
}

ValueId GraphBuilder::NewValue(absl::string_view name, ValueOrigin origin) {
  const auto id = static_cast<ValueId>(model_->values.size());
  Value& value = model_->values.emplace_back();
  value.name = name;
  value.graph = top().id;
  value.origin = origin;
  return id;
}

ValueId GraphBuilder::Define(absl::string_view text, ValueOrigin origin, uint32_t producer,
                             uint32_t output, Site site) {
  const ValueId id = NewValue(text, origin);
  model_->values[id].producer = producer;
  model_->values[id].producer_output = output;
  if (text.empty()) return id;
  const NameId name = names_.FindOrAdd(text);
  const ValueId before = Visible(names_[name]);
  if (before != kNoValue || names_[name].undefined_in >= 0) {
    CheckRedefinition(names_[name], before, site);
  }
  Bind(name, id);
  return id;
}

void GraphBuilder::Bind(NameId name, ValueId value) {
  // Names of the outermost graph need no undoing: first_visible_ hides their values later.
  if (open_.size() > 1) undo_.push_back({name, names_[name].value});
  names_[name].value = value;
}

void GraphBuilder::CheckRedefinition(const Name& name, ValueId before, Site site) {
  // Graphs within this one have greater ids, earlier ones smaller ids.
  if (name.undefined_in >= static_cast<int32_t>(top().id)) {
    top().is_misordered = true;
  }
  if (before == kNoValue) return;
  const Value& value = model_->values[before];
  if (value.origin == ValueOrigin::kUndefined) return;
  if (value.graph == top().id) {
    AddFinding("DUPLICATE_VALUE",
               absl::StrCat("value ", Quoted(name.text), " is defined twice in its graph"), site);
  } else {
    AddFinding("SHADOWED_NAME",
               absl::StrCat("value ", Quoted(name.text), " hides a value of an outer graph"), site,
               Finding::Severity::kWarning);
  }
}

absl::Status GraphBuilder::Sort() {
  LateDefinitions late;
  const GraphId id = top().id;
  Graph& graph = model_->graphs[id];
  for (ValueId value = graph.first_value; value < graph.end_value; ++value) {
    if (model_->values[value].origin != ValueOrigin::kUndefined) continue;
    const ValueId later = VisibleHere(model_->values[value].name);
    if (later != kNoValue && later != value) late[value] = later;
  }
  absl::StatusOr<SortedNodes> sorted = SortNodes(*model_, id, late);
  if (!sorted.ok()) return sorted.status();
  if (sorted->order.empty()) return absl::OkStatus();
  graph.order = CopyToArena(&model_->memory, sorted->order);
  UseLater(id, late);
  ForgetUndefined(late);
  Site site = Here();
  site.node = static_cast<int32_t>(sorted->first_user);
  AddFinding(
      "SORTED_GRAPH",
      absl::StrCat("the nodes are not in topological order, and were sorted: ", sorted->first_use),
      site, Finding::Severity::kNote);
  return absl::OkStatus();
}

void GraphBuilder::UseLater(GraphId graph, const LateDefinitions& late) {
  const auto replaced = [&](absl::Span<const ValueId> ids) {
    std::vector<ValueId> copy(ids.begin(), ids.end());
    for (ValueId& id : copy) {
      const auto found = late.find(id);
      if (found != late.end()) id = found->second;
    }
    return absl::Span<const ValueId>(CopyToArena(&model_->memory, copy));
  };
  const auto has_late = [&](absl::Span<const ValueId> ids) {
    return std::any_of(ids.begin(), ids.end(), [&](ValueId id) { return late.contains(id); });
  };
  for (GraphId id = graph; id < model_->graphs[graph].end_graph; ++id) {
    for (Node& node : nodes_[id]) {
      if (has_late(node.inputs)) node.inputs = replaced(node.inputs);
    }
    Graph& within = model_->graphs[id];
    if (has_late(within.outputs)) within.outputs = replaced(within.outputs);
  }
}

void GraphBuilder::ForgetUndefined(const LateDefinitions& late) {
  std::vector<Finding>& findings = model_->findings;
  const size_t before = findings.size();
  findings.erase(
      std::remove_if(findings.begin(), findings.end(),
                     [&](const Finding& finding) { return late.contains(finding.undefined); }),
      findings.end());
  // Each of them had one finding, or was counted.
  const uint64_t left_out = late.size() - (before - findings.size());
  model_->left_out_errors -= std::min(model_->left_out_errors, left_out);
  // Nothing reads them any more, so a graph around this one must not find them again.
  for (const auto& [undefined, later] : late) model_->values[undefined].name = "";
}

}  // namespace shapewright::graph
