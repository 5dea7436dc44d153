#include "core/rules/operators/cost/recurrent_cost.h"

namespace shapewright::rules {
namespace {

using symbolic::Expr;

struct Gates {
  int64_t count;
  int64_t special;  // per element of the state
  int64_t alu;
};

// The sizes of a recurrence; `steps` is those of all sequences of the batch together.
struct Steps {
  Expr steps;
  Expr cells;  // directions * steps * hidden
};

Steps AddRecurrence(CostContext& ctx, const Gates& gates) {
  constexpr size_t kBias = 3;
  // A cell of OpenVINO makes one step: [batch, input].
  const bool is_cell = ctx.InputShape(0).rank() == 2;
  const Expr steps =
      is_cell ? ctx.InputDim(0, 0) : ctx.Multiply(ctx.InputDim(0, 0), ctx.InputDim(0, 1));
  const Expr input = ctx.InputDim(0, -1);
  const int64_t directions = ctx.String("direction", "forward") == "bidirectional" ? 2 : 1;
  const int64_t given = ctx.Int("hidden_size", 0);
  const Expr hidden = given > 0 ? Expr(given) : ctx.InputDim(2, 2);
  const Expr cells = ctx.Multiply(ctx.Multiply(directions, steps), hidden);
  ctx.Mac(ctx.Multiply(ctx.Multiply(gates.count, cells), ctx.Add(input, hidden)));
  ctx.Special(ctx.Multiply(gates.special, cells));
  ctx.Alu(gates.alu, cells);
  if (ctx.HasInput(kBias)) ctx.Alu(gates.count, cells);
  return {steps, cells};
}

constexpr Gates kLstm = {.count = 4, .special = 5, .alu = 8};

}  // namespace

void LstmCost(CostContext& ctx) {
  constexpr size_t kPeepholes = 7;
  const Steps sizes = AddRecurrence(ctx, kLstm);
  // Three gates look at the cell.
  if (ctx.HasInput(kPeepholes)) ctx.Mac(ctx.Multiply(3, sizes.cells));
}

void GruCost(CostContext& ctx) { AddRecurrence(ctx, {.count = 3, .special = 3, .alu = 8}); }

void RnnCost(CostContext& ctx) { AddRecurrence(ctx, {.count = 1, .special = 1, .alu = 1}); }

// Input and states are quantized by their ranges.
void DynamicQuantizeLstmCost(CostContext& ctx) {
  constexpr int64_t kQuantize = 4;
  const Steps sizes = AddRecurrence(ctx, kLstm);
  const Expr quantized = ctx.Add(ctx.InputSize(0), sizes.cells);
  ctx.Alu(kQuantize, quantized);
  ctx.Div(quantized);
}

}  // namespace shapewright::rules
