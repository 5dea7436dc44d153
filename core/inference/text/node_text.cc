#include "core/inference/text/node_text.h"

#include "absl/strings/str_cat.h"

namespace shapewright::inference {

std::string NodeText(const graph::Model& model, const symbolic::Site& site) {
  const graph::Node& node =
      model.graphs[static_cast<size_t>(site.graph)].nodes[static_cast<size_t>(site.node)];
  return absl::StrCat("node ", site.node, " ", model.operators[node.op].op_type,
                      node.name.empty() ? "" : absl::StrCat(" (", node.name, ")"));
}

}  // namespace shapewright::inference
