#include "core/library/rule_call.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/base/static_text.h"
#include "core/library/typed_text.h"
#include "core/rules/checks/checks.h"
#include "core/rules/cost/cost_context.h"
#include "core/rules/rule_context.h"
#include "core/rules/signature/require_relation.h"
#include "core/shape/text/parse.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/parse_relation.h"
#include "core/symbolic/text/print.h"
#include "core/wire/printable.h"

namespace shapewright {
namespace {

using Function = std::function<void(NodeInference&)>;
using symbolic::Expr;

using rules::operator""_check;

constexpr const symbolic::Check& kReason = "rule.caller"_check;
constexpr absl::string_view kUnknownReason = "the caller's rule does not say";

// Codes outlive the diagnostics: those that rules report, of docs/errors.md.
constexpr StaticText kCodes[] = {
    "DIM_MISMATCH",        "RANK_MISMATCH",     "TYPE_MISMATCH",     "ELEMENT_TYPE_MISMATCH",
    "INVALID_ATTRIBUTE",   "MISSING_ATTRIBUTE", "WRONG_INPUT_COUNT", "WRONG_OUTPUT_COUNT",
    "WRONG_ELEMENT_COUNT", "MISSING_INPUT",     "AXIS_OUT_OF_RANGE", "NEGATIVE_DIM"};

// The node of a context, in the words of the library.
class RuleCall final : public NodeInference {
 public:
  explicit RuleCall(rules::RuleContext& ctx) : ctx_(ctx) {}

  std::string op_type() const override { return std::string(ctx_.op().op_type); }
  size_t input_count() const override { return static_cast<size_t>(ctx_.input_count()); }
  size_t output_count() const override { return static_cast<size_t>(ctx_.output_count()); }
  std::shared_ptr<const Type> input(size_t index) override {
    const auto place = static_cast<int>(index);
    return ctx_.HasInput(place) ? TypeOf(ctx_.InputTypeId(place)) : nullptr;
  }
  std::optional<std::vector<Dim>> elements(size_t index) override;

  std::optional<int64_t> IntAttribute(absl::string_view name) const override;
  std::optional<std::vector<int64_t>> IntsAttribute(absl::string_view name) const override;
  std::optional<double> FloatAttribute(absl::string_view name) const override;
  std::optional<std::string> StringAttribute(absl::string_view name) const override;

  absl::Status SetOutput(size_t index, absl::string_view type) override;
  absl::Status Require(absl::string_view relation) override;
  void Error(absl::string_view code, const std::string& message) override;

 private:
  const graph::Attribute* Find(absl::string_view name, graph::AttributeKind kind) const {
    const graph::Attribute* const found = ctx_.FindAttribute(name);
    return found != nullptr && found->kind == kind ? found : nullptr;
  }
  // Each takes the symbols in it to be named in results.
  Dim DimOf(Expr expr);
  std::shared_ptr<const Type> TypeOf(shape::TypeId id);
  // The symbols of all inputs and their elements.
  void TakeNames();
  absl::StatusOr<Expr> Resolve(absl::string_view name, int output);

  rules::RuleContext& ctx_;
  HashMap<std::string, Expr> names_;
  int unknowns_ = 0;
};

Dim RuleCall::DimOf(Expr expr) {
  const symbolic::ExprArena& arena = ctx_.exprs();
  Dim dim = TypedText::PlainDim(expr, arena);
  if (expr.is_constant() || expr.is_unknown()) return dim;
  dim.text = ctx_.Text(expr);
  dim.kind = Dim::Kind::kExpression;
  for (const symbolic::SymbolId id : symbolic::ReachableSymbols(arena, {expr})) {
    const symbolic::Symbol& symbol = arena.symbol(id);
    if (symbol.is_unknown()) dim.kind = Dim::Kind::kUnknown;
    names_.emplace(symbol.name, Expr::FromNode(symbol.node));
  }
  return dim;
}

std::shared_ptr<const Type> RuleCall::TypeOf(shape::TypeId id) {
  const shape::Type& from = ctx_.types().at(id);
  auto type = std::make_shared<Type>();
  type->kind = from.kind == shape::TypeKind::kProgram ? Type::Kind::kUnknown
                                                      : static_cast<Type::Kind>(from.kind);
  type->element_type = static_cast<ElementType>(from.element);
  type->has_rank = from.has_rank();
  if (from.is_tensor() && !type->has_rank)
    type->rank = TypedText::IntervalOf(from.shape.rank_bounds);
  if (from.is_tensor()) {
    type->text = std::string(shape::ElementTypeName(from.element));
    absl::StrAppend(&type->text, type->has_rank ? "" : "?");
  }
  for (const Expr expr : from.shape.dims) {
    absl::StrAppend(&type->text, type->dims.empty() ? "[" : ", ");
    type->dims.push_back(DimOf(expr));
    absl::StrAppend(&type->text, type->dims.back().text);
  }
  if (type->has_rank) absl::StrAppend(&type->text, type->dims.empty() ? "[]" : "]");
  if (from.inner != shape::kUnknownType) type->inner = TypeOf(from.inner);
  return type;
}

std::optional<std::vector<Dim>> RuleCall::elements(size_t index) {
  const auto known = ctx_.IntElementsOrFresh(static_cast<int>(index));
  if (!known) return std::nullopt;
  std::vector<Dim> dims;
  for (const Expr element : *known) dims.push_back(DimOf(element));
  return dims;
}

std::optional<int64_t> RuleCall::IntAttribute(absl::string_view name) const {
  const graph::Attribute* const found = Find(name, graph::AttributeKind::kInt);
  return found == nullptr ? std::nullopt : std::optional<int64_t>(found->int_value);
}

std::optional<std::vector<int64_t>> RuleCall::IntsAttribute(absl::string_view name) const {
  const graph::Attribute* const found = Find(name, graph::AttributeKind::kInts);
  if (found == nullptr) return std::nullopt;
  return std::vector<int64_t>(found->int_list().begin(), found->int_list().end());
}

std::optional<double> RuleCall::FloatAttribute(absl::string_view name) const {
  const graph::Attribute* const found = Find(name, graph::AttributeKind::kFloat);
  return found == nullptr ? std::nullopt : std::optional<double>(found->float_value);
}

std::optional<std::string> RuleCall::StringAttribute(absl::string_view name) const {
  const graph::Attribute* const found = Find(name, graph::AttributeKind::kString);
  return found == nullptr ? std::nullopt : std::optional<std::string>(found->string_value);
}

void RuleCall::TakeNames() {
  for (size_t i = 0; i < input_count(); ++i) input(i);
}

absl::StatusOr<Expr> RuleCall::Resolve(absl::string_view name, int output) {
  if (name == "?") {
    rules::Place place = rules::Place::Output(output);
    place.entry = ++unknowns_;
    return ctx_.Fresh(place, kUnknownReason);
  }
  const auto found = names_.find(name);
  if (found != names_.end()) return found->second;
  return absl::InvalidArgumentError(
      absl::StrCat("no dim or element of an input has ", Printable(name), " in it"));
}

absl::Status RuleCall::SetOutput(size_t index, absl::string_view type) {
  TakeNames();
  const auto output = static_cast<int>(index);
  const auto id = shape::ParseType(ctx_.types(), ctx_.exprs(), type,
                                   [&](absl::string_view name) { return Resolve(name, output); });
  if (!id.ok()) return id.status();
  const shape::Type& parsed = ctx_.types().at(*id);
  if (parsed.kind == shape::TypeKind::kTensor) {
    ctx_.SetOutput(output, parsed.element, parsed.shape);
  } else {
    ctx_.SetOutputType(output, *id);
  }
  return absl::OkStatus();
}

absl::Status RuleCall::Require(absl::string_view relation) {
  TakeNames();
  constexpr int kNoOutput = -1;
  const auto relations = symbolic::ParseRelations(
      ctx_.exprs(), relation, [&](absl::string_view name) { return Resolve(name, kNoOutput); });
  if (!relations.ok()) return relations.status();
  for (const symbolic::ParsedRelation& each : *relations) {
    rules::RequireRelation(ctx_, each, kReason);
  }
  return absl::OkStatus();
}

void RuleCall::Error(absl::string_view code, const std::string& message) {
  const auto* const known = std::find(std::begin(kCodes), std::end(kCodes), code);
  ctx_.Error(known == std::end(kCodes) ? StaticText("DIM_MISMATCH") : *known, {}, message);
}

class FunctionRule final : public rules::RequestRule {
 public:
  explicit FunctionRule(Function function) : function_(std::move(function)) {}

  void Apply(rules::RuleContext& ctx) const override {
    RuleCall call(ctx);
    function_(call);
  }
  void Count(rules::CostContext& ctx) const override { ctx.Refuse("its rule says no cost"); }

 private:
  const Function function_;
};

}  // namespace

void WriteRules(const std::vector<OperatorRule>& rules, v1::ModelSpec* spec) {
  for (const OperatorRule& rule : rules) {
    v1::OperatorRule* const out = spec->add_operator_rules();
    // A domain may hold colons, a name does not.
    const size_t colon = rule.op.rfind(':');
    if (colon != std::string::npos) out->mutable_key()->set_domain(rule.op.substr(0, colon));
    out->mutable_key()->set_op_type(rule.op.substr(colon == std::string::npos ? 0 : colon + 1));
    out->set_pure(rule.is_pure);
    if (!rule.signature.empty()) out->set_signature(rule.signature);
    if (!rule.onnx_function.empty()) out->set_onnx_function(rule.onnx_function);
  }
}

std::function<std::unique_ptr<const rules::RequestRule>(int index)> MakeRules(
    const std::vector<OperatorRule>& rules) {
  std::vector<Function> functions;
  for (const OperatorRule& rule : rules) functions.push_back(rule.function);
  const bool has_one = std::any_of(functions.begin(), functions.end(),
                                   [](const Function& each) { return each != nullptr; });
  if (!has_one) return nullptr;
  return
      [functions = std::move(functions)](int index) -> std::unique_ptr<const rules::RequestRule> {
        const Function& function = functions[static_cast<size_t>(index)];
        if (function == nullptr) return nullptr;
        return std::make_unique<FunctionRule>(function);
      };
}

}  // namespace shapewright
