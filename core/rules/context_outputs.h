#ifndef SHAPEWRIGHT_CORE_RULES_CONTEXT_OUTPUTS_H_
#define SHAPEWRIGHT_CORE_RULES_CONTEXT_OUTPUTS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/rules/context_inputs.h"

namespace shapewright::rules {

// A node with its operands, attributes and results.
class ContextOutputs : public ContextInputs {
 public:
  using ContextInputs::ContextInputs;

  int output_count() const { return static_cast<int>(node_->outputs.size()); }
  // False for an optional result that the node does not name.
  bool HasOutput(int index) const {
    return index < output_count() && node_->outputs[index] != graph::kNoValue;
  }
  void SetOutput(int index, ElementType element, const Shape& shape);
  void SetOutput(int index, ElementType element, absl::Span<const Dim> dims) {
    SetOutput(index, element, Shape::Of(dims));
  }
  void SetOutputType(int index, shape::TypeId type);
  // The result is the operand itself, by type and by value.
  void SetOutputToInput(int output, int input);
  // After SetOutput; as many as the output has elements.
  void SetIntElements(int index, absl::Span<const Expr> elements);
  void SetFloatElements(int index, absl::Span<const FloatElement> elements);
  void SetOutputState(int index, const ValueState& state);

  // A new symbol for an unknown. Equal nodes over equal values get the same symbol (S22); `place`
  // must differ between the unknowns of one node.
  Dim Fresh(const Place& place, absl::string_view reason, Interval bounds = Interval::Size(),
            Expr upper = {});
  // The same for a data-dependent unknown (NonZero, Unique, ...).
  Dim DataDependent(const Place& place, absl::string_view reason,
                    Interval bounds = Interval::Size());
  // The same with `upper` as an upper bound, if it is known; a constant if the bounds leave one
  // number.
  Dim DataDependentUpTo(const Place& place, absl::string_view reason, Expr upper, int64_t min = 0);

 private:
  // The dim that a result gets: a new symbol if it is unknown; reports one that is always
  // negative.
  Dim CheckedDim(Dim dim, const Place& place);
  Expr FreshUnknown(const Place& place, absl::string_view reason, Interval bounds,
                    symbolic::SymbolKind kind, Expr upper = {});
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CONTEXT_OUTPUTS_H_
