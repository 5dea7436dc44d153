#include "core/inference/planning/value_amount.h"

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/upper_expression.h"

namespace shapewright::inference {
namespace {

using symbolic::Expr;

// As evaluations take it.
Expr UpperSize(symbolic::ExprArena& arena, Expr dim) {
  if (symbolic::DependsOnInputsOnly(arena, dim)) return dim;
  const symbolic::Symbol* const symbol = arena.AsSymbol(dim);
  if (symbol == nullptr || symbol->upper.is_unknown()) return Expr();
  const Expr upper = symbol->upper;
  const symbolic::Interval bounds = arena.Bounds(dim);
  return bounds.has_max() ? symbolic::Min(arena, upper, bounds.max) : upper;
}

}  // namespace

Expr ElementsOf(ops::Workspace& workspace, shape::TypeId id) {
  const shape::Type& type = workspace.types().at(id);
  if (!type.has_rank() || !type.alternatives.empty()) return Expr();
  Expr elements = 1;
  for (const Expr dim : type.shape.dims) {
    elements = symbolic::Multiply(workspace.exprs(), elements, UpperSize(workspace.exprs(), dim));
  }
  return elements;
}

Expr BytesOf(ops::Workspace& workspace, shape::TypeId id) {
  const int bits = shape::ElementBits(workspace.types().at(id).element);
  const Expr elements = ElementsOf(workspace, id);
  if (bits == 0 || elements.is_unknown()) return Expr();
  symbolic::ExprArena& arena = workspace.exprs();
  if (bits % 8 == 0) return symbolic::Multiply(arena, elements, bits / 8);
  return symbolic::CeilDiv(arena, symbolic::Multiply(arena, elements, bits), 8);
}

}  // namespace shapewright::inference
