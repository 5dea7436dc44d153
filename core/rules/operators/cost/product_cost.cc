#include "core/rules/operators/cost/product_cost.h"

namespace shapewright::rules {
namespace {

using symbolic::Expr;

// To quantize a result again: scale, round, add the zero point.
constexpr int64_t kRequantizeProduct = 3;

void AddProduct(CostContext& ctx, Expr inner) { ctx.Mac(ctx.Multiply(ctx.OutputSize(0), inner)); }

bool IsOne(CostContext& ctx, absl::string_view attribute) {
  return ctx.Float(attribute, 1.0) == 1.0;
}

void AddGemm(CostContext& ctx, size_t c) {
  const Expr n = ctx.OutputSize(0);
  AddProduct(ctx, ctx.InputDim(0, ctx.Int("transA", 0) != 0 ? 0 : 1));
  if (!IsOne(ctx, "alpha")) ctx.Alu(n);
  if (!ctx.HasInput(c)) return;
  ctx.Alu(n);
  if (!IsOne(ctx, "beta")) ctx.Alu(n);
}

// x*0.5*(1 + tanh(x*(a + b*x*x))).
void AddFastGelu(CostContext& ctx) {
  constexpr int64_t kAlu = 7;
  ctx.Alu(kAlu, ctx.OutputSize(0));
  ctx.Special(ctx.OutputSize(0));
}

void AddActivation(CostContext& ctx) {
  const absl::string_view activation = ctx.String("activation", "");
  if (activation.empty()) return;
  if (activation == "Relu") {
    ctx.Alu(ctx.OutputSize(0));
  } else {
    ctx.Special(ctx.OutputSize(0));
  }
}

void AddFusedMatMul(CostContext& ctx) {
  const bool is_transposed = ctx.Int("transA", 0) != 0 && ctx.InputShape(0).rank() > 1;
  const int transposed_axis = ctx.Int("transBatchA", 0) != 0 ? 0 : -2;
  AddProduct(ctx, ctx.InputDim(0, is_transposed ? transposed_axis : -1));
  if (!IsOne(ctx, "alpha")) ctx.Alu(ctx.OutputSize(0));
}

}  // namespace

void MatMulCost(CostContext& ctx) { AddProduct(ctx, ctx.InputDim(0, -1)); }

void GemmCost(CostContext& ctx) {
  constexpr size_t kC = 2;
  AddGemm(ctx, kC);
}

void FusedMatMulCost(CostContext& ctx) {
  AddFusedMatMul(ctx);
  AddActivation(ctx);
}

void GemmFastGeluCost(CostContext& ctx) {
  MatMulCost(ctx);
  if (ctx.HasInput(2)) ctx.Alu(ctx.OutputSize(0));
  AddFastGelu(ctx);
}

void FusedGemmCost(CostContext& ctx) {
  GemmCost(ctx);
  AddActivation(ctx);
}

void QLinearMatMulCost(CostContext& ctx) {
  MatMulCost(ctx);
  ctx.Alu(kRequantizeProduct, ctx.OutputSize(0));
}

void QGemmCost(CostContext& ctx) {
  constexpr size_t kC = 6;
  AddGemm(ctx, kC);
  ctx.Alu(kRequantizeProduct, ctx.OutputSize(0));
}

// The operand is quantized by its range; the result is scaled.
void DynamicQuantizeMatMulCost(CostContext& ctx) {
  constexpr size_t kBias = 4;
  constexpr int64_t kQuantize = 4;
  MatMulCost(ctx);
  ctx.Alu(kQuantize, ctx.InputSize(0));
  ctx.Div(ctx.InputSize(0));
  ctx.Alu(ctx.HasInput(kBias) ? 2 : 1, ctx.OutputSize(0));
}

void MatMulIntegerToFloatCost(CostContext& ctx) {
  constexpr size_t kBias = 6;
  MatMulCost(ctx);
  ctx.Alu(ctx.HasInput(kBias) ? 2 : 1, ctx.OutputSize(0));
}

void MatMulNBitsCost(CostContext& ctx) {
  MatMulCost(ctx);
  const int64_t inner = ctx.Int("K", 0);
  const int64_t columns = ctx.Int("N", 0);
  if (inner > 0 && columns > 0) {
    ctx.Alu(ctx.Multiply(2, ctx.Multiply(inner, columns)));
  } else {
    ctx.Refuse();
  }
}

void MatMulBlockQuantizedCost(CostContext& ctx) {
  MatMulCost(ctx);
  ctx.Alu(2, ctx.Multiply(ctx.InputDim(0, -1), ctx.OutputDim(0, -1)));
}

void CDistCost(CostContext& ctx) {
  constexpr int64_t kAlu = 3;
  ctx.Alu(kAlu, ctx.Multiply(ctx.OutputSize(0), ctx.InputDim(0, -1)));
  if (ctx.String("metric", "sqeuclidean") == "euclidean") ctx.Sqrt(ctx.OutputSize(0));
}

void MixtureOfExpertsCost(CostContext& ctx) {
  constexpr size_t kFirst = 2;
  constexpr size_t kBits = 4;
  constexpr int64_t kByte = 8;
  const bool is_quantized = ctx.op_type() == "QMoE";
  // Weights, and for a quantized one its scales, then the bias.
  const size_t step = is_quantized ? 3 : 2;
  const int64_t bits = is_quantized ? ctx.Int("expert_weight_bits", kBits) : kByte;
  if (bits <= 0 || kByte % bits != 0) return ctx.Refuse();
  const int64_t packed = kByte / bits;
  const Expr rows = ctx.ProductOf(ctx.InputShape(0), 0, -1);
  const Expr runs = ctx.Multiply(rows, ctx.Int("k", 1));
  for (size_t weights = kFirst; weights <= kFirst + 2 * step; weights += step) {
    if (!ctx.HasInput(weights)) continue;
    const Expr elements = ctx.ProductOf(ctx.InputShape(weights), 1);
    ctx.Mac(ctx.Multiply(runs, ctx.Multiply(packed, elements)));
    if (is_quantized) ctx.Alu(2, ctx.Multiply(packed, ctx.InputSize(weights)));
    if (ctx.HasInput(weights + step - 1)) {
      ctx.Alu(ctx.Multiply(runs, ctx.InputDim(weights + step - 1, -1)));
    }
  }
  const Expr inner = ctx.Multiply(packed, ctx.InputDim(kFirst + step, 2));
  ctx.Special(ctx.Multiply(runs, inner));
  // The results are weighted and added.
  ctx.Mac(ctx.Multiply(ctx.OutputSize(0), ctx.Int("k", 1)));
}

}  // namespace shapewright::rules
