#include "core/rules/context_outputs.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/symbolic/algebra/upper_expression.h"

namespace shapewright::rules {

void ContextOutputs::SetOutput(int index, ElementType element, const Shape& shape) {
  if (!HasOutput(index)) return;
  exprs().CountWork(shape.dims.size());
  shape::TypeId type;
  const bool is_fine = std::all_of(shape.dims.begin(), shape.dims.end(), [](const Dim& dim) {
    return dim.is_constant() && dim.constant() >= 0 && dim.constant() < Interval::kInfinity;
  });
  if (is_fine) {
    type = types().Tensor(element, shape);
  } else {
    DimVector dims;
    for (const Dim dim : shape.dims) {
      dims.push_back(CheckedDim(dim, Place::Output(index, static_cast<int>(dims.size()))));
    }
    type = types().Tensor(element, dims);
  }
  workspace_.SetValue(node_->outputs[index], ValueState(type));
}

Dim ContextOutputs::CheckedDim(Dim dim, const Place& place) {
  if (dim.is_unknown()) {
    if (exprs().TakeOverflow()) {
      Error("DIM_OVERFLOW", place, "overflow: the size of this dim is beyond what 64 bits can say");
      return Fresh(place, "overflow");
    }
    return Fresh(place, "not known from the operands");
  }
  const Interval bounds = Bounds(dim);
  if (bounds.max < 0 || bounds.min == Interval::kInfinity) {
    Error("NEGATIVE_DIM", place,
          absl::StrCat("this dim would be ", Text(dim), ", which is not a size"));
    return Fresh(place, "contradiction");
  }
  return dim;
}

void ContextOutputs::SetOutputType(int index, shape::TypeId type) {
  if (!HasOutput(index)) return;
  workspace_.SetValue(node_->outputs[index], ValueState(type));
}

void ContextOutputs::SetOutputToInput(int output, int input) {
  if (!HasInput(input)) return;
  SetOutputState(output, InputState(input));
}

void ContextOutputs::SetOutputState(int index, const ValueState& state) {
  if (HasOutput(index)) workspace_.SetValue(node_->outputs[index], state);
}

void ContextOutputs::SetIntElements(int index, absl::Span<const Expr> elements) {
  if (!HasOutput(index) || !exprs().CountWork(elements.size())) return;
  workspace_.SetInts(node_->outputs[index], elements);
}

void ContextOutputs::SetFloatElements(int index, absl::Span<const FloatElement> elements) {
  if (!HasOutput(index)) return;
  if (elements.size() > static_cast<size_t>(kMaxFloatElements)) return;
  if (!exprs().CountWork(elements.size())) return;
  workspace_.SetFloats(node_->outputs[index], elements);
}

Expr ContextOutputs::FreshUnknown(const Place& place, absl::string_view reason, Interval bounds,
                                  symbolic::SymbolKind kind, Expr upper) {
  return workspace_.Fresh(SiteOf(place), place, bounds, reason, kind, upper);
}

Dim ContextOutputs::Fresh(const Place& place, absl::string_view reason, Interval bounds,
                          Expr upper) {
  return FreshUnknown(place, reason, bounds, symbolic::SymbolKind::kAnonymous, upper);
}

Dim ContextOutputs::DataDependent(const Place& place, absl::string_view reason, Interval bounds) {
  return FreshUnknown(place, reason, bounds, symbolic::SymbolKind::kDataDependent);
}

Dim ContextOutputs::DataDependentUpTo(const Place& place, absl::string_view reason, Expr upper,
                                      int64_t min) {
  upper = symbolic::UpperExpression(exprs(), upper);
  const Interval bounds = {min, upper.is_unknown() ? Interval::kInfinity : Bounds(upper).max};
  if (bounds.is_point()) return min;
  return FreshUnknown(place, reason, bounds, symbolic::SymbolKind::kDataDependent, upper);
}

}  // namespace shapewright::rules
