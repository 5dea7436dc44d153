#include "tests/core/rules/operators/attribute_text.h"

#include <cstring>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "core/graph/arena.h"
#include "core/shape/text/parse.h"
#include "core/symbolic/text/print.h"
#include "gtest/gtest.h"

namespace shapewright::rules {
namespace {

using graph::AttributeKind;

// A type text on its own; names become symbols of those names.
struct StandaloneType {
  explicit StandaloneType(const std::string& text) {
    const auto type = shape::ParseType(types, exprs, text,
                                       [this](absl::string_view name) -> absl::StatusOr<Expr> {
                                         symbolic::Symbol symbol;
                                         symbol.name = std::string(name);
                                         symbol.bounds = Interval::Size();
                                         return exprs.AddSymbol(symbol);
                                       });
    if (type.ok()) id = *type;
    if (!type.ok()) ADD_FAILURE() << text << ": " << type.status();
  }

  symbolic::ExprArena exprs;
  shape::TypeTable types;
  shape::TypeId id = shape::kUnknownType;
};

std::string EncodeItem(const std::string& item, ElementType element) {
  if (element == ElementType::kFloat || element == ElementType::kDouble) {
    double value = 0;
    EXPECT_TRUE(absl::SimpleAtod(item, &value)) << item;
    const auto narrow = static_cast<float>(value);
    return element == ElementType::kFloat ? std::string(reinterpret_cast<const char*>(&narrow), 4)
                                          : std::string(reinterpret_cast<const char*>(&value), 8);
  }
  int64_t value = 0;
  EXPECT_TRUE(absl::SimpleAtoi(item, &value)) << item;
  const int bytes = shape::ElementBits(element) / 8;
  EXPECT_GT(bytes, 0) << "the tester cannot encode this element type";
  return std::string(reinterpret_cast<const char*>(&value), static_cast<size_t>(bytes));
}

const graph::Tensor* MakeTensor(graph::Model& model, const std::string& text) {
  const TypeAndItems parts = SplitItems(text);
  const StandaloneType type(parts.type);
  const Type& parsed = type.types.at(type.id);
  auto* tensor = graph::New<graph::Tensor>(&model.memory);
  tensor->element = parsed.element;
  std::vector<int64_t> dims;
  for (const Dim dim : parsed.shape.dims) dims.push_back(dim.constant());
  tensor->dims = graph::CopyToArena(&model.memory, dims);
  if (!parts.has_items) return tensor;
  if (parsed.element == ElementType::kString) {
    std::vector<absl::string_view> strings;
    for (const std::string& item : parts.items) {
      strings.push_back(graph::CopyText(&model.memory, item));
    }
    tensor->encoding = graph::TensorEncoding::kStrings;
    tensor->strings = graph::CopyToArena(&model.memory, strings);
    return tensor;
  }
  std::string payload;
  for (const std::string& item : parts.items) {
    payload += EncodeItem(item, parsed.element);
  }
  tensor->encoding = graph::TensorEncoding::kRaw;
  tensor->payload = graph::CopyText(&model.memory, payload);
  return tensor;
}

graph::DeclaredType MakeDeclared(graph::Model& model, const StandaloneType& scope,
                                 shape::TypeId id) {
  const Type& type = scope.types.at(id);
  graph::DeclaredType declared;
  declared.kind = type.kind;
  declared.element = type.element;
  declared.has_shape = type.shape.has_rank;
  declared.rank_bounds = type.shape.rank_bounds;
  std::vector<graph::DeclaredDim> dims;
  for (const Dim dim : type.shape.dims) {
    graph::DeclaredDim& out = dims.emplace_back();
    out.has_size = dim.is_constant();
    if (dim.is_constant()) out.size = dim.constant();
    if (!dim.is_constant()) {
      out.text = graph::CopyText(&model.memory, symbolic::ToString(scope.exprs, dim));
    }
  }
  declared.dims = graph::CopyToArena(&model.memory, dims);
  if (type.inner != shape::kUnknownType) {
    auto* inner = graph::New<graph::DeclaredType>(&model.memory);
    *inner = MakeDeclared(model, scope, type.inner);
    declared.inner = inner;
  }
  return declared;
}

void SetValue(graph::Model&, int64_t value, graph::Attribute& attribute) {
  attribute.kind = AttributeKind::kInt;
  attribute.int_value = value;
}
void SetValue(graph::Model&, double value, graph::Attribute& attribute) {
  attribute.kind = AttributeKind::kFloat;
  attribute.float_value = value;
}
void SetValue(graph::Model& model, const std::string& value, graph::Attribute& attribute) {
  attribute.kind = AttributeKind::kString;
  attribute.string_value = graph::CopyText(&model.memory, value);
}
void SetValue(graph::Model& model, const Ints& value, graph::Attribute& attribute) {
  attribute.kind = AttributeKind::kInts;
  attribute.ints = graph::CopyToArena(&model.memory, value).data();
  attribute.count = static_cast<uint32_t>(value.size());
}
void SetValue(graph::Model& model, const Floats& value, graph::Attribute& attribute) {
  attribute.kind = AttributeKind::kFloats;
  attribute.floats = graph::CopyToArena(&model.memory, value).data();
  attribute.count = static_cast<uint32_t>(value.size());
}
void SetValue(graph::Model& model, const Strings& value, graph::Attribute& attribute) {
  std::vector<absl::string_view> views;
  for (const std::string& text : value) {
    views.push_back(graph::CopyText(&model.memory, text));
  }
  attribute.kind = AttributeKind::kStrings;
  attribute.strings = graph::CopyToArena(&model.memory, views).data();
  attribute.count = static_cast<uint32_t>(value.size());
}
void SetValue(graph::Model& model, const TensorText& value, graph::Attribute& attribute) {
  attribute.kind = AttributeKind::kTensor;
  attribute.tensor = MakeTensor(model, value.text);
}
void SetValue(graph::Model&, GraphNumber value, graph::Attribute& attribute) {
  attribute.kind = AttributeKind::kGraph;
  attribute.graph = value.graph;
}
void SetValue(graph::Model& model, const TypeText& value, graph::Attribute& attribute) {
  const StandaloneType scope(value.text);
  auto* declared = graph::New<graph::DeclaredType>(&model.memory);
  *declared = MakeDeclared(model, scope, scope.id);
  attribute.kind = AttributeKind::kType;
  attribute.type = declared;
}

}  // namespace

TypeAndItems SplitItems(const std::string& text) {
  TypeAndItems result;
  const size_t equals = text.find(" = {");
  result.type = text.substr(0, equals);
  result.has_items = equals != std::string::npos;
  if (!result.has_items) return result;
  std::string item;
  int depth = 0;
  const auto add = [&result, &item] {
    result.items.emplace_back(absl::StripAsciiWhitespace(item));
    item.clear();
  };
  for (const char c : text.substr(equals + 4)) {
    if (c == '}') break;
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      add();
    } else {
      item.push_back(c);
    }
  }
  if (!absl::StripAsciiWhitespace(item).empty()) add();
  return result;
}

graph::Attribute MakeAttribute(graph::Model& model, const Attr& attr) {
  graph::Attribute attribute;
  attribute.name = graph::CopyText(&model.memory, attr.name);
  std::visit([&](const auto& value) { SetValue(model, value, attribute); }, attr.value);
  return attribute;
}

}  // namespace shapewright::rules
