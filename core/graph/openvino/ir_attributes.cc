#include "core/graph/openvino/ir_attributes.h"

#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "core/graph/openvino/ir_text.h"

namespace shapewright::graph {
namespace {

constexpr auto kNoElementType = static_cast<shape::ElementType>(0xff);

// The numbers between commas, all of which `parse` reads.
template <typename Number>
std::optional<std::vector<Number>> NumbersOf(absl::string_view text,
                                             std::optional<Number> (*parse)(absl::string_view)) {
  std::vector<Number> numbers;
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    const auto number = parse(absl::StripAsciiWhitespace(part));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

bool SetNumbers(Arena* arena, absl::string_view text, Attribute* attribute) {
  if (const auto ints = NumbersOf<int64_t>(text, IrInteger)) {
    const bool is_list = ints->size() > 1;
    attribute->kind = is_list ? AttributeKind::kInts : AttributeKind::kInt;
    if (is_list) {
      attribute->ints = CopyToArena(arena, *ints).data();
      attribute->count = static_cast<uint32_t>(ints->size());
    } else {
      attribute->int_value = ints->front();
    }
    return true;
  }
  if (const auto floats = NumbersOf<double>(text, IrFloat)) {
    const bool is_list = floats->size() > 1;
    attribute->kind = is_list ? AttributeKind::kFloats : AttributeKind::kFloat;
    if (is_list) {
      attribute->floats = CopyToArena(arena, *floats).data();
      attribute->count = static_cast<uint32_t>(floats->size());
    } else {
      attribute->float_value = floats->front();
    }
    return true;
  }
  return false;
}

bool IsElementAttribute(absl::string_view name) {
  return absl::EndsWith(name, "type") || absl::EndsWith(name, "promotion_target");
}

void SetValue(Arena* arena, absl::string_view text, Attribute* attribute) {
  attribute->kind = AttributeKind::kString;
  if (attribute->name == "variable_shape") {
    const auto type = IrTensorType(arena, text, shape::ElementType::kUndefined);
    if (!type) return;
    auto* copy = New<DeclaredType>(arena);
    *copy = *type;
    attribute->kind = AttributeKind::kType;
    attribute->type = copy;
  } else if (IsElementAttribute(attribute->name) && IrElementType(text) != kNoElementType) {
    attribute->kind = AttributeKind::kInt;
    attribute->int_value = static_cast<int64_t>(IrElementType(text));
  } else if (absl::EqualsIgnoreCase(text, "true") || absl::EqualsIgnoreCase(text, "false")) {
    attribute->kind = AttributeKind::kInt;
    attribute->int_value = absl::EqualsIgnoreCase(text, "true") ? 1 : 0;
  } else if (!text.empty()) {
    SetNumbers(arena, text, attribute);
  }
}

}  // namespace

void ReadIrAttributes(Arena* arena, const pugi::xml_node& data,
                      std::vector<Attribute>* attributes) {
  for (const pugi::xml_attribute& each : data.attributes()) {
    Attribute& attribute = attributes->emplace_back();
    attribute.name = CopyText(arena, each.name());
    attribute.string_value = CopyText(arena, each.value());
    SetValue(arena, attribute.string_value, &attribute);
  }
}

}  // namespace shapewright::graph
