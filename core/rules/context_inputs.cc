// Reading operands and attributes.
#include "core/rules/rule_context.h"

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
  return workspace_.IntElements(InputValue(index));
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
  workspace_.LearnInts(value, elements);
  return workspace_.IntElements(value);
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
  return workspace_.FloatElements(InputValue(index));
}

ValueState RuleContext::InputState(int index) {
  return HasInput(index) ? workspace_.StateOf(InputValue(index)) : ValueState();
}

namespace {

// As many names or entries as any operator has are part of the node's own cost.
constexpr size_t kFew = 64;

}  // namespace

// A function's node is looked at in each call, and may have as many entries as the model has bytes.
const graph::Attribute* RuleContext::CountEntries(const graph::Attribute& attribute) const {
  const size_t entries = attribute.count + attribute.string_value.size();
  if (entries > kFew) workspace_.exprs().CountWork(entries);
  return &attribute;
}

const graph::Attribute* RuleContext::FindAttribute(absl::string_view name) const {
  if (node_->attributes.size() > kFew) workspace_.exprs().CountWork(node_->attributes.size());
  for (const graph::Attribute& attribute : node_->attributes) {
    if (attribute.name != name) continue;
    if (attribute.reference.empty()) return CountEntries(attribute);
    workspace_.exprs().CountWork(call_attributes_.size());
    for (const graph::Attribute& given : call_attributes_) {
      if (given.name == attribute.reference) return CountEntries(given);
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
