#include "core/rules/operators/onnx/control/loop.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/rules/control/fixed_point.h"
#include "core/rules/control/unroll.h"
#include "core/rules/join.h"
#include "core/rules/sequence_type.h"

namespace shapewright::rules {
namespace {

constexpr int kBodyLeadingInputs = 2;   // iteration number, condition
constexpr int kBodyLeadingOutputs = 1;  // condition

ValueState Scalar(RuleContext& ctx, ElementType element) {
  return ValueState(ctx.types().Tensor(element, absl::Span<const Dim>()));
}

// Whether the body's condition stays true once it is: it is the constant true, or the body passes
// on the one that it gets.
bool KeepsRunning(RuleContext& ctx, const graph::Graph& body, const ValueState& condition) {
  if (const auto known = KnownCondition(condition)) return *known;
  return body.inputs.size() > 1 && !body.outputs.empty() &&
         ctx.workspace().numbers().OfValue(body.outputs[0]) ==
             ctx.workspace().numbers().OfValue(body.inputs[1]);
}

// What the operands alone show of the trip count (S18).
struct TripLimit {
  Expr limit;               // max(0, M); unknown where M is
  bool starts_true = true;  // false: the first condition is not proved
  bool never_runs = false;
  // What must be positive for a first iteration, and whether that is all.
  std::vector<Expr> runs_if;
  bool runs_if_is_all = true;
};

void AddCondition(Expr condition, TripLimit* trip) {
  if (condition.is_unknown()) {
    trip->runs_if_is_all = false;
  } else {
    trip->runs_if.push_back(condition);
  }
}

TripLimit ReadTripLimit(RuleContext& ctx) {
  TripLimit trip;
  if (ctx.HasInput(0)) {
    const Expr count = ctx.OnlyElementOrFresh(0);
    trip.limit = ctx.Max(0, count);
    AddCondition(count, &trip);
  }
  if (ctx.HasInput(1)) {
    const auto condition = ctx.ConstantInt(1);
    trip.starts_true = condition.has_value() && *condition != 0;
    trip.never_runs = condition.has_value() && *condition == 0;
    AddCondition(ctx.OnlyElementOrFresh(1), &trip);
  }
  return trip;
}

// Iteration by iteration, where the operands limit their number by a constant.
std::optional<UnrolledLoop> UnrollIfKnown(RuleContext& ctx, const BodyLoop& loop,
                                          const TripLimit& trip, bool may_end) {
  if (!trip.starts_true || trip.never_runs) return std::nullopt;
  if (ctx.HasInput(0) && !trip.limit.is_constant()) return std::nullopt;
  return Unroll(ctx, loop,
                ctx.HasInput(0) ? std::optional<int64_t>(trip.limit.constant()) : std::nullopt,
                may_end);
}

// The number of iterations: `limit` if that is exact, else a new unknown of at most `limit`.
Dim TripDim(RuleContext& ctx, const TripLimit& trip, bool is_exact) {
  if (trip.never_runs) return 0;
  if (is_exact && !trip.limit.is_unknown()) return trip.limit;
  return ctx.DataDependentUpTo(Place().As(Place::Part::kTrips), "how often a loop runs",
                               trip.limit);
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

// Sets a scan output: one slice per iteration, stacked along a new first axis.
void SetScanOutput(RuleContext& ctx, int output, const ValueState& slice, Dim trip,
                   symbolic::SymbolId first_symbol) {
  const Type& type = ctx.types().at(RenewSlices(ctx, slice.type(), first_symbol, output, trip));
  if (!type.is_tensor()) return;
  if (!type.has_rank()) {
    ctx.SetOutput(output, type.element, Shape::OfUnknownRank(Interval::AtLeast(1)));
    return;
  }
  DimVector dims = {trip};
  dims.insert(dims.end(), type.shape.dims.begin(), type.shape.dims.end());
  ctx.SetOutput(output, type.element, dims);
}

// Sets a carried value to that of the last iteration; false where that is not known.
bool SetCarried(RuleContext& ctx, int output, const UnrolledLoop& unrolled,
                symbolic::SymbolId first_symbol) {
  const ValueState state =
      unrolled.iterations.empty()
          ? ctx.InputState(output + kBodyLeadingInputs)
          : unrolled.iterations.back()[static_cast<size_t>(output) + kBodyLeadingOutputs];
  if (!IsDecidedOutside(ctx, state, first_symbol)) return false;
  const auto positions = ctx.types().at(state.type()).positions;
  ctx.SetOutputState(output, state);
  if (!positions.empty())
    SetSequence(ctx, output, TypeIdVector(positions.begin(), positions.end()));
  return true;
}

// The slices of a scan output; none unless all have one type and are known.
std::vector<ValueState> KnownSlices(RuleContext& ctx, int output, const UnrolledLoop& unrolled,
                                    symbolic::SymbolId first_symbol) {
  std::vector<ValueState> slices;
  for (const auto& outputs : unrolled.iterations) {
    slices.push_back(outputs[static_cast<size_t>(output) + kBodyLeadingOutputs]);
    const bool is_known = IsDecidedOutside(ctx, slices.back(), first_symbol);
    if (!is_known || slices.back().type() != slices.front().type()) return {};
  }
  return slices;
}

// The elements of a scan output, where they are known in each iteration.
void SetScanElements(RuleContext& ctx, int output, absl::Span<const ValueState> slices) {
  ExprVector elements;
  for (const ValueState& slice : slices) {
    const auto ints = IntsOf(ctx, slice);
    if (!ints || elements.size() + ints->size() > static_cast<size_t>(kMaxElements)) return;
    elements.insert(elements.end(), ints->begin(), ints->end());
  }
  if (!elements.empty()) ctx.SetIntElements(output, elements);
}

void SetOutputs(RuleContext& ctx, const BodyLoopResult& result, Dim trip,
                const std::optional<UnrolledLoop>& unrolled, symbolic::SymbolId first_symbol) {
  for (int i = 0; i < ctx.output_count(); ++i) {
    const auto index = static_cast<size_t>(i);
    if (index < result.carried.size()) {
      if (unrolled && SetCarried(ctx, i, *unrolled, first_symbol)) continue;
      ctx.SetOutputState(i, result.carried[index]);
      continue;
    }
    std::vector<ValueState> slices;
    if (unrolled) slices = KnownSlices(ctx, i, *unrolled, first_symbol);
    SetScanOutput(ctx, i,
                  slices.empty() ? result.outputs[index + kBodyLeadingOutputs] : slices.front(),
                  trip, first_symbol);
    SetScanElements(ctx, i, slices);
  }
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
  // Whether the condition may turn false is asked at the fixed point only: until then the values
  // that it depends on may still change.
  if (trip.starts_true) loop.trip_count = trip.limit;
  loop.trip_limit = trip.never_runs ? Expr(0) : trip.limit;
  loop.runs_if = trip.runs_if;
  loop.runs_if_is_all = trip.runs_if_is_all;
  loop.may_end = [&](absl::Span<const ValueState> outputs) {
    return outputs.empty() || !KeepsRunning(ctx, body, outputs[0]);
  };
  const KnownBefore before(ctx);
  const BodyLoopResult result = RunToFixedPoint(ctx, loop);
  if (result.outputs.empty()) return;
  const auto unrolled = result.never_runs ? std::optional<UnrolledLoop>(UnrolledLoop())
                                          : UnrollInPlaceOf(ctx, before, [&] {
                                              return UnrollIfKnown(ctx, loop, trip, result.may_end);
                                            });
  const Dim trip_dim = unrolled ? Dim(static_cast<int64_t>(unrolled->iterations.size()))
                                : TripDim(ctx, trip, trip.starts_true && !result.may_end);
  SetOutputs(ctx, result, trip_dim, unrolled, first_symbol);
}

}  // namespace shapewright::rules
