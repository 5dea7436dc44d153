// Reading attributes of which few values mean anything.
#include "absl/strings/str_cat.h"
#include "core/rules/rule_context.h"

namespace shapewright::ops {

void RuleContext::RefuseAttribute(absl::string_view name, int64_t value, absl::string_view what) {
  // Rules may read an attribute again and again.
  if (refused_attribute_ == name) return;
  refused_attribute_ = name;
  Error("INVALID_ATTRIBUTE", {},
        absl::StrCat(op().op_type, " has ", name, " ", value, ", which is ", what));
}

bool RuleContext::BoolAttribute(absl::string_view name, bool default_value) {
  const int64_t value = IntAttribute(name, default_value ? 1 : 0);
  if (value == 0 || value == 1) return value == 1;
  RefuseAttribute(name, value, "neither 0 nor 1");
  has_meaningless_attribute_ = true;
  return default_value;
}

ElementType RuleContext::ElementAttribute(absl::string_view name, ElementType default_value) {
  const int64_t number = IntAttribute(name, static_cast<int64_t>(default_value));
  if (number >= 0 && number < shape::kElementTypeCount) return static_cast<ElementType>(number);
  RefuseAttribute(name, number, "no element type");
  return ElementType::kUndefined;
}

void RuleContext::Apply(Rule rule) {
  rule(*this);
  if (!has_meaningless_attribute_) return;
  // What the rule made of the default is not what a runtime makes of such a value.
  for (int i = 0; i < output_count(); ++i) {
    if (!HasOutput(i)) continue;
    const Type& type = types().at(workspace_.value(node_->outputs[i]).type());
    const shape::TypeId unknown = type.is_tensor() ? types().Tensor(type.element, Shape())
                                                   : shape::TypeId{shape::kUnknownType};
    SetOutputType(i, unknown);
  }
}

}  // namespace shapewright::ops
