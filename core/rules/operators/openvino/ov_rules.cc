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

// Of several numbers OpenVINO reads the first.
int64_t OvInt(RuleContext& ctx, absl::string_view name, int64_t otherwise) {
  const OvInts list = OvList(ctx, name);
  return list.empty() ? otherwise : list.front();
}

double OvReal(RuleContext& ctx, absl::string_view name, double otherwise) {
  const graph::Attribute* attribute = ctx.FindAttribute(name);
  if (attribute == nullptr) return otherwise;
  if (attribute->kind == graph::AttributeKind::kFloat) return attribute->float_value;
  if (attribute->kind == graph::AttributeKind::kFloats) return attribute->float_list().front();
  return static_cast<double>(OvInt(ctx, name, 0));
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

// The attributes whose text is that of an element type, or of a shape.
constexpr absl::string_view kElementAttributes[] = {
    "convert_type",     "count_element_type",   "classes_index_type",
    "destination_type", "index_element_type",   "output_type",
    "roi_num_type",     "sequence_length_type", "u64_integer_promotion_target",
    "variable_shape",   "variable_type"};

bool IsElementAttribute(absl::string_view name) {
  return std::find(std::begin(kElementAttributes), std::end(kElementAttributes), name) !=
         std::end(kElementAttributes);
}

bool CheckWords(RuleContext& ctx) {
  for (const graph::Attribute& attribute : ctx.node().attributes) {
    if (attribute.kind == graph::AttributeKind::kString && IsElementAttribute(attribute.name) &&
        !attribute.string_value.empty()) {
      ctx.Error("INVALID_ATTRIBUTE", {},
                absl::StrCat(ctx.op().op_type, " has an ", attribute.name,
                             " whose text is none that it may have"));
      return false;
    }
    const OvWords* const row = FindOvWords(ctx.op().op_type, ctx.version(), attribute.name);
    if (row == nullptr || !FindOvWord(*row, attribute.string_value).empty()) continue;
    ctx.Error("INVALID_ATTRIBUTE", {},
              absl::StrCat(ctx.op().op_type, " takes no ", attribute.name, " of this name; it is ",
                           absl::StrJoin(row->words, ", ")));
    return false;
  }
  return true;
}

bool CheckOperands(RuleContext& ctx) {
  bool fits = true;
  for (const OvOperands* const found : OvOperandsOf(ctx.op().op_type)) {
    const OvOperands& row = *found;
    if (ctx.version() < row.since_version) continue;
    const int first = row.input < 0 ? 0 : row.input;
    const int last = row.input < 0 ? ctx.input_count() - 1 : row.input;
    for (int input = first; input <= last; ++input) {
      if (!ctx.HasInput(input)) continue;
      fits = CheckKind(ctx, input, row.kind) && fits;
      fits = ctx.CheckRankBetween(input, row.min_rank, row.max_rank) && fits;
    }
  }
  return fits;
}

}  // namespace

bool CheckInputs(RuleContext& ctx, int min, int max) {
  const int count = ctx.input_count();
  bool is_complete = count >= min && count <= max;
  for (int i = 0; i < min; ++i) is_complete = is_complete && ctx.HasInput(i);
  if (is_complete) return CheckWords(ctx) && CheckOperands(ctx);
  ctx.Error("WRONG_INPUT_COUNT", {},
            absl::StrCat(ctx.op().op_type, " takes ",
                         min == max ? absl::StrCat(min) : absl::StrCat(min, " to ", max),
                         " inputs, the node has ", count));
  return false;
}

bool CheckKind(RuleContext& ctx, int input, OvKind kind) {
  const ElementType element = ctx.InputElement(input);
  if (element == ElementType::kUndefined || IsOfKind(element, kind)) return true;
  ctx.Error("ELEMENT_TYPE_NOT_ALLOWED", Place::Input(input),
            absl::StrCat(ctx.op().op_type, " needs ", NameOfKind(kind), ", input ", input,
                         " is of ", shape::ElementTypeName(element)));
  return false;
}

bool HasOutputs(RuleContext& ctx, int64_t most) {
  if (ctx.output_count() <= most) return true;
  ctx.Error("WRONG_OUTPUT_COUNT", {},
            absl::StrCat(ctx.op().op_type, " makes ", most, " results, the node has ",
                         ctx.output_count(), " outputs"));
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
  const int64_t size = OvInt(ctx, name, 0);
  if (size >= min) return size;
  ctx.Error("INVALID_ATTRIBUTE", {},
            absl::StrCat(ctx.op().op_type, " needs ", name, " of at least ", min));
  return std::nullopt;
}

Interval OvListLength(RuleContext& ctx, int input) {
  const Shape shape = ctx.InputShape(input);
  return shape.has_rank && shape.rank() == 0 ? Interval::Point(1) : LengthBounds(ctx, input);
}

std::optional<int> OvAxis(RuleContext& ctx, int64_t axis, int rank) {
  if (rank == 0 && (axis == 0 || axis == -1)) return 0;
  return ctx.NormalizeAxis(axis, rank, 0);
}

std::optional<OvInts> OvAxes(RuleContext& ctx, int input, int rank, bool* is_known) {
  const auto given = ctx.ConstantInts(input);
  *is_known = given.has_value();
  if (!given) return std::nullopt;
  OvInts axes;
  for (const int64_t axis : *given) {
    const auto normal = OvAxis(ctx, axis, rank);
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
