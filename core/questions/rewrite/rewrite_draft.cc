#include "core/questions/rewrite/rewrite_draft.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/bodies.h"
#include "core/inference/text/node_text.h"
#include "core/rules/registry/purity.h"
#include "core/rules/rewrite/operator_form.h"

namespace shapewright::questions {
namespace {

using graph::Attribute;
using graph::AttributeKind;
using graph::Graph;
using graph::GraphId;
using graph::kNoValue;
using graph::Node;
using graph::ValueId;
using graph::ValueOrigin;

// The way of a body from the main graph.
void PutPath(const graph::Model& model, const HashMap<GraphId, const Attribute*>& attributes,
             GraphId id, v1::ModelEdit* edit) {
  std::vector<v1::BodyStep> steps;
  for (; id != 0; id = model.graphs[id].parent) {
    const Attribute& attribute = *attributes.at(id);
    v1::BodyStep step;
    step.set_node(model.graphs[id].owner_node);
    step.set_attribute(std::string(attribute.name));
    if (attribute.kind == AttributeKind::kGraphs) {
      const uint32_t* const end = attribute.graphs + attribute.count;
      step.set_item(static_cast<uint32_t>(std::find(attribute.graphs, end, id) - attribute.graphs));
    }
    steps.push_back(std::move(step));
  }
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) *edit->add_body() = *step;
}

}  // namespace

RewriteDraft::RewriteDraft(inference::Engine& engine, v1::RewriteModelResponse* response)
    : engine_(engine),
      model_(engine.workspace().model()),
      response_(*response),
      is_of_main_(model_.graphs.size()),
      is_gone_graph_(model_.graphs.size()),
      first_node_(model_.graphs.size() + 1),
      is_gone_(model_.node_count),
      is_output_(model_.values.size()),
      readers_(model_.values.size()),
      first_operand_(model_.values.size() + 1),
      purity_(rules::FindPurity(engine.workspace().operators())),
      attributes_(graph::AttributesOfBodies(model_)) {
  engine.work().Count(model_.values.size() + model_.node_count);
  for (const graph::Value& value : model_.values) ++names_[std::string(value.name)];
  for (GraphId id = 0; id < model_.graphs.size() && !is_stopped(); ++id) IndexGraph(id);
  // The operands by value: counted, then placed.
  size_t total = 0;
  for (ValueId value = 0; value < model_.values.size(); ++value) {
    first_operand_[value] = total;
    total += readers_[value];
  }
  first_operand_.back() = total;
  operands_.resize(total);
  std::vector<size_t> next(first_operand_);
  for (GraphId id = 0; id < model_.graphs.size() && !is_stopped(); ++id) {
    const Graph& graph = model_.graphs[id];
    for (uint32_t node = 0; node < graph.nodes.size(); ++node) {
      const absl::Span<const ValueId> inputs = graph.nodes[node].inputs;
      for (uint32_t input = 0; input < inputs.size(); ++input) {
        if (inputs[input] != kNoValue) operands_[next[inputs[input]]++] = {id, node, input};
      }
    }
  }
}

void RewriteDraft::IndexGraph(GraphId id) {
  const Graph& graph = model_.graphs[id];
  is_of_main_[id] = id == 0 || (graph.parent != graph::kNoGraph && is_of_main_[graph.parent] &&
                                attributes_.contains(id));
  first_node_[id + 1] = first_node_[id] + graph.nodes.size();
  for (const Node& node : graph.nodes) {
    engine_.work().Count(node.inputs.size());
    for (const ValueId input : node.inputs) {
      if (input != kNoValue) ++readers_[input];
    }
  }
  for (const ValueId output : graph.outputs) {
    if (output != kNoValue) is_output_[output] = true;
  }
}

absl::Span<const RewriteDraft::Operand> RewriteDraft::ReadersOf(ValueId value) const {
  return absl::MakeConstSpan(operands_).subspan(first_operand_[value],
                                                first_operand_[value + 1] - first_operand_[value]);
}

const rules::OperatorTraits& RewriteDraft::TraitsOf(const Node& node) const {
  return engine_.workspace().operators().TraitsOf(node.op);
}

bool RewriteDraft::IsPure(const Node& node) const {
  switch (purity_[node.op]) {
    case rules::Purity::kPure:
    case rules::Purity::kIdentity:
      return true;
    case rules::Purity::kImpure:
      return false;
    case rules::Purity::kImpureInTraining:
      break;
  }
  return !rules::MayBeInTraining(engine_.workspace().operators(), node);
}

std::optional<std::vector<int64_t>> RewriteDraft::SizesOf(ValueId value) {
  const shape::Type& type = engine_.workspace().types().at(engine_.TypeOf(value));
  if (type.kind != shape::TypeKind::kTensor || !type.shape.has_rank) return std::nullopt;
  std::vector<int64_t> sizes;
  for (const symbolic::Expr dim : type.shape.dims) {
    engine_.work().Count();
    if (!dim.is_constant()) return std::nullopt;
    sizes.push_back(dim.constant());
  }
  return sizes;
}

std::optional<std::vector<int64_t>> RewriteDraft::ElementsOf(ValueId value) {
  std::vector<int64_t> known;
  for (const symbolic::Expr element : engine_.ElementsOf(value)) {
    engine_.work().Count();
    const symbolic::Expr now = engine_.workspace().facts().Finalize(element);
    if (!now.is_constant()) return std::nullopt;
    known.push_back(now.constant());
  }
  // An empty list is not told from an unknown one, and says nothing either.
  if (known.empty()) return std::nullopt;
  return known;
}

v1::ModelEdit& RewriteDraft::Add(GraphId graph, absl::string_view reason,
                                 absl::string_view paragraph) {
  engine_.work().Count();
  v1::ModelEdit& edit = *response_.add_edits();
  places_.push_back({graph, kNoNode});
  PutPath(model_, attributes_, graph, &edit);
  edit.set_reason(std::string(reason));
  edit.set_paragraph(std::string(paragraph));
  return edit;
}

void RewriteDraft::Unread(ValueId value) {
  if (value == kNoValue || readers_[value] == 0) return;
  if (--readers_[value] == 0) unread_.push_back(value);
}

void RewriteDraft::ForgetGraph(GraphId id) {
  if (is_gone_graph_[id]) return;
  is_gone_graph_[id] = true;
  for (uint32_t node = 0; node < model_.graphs[id].nodes.size(); ++node) {
    if (!IsGone(id, node)) ForgetNode(id, node);
  }
  // A body may give a value of a graph around it.
  for (const ValueId output : model_.graphs[id].outputs) {
    if (output != kNoValue && model_.values[output].graph == id) is_output_[output] = false;
  }
}

void RewriteDraft::ForgetNode(GraphId graph, uint32_t index) {
  const Node& node = model_.graphs[graph].nodes[index];
  is_gone_[first_node_[graph] + index] = true;
  engine_.work().Count(1 + node.inputs.size());
  for (uint32_t input = 0; input < node.inputs.size(); ++input) {
    const auto current = current_.find({first_node_[graph] + index, input});
    Unread(current == current_.end() ? node.inputs[input] : current->second);
  }
  for (const Attribute& attribute : node.attributes) {
    if (attribute.kind == AttributeKind::kGraph) ForgetGraph(attribute.graph);
    if (attribute.kind != AttributeKind::kGraphs) continue;
    for (uint32_t i = 0; i < attribute.count; ++i) ForgetGraph(attribute.graphs[i]);
  }
}

void RewriteDraft::RemoveNode(GraphId graph, uint32_t node, absl::string_view reason,
                              absl::string_view paragraph) {
  ForgetNode(graph, node);
  Add(graph, reason, paragraph).mutable_removed_node()->set_node(node);
}

void RewriteDraft::Finish() {
  RemoveStaleTypes();
  v1::RewriteModelResponse kept;
  for (int i = 0; i < response_.edits_size() && engine_.work().Count(); ++i) {
    const EditPlace& place = places_[static_cast<size_t>(i)];
    const bool is_gone =
        is_gone_graph_[place.graph] || (place.node != kNoNode && IsGone(place.graph, place.node));
    if (!is_gone) *kept.add_edits() = std::move(*response_.mutable_edits(i));
  }
  response_.mutable_edits()->Swap(kept.mutable_edits());
  places_.clear();
}

void RewriteDraft::RemoveStaleTypes() {
  for (ValueId id = 0; id < model_.values.size() && engine_.work().Count(); ++id) {
    const graph::Value& value = model_.values[id];
    const bool is_gone = value.declared != nullptr && value.origin == ValueOrigin::kNode &&
                         !IsOutput(id) && readers_[id] == 0 && IsEditable(value.graph) &&
                         IsGone(value.graph, value.producer);
    if (!is_gone) continue;
    Add(value.graph, "the value is gone", "S86").set_removed_value_info(std::string(value.name));
  }
}

void RewriteDraft::InlineBranch(GraphId id, uint32_t index, const Attribute& branch,
                                absl::string_view reason) {
  const Node& node = model_.graphs[id].nodes[index];
  // The other branch goes, this one stays.
  is_gone_[first_node_[id] + index] = true;
  for (const ValueId input : node.inputs) Unread(input);
  for (const Attribute& attribute : node.attributes) {
    if (attribute.kind == AttributeKind::kGraph && attribute.graph != branch.graph) {
      ForgetGraph(attribute.graph);
    }
  }
  const Graph& body = model_.graphs[branch.graph];
  HashMap<ValueId, std::string> renamed;
  std::vector<std::pair<std::string, std::string>> copies;
  for (size_t i = 0; i < std::min(body.outputs.size(), node.outputs.size()); ++i) {
    if (node.outputs[i] == kNoValue || body.outputs[i] == kNoValue) continue;
    const ValueId from = body.outputs[i];
    const std::string to(model_.values[node.outputs[i]].name);
    const bool is_made_here = model_.values[from].graph == branch.graph &&
                              model_.values[from].origin == ValueOrigin::kNode;
    if (is_made_here && renamed.try_emplace(from, to).second) continue;
    const auto found = renamed.find(from);
    copies.emplace_back(
        found == renamed.end() ? std::string(model_.values[from].name) : found->second, to);
  }
  HashMap<std::string, std::string> freed;  // names that another value has, too
  v1::ModelEdit& edit = Add(id, reason, "S86");
  v1::BranchInlining& inlined = *edit.mutable_inlined_branch();
  inlined.set_node(index);
  inlined.set_attribute(std::string(branch.name));
  for (ValueId value = body.first_value; value < body.end_value; ++value) {
    engine_.work().Count();
    if (model_.values[value].graph != branch.graph) continue;
    const std::string from(model_.values[value].name);
    const auto found = renamed.find(value);
    // A value of the branch keeps its name unless another one has it, too.
    const bool is_alone = names_[from] == 1;
    const std::string to = found != renamed.end() ? found->second
                           : is_alone             ? from
                                                  : FreeName(from);
    if (to == from) continue;
    if (found == renamed.end()) freed.emplace(from, to);
    v1::Renaming& renaming = *inlined.add_renamings();
    renaming.set_from(from);
    renaming.set_to(to);
  }
  for (const auto& [copied, to] : copies) {
    const auto found = freed.find(copied);
    const std::string& from = found == freed.end() ? copied : found->second;
    v1::NodeInsertion& copy =
        *Add(id, "the branch gives a value of another graph", "S86").mutable_inserted_node();
    copy.set_before(index + 1);
    copy.mutable_node()->set_op_type(std::string(rules::NameOf(rules::AddedOperator::kIdentity)));
    copy.mutable_node()->add_inputs(from);
    copy.mutable_node()->add_outputs(to);
  }
}

void RewriteDraft::SetOperand(const Operand& operand, absl::string_view value,
                              absl::string_view reason, absl::string_view paragraph) {
  Rewire(operand, kNoValue);
  PutOperand(operand, value, reason, paragraph);
}

void RewriteDraft::SetOperandTo(const Operand& operand, ValueId value, absl::string_view reason,
                                absl::string_view paragraph) {
  Rewire(operand, value);
  PutOperand(operand, model_.values[value].name, reason, paragraph);
}

bool RewriteDraft::Bypass(GraphId graph, uint32_t index, absl::string_view reason) {
  const Node& node = model_.graphs[graph].nodes[index];
  if (node.inputs.empty() || node.outputs.size() != 1) return false;
  const ValueId to = node.outputs[0];
  if (node.inputs[0] == kNoValue || to == kNoValue || IsOutput(to)) return false;
  const auto known = bypassed_.find(node.inputs[0]);
  const ValueId from = known == bypassed_.end() ? node.inputs[0] : known->second;
  bypassed_.emplace(to, from);
  for (const Operand& reader : ReadersOf(to)) {
    engine_.work().Count();
    const bool is_gone = !IsEditable(reader.graph) || IsGone(reader.graph, reader.node);
    if (!is_gone && IsAsBefore(reader)) SetOperandTo(reader, from, reason, "S86");
  }
  return true;
}

void RewriteDraft::Rewire(const Operand& operand, ValueId value) {
  const ValueId old = model_.graphs[operand.graph].nodes[operand.node].inputs[operand.input];
  const std::pair<size_t, uint32_t> key = {first_node_[operand.graph] + operand.node,
                                           operand.input};
  const auto [current, is_new] = current_.try_emplace(key, value);
  if (value != kNoValue) ++readers_[value];
  Unread(is_new ? old : std::exchange(current->second, value));
}

void RewriteDraft::PutOperand(const Operand& operand, absl::string_view value,
                              absl::string_view reason, absl::string_view paragraph) {
  v1::OperandEdit& edit = *Add(operand.graph, reason, paragraph).mutable_operand();
  places_.back().node = operand.node;
  edit.set_node(operand.node);
  edit.set_input(operand.input);
  edit.set_value(std::string(value));
}

void RewriteDraft::AddInitializer(GraphId graph, absl::string_view name, shape::ElementType element,
                                  absl::Span<const int64_t> sizes,
                                  absl::Span<const int64_t> elements, absl::string_view reason,
                                  absl::string_view paragraph) {
  engine_.work().Count(elements.size());
  v1::NamedTensor& added = *Add(graph, reason, paragraph).mutable_added_initializer();
  added.set_name(std::string(name));
  added.mutable_tensor()->set_element_type(static_cast<v1::ElementType>(element));
  for (const int64_t size : sizes) added.mutable_tensor()->add_sizes(size);
  for (const int64_t each : elements) added.mutable_tensor()->add_ints(each);
}

void RewriteDraft::RemoveIfUnread(ValueId id) {
  const graph::Value& value = model_.values[id];
  if (readers_[id] > 0 || IsOutput(id) || !IsEditable(value.graph)) return;
  if (value.origin == ValueOrigin::kInitializer) {
    Add(value.graph, "nothing reads it any more", "S86")
        .set_removed_initializer(std::string(value.name));
    return;
  }
  if (value.origin != ValueOrigin::kNode || IsGone(value.graph, value.producer)) return;
  const Node& node = model_.graphs[value.graph].nodes[value.producer];
  const bool is_unread = std::all_of(node.outputs.begin(), node.outputs.end(), [&](ValueId output) {
    return output == kNoValue || (readers_[output] == 0 && !IsOutput(output));
  });
  if (is_unread && IsPure(node)) {
    RemoveNode(value.graph, value.producer, "nothing reads its results any more", "S86");
  }
}

void RewriteDraft::RemoveUnread() {
  while (!unread_.empty() && !is_stopped()) {
    const ValueId value = unread_.back();
    unread_.pop_back();
    RemoveIfUnread(value);
  }
}

void RewriteDraft::AddGap(const symbolic::Site& site, absl::string_view reason) {
  constexpr int kMaxGaps = 1000;
  if (response_.gaps_size() >= kMaxGaps) return;
  engine_.work().Count();
  v1::RewriteGap& gap = *response_.add_gaps();
  gap.set_reason(std::string(reason));
  v1::Site& place = *gap.mutable_site();
  const answer::SiteNames names = inference::SiteNamesOf(model_, site);
  place.set_graph(static_cast<uint32_t>(site.graph));
  if (site.node != symbolic::Site::kNone) place.set_node(static_cast<uint32_t>(site.node));
  if (site.input != symbolic::Site::kNone) place.set_input(static_cast<uint32_t>(site.input));
  if (site.output != symbolic::Site::kNone) place.set_output(static_cast<uint32_t>(site.output));
  if (site.axis != symbolic::Site::kNone) place.set_axis(static_cast<uint32_t>(site.axis));
  place.set_node_name(std::string(names.node));
  place.set_op_type(names.op_domain.empty() ? std::string(names.op_type)
                                            : absl::StrCat(names.op_domain, ":", names.op_type));
  place.set_value(std::string(names.value));
}

std::string RewriteDraft::FreeName(absl::string_view like) {
  std::string name(like);
  for (int i = 2; !names_.try_emplace(name, 1).second; ++i) {
    engine_.work().Count();
    name = absl::StrCat(like, "_", i);
  }
  return name;
}

}  // namespace shapewright::questions
