#include "core/rules/operators/cost/hlo_cost.h"

#include <algorithm>

#include "core/rules/operators/cost/reduce_cost.h"

namespace shapewright::rules {
namespace {

using symbolic::Expr;

// The product of an operand's dims on the axes that an attribute names; unknown where there are no
// such axes.
Expr ProductOn(CostContext& ctx, size_t input, absl::string_view axes) {
  Expr product = 1;
  const shape::Shape shape = ctx.InputShape(input);
  if (!shape.has_rank) return {};
  for (const int64_t axis : ctx.Ints(axes).value_or(absl::Span<const int64_t>())) {
    if (axis < 0 || axis >= shape.rank()) return {};
    product = ctx.Multiply(product, shape.dims[static_cast<size_t>(axis)]);
  }
  return product;
}

Expr InputDimOn(CostContext& ctx, size_t input, absl::string_view axis) {
  return ctx.InputDim(input, static_cast<int>(ctx.Int(axis, 0)));
}

// Operands come in as many initial or other values again.
size_t CountReduced(CostContext& ctx) { return std::max<size_t>(1, ctx.input_count() / 2); }

Expr HloWindowSize(CostContext& ctx) {
  const auto window = ctx.Ints("window_dimensions");
  if (!window) return {};
  Expr size = 1;
  for (const int64_t dim : *window) size = ctx.Multiply(size, dim);
  return size;
}

}  // namespace

void HloDotGeneralCost(CostContext& ctx) {
  ctx.Mac(ctx.Multiply(ctx.OutputSize(0), ProductOn(ctx, 0, "lhs_contracting_dimensions")));
}

void HloDotCost(CostContext& ctx) { ctx.Mac(ctx.Multiply(ctx.OutputSize(0), ctx.InputDim(0, -1))); }

void HloConvolutionCost(CostContext& ctx) {
  const Expr taps = ctx.Multiply(ProductOn(ctx, 1, "kernel_spatial_dimensions"),
                                 InputDimOn(ctx, 1, "kernel_input_feature_dimension"));
  ctx.Mac(ctx.Multiply(ctx.OutputSize(0), taps));
  const auto dilation = ctx.Ints("lhs_dilation");
  const bool has_holes = dilation && std::any_of(dilation->begin(), dilation->end(),
                                                 [](int64_t entry) { return entry > 1; });
  // Taps on the holes between elements are counted too.
  if (has_holes) ctx.SetUpper();
}

void HloReduceCost(CostContext& ctx) {
  for (size_t i = 0; i < CountReduced(ctx); ++i) ctx.Alu(ctx.InputSize(i));
}

void HloReduceWindowCost(CostContext& ctx) {
  const Expr window = HloWindowSize(ctx);
  for (size_t i = 0; i < CountReduced(ctx); ++i) ctx.Alu(ctx.Multiply(window, ctx.OutputSize(i)));
}

void HloSelectAndScatterCost(CostContext& ctx) {
  const Expr source = ctx.InputSize(1);
  ctx.Alu(ctx.Multiply(HloWindowSize(ctx), source));
  ctx.Alu(source);
}

void HloScatterCost(CostContext& ctx) {
  const size_t count = CountReduced(ctx);
  for (size_t i = 0; i < count; ++i) ctx.Alu(ctx.InputSize(count + 1 + i));
}

void HloSortCost(CostContext& ctx) {
  const Expr length = InputDimOn(ctx, 0, "dimension");
  if (!length.is_constant() || length.constant() < 0) return ctx.Refuse();
  int64_t rounds = 0;
  while (rounds < 62 && (int64_t{1} << rounds) < length.constant()) ++rounds;
  ctx.Alu(rounds, ctx.InputSize(0));
  ctx.SetUpper();
}

void HloFftCost(CostContext& ctx) {
  const auto lengths = ctx.Ints("fft_length");
  // Of a transform between real and complex, the whole has the length of the real side.
  const bool is_inverse = ctx.String("fft_type", "") == "IRFFT";
  const shape::Shape whole = is_inverse ? ctx.OutputShape(0) : ctx.InputShape(0);
  if (!lengths || !whole.has_rank || lengths->size() > whole.dims.size()) return ctx.Refuse();
  const Expr size = is_inverse ? ctx.OutputSize(0) : ctx.InputSize(0);
  for (const int64_t length : *lengths) {
    if (length < 1) return ctx.Refuse();
    AddTransforms(ctx, ctx.Divide(size, length), length);
  }
}

}  // namespace shapewright::rules
