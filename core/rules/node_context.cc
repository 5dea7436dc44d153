#include "core/rules/node_context.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/base/static_text.h"
#include "core/rules/state/diagnostic_class.h"
#include "core/symbolic/text/print.h"

namespace shapewright::rules {

void NodeContext::Enter(graph::GraphId graph, uint32_t node_index, const graph::Node& node,
                        int version) {
  graph_ = graph;
  node_index_ = node_index;
  node_ = &node;
  version_ = version;
  // Clears what an earlier node's arithmetic reported.
  exprs().TakeOverflow();
}

symbolic::Site NodeContext::SiteOf(const Place& place) const {
  symbolic::Site site;
  site.graph = static_cast<int32_t>(graph_);
  site.node = static_cast<int32_t>(node_index_);
  site.input = place.input;
  site.output = place.output;
  site.axis = place.axis;
  site.element = place.element;
  return site;
}

std::string NodeContext::Text(Expr e) { return symbolic::ToString(exprs(), e); }

std::string NodeContext::Text(const Shape& shape) {
  if (!shape.has_rank) return "?";
  return absl::StrCat(
      "[",
      absl::StrJoin(shape.dims, ", ",
                    [this](std::string* out, const Dim& dim) { absl::StrAppend(out, Text(dim)); }),
      "]");
}

bool NodeContext::HasEmptyOperand() const {
  return std::any_of(node_->inputs.begin(), node_->inputs.end(), [this](graph::ValueId input) {
    if (input == graph::kNoValue) return false;
    const shape::Type& type = workspace_.types().at(workspace_.value(input).type());
    return type.is_tensor() && std::any_of(type.shape.dims.begin(), type.shape.dims.end(),
                                           [](Expr dim) { return dim.is_constant(0); });
  });
}

// Of operands without elements, runtimes leave out many checks.
void NodeContext::Report(Diagnostic diagnostic) {
  diagnostic.is_firm &= !is_tolerated_ && !HasEmptyOperand();
  workspace_.AddDiagnostic(std::move(diagnostic));
}

void NodeContext::Error(StaticText code, const Place& place, std::string message,
                        std::string suggestion) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::kError;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.site = SiteOf(place);
  diagnostic.suggestion = std::move(suggestion);
  WarnUnderGuard(facts(), diagnostic);
  Report(std::move(diagnostic));
}

void NodeContext::Warning(StaticText code, const Place& place, std::string message) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::kWarning;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.site = SiteOf(place);
  Report(std::move(diagnostic));
}

}  // namespace shapewright::rules
