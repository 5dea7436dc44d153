#include "core/rules/operators/openvino/ov_rules.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/rules/checks/checks.h"
#include "core/rules/operands.h"
#include "core/rules/operators/openvino/ov_words.h"
#include "core/rules/registry/registry.h"
#include "core/shape/element_type.h"

namespace shapewright::rules {

absl::string_view OvText(RuleContext& ctx, absl::string_view name, absl::string_view otherwise) {
  const graph::Attribute* attribute = ctx.FindAttribute(name);
  if (attribute == nullptr) return otherwise;
  const OvWords* const row = FindOvWords(ctx.op().op_type, ctx.version(), name);
  return row == nullptr ? attribute->string_value : FindOvWord(*row, attribute->string_value);
}

int64_t OvInt(RuleContext& ctx, absl::string_view name, int64_t otherwise) {
  return ctx.IntAttribute(name, otherwise);
}

bool OvFlag(RuleContext& ctx, absl::string_view name, bool otherwise) {
  return ctx.IntAttribute(name, otherwise ? 1 : 0) != 0;
}

OvInts OvList(RuleContext& ctx, absl::string_view name) {
  const graph::Attribute* attribute = ctx.FindAttribute(name);
  if (attribute == nullptr) return {};
  if (attribute->kind == graph::AttributeKind::kInt) return {attribute->int_value};
  if (attribute->kind != graph::AttributeKind::kInts) return {};
  const auto values = attribute->int_list();
  return OvInts(values.begin(), values.end());
}

ElementType OvElement(RuleContext& ctx, absl::string_view name, ElementType otherwise) {
  const graph::Attribute* attribute = ctx.FindAttribute(name);
  const bool is_element = attribute != nullptr && attribute->kind == graph::AttributeKind::kInt &&
                          attribute->int_value > 0 && attribute->int_value < 0xff;
  return is_element ? static_cast<ElementType>(attribute->int_value) : otherwise;
}

namespace {

bool CheckWords(RuleContext& ctx) {
  for (const graph::Attribute& attribute : ctx.node().attributes) {
    const OvWords* const row = FindOvWords(ctx.op().op_type, ctx.version(), attribute.name);
    if (row == nullptr || !FindOvWord(*row, attribute.string_value).empty()) continue;
    ctx.Error("INVALID_ATTRIBUTE", {},
              absl::StrCat(ctx.op().op_type, " takes no ", attribute.name, " of this name; it is ",
                           absl::StrJoin(row->words, ", ")));
    return false;
  }
  return true;
}

}  // namespace

bool CheckInputs(RuleContext& ctx, int min, int max) {
  const int count = ctx.input_count();
  bool is_complete = count >= min && count <= max;
  for (int i = 0; i < min; ++i) is_complete = is_complete && ctx.HasInput(i);
  if (is_complete) return CheckWords(ctx);
  ctx.Error("WRONG_INPUT_COUNT", {},
            absl::StrCat(ctx.op().op_type, " takes ",
                         min == max ? absl::StrCat(min) : absl::StrCat(min, " to ", max),
                         " inputs, the node has ", count));
  return false;
}

bool CheckKind(RuleContext& ctx, int input, OvKind kind) {
  const ElementType element = ctx.InputElement(input);
  if (element == ElementType::kUndefined) return true;
  const bool is_number = shape::IsInteger(element) || shape::IsFloat(element);
  bool fits = false;
  absl::string_view wanted;
  switch (kind) {
    case OvKind::kBool:
      fits = element == ElementType::kBool;
      wanted = "bool";
      break;
    case OvKind::kReal:
      fits = shape::IsFloat(element) || element == shape::kNf4;
      wanted = "a floating-point type";
      break;
    case OvKind::kInteger:
      fits = shape::IsInteger(element);
      wanted = "an integer type";
      break;
    case OvKind::kNumber:
      fits = is_number || element == shape::kNf4;
      wanted = "a type of numbers";
      break;
  }
  if (fits) return true;
  ctx.Error("ELEMENT_TYPE_NOT_ALLOWED", Place::Input(input),
            absl::StrCat(ctx.op().op_type, " needs ", wanted, ", input ", input, " is of ",
                         shape::ElementTypeName(element)));
  return false;
}

void CheckDims(RuleContext& ctx, int input, std::initializer_list<Dim> dims) {
  const auto rank = static_cast<int>(dims.size());
  if (!ctx.CheckRank(input, rank) || !ctx.InputShape(input).has_rank) return;
  const DimVector found = DimsOrUnknown(ctx, input, rank);
  int axis = 0;
  for (const Dim dim : dims) {
    const bool is_any = dim.is_unknown() || found[axis].is_unknown();
    if (!is_any) {
      ctx.RequireEqual(found[axis], Place::Input(input, axis), dim, {}, "sizes.agree"_check);
    }
    ++axis;
  }
}

void SetSameAsInput(RuleContext& ctx, int output, int input) {
  ctx.SetOutput(output, ctx.InputElement(input), ctx.InputShape(input));
}

void InferOvSame(RuleContext& ctx) { SetSameAsInput(ctx, 0, 0); }

std::optional<int64_t> OvSize(RuleContext& ctx, absl::string_view name, int64_t min) {
  const graph::Attribute* attribute = ctx.FindAttribute(name);
  const bool is_there = attribute != nullptr && attribute->kind == graph::AttributeKind::kInt;
  if (is_there && attribute->int_value >= min) return attribute->int_value;
  ctx.Error("INVALID_ATTRIBUTE", {},
            absl::StrCat(ctx.op().op_type, " needs ", name, " of at least ", min));
  return std::nullopt;
}

std::optional<OvInts> OvAxes(RuleContext& ctx, int input, int rank, bool* is_known) {
  const auto given = ctx.ConstantInts(input);
  *is_known = given.has_value();
  if (!given) return std::nullopt;
  OvInts axes;
  for (const int64_t axis : *given) {
    const auto normal = ctx.NormalizeAxis(axis, rank, 0);
    if (!normal) return std::nullopt;
    axes.push_back(*normal);
  }
  return axes;
}

OnnxView::OnnxView(RuleContext& ctx)
    : ctx_(ctx), original_(ctx.node()), node_(ctx.node()), site_(ctx.SiteOf({})) {
  node_.attributes = {};
}

OnnxView& OnnxView::Operands(std::initializer_list<int> inputs) {
  inputs_.clear();
  for (const int input : inputs) {
    const bool is_there = input >= 0 && ctx_.HasInput(input);
    inputs_.push_back(is_there ? ctx_.InputValue(input) : graph::kNoValue);
  }
  while (!inputs_.empty() && inputs_.back() == graph::kNoValue) inputs_.pop_back();
  node_.inputs = inputs_;
  return *this;
}

OnnxView& OnnxView::Int(absl::string_view name, int64_t value) {
  graph::Attribute& attribute = attributes_.emplace_back();
  attribute.name = name;
  attribute.kind = graph::AttributeKind::kInt;
  attribute.int_value = value;
  return *this;
}

OnnxView& OnnxView::Ints(absl::string_view name, const OvInts& values) {
  const auto copy = ctx_.workspace().Copy<int64_t>(values);
  graph::Attribute& attribute = attributes_.emplace_back();
  attribute.name = name;
  attribute.kind = graph::AttributeKind::kInts;
  attribute.ints = copy.data();
  attribute.count = static_cast<uint32_t>(copy.size());
  return *this;
}

OnnxView& OnnxView::Text(absl::string_view name, absl::string_view value) {
  graph::Attribute& attribute = attributes_.emplace_back();
  attribute.name = name;
  attribute.kind = graph::AttributeKind::kString;
  attribute.string_value = value;
  return *this;
}

OnnxView& OnnxView::Graph(absl::string_view name, graph::GraphId value) {
  graph::Attribute& attribute = attributes_.emplace_back();
  attribute.name = name;
  attribute.kind = graph::AttributeKind::kGraph;
  attribute.graph = value;
  return *this;
}

void OnnxView::Infer(absl::string_view op_type, int64_t opset_version) {
  const ResolvedOperator op = ResolveOperator({"", op_type, "", opset_version});
  if (op.row == nullptr) return;
  node_.attributes = attributes_;
  const int version = ctx_.version();
  const auto graph = static_cast<graph::GraphId>(std::max(0, site_.graph));
  const auto index = static_cast<uint32_t>(std::max(0, site_.node));
  ctx_.Enter(graph, index, node_, op.since_version, {});
  ctx_.Apply(*op.row);
  ctx_.Enter(graph, index, original_, version, {});
}

}  // namespace shapewright::rules
