#include "core/inference/engine/declare_type.h"

#include <vector>

#include "core/symbolic/reachable.h"
#include "core/symbolic/text/print.h"

namespace shapewright::inference {
namespace {

using symbolic::Expr;

// Symbols other than inputs' dims are unknowns of this inference, meaningless in another model.
bool IsOverInputs(const symbolic::ExprArena& arena, Expr e) {
  for (const symbolic::SymbolId id : symbolic::ReachableSymbols(arena, {e})) {
    if (arena.symbol(id).kind != symbolic::SymbolKind::kInputDim) return false;
  }
  return true;
}

graph::DeclaredDim DeclareDim(const symbolic::ExprArena& arena, Expr dim, graph::Arena* memory) {
  graph::DeclaredDim declared;
  if (dim.is_constant()) {
    declared.has_size = true;
    declared.size = dim.constant();
  } else if (dim.is_symbolic() && IsOverInputs(arena, dim)) {
    const symbolic::Symbol* const symbol = arena.AsSymbol(dim);
    declared.text =
        graph::CopyText(memory, symbol == nullptr ? symbolic::ToString(arena, dim) : symbol->name);
    declared.text_kind = symbol == nullptr ? graph::DeclaredDim::TextKind::kExpression
                                           : graph::DeclaredDim::TextKind::kName;
  } else if (dim.is_symbolic()) {
    declared.bounds = arena.Bounds(dim);
  }
  return declared;
}

}  // namespace

const graph::DeclaredType* DeclareType(Engine& engine, shape::TypeId id, graph::Arena* arena) {
  if (id == shape::kUnknownType) return nullptr;
  const shape::Type& type = engine.workspace().types().at(id);
  auto* declared = graph::New<graph::DeclaredType>(arena);
  declared->kind = type.kind;
  declared->element = type.element;
  declared->has_shape = type.shape.has_rank;
  declared->rank_bounds = type.shape.rank_bounds;
  std::vector<graph::DeclaredDim> dims;
  for (const Expr dim : type.shape.dims) {
    dims.push_back(DeclareDim(engine.workspace().exprs(), dim, arena));
  }
  declared->dims = graph::CopyToArena(arena, dims);
  declared->inner = DeclareType(engine, type.inner, arena);
  declared->domain = graph::CopyText(arena, type.domain);
  declared->name = graph::CopyText(arena, type.name);
  return declared;
}

}  // namespace shapewright::inference
