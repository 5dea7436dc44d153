#include "core/inference/text/precision.h"

#include <algorithm>

#include "core/symbolic/reachable.h"

namespace shapewright::inference {

Precision PrecisionTable::Of(shape::TypeId id) {
  if (known_[id] != Precision::kUnseen) return known_[id];
  const shape::Type& type = workspace_.types().at(id);
  Precision precision = Precision::kExact;
  if (!type.alternatives.empty()) {
    for (const shape::TypeAlternative& each : type.alternatives) {
      precision = std::max(precision, Of(each.type));
    }
    return known_[id] = precision;
  }
  if (type.kind == shape::TypeKind::kUnknown || (type.is_tensor() && !type.shape.has_rank)) {
    precision = Precision::kUnknown;
  }
  for (const shape::Dim dim : type.shape.dims) {
    precision = std::max(precision, OfDim(dim));
  }
  if (type.inner != shape::kUnknownType) {
    precision = std::max(precision, Of(type.inner));
  }
  return known_[id] = precision;
}

Precision PrecisionTable::OfDim(shape::Dim dim) {
  if (dim.is_constant()) return Precision::kExact;
  if (dim.is_unknown()) return Precision::kUnknown;
  if (!IsOpen(dim.node())) return Precision::kExact;
  return workspace_.exprs().Bounds(dim).has_max() ? Precision::kBounded : Precision::kUnknown;
}

// Operands precede the nodes that use them, so one pass in order of ids suffices for every dim.
bool PrecisionTable::IsOpen(symbolic::NodeId id) {
  const symbolic::ExprArena& arena = workspace_.exprs();
  for (auto next = static_cast<symbolic::NodeId>(is_open_.size()); next <= id; ++next) {
    const symbolic::ExprNode& node = arena.node(next);
    bool is_open = false;
    if (node.kind == symbolic::NodeKind::kSymbol) {
      const symbolic::SymbolKind kind = arena.symbol(node.symbol).kind;
      is_open =
          kind != symbolic::SymbolKind::kInputDim && kind != symbolic::SymbolKind::kInputValue;
    }
    symbolic::ForEachOperandNode(
        node, [&](symbolic::NodeId operand) { is_open = is_open || is_open_[operand]; });
    is_open_.push_back(is_open);
  }
  return is_open_[id];
}

}  // namespace shapewright::inference
