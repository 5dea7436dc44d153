#include "core/questions/cost/loop_trips.h"

#include <algorithm>

#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/upper_expression.h"

namespace shapewright::questions {
namespace {

using graph::ValueId;
using inference::CallFrame;
using inference::Engine;
using symbolic::Expr;

constexpr size_t kLeadingInputs = 2;  // of a Loop: the limit, the condition

// The value that a chain of identities passes on.
ValueId PassedOn(Engine& engine, ValueId value) {
  const rules::Workspace& workspace = engine.workspace();
  const graph::Model& model = workspace.model();
  while (value != graph::kNoValue && model.values[value].origin == graph::ValueOrigin::kNode) {
    const graph::Value& made = model.values[value];
    const graph::Node& node = model.graphs[made.graph].nodes[made.producer];
    const bool is_identity =
        workspace.operators().TraitsOf(node.op).purity == rules::Purity::kIdentity;
    if (!is_identity || node.inputs.empty() || !engine.work().Count()) break;
    value = node.inputs[0];
  }
  return value;
}

std::optional<int64_t> ConstantOf(Engine& engine, ValueId value) {
  if (value == graph::kNoValue) return std::nullopt;
  const absl::Span<const Expr> elements = engine.ElementsOf(value);
  if (elements.size() == 1 && elements.front().is_constant()) return elements.front().constant();
  const graph::Tensor* const tensor = engine.ConstantOf(value);
  if (tensor == nullptr) return std::nullopt;
  const auto integers = graph::DecodeIntegers(*tensor, 1);
  if (!integers || integers->size() != 1) return std::nullopt;
  return integers->front();
}

// Whether the body's condition stays true once it is.
bool KeepsRunning(Engine& engine, const graph::Graph& body) {
  if (body.outputs.empty() || body.inputs.size() < kLeadingInputs) return false;
  const ValueId condition = PassedOn(engine, body.outputs[0]);
  return condition == body.inputs[1] || ConstantOf(engine, condition).value_or(0) != 0;
}

// As it is, where the inputs decide it; else an upper bound.
std::optional<Trips> Bounded(Engine& engine, Expr count, bool is_upper) {
  symbolic::ExprArena& arena = engine.workspace().exprs();
  if (count.is_unknown()) return std::nullopt;
  if (count.is_constant() || symbolic::DependsOnInputsOnly(arena, count)) {
    return Trips{count, is_upper};
  }
  const Expr upper = symbolic::UpperExpression(arena, count);
  if (upper.is_unknown()) return std::nullopt;
  return Trips{upper, true};
}

std::optional<Trips> LoopTrips(Engine& engine, FrameCostContext& ctx, const CallFrame& body) {
  symbolic::ExprArena& arena = engine.workspace().exprs();
  const bool never_runs = std::any_of(body.runs_if.begin(), body.runs_if.end(),
                                      [](Expr e) { return e.is_constant() && e.constant() <= 0; });
  if (never_runs) return Trips{0, false};
  // A scan output has one slice for each iteration.
  std::optional<Trips> by_slices;
  for (size_t i = std::max(ctx.input_count(), kLeadingInputs) - kLeadingInputs;
       i < ctx.node().outputs.size(); ++i) {
    by_slices = Bounded(engine, ctx.OutputDim(i, 0), false);
    if (by_slices && !by_slices->is_upper) return by_slices;
  }
  const bool has_condition = ctx.HasInput(1);
  Expr limit = ctx.InputInt(0);
  const size_t known = (ctx.HasInput(0) ? 1u : 0u) + (has_condition ? 1u : 0u);
  if (ctx.HasInput(0) && limit.is_unknown() && body.runs_if.size() == known) {
    limit = body.runs_if.front();
  }
  if (limit.is_unknown()) return by_slices;
  const bool starts =
      !has_condition || ConstantOf(engine, PassedOn(engine, ctx.node().inputs[1])).value_or(0) != 0;
  const bool is_exact =
      starts && KeepsRunning(engine, engine.workspace().model().graphs[body.graph]);
  return Bounded(engine, symbolic::Max(arena, 0, limit), !is_exact);
}

std::optional<Trips> ScanTrips(Engine& engine, FrameCostContext& ctx) {
  constexpr int kBatched = 8;
  const int64_t scanned = ctx.Int("num_scan_inputs", 0);
  const auto inputs = static_cast<int64_t>(ctx.input_count());
  if (scanned < 1 || scanned > inputs) return std::nullopt;
  const auto first = static_cast<size_t>(inputs - scanned);
  if (ctx.version() == kBatched) {
    return Bounded(engine, ctx.Multiply(ctx.InputDim(first, 0), ctx.InputDim(first, 1)), true);
  }
  const auto axes = ctx.Ints("scan_input_axes");
  const int64_t axis = axes && !axes->empty() ? axes->front() : 0;
  return Bounded(engine, ctx.InputDim(first, static_cast<int>(axis)), false);
}

}  // namespace

std::optional<Trips> FindTrips(Engine& engine, FrameCostContext& ctx, const CallFrame& body) {
  switch (engine.workspace().operators().TraitsOf(ctx.node().op).bodies) {
    case rules::Bodies::kLoop:
      return LoopTrips(engine, ctx, body);
    case rules::Bodies::kScan:
      return ScanTrips(engine, ctx);
    case rules::Bodies::kWhile:
      // Without a condition for it to run, nothing is known.
      if (body.runs_if.size() != 1) return std::nullopt;
      return Bounded(engine, symbolic::Max(engine.workspace().exprs(), 0, body.runs_if.front()),
                     false);
    case rules::Bodies::kMap:
      // Of a tensor at once, of a sequence by its elements.
      if (ctx.InputType(0).is_tensor()) return Trips{1, false};
      return Bounded(engine, ctx.InputType(0).length, false);
    default:
      return Trips{1, false};
  }
}

}  // namespace shapewright::questions
