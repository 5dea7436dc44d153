// StableHLO's control flow, calls and values that are no tensors.
#include "core/rules/operators/stablehlo/hlo_control.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/control/body_findings.h"
#include "core/rules/join.h"
#include "core/rules/operators/onnx/control/conditional.h"
#include "core/rules/operators/stablehlo/hlo_operands.h"
#include "core/rules/operators/stablehlo/hlo_while.h"
#include "core/rules/operators/stablehlo/hlo_windows.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/wire/utf8.h"

namespace shapewright::rules {
namespace {

// The number of the branch that runs: the last one for an index out of range. Nothing where it is
// not known.
std::optional<size_t> TakenBranch(RuleContext& ctx, size_t count) {
  const auto index = ctx.ConstantInt(0);
  if (!index) return std::nullopt;
  const bool is_inside = *index >= 0 && *index < static_cast<int64_t>(count);
  return is_inside ? static_cast<size_t>(*index) : count - 1;
}

// Of two branches, whether the second one runs, where sizes decide it.
Expr SecondRuns(RuleContext& ctx, size_t count) {
  const auto index = ctx.IntElements(0);
  if (count != 2 || !index || index->size() != 1 || index->front().is_unknown()) return {};
  return Interval{0, 1}.Contains(ctx.Bounds(index->front())) ? index->front() : Expr();
}

}  // namespace

void InferCase(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1) || !ctx.CheckRank(0, 0)) return;
  const graph::Attribute* const branches = ctx.FindAttribute("branches");
  const bool has_branches =
      branches != nullptr && branches->kind == graph::AttributeKind::kGraphs && branches->count > 0;
  if (!has_branches) {
    ctx.Error("MISSING_ATTRIBUTE", {}, "case needs the regions branches");
    return;
  }
  const auto taken = TakenBranch(ctx, branches->count);
  BodyFindings findings(ctx);
  std::vector<std::vector<ValueState>> results;
  for (uint32_t i = 0; i < branches->count; ++i) {
    const bool is_taken = taken && *taken == i;
    results.push_back(
        ctx.runner().Run(branches->graphs[i], {},
                         {ctx.SiteOf({}), absl::StrCat("branches[", i, "]"), is_taken, {}}));
    if (results.back().size() == static_cast<size_t>(ctx.output_count())) continue;
    ctx.Error("WRONG_OUTPUT_COUNT", {},
              absl::StrCat("case has ", ctx.output_count(), " outputs, its branch ", i, " has ",
                           results.back().size()));
    return;
  }
  findings.LeaveGuard();
  const Expr condition = SecondRuns(ctx, results.size());
  for (int i = 0; i < ctx.output_count(); ++i) {
    const auto output = static_cast<size_t>(i);
    ValueState state = results[taken.value_or(results.size() - 1)][output];
    for (size_t branch = results.size() - 1; !taken && branch-- > 0;) {
      Place place = Place::Output(i);
      place.entry = static_cast<int>(branch);
      Joiner joiner(ctx, "the branches of case differ", place, condition);
      state = joiner.JoinStates(state, results[branch][output]);
    }
    ctx.SetOutputState(i, state);
    RequireDeclared(ctx, i);
  }
}

namespace {

void PassAll(RuleContext& ctx) {
  const int count = std::min(ctx.input_count(), ctx.output_count());
  for (int i = 0; i < count; ++i) {
    ctx.SetOutputToInput(i, i);
    RequireDeclared(ctx, i);
  }
}

// A run fails where the assertion does not hold.
void RequireAssertion(RuleContext& ctx) {
  const auto condition = ctx.IntElements(0);
  const bool is_known = condition && condition->size() == 1 && !condition->front().is_unknown() &&
                        Interval{0, 1}.Contains(ctx.Bounds(condition->front()));
  if (!is_known) return ctx.NoteUnchecked(Place::Input(0), "hlo.assertion"_check.sentence);
  std::vector<Diagnostic>& diagnostics = ctx.workspace().diagnostics();
  const size_t count = diagnostics.size();
  const bool may_hold =
      ctx.RequireCondition(condition->front(), true, Place::Input(0), "hlo.assertion"_check);
  const absl::string_view message = ctx.StringAttribute("error_message", "");
  // No diagnostic is added where there are too many.
  if (may_hold || message.empty() || diagnostics.size() == count) return;
  constexpr size_t kMost = Workspace::kMaxMessageBytes;
  absl::StrAppend(&diagnostics.back().message, ": ", message.substr(0, kMost));
  ShortenText(diagnostics.back().message, kMost);
}

// The function that the module has for it.
void InferComposite(RuleContext& ctx) {
  const absl::string_view name = ctx.StringAttribute("decomposition", "");
  const auto& functions = ctx.workspace().model().functions;
  ctx.exprs().CountWork(functions.size());
  for (const graph::Function& function : functions) {
    if (function.name == name) return ctx.runner().CallFunction(ctx, function);
  }
  SetAllToDeclared(ctx);
}

// N operands and N scalars, then the sizes, strides, dilations and paddings of the windows.
void InferDynamicReduceWindow(RuleContext& ctx) {
  constexpr int kWindowOperands = 5;
  const int count = (ctx.input_count() - kWindowOperands) / 2;
  if (count < 1) return SetAllToDeclared(ctx);
  const Shape shape = OneShapeOf(ctx, 0, count, "hlo.shapes"_check);
  if (!shape.has_rank) return SetAllToDeclared(ctx);
  const auto windows = ReadWindowOperands(ctx, 2 * count, shape.rank());
  if (!windows) return SetAllToDeclared(ctx);
  const DimVector dims = WindowCounts(ctx, shape, *windows);
  for (int i = 0; i < ctx.output_count(); ++i) {
    SetHloResult(ctx, i, ResultElement(ctx, i, ctx.InputElement(std::min(i, count - 1))), dims);
  }
}

// k elements of the last axis, and their indices.
void InferDynamicTopK(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  if (!shape.has_rank || shape.rank() == 0 || ctx.input_count() < 2) return SetAllToDeclared(ctx);
  DimVector dims(shape.dims.begin(), shape.dims.end());
  const Expr k = ctx.OnlyElementOrFresh(ctx.input_count() - 1);
  dims.back() = Dim();
  const bool is_size =
      !k.is_unknown() && ctx.RequireAtLeast(k, Place::Element(1, 0), 0, "size.negative"_check);
  if (is_size) {
    ctx.RequireAtMost(k, Place::Element(1, 0), shape.dims.back(), Place::Input(0, shape.rank() - 1),
                      "hlo.top_k"_check);
    dims.back() = k;
  }
  for (int i = 0; i < ctx.output_count(); ++i) {
    SetHloResult(ctx, i, ResultElement(ctx, i, ctx.InputElement(0)), dims);
  }
}

// Some operands give the sizes of the results, one for each.
bool SetByShapeOperands(RuleContext& ctx) {
  const auto operands = IntsOr(ctx, "indices_of_shape_operands");
  if (operands.empty()) return false;
  SetAllToDeclared(ctx);
  for (int i = 0; i < ctx.output_count() && static_cast<size_t>(i) < operands.size(); ++i) {
    const int64_t input = operands[static_cast<size_t>(i)];
    if (input < 0 || input >= ctx.input_count()) continue;
    const auto sizes = ResultSizes(ctx, static_cast<int>(input));
    if (sizes) SetHloResult(ctx, i, ResultElement(ctx, i, ElementType::kUndefined), *sizes);
  }
  return true;
}

// The second operand gives the sizes of the second result.
void InferDynamicBits(RuleContext& ctx) {
  SetToDeclared(ctx, 1);
  SetHloResult(ctx, 0, ctx.InputElement(0), ctx.InputShape(0));
  const auto sizes = ResultSizes(ctx, 1);
  if (sizes && ctx.HasOutput(1)) {
    SetHloResult(ctx, 1, ResultElement(ctx, 1, ElementType::kUndefined), *sizes);
  }
}

struct CallTarget {
  absl::string_view name;
  Rule rule;
};
constexpr CallTarget kTargets[] = {
    {"shape_assertion", RequireAssertion},
    {"stablehlo.shape_refinement_operand_wrapper", PassAll},
    {"stablehlo.dynamic_reduce_window", InferDynamicReduceWindow},
    {"stablehlo.dynamic_top_k", InferDynamicTopK},
    {"stablehlo.dynamic_approx_top_k", InferDynamicTopK},
    {"stablehlo.dynamic_rng_bit_generator", InferDynamicBits},
    {"Sharding", PassAll},
    {"annotate_device_placement", PassAll},
    {"LayoutConstraint", PassAll},
};

// What is declared, for a target that is not known.
void InferCustomCall(RuleContext& ctx) {
  const absl::string_view target = ctx.StringAttribute("call_target_name", "");
  for (const CallTarget& known : kTargets) {
    if (known.name == target) return known.rule(ctx);
  }
  if (!SetByShapeOperands(ctx)) SetAllToDeclared(ctx);
}

constexpr absl::string_view kDeclaredTypes = "the declared types";
constexpr OperatorTraits kCall = {.purity = Purity::kImpure};
constexpr OperandForm kHloIfForms[] = {{0, Form::kScalar}};

constexpr OperatorRow kHloControlRows[] = {
    {kStablehlo, "after_all", {1}, SetAllToDeclared, kDeclaredTypes, {}, kFree},
    {kStablehlo, "async_done", {1}, SetAllToDeclared, kDeclaredTypes, kCall},
    {kStablehlo, "async_start", {1}, SetAllToDeclared, kDeclaredTypes, kCall},
    {kStablehlo,
     "case",
     {1},
     InferCase,
     "the join of the branches; one of them where it is known",
     {.bodies = Bodies::kBranches},
     kBodiesOnly},
    {kStablehlo, "composite", {1}, InferComposite, "the results of its decomposition", {}},
    {kStablehlo, "create_token", {1}, SetAllToDeclared, kDeclaredTypes, {}, kFree},
    {kStablehlo,
     "custom_call",
     {1},
     InferCustomCall,
     "what is known of the target, else the declared types",
     kCall},
    {kStablehlo, "get_tuple_element", {1}, SetAllToDeclared, kDeclaredTypes, {}, kFree},
    {kStablehlo,
     "if",
     {1},
     InferIf,
     "the join of both branches, by the condition where it is of sizes",
     {.bodies = Bodies::kBranches, .forms = kHloIfForms},
     kBodiesOnly},
    {kStablehlo, "infeed", {1}, SetAllToDeclared, kDeclaredTypes, kCall},
    {kStablehlo,
     "optimization_barrier",
     {1},
     PassAll,
     "the operands themselves; by value",
     {},
     kFree},
    {kStablehlo, "outfeed", {1}, SetAllToDeclared, kDeclaredTypes, {}},
    {kStablehlo, "recv", {1}, SetAllToDeclared, kDeclaredTypes, kCall},
    {kStablehlo, "send", {1}, SetAllToDeclared, kDeclaredTypes, {}},
    {kStablehlo, "tuple", {1}, SetAllToDeclared, kDeclaredTypes, {}, kFree},
    {kStablehlo,
     "while",
     {1},
     InferWhile,
     "a fixed point over the carried types",
     {.bodies = Bodies::kWhile},
     kBodiesOnly},
};

}  // namespace

absl::Span<const OperatorRow> HloControlOperators() { return kHloControlRows; }

}  // namespace shapewright::rules
