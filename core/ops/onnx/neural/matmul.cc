// Matrix products.
#include <algorithm>

#include "core/rules/operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::ops {
namespace {

constexpr absl::string_view kInner = "the inner dims of a matrix product are equal";

int InnerAxisOfSecond(const Shape& b) { return b.rank() == 1 ? 0 : b.rank() - 2; }

// Appends the broadcast of the batch dims, all but the last two.
void AppendBatchDims(RuleContext& ctx, int a, const Shape& shape_a, int b, const Shape& shape_b,
                     DimVector& dims) {
  const int batch_a = std::max(0, shape_a.rank() - 2);
  const int batch_b = std::max(0, shape_b.rank() - 2);
  const int batch = std::max(batch_a, batch_b);
  for (int i = 0; i < batch; ++i) {
    const int axis_a = i - (batch - batch_a);
    const int axis_b = i - (batch - batch_b);
    if (axis_a < 0) {
      dims.push_back(shape_b.dims[axis_b]);
    } else if (axis_b < 0) {
      dims.push_back(shape_a.dims[axis_a]);
    } else {
      dims.push_back(ctx.BroadcastDims(shape_a.dims[axis_a], Place::Input(a, axis_a),
                                       shape_b.dims[axis_b], Place::Input(b, axis_b)));
    }
  }
}

// numpy.matmul: vectors get a dim for the product, which the result has not.
void SetProduct(RuleContext& ctx, int a, int b, ElementType element) {
  const Shape shape_a = ctx.InputShape(a);
  const Shape shape_b = ctx.InputShape(b);
  if (!ctx.CheckRankBetween(a, 1, kAnyRank) || !ctx.CheckRankBetween(b, 1, kAnyRank) ||
      !shape_a.has_rank || !shape_b.has_rank) {
    ctx.SetOutput(0, element, Shape());
    return;
  }
  const int inner_a = shape_a.rank() - 1;
  const int inner_b = InnerAxisOfSecond(shape_b);
  ctx.RequireEqual(shape_a.dims[inner_a], Place::Input(a, inner_a), shape_b.dims[inner_b],
                   Place::Input(b, inner_b), kInner);
  DimVector dims;
  AppendBatchDims(ctx, a, shape_a, b, shape_b, dims);
  if (shape_a.rank() > 1) dims.push_back(shape_a.dims[inner_a - 1]);
  if (shape_b.rank() > 1) dims.push_back(shape_b.dims[inner_b + 1]);
  ctx.SetOutput(0, element, dims);
}

void InferMatMul(RuleContext& ctx) {
  ctx.CheckSameElement(0, 1);
  SetProduct(ctx, 0, 1, FirstElement(ctx, {0, 1}));
}

void InferMatMulInteger(RuleContext& ctx) { SetProduct(ctx, 0, 1, ElementType::kInt32); }

// Each of a, b and y has a scale and a zero point.
void InferQLinearMatMul(RuleContext& ctx) {
  ctx.CheckSameElement(0, 2);
  ctx.CheckSameElement(3, 5);
  SetProduct(ctx, 0, 3, ctx.InputElement(7));
}

// A and B as matrices; the attributes may transpose each.
struct Factor {
  Dim outer;
  Place outer_place;
  Dim inner;
  Place inner_place;
};

Factor ReadFactor(RuleContext& ctx, int input, int outer_axis) {
  const DimVector dims = DimsOrUnknown(ctx, input, 2);
  const int inner_axis = 1 - outer_axis;
  return {dims[outer_axis], Place::Input(input, outer_axis), dims[inner_axis],
          Place::Input(input, inner_axis)};
}

// C is broadcast to the result, never the reverse (from version 7 on; before, an attribute asked
// for broadcasting).
Dim StretchToResult(RuleContext& ctx, Dim dim, const Place& place, Dim result,
                    const Place& result_place) {
  if (dim.is_constant(1)) return result;
  if (!ctx.Bounds(dim).Contains(1)) {
    return ctx.Unify(result, result_place, dim, place, "C has the result's shape");
  }
  ctx.BroadcastDims(result, result_place, dim, place);
  return result;
}

void StretchBias(RuleContext& ctx, DimVector& dims, const Factor& a, const Factor& b) {
  const Shape bias = ctx.InputShape(2);
  if (!bias.has_rank || !ctx.CheckRankBetween(2, 0, 2)) return;
  const Place places[] = {a.outer_place, b.outer_place};
  for (int axis = 0; axis < bias.rank(); ++axis) {
    const int own = axis + 2 - bias.rank();
    dims[own] =
        StretchToResult(ctx, bias.dims[axis], Place::Input(2, axis), dims[own], places[own]);
  }
}

void InferGemm(RuleContext& ctx) {
  ctx.CheckSameElement(0, 1);
  const bool has_matrices = ctx.CheckRank(0, 2) && ctx.CheckRank(1, 2);
  const Factor a = ReadFactor(ctx, 0, ctx.BoolAttribute("transA", false) ? 1 : 0);
  const Factor b = ReadFactor(ctx, 1, ctx.BoolAttribute("transB", false) ? 0 : 1);
  DimVector dims = {a.outer, b.outer};
  if (has_matrices) {
    ctx.RequireEqual(a.inner, a.inner_place, b.inner, b.inner_place, kInner);
    if (ctx.HasInput(2)) StretchBias(ctx, dims, a, b);
  }
  ctx.SetOutput(0, FirstElement(ctx, {0, 1, 2}), dims);
}

// The determinants of square matrices.
void InferDet(RuleContext& ctx) {
  const Shape shape = ctx.InputShape(0);
  if (!ctx.CheckRankBetween(0, 2, kAnyRank) || !shape.has_rank) {
    ctx.SetOutput(0, ctx.InputElement(0), Shape());
    return;
  }
  const int rank = shape.rank();
  ctx.RequireEqual(shape.dims[rank - 2], Place::Input(0, rank - 2), shape.dims[rank - 1],
                   Place::Input(0, rank - 1), "the matrix is square");
  ctx.SetOutput(0, ctx.InputElement(0), shape.dims.first(static_cast<size_t>(rank - 2)));
}

constexpr absl::string_view kMatMul = "[broadcast of the batches, M, N]";

constexpr OperatorRow kRows[] = {
    {"", "Det", {11, 22}, InferDet, "the batch dims"},
    {"", "Gemm", {1, 6, 7, 9, 11, 13}, InferGemm, "[M, N]"},
    {"", "MatMul", {1, 9, 13}, InferMatMul, kMatMul},
    {"", "MatMulInteger", {10}, InferMatMulInteger, kMatMul},
    {"", "QLinearMatMul", {10, 21}, InferQLinearMatMul, kMatMul},
};

}  // namespace

absl::Span<const OperatorRow> MatmulOperators() { return kRows; }

}  // namespace shapewright::ops
