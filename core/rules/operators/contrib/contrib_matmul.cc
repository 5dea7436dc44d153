// Matrix products of onnxruntime.
#include <algorithm>
#include <initializer_list>

#include "core/rules/checks/checks.h"
#include "core/rules/fitting.h"
#include "core/rules/operands.h"
#include "core/rules/operators/contrib/contrib_rules.h"
#include "core/rules/operators/cost/product_cost.h"
#include "core/rules/operators/onnx/neural/matmul.h"

namespace shapewright::rules {
namespace {

// `batch` moves the first axis behind the batch axes, then `matrix` swaps the
// last two. Vectors stay as they are.
void Transpose(Factor& factor, bool matrix, bool batch) {
  if (factor.rank() < 2) return;
  const auto last = static_cast<std::ptrdiff_t>(factor.rank()) - 1;
  if (batch) {
    std::rotate(factor.dims.begin(), factor.dims.begin() + 1, factor.dims.begin() + last);
    std::rotate(factor.places.begin(), factor.places.begin() + 1, factor.places.begin() + last);
  }
  if (matrix) factor.Swap(factor.rank() - 2, factor.rank() - 1);
}

Factor ReadTransposed(RuleContext& ctx, int input, absl::string_view matrix,
                      absl::string_view batch) {
  Factor factor = ReadFactor(ctx, input);
  Transpose(factor, ctx.BoolAttribute(matrix, false), ctx.BoolAttribute(batch, false));
  return factor;
}

// Batches are moved only in operands of one rank that have any.
bool CanMoveBatches(RuleContext& ctx) {
  const bool moves_a = ctx.BoolAttribute("transBatchA", false);
  const bool moves_b = ctx.BoolAttribute("transBatchB", false);
  if (!moves_a && !moves_b) return true;
  for (const int input : {0, 1}) {
    if (!ctx.CheckRankBetween(input, 3, kAnyRank)) return false;
  }
  const Shape a = ctx.InputShape(0);
  return !a.has_rank || ctx.CheckRank(1, a.rank());
}

void InferFusedMatMul(RuleContext& ctx) {
  if (!CanMoveBatches(ctx)) return ctx.SetOutput(0, FirstElement(ctx, {0, 1}), Shape());
  SetProduct(ctx, ReadTransposed(ctx, 0, "transA", "transBatchA"),
             ReadTransposed(ctx, 1, "transB", "transBatchB"), FirstElement(ctx, {0, 1}));
}

void InferSparseToDenseMatMul(RuleContext& ctx) {
  SetProduct(ctx, ReadTransposed(ctx, 0, "transA", ""), ReadTransposed(ctx, 1, "transB", ""),
             ctx.InputElement(1));
}

// The product of operands 0 and 1; the bias has an element per column. Returns the result's dims.
DimVector InferPlain(RuleContext& ctx, int bias, ElementType element) {
  const Factor b = ReadFactor(ctx, 1);
  if (b.rank() > 0 && bias >= 0) {
    RequireElementCount(ctx, bias, {b.dims.back(), b.places.back()}, "bias.columns"_check);
  }
  return SetProduct(ctx, ReadFactor(ctx, 0), b, element);
}

void InferMatMulInteger16(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  InferPlain(ctx, -1, element == ElementType::kUint16 ? ElementType::kUint32 : ElementType::kInt32);
}

void InferGemmFastGelu(RuleContext& ctx) { InferPlain(ctx, 2, FirstElement(ctx, {0, 1})); }

// onnxruntime multiplies the result by scales, which it broadcasts, however they are meant.
void RequireScales(RuleContext& ctx, absl::Span<const Dim> result,
                   std::initializer_list<int> inputs) {
  if (result.empty()) return;
  absl::InlinedVector<PlacedDim, 6> dims;
  for (const Dim dim : result) dims.push_back({dim});
  for (const int input : inputs) RequireBroadcastTo(ctx, input, dims, "product.scales"_check);
}

void InferDynamicQuantizeMatMul(RuleContext& ctx) {
  const DimVector result = InferPlain(ctx, 4, FirstElement(ctx, {0, 2}));
  RequireScales(ctx, result, {2});
  CheckQuantization(ctx, 3, 1, false);
}

void InferMatMulIntegerToFloat(RuleContext& ctx) {
  const DimVector result = InferPlain(ctx, 6, FirstElement(ctx, {2, 3}));
  RequireScales(ctx, result, {2, 3});
  CheckQuantization(ctx, 5, 1, false);
}

// A matrix [inner, columns] given by an attribute or a packed operand.
Factor WeightsOf(Dim inner, const Place& inner_place, Dim columns, const Place& columns_place) {
  Factor weights;
  weights.has_rank = true;
  weights.dims = {inner, columns};
  weights.places = {inner_place, columns_place};
  return weights;
}

// So many entries for each column, as a matrix or flat. `input` may be left out.
void RequirePerColumn(RuleContext& ctx, int input, int64_t columns, Expr entries) {
  constexpr const Check& kBlocks = "blocks.columns"_check;
  if (!ctx.HasInput(input) || !ctx.CheckRankBetween(input, 1, 2)) return;
  const size_t rank = PlacedDimsOf(ctx, input).size();
  if (rank == 1) RequireDims(ctx, input, {{ctx.Multiply(columns, entries)}}, kBlocks);
  if (rank == 2) RequireDims(ctx, input, {{Dim(columns)}, {entries}}, kBlocks);
}

// Weights of an inner dim of so many elements, packed in blocks.
struct BitBlocks {
  Expr blocks;
  int64_t block = 0;
  int64_t bits = 0;
};

std::optional<BitBlocks> ReadBitBlocks(RuleContext& ctx, int64_t inner) {
  const int64_t block = ctx.IntAttribute("block_size", 0);
  const int64_t bits = ctx.IntAttribute("bits", 4);
  if (block <= 0 || bits <= 0 || bits > 8) return std::nullopt;
  return BitBlocks{ctx.CeilDiv(inner, block), block, bits};
}

// Operand `first` is [columns, blocks, bytes of a block]; a scale per block follows it.
void CheckBitWeights(RuleContext& ctx, int first, const BitBlocks& of, int64_t columns) {
  const Expr bytes = ctx.CeilDiv(ctx.Multiply(of.block, of.bits), 8);
  RequireDims(ctx, first, {{Dim(columns)}, {of.blocks}, {bytes}}, "blocks.columns"_check);
  RequirePerColumn(ctx, first + 1, columns, of.blocks);
}

// Zero points of uint8 are packed as the weights are. A group is told of each element, or of those
// that pad the blocks too.
void CheckBitOptions(RuleContext& ctx, const BitBlocks& of, int64_t inner, int64_t columns) {
  constexpr int kZeroPoints = 3;
  constexpr int kGroups = 4;
  const ElementType zero_point = ctx.InputElement(kZeroPoints);
  if (zero_point != ElementType::kUndefined) {
    const bool is_packed = zero_point == ElementType::kUint8;
    RequirePerColumn(ctx, kZeroPoints, columns,
                     is_packed ? ctx.CeilDiv(ctx.Multiply(of.blocks, of.bits), 8) : of.blocks);
  }
  if (!ctx.HasInput(kGroups) || !ctx.CheckRank(kGroups, 1)) return;
  const auto groups = PlacedDimsOf(ctx, kGroups);
  if (groups.size() != 1) return;
  constexpr const Check& kReason = "blocks.columns"_check;
  ctx.RequireAtLeast(groups[0].dim, groups[0].place, inner, kReason);
  ctx.RequireAtMost(groups[0].dim, groups[0].place, ctx.Multiply(of.blocks, of.block), {}, kReason);
}

// At least half a byte per weight, and a greatest value per block.
void CheckBnbWeights(RuleContext& ctx, Expr weights) {
  const int64_t block = ctx.IntAttribute("block_size", 0);
  const Expr needed[] = {ctx.CeilDiv(weights, 2), block > 0 ? ctx.CeilDiv(weights, block) : Expr()};
  for (const int input : {1, 2}) {
    const Expr count = ctx.InputElementCount(input);
    if (!ctx.HasInput(input) || count.is_unknown() || needed[input - 1].is_unknown()) continue;
    ctx.RequireAtMost(needed[input - 1], {}, count, Place::Input(input), "bits.packed"_check);
  }
}

// Weights packed into bits: their shape [K, N] is an attribute.
void InferMatMulNBits(RuleContext& ctx) {
  const auto inner = RequiredPositive(ctx, "K");
  const auto columns = RequiredPositive(ctx, "N");
  if (!inner || !columns) return;
  Factor b = WeightsOf(Dim(*inner), {}, Dim(*columns), {});
  // For transB = 0 the text of MatMulBnb4 says [N, K].
  const bool is_bnb = ctx.op().op_type == "MatMulBnb4";
  Transpose(b, is_bnb && !ctx.BoolAttribute("transB", true), false);
  SetProduct(ctx, ReadFactor(ctx, 0), b, ctx.InputElement(0));
  if (is_bnb) {
    CheckBnbWeights(ctx, ctx.Multiply(*inner, *columns));
    return;
  }
  constexpr int kBias = 5;
  UnifyVector(ctx, kBias, Dim(*columns), {}, "bias.columns"_check);
  const auto of = ReadBitBlocks(ctx, *inner);
  if (!of) return;
  CheckBitWeights(ctx, 1, *of, *columns);
  CheckBitOptions(ctx, *of, *inner, *columns);
}

// Several products of one operand, each by weights, scales and a bias. onnxruntime may normalize it
// first; then the sum that was normalized is a further result.
void SetProducts(RuleContext& ctx, absl::Span<const absl::string_view> columns) {
  constexpr int kFirstWeights = 3;
  constexpr int kOperandsPerProduct = 3;
  const auto inner = RequiredPositive(ctx, "K");
  if (!inner) return;
  const auto of = ReadBitBlocks(ctx, *inner);
  const Factor a = ReadFactor(ctx, 0);
  int output = 0;
  for (const absl::string_view name : columns) {
    const auto count = RequiredPositive(ctx, name);
    if (!count) return;
    const int weights = kFirstWeights + output * kOperandsPerProduct;
    if (of) CheckBitWeights(ctx, weights, *of, *count);
    UnifyVector(ctx, weights + 2, Dim(*count), {}, "bias.columns"_check);
    SetProduct(ctx, a, WeightsOf(Dim(*inner), {}, Dim(*count), {}), ctx.InputElement(0), output++);
  }
  SetSameAs(ctx, output, 0);
}

void InferMatMulNBitsQkv(RuleContext& ctx) { SetProducts(ctx, {"Nq", "Nkv", "Nkv"}); }

// Only the gate's product has a result; a second one of the same columns is multiplied by it.
void InferMatMulNBitsMlp(RuleContext& ctx) {
  constexpr int kSecondWeights = 6;
  SetProducts(ctx, {"N"});
  const int64_t columns = ctx.IntAttribute("N", 0);
  const auto of = ReadBitBlocks(ctx, ctx.IntAttribute("K", 0));
  if (columns > 0 && of) CheckBitWeights(ctx, kSecondWeights, *of, columns);
}

// Weights [columns, inner / packed].
void InferBlockQuantized(RuleContext& ctx, int64_t packed, int bias) {
  ctx.CheckRank(1, 2);
  const DimVector b = DimsOrUnknown(ctx, 1, 2);
  UnifyVector(ctx, bias, b[0], Place::Input(1, 0), "bias.columns"_check);
  SetProduct(ctx, ReadFactor(ctx, 0),
             WeightsOf(ctx.Multiply(b[1], packed), Place::Input(1, 1), b[0], Place::Input(1, 0)),
             FirstElement(ctx, {0, bias}));
}

void InferMatMulFp8(RuleContext& ctx) { InferBlockQuantized(ctx, 1, 4); }

void InferMatMulFp4(RuleContext& ctx) { InferBlockQuantized(ctx, 2, 5); }

// Both operands are followed by a scale.
void InferQOrderedMatMul(RuleContext& ctx) {
  SetProduct(ctx, ReadFactor(ctx, 0), ReadFactor(ctx, 2), ElementType::kInt8);
}

// The weights' shape is an operand.
void InferMatMulFpQ4(RuleContext& ctx) {
  const auto shape = ctx.IntElementsOrFresh(2);
  Factor b;
  b.has_rank = shape && shape->size() == 2;
  if (b.has_rank) b.dims.assign(shape->begin(), shape->end());
  b.places = {Place::Element(2, 0), Place::Element(2, 1)};
  SetProduct(ctx, ReadFactor(ctx, 0), b, ctx.InputElement(0));
}

// Matrices only; attributes may transpose each. C is broadcast to the result, never the
// reverse.
void InferGemmOf(RuleContext& ctx, int b_input, int c_input, ElementType element) {
  const bool are_matrices = ctx.CheckRank(0, 2) && ctx.CheckRank(b_input, 2);
  Factor factors[2];
  for (int i = 0; i < 2; ++i) {
    const int input = i == 0 ? 0 : b_input;
    factors[i].has_rank = true;
    factors[i].dims = DimsOrUnknown(ctx, input, 2);
    factors[i].places = {Place::Input(input, 0), Place::Input(input, 1)};
    Transpose(factors[i], ctx.BoolAttribute(i == 0 ? "transA" : "transB", false), false);
  }
  const Shape c = ctx.InputShape(c_input);
  if (ctx.HasInput(c_input) && c.has_rank && ctx.CheckRankBetween(c_input, 0, 2)) {
    for (int axis = 0; axis < c.rank(); ++axis) {
      const int own = axis + 2 - c.rank();
      UnifyUnlessOne(ctx, factors[own].dims[own], factors[own].places[own], c.dims[axis],
                     Place::Input(c_input, axis), "gemm.c"_check);
    }
  }
  if (are_matrices) {
    SetProduct(ctx, factors[0], factors[1], element);
  } else {
    ctx.SetOutput(0, element, {factors[0].dims[0], factors[1].dims[1]});
  }
}

void InferFusedGemm(RuleContext& ctx) { InferGemmOf(ctx, 1, 2, FirstElement(ctx, {0, 1})); }

void InferGemmFloat8(RuleContext& ctx) {
  InferGemmOf(ctx, 1, 2, ctx.ElementAttribute("dtype", ElementType::kFloat));
}

// A, B and Y have a scale and a zero point each; without those of Y the result is not
// quantized.
void InferQGemm(RuleContext& ctx) {
  InferGemmOf(ctx, 3, 6, ctx.HasInput(8) ? ctx.InputElement(8) : ElementType::kFloat);
  const auto b = PlacedDimsOf(ctx, 3);
  if (b.size() != 2) return;
  const PlacedDim& columns = b[ctx.BoolAttribute("transB", false) ? 0 : 1];
  for (const int input : {4, 5}) {
    RequireOneOrAsMany(ctx, input, columns, "product.scale"_check);
  }
  RequireDimsOf(ctx, 5, 4, "product.zero_point"_check);
}

// Distances between the rows of two matrices.
void InferCDist(RuleContext& ctx) {
  Factor b = ReadFactor(ctx, 1);
  const bool are_matrices = ctx.CheckRank(0, 2) && ctx.CheckRank(1, 2);
  if (!are_matrices) return ctx.SetOutput(0, ctx.InputElement(0), {Dim(), Dim()});
  const DimVector rows = {DimsOrUnknown(ctx, 0, 2)[0], DimsOrUnknown(ctx, 1, 2)[0]};
  Transpose(b, true, false);
  const Factor a = ReadFactor(ctx, 0);
  if (!a.has_rank || !b.has_rank) return ctx.SetOutput(0, ctx.InputElement(0), rows);
  SetProduct(ctx, a, b, FirstElement(ctx, {0, 1}));
}

constexpr absl::string_view kProduct = "[broadcast of the batches, M, N]";

constexpr OperandForm kFormsOfQGemm[] = {{1, Form::kScalarOrOne},
                                         {2, Form::kScalarOrOne},
                                         {7, Form::kScalarOrOne},
                                         {8, Form::kScalarOrOne}};
constexpr OperandForm kFormsOfIntegerToFloat[] = {{4, Form::kScalarOrOne}};

constexpr OperatorRow kContribMatmulRows[] = {
    {kMicrosoft, "CDist", {1}, InferCDist, "[rows of A, rows of B]", {}, CDistCost},
    {kMicrosoft,
     "DynamicQuantizeMatMul",
     {1},
     InferDynamicQuantizeMatMul,
     kProduct,
     {},
     DynamicQuantizeMatMulCost},
    {kMicrosoft, "FusedGemm", {1}, InferFusedGemm, "[M, N]", {}, FusedGemmCost},
    {kMicrosoft, "FusedMatMul", {1}, InferFusedMatMul, kProduct, {}, FusedMatMulCost},
    {kMicrosoft, "FusedMatMulActivation", {1}, InferFusedMatMul, kProduct, {}, FusedMatMulCost},
    {kMicrosoft, "GemmFastGelu", {1}, InferGemmFastGelu, kProduct, {}, GemmFastGeluCost},
    {kMicrosoft, "GemmFloat8", {1}, InferGemmFloat8, "[M, N]", {}, GemmCost},
    {kMicrosoft,
     "MatMulBlockQuantizedFp4Weight",
     {1},
     InferMatMulFp4,
     kProduct,
     {},
     MatMulBlockQuantizedCost},
    {kMicrosoft,
     "MatMulBlockQuantizedFp8Weight",
     {1},
     InferMatMulFp8,
     kProduct,
     {},
     MatMulBlockQuantizedCost},
    {kMicrosoft, "MatMulBnb4", {1}, InferMatMulNBits, kProduct, {}, MatMulNBitsCost},
    {kMicrosoft, "MatMulFpQ4", {1}, InferMatMulFpQ4, kProduct, {}, MatMulBlockQuantizedCost},
    {kMicrosoft, "MatMulInteger16", {1}, InferMatMulInteger16, kProduct, {}, MatMulCost},
    {kMicrosoft,
     "MatMulIntegerToFloat",
     {1},
     InferMatMulIntegerToFloat,
     kProduct,
     {.forms = kFormsOfIntegerToFloat},
     MatMulIntegerToFloatCost},
    {kMicrosoft, "MatMulNBits", {1}, InferMatMulNBits, kProduct, {}, MatMulNBitsCost},
    {kMicrosoft, "MatMulNBitsMlp", {1}, InferMatMulNBitsMlp, "[..., N]; the operand's shape"},
    {kMicrosoft, "MatMulNBitsQkv", {1}, InferMatMulNBitsQkv, "[..., N] each; the operand's shape"},
    {kMicrosoft, "QGemm", {1}, InferQGemm, "[M, N]", {.forms = kFormsOfQGemm}, QGemmCost},
    {kMicrosoft, "QOrderedMatMul", {1}, InferQOrderedMatMul, kProduct, {}, QLinearMatMulCost},
    {kMicrosoft, "SparseToDenseMatMul", {1}, InferSparseToDenseMatMul, kProduct},
    {kMicrosoft, "TransposeMatMul", {1}, InferFusedMatMul, kProduct, {}, FusedMatMulCost},
};

}  // namespace

absl::Span<const OperatorRow> ContribMatmulOperators() { return kContribMatmulRows; }

}  // namespace shapewright::rules
