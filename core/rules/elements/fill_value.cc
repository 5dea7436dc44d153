#include "core/rules/elements/fill_value.h"

namespace shapewright::rules {
namespace {

// How many nodes are followed back.
constexpr int kMaxSteps = 16;

const graph::Attribute* FindValue(const graph::Node& node) {
  for (const graph::Attribute& attribute : node.attributes) {
    if (attribute.name == "value") return &attribute;
  }
  return nullptr;
}

std::optional<int64_t> FilledWith(const graph::Node& node) {
  const graph::Attribute* attribute = FindValue(node);
  if (attribute == nullptr) return 0;
  if (attribute->kind != graph::AttributeKind::kTensor || !attribute->reference.empty()) {
    return std::nullopt;
  }
  double value = -1;
  if (const auto ints = graph::DecodeIntegers(*attribute->tensor, 1); ints && ints->size() == 1) {
    value = static_cast<double>((*ints)[0]);
  } else if (const auto floats = graph::DecodeFloats(*attribute->tensor, 1);
             floats && floats->size() == 1) {
    value = (*floats)[0];
  }
  if (value != 0 && value != 1) return std::nullopt;
  return static_cast<int64_t>(value);
}

}  // namespace

std::optional<int64_t> UniformFill(RuleContext& ctx, graph::ValueId value) {
  const graph::Model& model = ctx.workspace().model();
  for (int step = 0; step < kMaxSteps && value != graph::kNoValue; ++step) {
    const graph::Value& info = model.values[value];
    if (info.origin != graph::ValueOrigin::kNode) return std::nullopt;
    const graph::Node& node = model.graphs[info.graph].nodes[info.producer];
    const Elements elements = ctx.workspace().operators().TraitsOf(node.op).elements;
    if (elements == Elements::kFill) return FilledWith(node);
    // A cast on the way changes neither 0 nor 1.
    const bool is_moved = elements == Elements::kOfFirstOperand && info.producer_output == 0;
    if (!is_moved || node.inputs.empty()) return std::nullopt;
    value = node.inputs[0];
  }
  return std::nullopt;
}

}  // namespace shapewright::rules
