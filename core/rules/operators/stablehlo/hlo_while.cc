#include "core/rules/operators/stablehlo/hlo_while.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/rules/control/body_findings.h"
#include "core/rules/control/fixed_point.h"
#include "core/rules/join.h"
#include "core/rules/operators/stablehlo/hlo_operands.h"

namespace shapewright::rules {
namespace {

// The regions of a while, both over the carried values.
struct WhileRegions {
  graph::GraphId cond = graph::kNoGraph;
  graph::GraphId body = graph::kNoGraph;
};

const graph::Graph& GraphOf(RuleContext& ctx, graph::GraphId id) {
  return ctx.workspace().model().graphs[id];
}

// The node of a region that makes a value, if it is of the operator.
const graph::Node* MakerOf(RuleContext& ctx, graph::GraphId region, graph::ValueId value,
                           absl::string_view op_type) {
  if (value == graph::kNoValue) return nullptr;
  const graph::Model& model = ctx.workspace().model();
  const graph::Value& made = model.values[value];
  if (made.origin != graph::ValueOrigin::kNode || made.graph != region) return nullptr;
  const graph::Node& node = model.graphs[region].nodes[made.producer];
  const bool is_it = model.operators[node.op].op_type == op_type;
  return is_it ? &node : nullptr;
}

const graph::Attribute* AttributeOf(const graph::Node& node, absl::string_view name) {
  for (const graph::Attribute& attribute : node.attributes) {
    if (attribute.name == name) return &attribute;
  }
  return nullptr;
}

// The number of a carried value that a region has as an input; nothing for other values.
std::optional<size_t> CarriedNumber(RuleContext& ctx, graph::GraphId region, graph::ValueId value) {
  const auto inputs = GraphOf(ctx, region).inputs;
  const auto* const found = std::find(inputs.begin(), inputs.end(), value);
  if (found == inputs.end()) return std::nullopt;
  return static_cast<size_t>(found - inputs.begin());
}

// The only element of a value that is the same in each iteration: a constant, a value of the
// outside, or one that the body passes on. Unknown for others.
Expr FixedElement(RuleContext& ctx, const WhileRegions& regions, graph::GraphId region,
                  graph::ValueId value) {
  if (value == graph::kNoValue) return {};
  if (const graph::Node* const constant = MakerOf(ctx, region, value, "constant")) {
    const graph::Attribute* const content = AttributeOf(*constant, "value");
    if (content == nullptr || content->kind != graph::AttributeKind::kTensor) return {};
    const auto decoded = graph::DecodeIntegers(*content->tensor, 1);
    return decoded && decoded->size() == 1 ? Expr((*decoded)[0]) : Expr();
  }
  if (const auto carried = CarriedNumber(ctx, region, value)) {
    const graph::Graph& body = GraphOf(ctx, regions.body);
    const bool is_passed_on = *carried < body.inputs.size() && *carried < body.outputs.size() &&
                              body.inputs[*carried] == body.outputs[*carried];
    if (!is_passed_on) return {};
    const auto elements = ctx.IntElements(static_cast<int>(*carried));
    return elements && elements->size() == 1 ? elements->front() : Expr();
  }
  if (ctx.workspace().model().values[value].graph == region) return {};
  const auto elements = ctx.workspace().IntElements(value);
  return elements && elements->size() == 1 ? elements->front() : Expr();
}

// A counter, and how often it can be below its limit.
Expr CountIterations(RuleContext& ctx, const WhileRegions& regions) {
  const graph::Graph& cond = GraphOf(ctx, regions.cond);
  const graph::Graph& body = GraphOf(ctx, regions.body);
  if (cond.outputs.size() != 1) return {};
  const graph::Node* const compare = MakerOf(ctx, regions.cond, cond.outputs[0], "compare");
  if (compare == nullptr || compare->inputs.size() != 2) return {};
  const graph::Attribute* const direction = AttributeOf(*compare, "comparison_direction");
  if (direction == nullptr || direction->string_value != "LT") return {};
  const auto counter = CarriedNumber(ctx, regions.cond, compare->inputs[0]);
  if (!counter || *counter >= body.outputs.size() || *counter >= body.inputs.size()) return {};
  const graph::Node* const add = MakerOf(ctx, regions.body, body.outputs[*counter], "add");
  if (add == nullptr || add->inputs.size() != 2) return {};
  const bool is_first = add->inputs[0] == body.inputs[*counter];
  if (!is_first && add->inputs[1] != body.inputs[*counter]) return {};
  const Expr step = FixedElement(ctx, regions, regions.body, add->inputs[is_first ? 1 : 0]);
  const Expr limit = FixedElement(ctx, regions, regions.cond, compare->inputs[1]);
  const auto begin = ctx.IntElements(static_cast<int>(*counter));
  if (step.is_unknown() || limit.is_unknown() || !begin || begin->size() != 1) return {};
  if (begin->front().is_unknown() || ctx.Bounds(step).min < 1) return {};
  return ctx.Max(0, ctx.CeilDiv(ctx.Subtract(limit, begin->front()), step));
}

// Whether the regions take what is carried, and the body gives it again.
bool CheckRegions(RuleContext& ctx, const WhileRegions& regions) {
  if (regions.body == graph::kNoGraph || regions.cond == graph::kNoGraph) {
    ctx.Error("MISSING_ATTRIBUTE", {}, "while needs the regions cond and body");
    return false;
  }
  const auto count = static_cast<size_t>(ctx.input_count());
  const graph::Graph& body = GraphOf(ctx, regions.body);
  const bool fits = body.inputs.size() == count && body.outputs.size() == count &&
                    GraphOf(ctx, regions.cond).inputs.size() == count &&
                    static_cast<size_t>(ctx.output_count()) <= count;
  if (fits) return true;
  ctx.Error("WRONG_OUTPUT_COUNT", {},
            absl::StrCat("while carries ", count, " values, its body has ", body.inputs.size(),
                         " inputs and ", body.outputs.size(), " outputs, the node has ",
                         ctx.output_count(), " outputs"));
  return false;
}

// What is carried has one type in all iterations.
void CheckCarried(RuleContext& ctx, const BodyLoopResult& result) {
  for (size_t i = 0; i < result.outputs.size() && i < result.carried.size(); ++i) {
    const Type& after = ctx.types().at(result.outputs[i].type());
    const Type& before = ctx.InputType(static_cast<int>(i));
    const bool are_tensors = after.is_tensor() && before.is_tensor();
    const bool differ_in_rank = are_tensors && after.has_rank() && before.has_rank() &&
                                after.shape.rank() != before.shape.rank();
    const bool differ_in_element = are_tensors && after.element != before.element &&
                                   after.element != ElementType::kUndefined &&
                                   before.element != ElementType::kUndefined;
    if (!differ_in_rank && !differ_in_element) continue;
    constexpr StaticText kRank = "RANK_MISMATCH";
    constexpr StaticText kElement = "ELEMENT_TYPE_MISMATCH";
    ctx.Error(
        differ_in_rank ? kRank : kElement, Place::Input(static_cast<int>(i)),
        absl::StrCat("the body of while changes the type of the value ", i, " that it carries"));
  }
}

}  // namespace

// Carried values keep their types, as the specification demands (while C3).
void InferWhile(RuleContext& ctx) {
  const WhileRegions regions = {ctx.GraphAttribute("cond"), ctx.GraphAttribute("body")};
  if (!CheckRegions(ctx, regions)) return;
  BodyLoop loop;
  loop.body = regions.body;
  for (int i = 0; i < ctx.input_count(); ++i) loop.inputs.push_back(ctx.InputState(i));
  loop.carried_count = loop.inputs.size();
  loop.trip_count = CountIterations(ctx, regions);
  if (!loop.trip_count.is_unknown()) loop.runs_if = {loop.trip_count};
  loop.keeps_shapes = true;
  loop.keeps_elements = true;
  loop.must_fit = true;
  const Expr trips = loop.trip_count;
  const BodyLoopResult result = RunToFixedPoint(ctx, std::move(loop));
  if (result.carried.empty()) return SetAllToDeclared(ctx);
  CheckCarried(ctx, result);
  std::vector<Expr> runs_if;
  // The condition is asked once more than it holds.
  if (!trips.is_unknown()) runs_if = {ctx.Add(trips, 1)};
  BodyFindings findings(ctx);
  ctx.runner().Run(regions.cond, result.carried, {ctx.SiteOf({}), "cond", false, runs_if});
  findings.LeaveGuard();
  for (int i = 0; i < ctx.output_count(); ++i) {
    ctx.SetOutputState(i, result.carried[static_cast<size_t>(i)]);
    RequireDeclared(ctx, i);
  }
}

}  // namespace shapewright::rules
