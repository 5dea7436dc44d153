#include "core/rules/context_attributes.h"

#include "absl/strings/str_cat.h"

namespace shapewright::rules {
namespace {

// Reading up to this many names or entries, as operators have, is part of the node's own cost.
constexpr size_t kFew = 64;

}  // namespace

void ContextAttributes::Enter(graph::GraphId graph, uint32_t node_index, const graph::Node& node,
                              int version, absl::Span<const graph::Attribute> call_attributes) {
  NodeContext::Enter(graph, node_index, node, version);
  call_attributes_ = call_attributes;
  refused_attribute_ = {};
  has_meaningless_attribute_ = false;
}

// Counted because a node in a function is read at each call, and may have as many entries as the
// model has bytes.
const graph::Attribute* ContextAttributes::CountEntries(const graph::Attribute& attribute) const {
  const size_t entries = attribute.count + attribute.string_value.size();
  if (entries > kFew) workspace_.exprs().CountWork(entries);
  return &attribute;
}

const graph::Attribute* ContextAttributes::FindAttribute(absl::string_view name) const {
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

int64_t ContextAttributes::IntAttribute(absl::string_view name, int64_t default_value) const {
  const graph::Attribute* attribute = FindAttribute(name);
  return attribute != nullptr && attribute->kind == graph::AttributeKind::kInt
             ? attribute->int_value
             : default_value;
}

double ContextAttributes::FloatAttribute(absl::string_view name, double default_value) const {
  const graph::Attribute* attribute = FindAttribute(name);
  return attribute != nullptr && attribute->kind == graph::AttributeKind::kFloat
             ? attribute->float_value
             : default_value;
}

absl::string_view ContextAttributes::StringAttribute(absl::string_view name,
                                                     absl::string_view default_value) const {
  const graph::Attribute* attribute = FindAttribute(name);
  return attribute != nullptr && attribute->kind == graph::AttributeKind::kString
             ? attribute->string_value
             : default_value;
}

std::optional<absl::Span<const int64_t>> ContextAttributes::IntsAttribute(
    absl::string_view name) const {
  const graph::Attribute* attribute = FindAttribute(name);
  if (attribute == nullptr || attribute->kind != graph::AttributeKind::kInts) {
    return std::nullopt;
  }
  return attribute->int_list();
}

graph::GraphId ContextAttributes::GraphAttribute(absl::string_view name) const {
  const graph::Attribute* attribute = FindAttribute(name);
  return attribute != nullptr && attribute->kind == graph::AttributeKind::kGraph ? attribute->graph
                                                                                 : graph::kNoGraph;
}

void ContextAttributes::RefuseAttribute(absl::string_view name, int64_t value,
                                        absl::string_view what) {
  // Once, although rules may read an attribute more than once.
  if (refused_attribute_ == name) return;
  refused_attribute_ = name;
  Error("INVALID_ATTRIBUTE", {},
        absl::StrCat(op().op_type, " has ", name, " ", value, ", which is ", what));
}

bool ContextAttributes::BoolAttribute(absl::string_view name, bool default_value) {
  const int64_t value = IntAttribute(name, default_value ? 1 : 0);
  if (value == 0 || value == 1) return value == 1;
  RefuseAttribute(name, value, "neither 0 nor 1");
  has_meaningless_attribute_ = true;
  return default_value;
}

ElementType ContextAttributes::ElementAttribute(absl::string_view name, ElementType default_value) {
  const int64_t number = IntAttribute(name, static_cast<int64_t>(default_value));
  if (number >= 0 && number < shape::kElementTypeCount) return static_cast<ElementType>(number);
  RefuseAttribute(name, number, "no element type");
  return ElementType::kUndefined;
}

}  // namespace shapewright::rules
