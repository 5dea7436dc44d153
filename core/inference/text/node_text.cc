#include "core/inference/text/node_text.h"

#include "absl/strings/str_cat.h"

namespace shapewright::inference {
namespace {

// The value at an index of a list of operands or results; null if there is none.
const graph::Value* ValueAt(const graph::Model& model, absl::Span<const graph::ValueId> values,
                            int32_t place) {
  if (place < 0 || static_cast<size_t>(place) >= values.size()) return nullptr;
  const graph::ValueId id = values[static_cast<size_t>(place)];
  return id == graph::kNoValue ? nullptr : &model.values[id];
}

}  // namespace

std::string NodeText(const graph::Model& model, const symbolic::Site& site) {
  const graph::Node& node =
      model.graphs[static_cast<size_t>(site.graph)].nodes[static_cast<size_t>(site.node)];
  return absl::StrCat("node ", site.node, " ", model.operators[node.op].op_type,
                      node.name.empty() ? "" : absl::StrCat(" (", node.name, ")"));
}

answer::SiteNames SiteNamesOf(const graph::Model& model, const symbolic::Site& site) {
  answer::SiteNames names;
  if (site.graph < 0 || static_cast<size_t>(site.graph) >= model.graphs.size()) return names;
  const graph::Graph& graph = model.graphs[static_cast<size_t>(site.graph)];
  const graph::Value* value = nullptr;
  if (site.node == symbolic::Site::kNone) {
    value = ValueAt(model, graph.inputs, site.input);
    if (value == nullptr) value = ValueAt(model, graph.outputs, site.output);
  } else if (static_cast<size_t>(site.node) < graph.nodes.size()) {
    const graph::Node& node = graph.nodes[static_cast<size_t>(site.node)];
    names.node = node.name;
    names.op_domain = model.operators[node.op].domain;
    names.op_type = model.operators[node.op].op_type;
    value = ValueAt(model, node.inputs, site.input);
    if (value == nullptr) value = ValueAt(model, node.outputs, site.output);
  }
  if (value != nullptr) names.value = value->name;
  return names;
}

}  // namespace shapewright::inference
