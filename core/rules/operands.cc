#include "core/rules/operands.h"

#include <algorithm>

#include "core/base/static_text.h"
#include "core/graph/tensor.h"

namespace shapewright::rules {

DimVector DimsOrUnknown(RuleContext& ctx, int input, int rank) {
  const Shape shape = ctx.InputShape(input);
  if (shape.has_rank && shape.rank() == rank) {
    return DimVector(shape.dims.begin(), shape.dims.end());
  }
  return DimVector(static_cast<size_t>(rank), Dim());
}

ElementType FirstElement(RuleContext& ctx, std::initializer_list<int> inputs) {
  for (const int input : inputs) {
    const ElementType element = ctx.InputElement(input);
    if (element != ElementType::kUndefined) return element;
  }
  return ElementType::kUndefined;
}

Dim UnifyVector(RuleContext& ctx, int input, Dim size, const Place& place, const Check& check) {
  if (input < 0) return size;
  const Shape shape = ctx.InputShape(input);
  if (!shape.has_rank || !ctx.CheckRank(input, 1)) return size;
  return ctx.Unify(size, place, shape.dims[0], Place::Input(input, 0), check);
}

Dim UnifyUnlessOne(RuleContext& ctx, Dim dim, const Place& place, Dim other,
                   const Place& place_of_other, const Check& check) {
  if (other.is_constant(1)) return dim;
  if (!ctx.Bounds(other).Contains(1)) return ctx.Unify(dim, place, other, place_of_other, check);
  // That both can be broadcast alone allows that `dim` is 1, and `other` is not.
  const Dim both = ctx.BroadcastDims(dim, place, other, place_of_other);
  if (dim.is_unknown() || both.is_unknown()) return dim;
  ctx.RequireEqual(dim, place, both, place_of_other, check);
  return ctx.facts().Resolve(dim);
}

Expr VectorLength(RuleContext& ctx, int input) {
  if (!ctx.HasInput(input)) return {};
  const Shape shape = ctx.InputShape(input);
  return shape.has_rank && shape.rank() == 1 ? shape.dims[0] : Expr();
}

void RequireLength(RuleContext& ctx, int input, Expr count, const Place& place,
                   const Check& check) {
  const Expr length = VectorLength(ctx, input);
  if (!length.is_constant()) {
    ctx.RequireEqual(length, Place::Input(input, 0), count, place, check);
  }
}

void FillUnknown(RuleContext& ctx, DimVector& dims) {
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (!dims[axis].is_unknown()) continue;
    dims[axis] = ctx.Fresh(Place::Output(0, static_cast<int>(axis)), "not known from the operands");
  }
}

void FillUnknownSizes(RuleContext& ctx, DimVector& sizes) {
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (!sizes[i].is_unknown()) continue;
    // A place with an output and an element, which no rule uses for its unknowns.
    const Place place{.output = 0, .element = static_cast<int>(i)};
    sizes[i] = ctx.Fresh(place, "not known from the operands");
  }
}

void SetUnknownDims(RuleContext& ctx, int output, ElementType element, const Shape& shape) {
  if (!shape.has_rank) return ctx.SetOutput(output, element, shape);
  ctx.SetOutput(output, element, DimVector(shape.dims.size(), Dim()));
}

Dim DataSize(RuleContext& ctx, const Place& place, StaticText reason, Interval bounds) {
  return bounds.is_point() ? Dim(bounds.min) : ctx.DataDependent(place, reason, bounds);
}

Dim DistinctSize(RuleContext& ctx, Dim size) {
  const int64_t min = !size.is_unknown() && ctx.Bounds(size).min > 0 ? 1 : 0;
  const Dim distinct =
      ctx.DataDependentUpTo(Place::Output(0, 0), "the number of distinct elements", size, min);
  const symbolic::Symbol* const symbol = ctx.exprs().AsSymbol(distinct);
  // The bound of a data-dependent size may be 1 where that is 0.
  const bool is_exact = symbol != nullptr && symbol->upper == size;
  if (is_exact && symbol->kind == symbolic::SymbolKind::kDataDependent) {
    ctx.exprs().SetOneWithUpper(distinct);
  }
  return distinct;
}

int64_t UpperBound(RuleContext& ctx, Expr e) {
  return e.is_unknown() ? Interval::kInfinity : ctx.Bounds(e).max;
}

std::optional<std::vector<std::string>> ConstantStrings(RuleContext& ctx, int input) {
  const graph::Tensor* tensor = ctx.HasInput(input) ? ctx.InputState(input).tensor() : nullptr;
  if (tensor == nullptr) return std::nullopt;
  return graph::DecodeStrings(*tensor, kMaxElements);
}

bool IsSurelyEmpty(RuleContext& ctx, const Shape& shape) {
  if (!shape.has_rank) return false;
  const bool has_zero =
      std::any_of(shape.dims.begin(), shape.dims.end(), [](Dim dim) { return dim.is_constant(0); });
  return has_zero ||
         (ctx.workspace().has_empty_products() &&
          ctx.facts().IsRecorded(symbolic::Relation::kEqual, 0, ctx.Product(shape.dims)));
}

bool CheckSizesRank(RuleContext& ctx, int input) {
  const ToleratedChecks checks(ctx);
  return ctx.CheckRank(input, 1);
}

bool MayBeEmpty(RuleContext& ctx, const Shape& shape) {
  return !shape.has_rank || std::any_of(shape.dims.begin(), shape.dims.end(),
                                        [&](Dim dim) { return ctx.Bounds(dim).min < 1; });
}

}  // namespace shapewright::rules
