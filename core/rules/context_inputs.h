#ifndef SHAPEWRIGHT_CORE_RULES_CONTEXT_INPUTS_H_
#define SHAPEWRIGHT_CORE_RULES_CONTEXT_INPUTS_H_

#include <cstdint>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "core/rules/context_attributes.h"

namespace shapewright::rules {

// Unknown tensors of at most this many elements get a symbol for each element.
inline constexpr int64_t kMaxFreshElements = 64;

// A node with its attributes and operands.
class ContextInputs : public ContextAttributes {
 public:
  using ContextAttributes::ContextAttributes;

  int input_count() const { return static_cast<int>(node_->inputs.size()); }
  // False for an optional operand that is absent.
  bool HasInput(int index) const {
    return index < input_count() && node_->inputs[index] != graph::kNoValue;
  }
  graph::ValueId InputValue(int index) const { return node_->inputs[index]; }
  shape::TypeId InputTypeId(int index) {
    return HasInput(index) ? workspace_.ResolvedType(InputValue(index)) : shape::kUnknownType;
  }
  const Type& InputType(int index) { return types().at(InputTypeId(index)); }
  // kUndefined where it is unknown or the operand is absent.
  ElementType InputElement(int index);
  // Of unknown rank if the rank is unknown or the operand is absent.
  Shape InputShape(int index);
  // The number of elements; unknown where the rank is.
  Expr InputElementCount(int index);

  // Operands by value. The elements of an integer or bool tensor in row-major
  // order, where they are known; single ones may still be unknown.
  std::optional<absl::Span<const Expr>> IntElements(int index);
  // The same, but each unknown element of a small tensor (at most kMaxFreshElements) becomes a
  // symbol of its own, so that it keeps its identity.
  std::optional<absl::Span<const Expr>> IntElementsOrFresh(int index);
  // The only element of such a tensor; unknown where it has none or several.
  Expr OnlyElementOrFresh(int index);
  // Likewise, but unknown where it is neither known nor an element of an input of the model.
  Expr OnlyElementOfInput(int index);
  // Whether it is an input of the model as it comes, whose elements guards and bindings see.
  bool IsOfModel(int index);
  // The only element of an integer tensor, where it is a constant.
  std::optional<int64_t> ConstantInt(int index);
  // All elements of an integer tensor, where all are constants.
  std::optional<absl::InlinedVector<int64_t, 8>> ConstantInts(int index);
  std::optional<absl::Span<const FloatElement>> FloatElements(int index);
  ValueState InputState(int index);
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CONTEXT_INPUTS_H_
