#include "core/rules/context_inputs.h"

namespace shapewright::rules {

ElementType ContextInputs::InputElement(int index) {
  const Type& type = InputType(index);
  return type.is_tensor() ? type.element : ElementType::kUndefined;
}

Shape ContextInputs::InputShape(int index) {
  const Type& type = InputType(index);
  return type.is_tensor() ? type.shape : Shape();
}

Expr ContextInputs::InputElementCount(int index) {
  const Shape shape = InputShape(index);
  return shape.has_rank ? Product(shape.dims) : Expr();
}

std::optional<absl::Span<const Expr>> ContextInputs::IntElements(int index) {
  if (!HasInput(index)) return std::nullopt;
  return workspace_.IntElements(InputValue(index));
}

std::optional<absl::Span<const Expr>> ContextInputs::IntElementsOrFresh(int index) {
  if (const auto known = IntElements(index)) return known;
  if (!shape::IsIntegerOrBool(InputElement(index))) return std::nullopt;
  const Expr count = InputElementCount(index);
  if (!count.is_constant() || count.constant() > kMaxFreshElements) {
    return std::nullopt;
  }
  const graph::ValueId value = InputValue(index);
  ExprVector elements;
  for (int i = 0; i < count.constant(); ++i) {
    elements.push_back(
        workspace_.FreshElement(value, static_cast<uint32_t>(i), SiteOf(Place::Element(index, i))));
  }
  workspace_.LearnInts(value, elements);
  return workspace_.IntElements(value);
}

Expr ContextInputs::OnlyElementOrFresh(int index) {
  const auto elements = IntElementsOrFresh(index);
  return elements && elements->size() == 1 ? (*elements)[0] : Expr();
}

Expr ContextInputs::OnlyElementOfInput(int index) {
  const auto elements = IntElements(index);
  if (elements) return elements->size() == 1 ? elements->front() : Expr();
  return IsOfModel(index) ? OnlyElementOrFresh(index) : Expr();
}

bool ContextInputs::IsOfModel(int index) {
  ValueNumbers& numbers = workspace_.numbers();
  return HasInput(index) &&
         numbers.MainInput(numbers.OfValue(InputValue(index))) != graph::kNoValue;
}

std::optional<int64_t> ContextInputs::ConstantInt(int index) {
  const auto elements = IntElements(index);
  if (!elements || elements->size() != 1 || !(*elements)[0].is_constant()) {
    return std::nullopt;
  }
  return (*elements)[0].constant();
}

std::optional<absl::InlinedVector<int64_t, 8>> ContextInputs::ConstantInts(int index) {
  const auto elements = IntElements(index);
  if (!elements) return std::nullopt;
  absl::InlinedVector<int64_t, 8> values;
  for (const Expr element : *elements) {
    if (!element.is_constant()) return std::nullopt;
    values.push_back(element.constant());
  }
  return values;
}

std::optional<absl::Span<const FloatElement>> ContextInputs::FloatElements(int index) {
  if (!HasInput(index)) return std::nullopt;
  return workspace_.FloatElements(InputValue(index));
}

ValueState ContextInputs::InputState(int index) {
  return HasInput(index) ? workspace_.StateOf(InputValue(index)) : ValueState();
}

}  // namespace shapewright::rules
