#include "core/inference/precision.h"

#include <algorithm>

#include "core/symbolic/reachable.h"

namespace shapewright::inference {

Precision PrecisionTable::Of(shape::TypeId id) {
  if (known_[id] != Precision::kUnseen) return known_[id];
  const shape::Type& type = workspace_.types().at(id);
  Precision precision = Precision::kExact;
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

Precision PrecisionTable::OfDim(shape::Dim dim) const {
  if (dim.is_constant()) return Precision::kExact;
  const symbolic::ExprArena& arena = workspace_.exprs();
  bool is_exact = true;
  for (const symbolic::NodeId id : symbolic::ReachableNodes(arena, {dim})) {
    const symbolic::ExprNode& node = arena.node(id);
    if (node.kind != symbolic::NodeKind::kSymbol) continue;
    const symbolic::SymbolKind kind = arena.symbol(node.symbol).kind;
    is_exact &=
        kind == symbolic::SymbolKind::kInputDim || kind == symbolic::SymbolKind::kInputValue;
  }
  if (is_exact) return Precision::kExact;
  return arena.Bounds(dim).has_max() ? Precision::kBounded : Precision::kUnknown;
}

}  // namespace shapewright::inference
