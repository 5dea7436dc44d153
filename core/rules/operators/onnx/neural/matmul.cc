#include "core/rules/operators/onnx/neural/matmul.h"

#include <algorithm>

#include "core/rules/checks/checks.h"
#include "core/rules/fitting.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/product_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

constexpr const Check& kInner = "matmul.inner"_check;

// Appends the broadcast of the batch dims, all but the last two.
void AppendBatch(RuleContext& ctx, const Factor& a, const Factor& b, DimVector& dims) {
  const size_t batch_a = std::max<size_t>(a.rank(), 2) - 2;
  const size_t batch_b = std::max<size_t>(b.rank(), 2) - 2;
  const size_t batch = std::max(batch_a, batch_b);
  for (size_t i = 0; i < batch; ++i) {
    if (i + batch_a < batch) {
      dims.push_back(b.dims[i + batch_b - batch]);
    } else if (i + batch_b < batch) {
      dims.push_back(a.dims[i + batch_a - batch]);
    } else {
      const size_t axis_a = i + batch_a - batch;
      const size_t axis_b = i + batch_b - batch;
      dims.push_back(
          ctx.BroadcastDims(a.dims[axis_a], a.places[axis_a], b.dims[axis_b], b.places[axis_b]));
    }
  }
}

}  // namespace

Factor ReadFactor(RuleContext& ctx, int input) {
  Factor factor;
  const Shape shape = ctx.InputShape(input);
  factor.has_rank = ctx.CheckRankBetween(input, 1, kAnyRank) && shape.has_rank;
  if (!factor.has_rank) return factor;
  factor.dims.assign(shape.dims.begin(), shape.dims.end());
  for (int axis = 0; axis < shape.rank(); ++axis) {
    factor.places.push_back(Place::Input(input, axis));
  }
  return factor;
}

DimVector SetProduct(RuleContext& ctx, const Factor& a, const Factor& b, ElementType element,
                     int output) {
  if (!a.has_rank || !b.has_rank) {
    ctx.SetOutput(output, element, Shape());
    return {};
  }
  const size_t inner_a = a.rank() - 1;
  const size_t inner_b = b.rank() == 1 ? 0 : b.rank() - 2;
  ctx.RequireEqual(a.dims[inner_a], a.places[inner_a], b.dims[inner_b], b.places[inner_b], kInner);
  DimVector dims;
  {
    // Without products to add, onnxruntime does not look at the batch.
    const ToleratedChecks checks(ctx, ctx.Bounds(a.dims[inner_a]).min < 1);
    AppendBatch(ctx, a, b, dims);
  }
  if (a.rank() > 1) dims.push_back(a.dims[inner_a - 1]);
  if (b.rank() > 1) dims.push_back(b.dims[inner_b + 1]);
  ctx.SetOutput(output, element, dims);
  return dims;
}

void CheckQuantization(RuleContext& ctx, int input, int matrix, bool is_per_row) {
  auto dims = PlacedDimsOf(ctx, matrix);
  const Shape own = ctx.InputShape(input);
  if (!ctx.HasInput(input) || dims.empty() || !own.has_rank || own.rank() == 0) return;
  constexpr const Check& kReason = "matmul.scale"_check;
  const size_t last = dims.size() - 1;
  if (own.rank() == 1 && last != 1) {
    // Only a matrix has the axis that a vector is along.
    RequireElementCount(ctx, input, {Dim(1)}, kReason);
    return;
  }
  if (last == 0 || own.rank() == 1) {
    return RequireOneOrAsMany(ctx, input, dims[is_per_row && last > 0 ? last - 1 : last], kReason);
  }
  dims[is_per_row ? last : last - 1].dim = 1;
  RequireDims(ctx, input, dims, kReason);
}

namespace {

void SetProductOf(RuleContext& ctx, int a, int b, ElementType element) {
  const Factor first = ReadFactor(ctx, a);
  SetProduct(ctx, first, ReadFactor(ctx, b), element);
}

void InferMatMul(RuleContext& ctx) {
  ctx.CheckSameElement(0, 1);
  SetProductOf(ctx, 0, 1, FirstElement(ctx, {0, 1}));
}

void InferMatMulInteger(RuleContext& ctx) {
  SetProductOf(ctx, 0, 1, ElementType::kInt32);
  CheckQuantization(ctx, 2, 0, true);
  CheckQuantization(ctx, 3, 1, false);
}

// Each of a, b and y has a scale and a zero point.
void InferQLinearMatMul(RuleContext& ctx) {
  ctx.CheckSameElement(0, 2);
  ctx.CheckSameElement(3, 5);
  SetProductOf(ctx, 0, 3, ctx.InputElement(7));
  for (const int input : {1, 2}) CheckQuantization(ctx, input, 0, true);
  for (const int input : {4, 5}) CheckQuantization(ctx, input, 3, false);
}

// A and B as matrices; the attributes may transpose each.
struct Matrix {
  Dim outer;
  Place outer_place;
  Dim inner;
  Place inner_place;
};

Matrix ReadMatrix(RuleContext& ctx, int input, int outer_axis) {
  const DimVector dims = DimsOrUnknown(ctx, input, 2);
  const int inner_axis = 1 - outer_axis;
  return {dims[outer_axis], Place::Input(input, outer_axis), dims[inner_axis],
          Place::Input(input, inner_axis)};
}

// C is broadcast to the result, never the reverse (from version 7 on; before, an attribute asked
// for broadcasting).
void StretchBias(RuleContext& ctx, DimVector& dims, const Matrix& a, const Matrix& b) {
  const Shape bias = ctx.InputShape(2);
  if (!bias.has_rank || !ctx.CheckRankBetween(2, 0, 2)) return;
  const Place places[] = {a.outer_place, b.outer_place};
  for (int axis = 0; axis < bias.rank(); ++axis) {
    const int own = axis + 2 - bias.rank();
    dims[own] = UnifyUnlessOne(ctx, dims[own], places[own], bias.dims[axis], Place::Input(2, axis),
                               "gemm.c"_check);
  }
}

// onnxruntime takes any operands of as many elements.
bool HasMatrices(RuleContext& ctx) {
  const ToleratedChecks checks(ctx);
  return ctx.CheckRank(0, 2) && ctx.CheckRank(1, 2);
}

void InferGemm(RuleContext& ctx) {
  ctx.CheckSameElement(0, 1);
  const bool has_matrices = HasMatrices(ctx);
  const Matrix a = ReadMatrix(ctx, 0, ctx.BoolAttribute("transA", false) ? 1 : 0);
  const Matrix b = ReadMatrix(ctx, 1, ctx.BoolAttribute("transB", false) ? 0 : 1);
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
                   Place::Input(0, rank - 1), "matrix.square"_check);
  ctx.SetOutput(0, ctx.InputElement(0), shape.dims.first(static_cast<size_t>(rank - 2)));
}

// The zero points of rows, and scales of them, that onnxruntime does not take.
constexpr OperandForm kFormsOfMatMulInteger[] = {{2, Form::kScalarOrOne, true}};
constexpr OperandForm kFormsOfQLinearMatMul[] = {{1, Form::kScalarOrOne, true},
                                                 {2, Form::kScalarOrOne, true},
                                                 {6, Form::kScalarOrOne, true},
                                                 {7, Form::kScalarOrOne, true}};

constexpr absl::string_view kMatMul = "[broadcast of the batches, M, N]";

constexpr OperatorRow kMatmulRows[] = {
    {"", "Det", {11, 22}, InferDet, "the batch dims"},
    {"", "Gemm", {1, 6, 7, 9, 11, 13}, InferGemm, "[M, N]", {}, GemmCost},
    {"", "MatMul", {1, 9, 13}, InferMatMul, kMatMul, {}, MatMulCost},
    {"",
     "MatMulInteger",
     {10},
     InferMatMulInteger,
     kMatMul,
     {.forms = kFormsOfMatMulInteger},
     MatMulCost},
    {"",
     "QLinearMatMul",
     {10, 21},
     InferQLinearMatMul,
     kMatMul,
     {.forms = kFormsOfQLinearMatMul},
     QLinearMatMulCost},
};

}  // namespace

absl::Span<const OperatorRow> MatmulOperators() { return kMatmulRows; }

}  // namespace shapewright::rules
