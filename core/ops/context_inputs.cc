// Reading operands and attributes.
#include "core/ops/rule_context.h"

namespace shapewright::ops {
namespace {

bool HoldsInts(ElementType element) {
  return shape::IsInteger(element) || element == ElementType::kBool;
}

}  // namespace

void RuleContext::Enter(graph::GraphId graph, uint32_t node_index, const graph::Node& node,
                        int version, absl::Span<const graph::Attribute> call_attributes) {
  graph_ = graph;
  node_index_ = node_index;
  node_ = &node;
  version_ = version;
  call_attributes_ = call_attributes;
  refused_attribute_ = {};
  has_meaningless_attribute_ = false;
  // What an earlier node's arithmetic left behind is not this one's error.
  exprs().TakeOverflow();
}

symbolic::Site RuleContext::SiteOf(const Place& place) const {
  symbolic::Site site;
  site.graph = static_cast<int32_t>(graph_);
  site.node = static_cast<int32_t>(node_index_);
  site.input = place.input;
  site.output = place.output;
  site.axis = place.axis;
  site.element = place.element;
  return site;
}

bool RuleContext::HasInput(int index) const {
  return index < input_count() && node_->inputs[index] != graph::kNoValue;
}

shape::TypeId RuleContext::InputTypeId(int index) {
  if (!HasInput(index)) return shape::kUnknownType;
  return workspace_.ResolvedType(InputValue(index));
}

const Type& RuleContext::InputType(int index) { return types().at(InputTypeId(index)); }

ElementType RuleContext::InputElement(int index) {
  const Type& type = InputType(index);
  return type.is_tensor() ? type.element : ElementType::kUndefined;
}

Shape RuleContext::InputShape(int index) {
  const Type& type = InputType(index);
  return type.is_tensor() ? type.shape : Shape();
}

Expr RuleContext::InputElementCount(int index) {
  const Shape shape = InputShape(index);
  return shape.has_rank ? Product(shape.dims) : Expr();
}

std::optional<absl::Span<const Expr>> RuleContext::IntElements(int index) {
  if (!HasInput(index)) return std::nullopt;
  ValueState& state = workspace_.value(InputValue(index));
  if (state.ints == nullptr && state.tensor != nullptr && HoldsInts(state.tensor->element)) {
    const auto values = graph::DecodeIntegers(*state.tensor, kMaxElements);
    if (!values) return std::nullopt;
    const absl::InlinedVector<Expr, 16> elements(values->begin(), values->end());
    // A tensor without elements has a value too: point somewhere.
    static constexpr Expr kNothing;
    const auto copy = workspace_.Copy<Expr>(elements);
    state.ints = copy.empty() ? &kNothing : copy.data();
    state.element_count = static_cast<uint32_t>(copy.size());
  }
  if (state.ints == nullptr) return std::nullopt;
  absl::Span<const Expr> elements(state.ints, state.element_count);
  if (facts().has_substitutions()) {
    ExprVector resolved;
    bool has_changed = false;
    for (const Expr element : elements) {
      resolved.push_back(facts().Resolve(element));
      has_changed |= !(resolved.back() == element);
    }
    if (has_changed) {
      elements = workspace_.Copy<Expr>(resolved);
      if (facts().current_scope() == symbolic::kRootScope) {
        state.ints = elements.data();
      }
    }
  }
  return elements;
}

std::optional<absl::Span<const Expr>> RuleContext::IntElementsOrFresh(int index) {
  if (const auto known = IntElements(index)) return known;
  if (!HoldsInts(InputElement(index))) return std::nullopt;
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
  const auto copy = workspace_.Copy<Expr>(elements);
  ValueState& state = workspace_.value(value);
  if (!copy.empty()) {
    state.ints = copy.data();
    state.element_count = static_cast<uint32_t>(copy.size());
  }
  return copy;
}

std::optional<int64_t> RuleContext::ConstantInt(int index) {
  const auto elements = IntElements(index);
  if (!elements || elements->size() != 1 || !(*elements)[0].is_constant()) {
    return std::nullopt;
  }
  return (*elements)[0].constant();
}

std::optional<absl::InlinedVector<int64_t, 8>> RuleContext::ConstantInts(int index) {
  const auto elements = IntElements(index);
  if (!elements) return std::nullopt;
  absl::InlinedVector<int64_t, 8> values;
  for (const Expr element : *elements) {
    if (!element.is_constant()) return std::nullopt;
    values.push_back(element.constant());
  }
  return values;
}

std::optional<absl::Span<const FloatElement>> RuleContext::FloatElements(int index) {
  if (!HasInput(index)) return std::nullopt;
  ValueState& state = workspace_.value(InputValue(index));
  if (state.floats == nullptr && state.tensor != nullptr && shape::IsFloat(state.tensor->element)) {
    const auto values = graph::DecodeFloats(*state.tensor, kMaxFloatElements);
    if (!values) return std::nullopt;
    absl::InlinedVector<FloatElement, 8> elements;
    for (const double value : *values) {
      elements.push_back(FloatElement::Constant(value));
    }
    static constexpr FloatElement kNothing;
    const auto copy = workspace_.Copy<FloatElement>(elements);
    state.floats = copy.empty() ? &kNothing : copy.data();
    state.element_count = static_cast<uint32_t>(copy.size());
  }
  if (state.floats == nullptr) return std::nullopt;
  return absl::Span<const FloatElement>(state.floats, state.element_count);
}

ValueState RuleContext::InputState(int index) {
  if (!HasInput(index)) return {};
  ValueState state = workspace_.value(InputValue(index));
  state.type = InputTypeId(index);
  return state;
}

const graph::Attribute* RuleContext::FindAttribute(absl::string_view name) const {
  for (const graph::Attribute& attribute : node_->attributes) {
    if (attribute.name != name) continue;
    if (attribute.reference.empty()) return &attribute;
    workspace_.exprs().CountWork(call_attributes_.size());
    for (const graph::Attribute& given : call_attributes_) {
      if (given.name == attribute.reference) return &given;
    }
    return nullptr;
  }
  return nullptr;
}

int64_t RuleContext::IntAttribute(absl::string_view name, int64_t default_value) const {
  const graph::Attribute* attribute = FindAttribute(name);
  return attribute != nullptr && attribute->kind == graph::AttributeKind::kInt
             ? attribute->int_value
             : default_value;
}

double RuleContext::FloatAttribute(absl::string_view name, double default_value) const {
  const graph::Attribute* attribute = FindAttribute(name);
  return attribute != nullptr && attribute->kind == graph::AttributeKind::kFloat
             ? attribute->float_value
             : default_value;
}

absl::string_view RuleContext::StringAttribute(absl::string_view name,
                                               absl::string_view default_value) const {
  const graph::Attribute* attribute = FindAttribute(name);
  return attribute != nullptr && attribute->kind == graph::AttributeKind::kString
             ? attribute->string_value
             : default_value;
}

std::optional<absl::Span<const int64_t>> RuleContext::IntsAttribute(absl::string_view name) const {
  const graph::Attribute* attribute = FindAttribute(name);
  if (attribute == nullptr || attribute->kind != graph::AttributeKind::kInts) {
    return std::nullopt;
  }
  return attribute->int_list();
}

graph::GraphId RuleContext::GraphAttribute(absl::string_view name) const {
  const graph::Attribute* attribute = FindAttribute(name);
  return attribute != nullptr && attribute->kind == graph::AttributeKind::kGraph ? attribute->graph
                                                                                 : graph::kNoGraph;
}

}  // namespace shapewright::ops
