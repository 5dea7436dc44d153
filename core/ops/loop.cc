#include "core/ops/loop.h"

#include "absl/strings/str_cat.h"

namespace shapewright::ops {
namespace {

constexpr int kBodyLeadingInputs = 2;   // iteration number, condition
constexpr int kBodyLeadingOutputs = 1;  // condition

ValueState Scalar(RuleContext& ctx, ElementType element) {
  ValueState state;
  state.type = ctx.types().Tensor(element, absl::Span<const Dim>());
  return state;
}

// The condition that the body answers is true whenever the one it got is.
bool KeepsRunning(RuleContext& ctx, const graph::Graph& body, const ValueState& condition) {
  if (condition.ints != nullptr && condition.element_count == 1) {
    return condition.ints[0].is_constant() && !condition.ints[0].is_constant(0);
  }
  if (condition.tensor != nullptr) {
    const auto value = graph::DecodeIntegers(*condition.tensor, 1);
    return value && value->size() == 1 && (*value)[0] != 0;
  }
  return body.inputs.size() > 1 && !body.outputs.empty() &&
         ctx.workspace().ValueNumber(body.outputs[0]) ==
             ctx.workspace().ValueNumber(body.inputs[1]);
}

// What the operands alone say of the trip count (S18).
struct TripLimit {
  Expr limit;               // max(0, M); unknown where M is
  bool starts_true = true;  // false: the first condition is not proved
  bool never_runs = false;
};

TripLimit ReadTripLimit(RuleContext& ctx) {
  TripLimit trip;
  if (ctx.HasInput(0)) {
    const auto limit = ctx.IntElementsOrFresh(0);
    if (limit && limit->size() == 1) trip.limit = ctx.Max(0, (*limit)[0]);
  }
  if (ctx.HasInput(1)) {
    const auto condition = ctx.ConstantInt(1);
    trip.starts_true = condition.has_value() && *condition != 0;
    trip.never_runs = condition.has_value() && *condition == 0;
  }
  return trip;
}

// The number of iterations: the limit, or anything up to it.
Dim TripDim(RuleContext& ctx, const TripLimit& trip, bool is_exact) {
  if (trip.never_runs) return 0;
  if (is_exact && !trip.limit.is_unknown()) return trip.limit;
  return ctx.DataDependentUpTo(Place::Output(100), "how often a loop runs", trip.limit);
}

BodyLoop DescribeLoop(RuleContext& ctx, graph::GraphId body) {
  BodyLoop loop;
  loop.body = body;
  loop.inputs = {Scalar(ctx, ElementType::kInt64), Scalar(ctx, ElementType::kBool)};
  for (int i = kBodyLeadingInputs; i < ctx.input_count(); ++i) {
    loop.inputs.push_back(ctx.InputState(i));
  }
  loop.carried_begin = kBodyLeadingInputs;
  loop.carried_count = loop.inputs.size() - kBodyLeadingInputs;
  loop.carried_outputs_begin = kBodyLeadingOutputs;
  return loop;
}

// One slice per iteration, stacked in front.
void SetScanOutput(RuleContext& ctx, int output, const ValueState& slice, Dim trip,
                   symbolic::SymbolId first_symbol) {
  const shape::TypeId renewed = RenewType(ctx, slice.type, first_symbol, output);
  const Type& type = ctx.types().at(renewed);
  if (!type.is_tensor()) return;
  if (!type.has_rank()) {
    ctx.SetOutput(output, type.element, Shape::OfUnknownRank(Interval::AtLeast(1)));
    return;
  }
  DimVector dims = {trip};
  dims.insert(dims.end(), type.shape.dims.begin(), type.shape.dims.end());
  ctx.SetOutput(output, type.element, dims);
}

}  // namespace

// Loop 1, 11, 13 and newer: inputs M, cond, v_initial...; the body maps
// (iteration, cond, v...) to (cond, v..., slices...).
void InferLoop(RuleContext& ctx) {
  const graph::GraphId body_id = ctx.GraphAttribute("body");
  if (body_id == graph::kNoGraph) {
    ctx.Error("MISSING_ATTRIBUTE", {}, "Loop has no attribute body");
    return;
  }
  const graph::Graph& body = ctx.workspace().model().graphs[body_id];
  const auto first_symbol = static_cast<symbolic::SymbolId>(ctx.exprs().symbols().size());
  const TripLimit trip = ReadTripLimit(ctx);
  BodyLoop loop = DescribeLoop(ctx, body_id);
  const size_t carried = loop.carried_count;
  if (body.outputs.size() < carried + kBodyLeadingOutputs ||
      static_cast<size_t>(ctx.output_count()) > body.outputs.size() - kBodyLeadingOutputs) {
    ctx.Error("WRONG_OUTPUT_COUNT", {},
              absl::StrCat("Loop has ", ctx.output_count(), " outputs and carries ", carried,
                           " values, its body has ", body.outputs.size(), " outputs"));
    return;
  }
  // Whether the condition ever turns false shows where all that is carried is: what
  // it depends on may change with each iteration.
  if (trip.starts_true) loop.trip_count = trip.limit;
  loop.trip_limit = trip.never_runs ? Expr(0) : trip.limit;
  loop.may_end = [&](absl::Span<const ValueState> outputs) {
    return outputs.empty() || !KeepsRunning(ctx, body, outputs[0]);
  };
  const BodyLoopResult result = RunToFixedPoint(ctx, std::move(loop));
  if (result.outputs.empty()) return;
  const Dim trip_dim = TripDim(ctx, trip, trip.starts_true && !result.may_end);
  for (int i = 0; i < ctx.output_count(); ++i) {
    const auto index = static_cast<size_t>(i);
    if (index < carried) {
      ctx.SetOutputState(i, result.carried[index]);
    } else {
      SetScanOutput(ctx, i, result.outputs[index + kBodyLeadingOutputs], trip_dim, first_symbol);
    }
  }
}

}  // namespace shapewright::ops
