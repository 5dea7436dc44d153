// The models of rule_tester.h.
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "core/graph/arena.h"
#include "core/rules/check_schema.h"
#include "core/rules/registry/registry.h"
#include "core/shape/text/parse.h"
#include "core/shape/text/print.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"
#include "gtest/gtest.h"
#include "tests/core/rules/operators/attribute_text.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

using graph::ValueId;

class NoRunner : public SubgraphRunner {
 public:
  std::vector<ValueState> Run(graph::GraphId, absl::Span<const ValueState>,
                              symbolic::Guard) override {
    ADD_FAILURE() << "a rule ran a graph that the case does not have";
    return {};
  }
  void SetDiscardFindings(bool) override {}
};

// "com.microsoft:Gelu", "Concat-13".
graph::OperatorName ParseOperator(graph::Model& model, absl::string_view text) {
  constexpr int64_t kNewest = 1000;
  graph::OperatorName name;
  name.opset_version = kNewest;
  const size_t dash = text.rfind('-');
  if (dash != absl::string_view::npos) {
    EXPECT_TRUE(absl::SimpleAtoi(text.substr(dash + 1), &name.opset_version));
    text = text.substr(0, dash);
  }
  const size_t colon = text.find(':');
  if (colon != absl::string_view::npos) {
    name.domain = graph::CopyText(&model.memory, text.substr(0, colon));
    text = text.substr(colon + 1);
  }
  name.op_type = graph::CopyText(&model.memory, text);
  return name;
}

absl::string_view BasisText(symbolic::Basis basis) {
  switch (basis) {
    case symbolic::Basis::kRequired:
      return "REQUIRED ";
    case symbolic::Basis::kAssumed:
      return "ASSUMED ";
    case symbolic::Basis::kDeclared:
      return "DECLARED ";
    case symbolic::Basis::kPremise:
      return "PREMISE ";
  }
  return "";
}

std::string RelationText(symbolic::Relation relation, const std::string& left,
                         const std::string& right, bool is_left_constant) {
  switch (relation) {
    case symbolic::Relation::kEqual:
      return absl::StrCat(left, " = ", right);
    case symbolic::Relation::kAtMost:
      return is_left_constant ? absl::StrCat(right, " >= ", left)
                              : absl::StrCat(left, " <= ", right);
    case symbolic::Relation::kDivisible:
      return absl::StrCat(left, " divisible by ", right);
    case symbolic::Relation::kBroadcastable:
      return absl::StrCat("broadcastable(", left, ", ", right, ")");
    case symbolic::Relation::kNotEqual:
      return absl::StrCat(left, " != ", right);
  }
  return "";
}

std::string SeverityText(Severity severity) {
  if (severity == Severity::kError) return "ERROR ";
  return severity == Severity::kWarning ? "WARNING " : "INFO ";
}

std::string PlaceText(const symbolic::Site& site) {
  std::string text;
  if (site.input >= 0) absl::StrAppend(&text, " input ", site.input);
  if (site.output >= 0) absl::StrAppend(&text, " output ", site.output);
  if (site.axis >= 0) absl::StrAppend(&text, " axis ", site.axis);
  if (site.element >= 0) absl::StrAppend(&text, " element ", site.element);
  return text;
}

}  // namespace

TestModel::TestModel(const RequestRules* rules) : rules_(rules) { model_.graphs.emplace_back(); }

void TestModel::DeclareSymbol(const std::string& name, const std::string& bounds) {
  const auto interval = symbolic::ParseInterval(bounds);
  ASSERT_TRUE(interval.ok()) << interval.status();
  bounds_[name] = *interval;
}

ValueId TestModel::AddValue(graph::ValueOrigin origin) {
  graph::Value& value = model_.values.emplace_back();
  value.origin = origin;
  return static_cast<ValueId>(model_.values.size() - 1);
}

ValueId TestModel::Input(const std::string& text, const std::string& name) {
  const ValueId id = AddValue(graph::ValueOrigin::kInput);
  model_.values[id].name = graph::CopyText(&model_.memory, name);
  inputs_.push_back({id, text});
  return id;
}

std::vector<ValueId> TestModel::Node(const std::string& op, const std::vector<ValueId>& inputs,
                                     const std::vector<Attr>& attributes,
                                     const std::vector<std::string>& outputs) {
  std::vector<ValueId> ids;
  for (const std::string& output : outputs) {
    if (output.empty()) {
      ids.push_back(graph::kNoValue);
      continue;
    }
    const ValueId id = AddValue(graph::ValueOrigin::kNode);
    model_.values[id].producer = static_cast<uint32_t>(nodes_.size());
    model_.values[id].producer_output = static_cast<uint32_t>(ids.size());
    ids.push_back(id);
  }
  const graph::OperatorName name = ParseOperator(model_, op);
  graph::Node& node = nodes_.emplace_back();
  for (; node.op < model_.operators.size(); ++node.op) {
    if (model_.operators[node.op] == name) break;
  }
  if (node.op == model_.operators.size()) model_.operators.push_back(name);
  node.inputs = graph::CopyToArena(&model_.memory, inputs);
  node.outputs = graph::CopyToArena(&model_.memory, ids);
  std::vector<graph::Attribute> made;
  for (const Attr& attr : attributes) {
    made.push_back(MakeAttribute(model_, attr));
  }
  node.attributes = graph::CopyToArena(&model_.memory, made);
  return ids;
}

void TestModel::Prepare() {
  graph::Graph& graph = model_.graphs.front();
  graph.nodes = nodes_;
  graph.end_value = static_cast<ValueId>(model_.values.size());
  graph.end_graph = 1;
  model_.node_count = nodes_.size();
  workspace_ = std::make_unique<Workspace>(model_, symbolic::ExprLimits(), nullptr, rules_);
  for (const Given& given : inputs_) SetInput(given);
}

void TestModel::Run(SubgraphRunner* runner) {
  if (workspace_ == nullptr) Prepare();
  NoRunner no_runner;
  RuleContext context(*workspace_, runner != nullptr ? *runner : no_runner);
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    const graph::OperatorName& name = model_.operators[nodes_[i].op];
    const ResolvedOperator& op = workspace_->operators().Resolved(nodes_[i].op);
    ASSERT_NE(op.row, nullptr) << "no rule for " << name.domain << ":" << name.op_type << "-"
                               << name.opset_version;
    context.Enter(0, i, nodes_[i], op.since_version, {});
    CheckAttributes(context, op);
    if (CheckInputCount(context, op)) context.Apply(*op.row);
  }
}

absl::StatusOr<Expr> TestModel::ResolveName(absl::string_view name, ElementType element) {
  symbolic::ExprArena& exprs = workspace_->exprs();
  if (name == "?") {
    return exprs.AddAnonymous(Interval::Size(), "", symbolic::Site());
  }
  Expr& known = names_[std::string(name)];
  if (!known.is_unknown()) return known;
  const bool is_value = absl::StrContains(name, "[");
  Interval bounds = is_value ? shape::ElementRange(element) : Interval::Size();
  const auto declared = bounds_.find(std::string(name));
  if (declared != bounds_.end()) bounds = declared->second;
  if (name[0] == '?') {
    known = exprs.AddAnonymous(bounds, "", symbolic::Site());
    return known;
  }
  symbolic::Symbol symbol;
  symbol.name = std::string(name);
  symbol.kind = is_value ? symbolic::SymbolKind::kInputValue : symbolic::SymbolKind::kInputDim;
  symbol.bounds = bounds;
  known = exprs.AddSymbol(symbol);
  return known;
}

void TestModel::SetInput(const Given& given) {
  const TypeAndItems parts = SplitItems(given.text);
  const auto type = shape::ParseType(
      workspace_->types(), workspace_->exprs(), parts.type,
      [this](absl::string_view name) { return ResolveName(name, ElementType::kInt64); });
  ASSERT_TRUE(type.ok()) << given.text << ": " << type.status();
  ValueState state(*type);
  if (parts.has_items) SetElements(parts.items, state);
  workspace_->SetValue(given.value, state);
}

void TestModel::SetElements(const std::vector<std::string>& items, ValueState& state) {
  const ElementType element = workspace_->types().at(state.type()).element;
  const auto resolve = [&](absl::string_view name) { return ResolveName(name, element); };
  std::vector<Expr> ints;
  std::vector<FloatElement> floats;
  for (const std::string& item : items) {
    double constant = 0;
    const bool is_constant = absl::SimpleAtod(item, &constant);
    const std::vector<std::string> ratio = absl::StrSplit(item, " / ");
    int64_t denominator = 1;
    if (ratio.size() == 2) {
      ASSERT_TRUE(absl::SimpleAtoi(ratio[1], &denominator)) << item;
    }
    Expr value;
    const bool is_float = shape::IsFloat(element);
    if (item != "?" && !(is_float && is_constant)) {
      const auto parsed = symbolic::ParseExpr(workspace_->exprs(), ratio[0], resolve);
      ASSERT_TRUE(parsed.ok()) << item << ": " << parsed.status();
      value = *parsed;
    }
    ints.push_back(value);
    floats.push_back(is_constant          ? FloatElement::Constant(constant)
                     : value.is_unknown() ? FloatElement()
                                          : FloatElement::Ratio(value, denominator));
  }
  if (shape::IsFloat(element)) {
    state.SetFloats(workspace_->types(), workspace_->Copy<FloatElement>(floats));
  } else {
    state.SetInts(workspace_->types(), workspace_->Copy<Expr>(ints));
  }
}

std::string TestModel::FloatText(const FloatElement& element) {
  switch (element.kind) {
    case FloatElement::Kind::kUnknown:
      return "?";
    case FloatElement::Kind::kConstant:
      return absl::StrCat(element.constant);
    default:
      break;
  }
  const bool is_rounded = element.kind == FloatElement::Kind::kRounded;
  const Expr numerator = workspace_->facts().Finalize(element.numerator);
  std::string text = symbolic::ToString(workspace_->exprs(), numerator);
  if (element.denominator != 1 || is_rounded) {
    absl::StrAppend(&text, " / ", element.denominator);
  }
  return is_rounded ? absl::StrCat("~", text) : text;
}

std::string TestModel::ElementsText(const ValueState& state) {
  std::vector<std::string> texts;
  for (const FloatElement& element : state.floats().value_or(absl::Span<const FloatElement>())) {
    texts.push_back(FloatText(element));
  }
  for (const Expr element : state.ints().value_or(absl::Span<const Expr>())) {
    const Expr e = workspace_->facts().Finalize(element);
    texts.push_back(e.is_unknown() ? "?" : symbolic::ToString(workspace_->exprs(), e));
  }
  return absl::StrCat(" = {", absl::StrJoin(texts, ", "), "}");
}

std::string TestModel::Text(ValueId value) {
  shape::TypeTable& types = workspace_->types();
  shape::TypeId type = workspace_->ResolvedType(value);
  if (types.at(type).has_rank()) {
    Type finalized = types.at(type);
    DimVector dims;
    for (const Dim dim : finalized.shape.dims) {
      dims.push_back(workspace_->facts().Finalize(dim));
    }
    finalized.shape.dims = dims;
    type = types.Intern(finalized);
  }
  std::string text = shape::FormatType(types, type, workspace_->exprs());
  const ValueState& state = workspace_->value(value);
  if (state.ints() || state.floats()) {
    absl::StrAppend(&text, ElementsText(state));
  }
  return text;
}

std::vector<std::string> TestModel::FactTexts() {
  std::vector<std::string> texts;
  const symbolic::ExprArena& exprs = workspace_->exprs();
  for (const symbolic::Fact& fact : workspace_->facts().facts()) {
    texts.push_back(
        absl::StrCat(BasisText(fact.source.basis),
                     RelationText(fact.relation, symbolic::ToString(exprs, fact.left),
                                  symbolic::ToString(exprs, fact.right), fact.left.is_constant())));
  }
  return texts;
}

std::vector<std::string> TestModel::DiagnosticTexts() {
  std::vector<std::string> texts;
  for (const Diagnostic& diagnostic : workspace_->diagnostics()) {
    texts.push_back(absl::StrCat(SeverityText(diagnostic.severity), diagnostic.code,
                                 PlaceText(diagnostic.site), ": ", diagnostic.message));
  }
  return texts;
}

}  // namespace shapewright::rules
