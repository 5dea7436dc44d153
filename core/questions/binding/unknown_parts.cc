#include "core/questions/binding/unknown_parts.h"

#include <algorithm>

#include "core/symbolic/algebra/upper_expression.h"

namespace shapewright::questions {
namespace {

using graph::kNoValue;
using graph::ValueId;
using inference::Engine;
using symbolic::Expr;

}  // namespace

bool HasUnknownPart(rules::Workspace& workspace, shape::TypeId id) {
  const shape::Type& type = workspace.types().at(id);
  if (type.kind == shape::TypeKind::kUnknown) return true;
  if (!type.is_tensor()) {
    return type.kind == shape::TypeKind::kSequence || type.kind == shape::TypeKind::kOptional;
  }
  const auto is_unknown = [&](Expr dim) {
    return !symbolic::DependsOnInputsOnly(workspace.exprs(), dim);
  };
  return !type.shape.has_rank ||
         std::any_of(type.shape.dims.begin(), type.shape.dims.end(), is_unknown);
}

bool HaveFacts(Engine& engine, const std::vector<bool>& values) {
  const graph::Model& model = engine.workspace().model();
  const auto reads_one = [&](const symbolic::Site& site) {
    if (site.node == symbolic::Site::kNone || site.graph < 0) return false;
    const auto& nodes = model.graphs[static_cast<size_t>(site.graph)].nodes;
    const graph::Node& node = nodes[static_cast<size_t>(site.node)];
    return std::any_of(node.inputs.begin(), node.inputs.end(),
                       [&](ValueId input) { return input != kNoValue && values[input]; });
  };
  const std::vector<symbolic::Fact>& facts = engine.workspace().facts().facts();
  engine.work().Count(facts.size());
  return std::any_of(facts.begin(), facts.end(), [&](const symbolic::Fact& fact) {
    return reads_one(fact.source.left) || reads_one(fact.source.right);
  });
}

}  // namespace shapewright::questions
