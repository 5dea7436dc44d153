#include "core/inference/engine/unknown_dims.h"

#include <vector>

#include "core/rules/registry/registry.h"

namespace shapewright::inference {
namespace {

class Counter {
 public:
  Counter(rules::Workspace& workspace, const graph::Model& model)
      : workspace_(workspace),
        model_(model),
        seen_types_(workspace.types().size()),
        seen_symbols_(workspace.exprs().symbols().size()) {}

  void Count(shape::TypeId id) {
    if (seen_types_[id]) return;
    seen_types_[id] = true;
    const shape::Type& type = workspace_.types().at(id);
    for (const shape::Dim dim : type.shape.dims) CountDim(dim);
    if (type.inner != shape::kUnknownType) Count(type.inner);
    for (const shape::TypeAlternative& each : type.alternatives) Count(each.type);
  }

  const UnknownDims& counts() const { return counts_; }

 private:
  void CountDim(shape::Dim dim) {
    const symbolic::ExprArena& exprs = workspace_.exprs();
    const symbolic::Symbol* const symbol = exprs.AsSymbol(dim);
    if (symbol == nullptr || seen_symbols_[exprs.node(dim.node()).symbol]) return;
    seen_symbols_[exprs.node(dim.node()).symbol] = true;
    // Dims of the model's own inputs have no node.
    if (!symbol->is_unknown() || symbol->origin.node == symbolic::Site::kNone) return;
    ++counts_[OperatorAt(symbol->origin)];
  }

  absl::string_view OperatorAt(const symbolic::Site& site) const {
    const graph::Node& node =
        model_.graphs[static_cast<size_t>(site.graph)].nodes[static_cast<size_t>(site.node)];
    const rules::OperatorRow* row = workspace_.operators().Resolved(node.op).row;
    return row != nullptr ? row->name : "other";
  }

  rules::Workspace& workspace_;
  const graph::Model& model_;
  std::vector<bool> seen_types_;
  std::vector<bool> seen_symbols_;
  UnknownDims counts_;
};

}  // namespace

UnknownDims CountUnknownDims(Engine& engine, const graph::Model& model) {
  Counter counter(engine.workspace(), model);
  for (graph::ValueId id = 0; id < model.values.size(); ++id) counter.Count(engine.TypeOf(id));
  return counter.counts();
}

}  // namespace shapewright::inference
