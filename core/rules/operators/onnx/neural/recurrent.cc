// RNN, GRU and LSTM.
#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/recurrent_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

// The operands of all three.
enum RecurrentOperand { kX, kW, kR, kB, kSequenceLens, kInitialH, kInitialC, kP };

// The sizes that operands and results share, each with the place where it was first read.
struct RecurrentSizes {
  Dim sequence, batch, input, directions, hidden;
  Place batch_place, input_place, hidden_place;
};

// Unknown after an error.
Dim ReadDirections(RuleContext& ctx) {
  const absl::string_view direction = ctx.StringAttribute("direction", "forward");
  if (direction == "bidirectional") return 2;
  // The specification's version 1 itself writes "foward".
  if (direction == "forward" || direction == "foward" || direction == "reverse") return 1;
  ctx.Error("INVALID_ATTRIBUTE", {},
            absl::StrCat(ctx.op().op_type, " knows no direction ", direction));
  return Dim();
}

// With layout 1 the batch comes first.
bool IsBatchFirst(RuleContext& ctx) { return ctx.BoolAttribute("layout", false); }

void UnifyHidden(RuleContext& ctx, RecurrentSizes& sizes) {
  const Shape weights = ctx.InputShape(kR);
  if (!weights.has_rank || weights.rank() != 3) return;
  const Place place = Place::Input(kR, 2);
  sizes.hidden = sizes.hidden.is_unknown()
                     ? weights.dims[2]
                     : ctx.Unify(sizes.hidden, {}, weights.dims[2], place, "rnn.hidden"_check);
  sizes.hidden_place = place;
}

// The weights' stacked dim is `gates` times the hidden size.
void UnifyStacked(RuleContext& ctx, RecurrentSizes& sizes, int input, int64_t gates) {
  const Shape weights = ctx.InputShape(input);
  if (!weights.has_rank || weights.rank() != 3 || sizes.hidden.is_constant()) return;
  const Dim stacked = weights.dims[1];
  if (!stacked.is_constant() || stacked.constant() % gates != 0) return;
  const Place place = Place::Input(input, 1);
  sizes.hidden = ctx.Unify(sizes.hidden, sizes.hidden_place, stacked.constant() / gates, place,
                           "rnn.gates"_check);
  sizes.hidden_place = place;
}

RecurrentSizes ReadRecurrentSizes(RuleContext& ctx, Dim directions, int64_t gates) {
  RecurrentSizes sizes;
  const int batch_axis = IsBatchFirst(ctx) ? 0 : 1;
  const DimVector x = DimsOrUnknown(ctx, kX, 3);
  sizes.batch = x[batch_axis];
  sizes.sequence = x[1 - batch_axis];
  sizes.input = x[2];
  sizes.batch_place = Place::Input(kX, batch_axis);
  sizes.input_place = Place::Input(kX, 2);
  sizes.directions = directions;
  const int64_t hidden = ctx.IntAttribute("hidden_size", 0);
  if (hidden > 0) sizes.hidden = hidden;
  UnifyHidden(ctx, sizes);
  UnifyStacked(ctx, sizes, kW, gates);
  UnifyStacked(ctx, sizes, kR, gates);
  return sizes;
}

// Checks an operand of known rank against the dims that it must have.
void RequireDims(RuleContext& ctx, int input, absl::Span<const Dim> dims, const Check& check) {
  const Shape shape = ctx.InputShape(input);
  if (!ctx.HasInput(input) || !shape.has_rank) return;
  if (!ctx.CheckRank(input, static_cast<int>(dims.size()))) return;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    ctx.RequireEqual(shape.dims[axis], Place::Input(input, axis), dims[axis], {}, check);
  }
}

// `gates` matrices for each direction, stacked.
void RequireWeights(RuleContext& ctx, const RecurrentSizes& sizes, int64_t gates) {
  const Expr stacked = ctx.Multiply(gates, sizes.hidden);
  RequireDims(ctx, kW, {sizes.directions, stacked, sizes.input}, "rnn.weights"_check);
  RequireDims(ctx, kR, {sizes.directions, stacked, sizes.hidden}, "rnn.recurrence"_check);
  RequireDims(ctx, kB, {sizes.directions, ctx.Multiply(2, stacked)}, "rnn.bias"_check);
}

// [directions, batch, hidden], or with the batch first.
DimVector StateDims(RuleContext& ctx, const RecurrentSizes& sizes) {
  if (IsBatchFirst(ctx)) return {sizes.batch, sizes.directions, sizes.hidden};
  return {sizes.directions, sizes.batch, sizes.hidden};
}

void UnifyBatch(RuleContext& ctx, RecurrentSizes& sizes) {
  sizes.batch =
      UnifyVector(ctx, kSequenceLens, sizes.batch, sizes.batch_place, "sequence_lens.batch"_check);
  const int axis = IsBatchFirst(ctx) ? 0 : 1;
  const Shape state = ctx.InputShape(kInitialH);
  if (!state.has_rank || state.rank() != 3) return;
  sizes.batch = ctx.Unify(sizes.batch, sizes.batch_place, state.dims[axis],
                          Place::Input(kInitialH, axis), "rnn.initial"_check);
}

// Replaces unknown sizes by new symbols, so that results share them.
void FillResults(RuleContext& ctx, RecurrentSizes& sizes) {
  DimVector shared = {sizes.sequence, sizes.directions, sizes.batch, sizes.hidden};
  FillUnknown(ctx, shared);
  sizes.sequence = shared[0];
  sizes.directions = shared[1];
  sizes.batch = shared[2];
  sizes.hidden = shared[3];
}

void SetResults(RuleContext& ctx, const RecurrentSizes& sizes) {
  const ElementType element = FirstElement(ctx, {kX, kW, kR});
  if (IsBatchFirst(ctx)) {
    ctx.SetOutput(0, element, {sizes.batch, sizes.sequence, sizes.directions, sizes.hidden});
  } else {
    ctx.SetOutput(0, element, {sizes.sequence, sizes.directions, sizes.batch, sizes.hidden});
  }
  const DimVector state = StateDims(ctx, sizes);
  ctx.SetOutput(1, element, state);
  ctx.SetOutput(2, element, state);
}

// With layout 1 the results are batch first too.
void InferRecurrent(RuleContext& ctx, int64_t gates) {
  const bool has_ranks = ctx.CheckRank(kX, 3) && ctx.CheckRank(kW, 3) && ctx.CheckRank(kR, 3);
  RecurrentSizes sizes = ReadRecurrentSizes(ctx, ReadDirections(ctx), gates);
  if (has_ranks) {
    RequireWeights(ctx, sizes, gates);
    UnifyBatch(ctx, sizes);
  }
  FillResults(ctx, sizes);
  const DimVector state = StateDims(ctx, sizes);
  constexpr const Check& kState = "rnn.state"_check;
  RequireDims(ctx, kInitialH, state, kState);
  if (gates == 4) {
    RequireDims(ctx, kInitialC, state, kState);
    RequireDims(ctx, kP, {sizes.directions, ctx.Multiply(3, sizes.hidden)}, "rnn.peepholes"_check);
  }
  SetResults(ctx, sizes);
}

void InferRnn(RuleContext& ctx) { InferRecurrent(ctx, 1); }
void InferGru(RuleContext& ctx) { InferRecurrent(ctx, 3); }
void InferLstm(RuleContext& ctx) { InferRecurrent(ctx, 4); }

constexpr absl::string_view kRecurrent =
    "[sequence, directions, batch, hidden] and the last states; batch first with layout 1";

constexpr OperatorRow kRecurrentRows[] = {
    {"", "GRU", {1, 3, 7, 14, 22}, InferGru, kRecurrent, {}, GruCost},
    {"", "LSTM", {1, 7, 14, 22}, InferLstm, kRecurrent, {}, LstmCost},
    {"", "RNN", {1, 7, 14, 22}, InferRnn, kRecurrent, {}, RnnCost},
};

}  // namespace

absl::Span<const OperatorRow> RecurrentOperators() { return kRecurrentRows; }

}  // namespace shapewright::rules
