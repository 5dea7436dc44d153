// StableHLO's transforms, linear algebra, normalizations, random numbers and collectives.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/hlo_cost.h"
#include "core/rules/operators/stablehlo/hlo_operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

struct FftElements {
  ElementType real;
  ElementType complex;
};
constexpr FftElements kFftElements[] = {{ElementType::kFloat, ElementType::kComplex64},
                                        {ElementType::kDouble, ElementType::kComplex128}};

// Of the result. Nothing after an error.
std::optional<ElementType> FftElement(RuleContext& ctx, bool from_real, bool to_real) {
  const ElementType element = ctx.InputElement(0);
  if (element == ElementType::kUndefined) return element;
  for (const FftElements& pair : kFftElements) {
    if (element != (from_real ? pair.real : pair.complex)) continue;
    return to_real ? pair.real : pair.complex;
  }
  ctx.Error("ELEMENT_TYPE_NOT_ALLOWED", Place::Input(0),
            absl::StrCat("fft of this type takes no ", shape::ElementTypeName(element)));
  return std::nullopt;
}

void InferFft(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  const absl::string_view type = ctx.StringAttribute("fft_type", "");
  const bool from_real = type == "RFFT";
  const bool to_real = type == "IRFFT";
  if (!from_real && !to_real && type != "FFT" && type != "IFFT") {
    return RefuseInts(ctx, "fft_type", "FFT, IFFT, RFFT or IRFFT");
  }
  const auto element = FftElement(ctx, from_real, to_real);
  const auto lengths = IntsOr(ctx, "fft_length");
  if (!element) return;
  constexpr size_t kMostAxes = 3;
  if (lengths.empty() || lengths.size() > kMostAxes) {
    return RefuseInts(ctx, "fft_length", "1 to 3 lengths");
  }
  const Shape shape = ctx.InputShape(0);
  if (!shape.has_rank) return SetHloResult(ctx, 0, *element, shape);
  const int count = static_cast<int>(lengths.size());
  if (!ctx.CheckRankBetween(0, count, kAnyRank)) return;
  DimVector dims(shape.dims.begin(), shape.dims.end());
  for (int i = 0; i < count; ++i) {
    const int axis = shape.rank() - count + i;
    const int64_t length = lengths[static_cast<size_t>(i)];
    if (length < 0) return RefuseInts(ctx, "fft_length", "lengths of at least 0");
    const bool is_last = i + 1 == count;
    if (!from_real && !to_real) continue;
    // Of a real signal half of the frequencies say all.
    const int64_t half = length == 0 ? 0 : length / 2 + 1;
    ctx.RequireEqual(dims[static_cast<size_t>(axis)], Place::Input(0, axis),
                     is_last && to_real ? half : length, {}, "hlo.fft_length"_check);
    dims[static_cast<size_t>(axis)] = is_last && from_real ? half : length;
  }
  SetHloResult(ctx, 0, *element, dims);
}

// The last two dims are equal.
bool RequireSquare(RuleContext& ctx, const Shape& shape) {
  if (!ctx.CheckRankBetween(0, 2, kAnyRank)) return false;
  const int rank = shape.rank();
  ctx.Unify(shape.dims[static_cast<size_t>(rank) - 2], Place::Input(0, rank - 2), shape.dims.back(),
            Place::Input(0, rank - 1), "hlo.square"_check);
  return true;
}

void InferCholesky(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  const Shape shape = ctx.InputShape(0);
  if (shape.has_rank && !RequireSquare(ctx, shape)) return;
  SetHloResult(ctx, 0, ctx.InputElement(0), shape);
}

void InferTriangularSolve(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 2, 2)) return;
  ctx.CheckSameElement(0, 1);
  const Shape a = ctx.InputShape(0);
  const Shape b = ctx.InputShape(1);
  if (a.has_rank && !RequireSquare(ctx, a)) return;
  if (a.has_rank && b.has_rank) {
    if (!ctx.CheckRank(1, a.rank())) return;
    const bool is_left = ctx.IntAttribute("left_side", 1) != 0;
    const int side = a.rank() - (is_left ? 2 : 1);
    for (int axis = 0; axis < a.rank() - 1; ++axis) {
      const int other = axis < a.rank() - 2 ? axis : side;
      ctx.Unify(a.dims[static_cast<size_t>(axis)], Place::Input(0, axis),
                b.dims[static_cast<size_t>(other)], Place::Input(1, other), "hlo.triangular"_check);
    }
  }
  SetHloResult(ctx, 0, ctx.InputElement(1), b);
}

// Operands [first, end) have an element for each feature of operand 0. The number of features.
Dim RequireFeatures(RuleContext& ctx, int first, int end) {
  const Shape shape = ctx.InputShape(0);
  Dim features;
  Place place;
  if (shape.has_rank) {
    const auto axis = AxisAttribute(ctx, "feature_index", shape.rank());
    if (!axis) return {};
    features = shape.dims[static_cast<size_t>(*axis)];
    place = Place::Input(0, *axis);
  }
  for (int i = first; i < end; ++i) {
    if (!ctx.CheckRank(i, 1)) return {};
    ctx.CheckSameElement(0, i);
    features = UnifyVector(ctx, i, features, place, "hlo.features"_check);
  }
  return features;
}

void InferHloBatchNormInference(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 5, 5)) return;
  RequireFeatures(ctx, 1, 5);
  SetHloResult(ctx, 0, ctx.InputElement(0), ctx.InputShape(0));
}

void SetFeatureResults(RuleContext& ctx, Dim features) {
  for (int i = 1; i < std::min(3, ctx.output_count()); ++i) {
    SetHloResult(ctx, i, ctx.InputElement(0), {features});
  }
}

void InferBatchNormTraining(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 3, 3)) return;
  const Dim features = RequireFeatures(ctx, 1, 3);
  SetHloResult(ctx, 0, ctx.InputElement(0), ctx.InputShape(0));
  SetFeatureResults(ctx, features);
}

void InferBatchNormGrad(RuleContext& ctx) {
  constexpr int kGradient = 4;
  if (!CheckOperandCount(ctx, 5, 5)) return;
  const Dim features = RequireFeatures(ctx, 1, kGradient);
  ctx.CheckSameElement(0, kGradient);
  const Shape shape = ctx.InputShape(0);
  const Shape gradient = ctx.InputShape(kGradient);
  if (shape.has_rank && gradient.has_rank && ctx.CheckRank(kGradient, shape.rank())) {
    for (int axis = 0; axis < shape.rank(); ++axis) {
      ctx.Unify(shape.dims[static_cast<size_t>(axis)], Place::Input(0, axis),
                gradient.dims[static_cast<size_t>(axis)], Place::Input(kGradient, axis),
                "hlo.shapes"_check);
    }
  }
  SetHloResult(ctx, 0, ctx.InputElement(0), shape);
  SetFeatureResults(ctx, features);
}

void InferRng(RuleContext& ctx) {
  constexpr int kSizes = 2;
  if (!CheckOperandCount(ctx, 3, 3)) return;
  ctx.CheckSameElement(0, 1);
  if (!ctx.CheckRank(0, 0) || !ctx.CheckRank(1, 0)) return;
  SetToDeclared(ctx, 0);
  const auto sizes = ResultSizes(ctx, kSizes);
  if (sizes) SetHloResult(ctx, 0, ctx.InputElement(0), *sizes);
}

void InferRngBits(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  SetHloResult(ctx, 0, ctx.InputElement(0), ctx.InputShape(0));
  SetToDeclared(ctx, 1);
}

// How many processes are in a group; nothing where that is not known.
std::optional<int64_t> GroupSize(RuleContext& ctx) {
  const graph::Attribute* const groups = ctx.FindAttribute("replica_groups");
  const bool is_matrix = groups != nullptr && groups->kind == graph::AttributeKind::kTensor &&
                         groups->tensor->dims.size() == 2;
  if (!is_matrix || groups->tensor->dims[1] < 1) return std::nullopt;
  return groups->tensor->dims[1];
}

// Each operand with one dim multiplied by the number of parts, and one divided by it; -1: none.
void SetSplitOrJoined(RuleContext& ctx, absl::string_view multiplied, absl::string_view divided,
                      std::optional<int64_t> parts) {
  for (int i = 0; i < std::min(ctx.input_count(), ctx.output_count()); ++i) {
    const ElementType element = ctx.InputElement(i);
    const Shape shape = ctx.InputShape(i);
    if (!shape.has_rank) {
      SetHloResult(ctx, i, element, shape);
      continue;
    }
    DimVector dims(shape.dims.begin(), shape.dims.end());
    const auto more =
        multiplied.empty() ? std::optional<int>(-1) : AxisAttribute(ctx, multiplied, shape.rank());
    const auto less =
        divided.empty() ? std::optional<int>(-1) : AxisAttribute(ctx, divided, shape.rank());
    if (!more || !less) return;
    if (*less >= 0) {
      Dim& dim = dims[static_cast<size_t>(*less)];
      if (parts) ctx.RequireDivisible(dim, Place::Input(i, *less), *parts, {}, "hlo.parts"_check);
      dim = parts ? ctx.FloorDiv(dim, *parts) : Dim();
    }
    if (*more >= 0) {
      Dim& dim = dims[static_cast<size_t>(*more)];
      dim = parts && !dim.is_unknown() ? ctx.Multiply(dim, *parts) : Dim();
    }
    SetHloResult(ctx, i, element, dims);
  }
}

void InferAllGather(RuleContext& ctx) {
  SetSplitOrJoined(ctx, "all_gather_dim", "", GroupSize(ctx));
}

void InferReduceScatter(RuleContext& ctx) {
  RunScalars(ctx, "computation", {ctx.InputElement(0), ctx.InputElement(0)});
  SetSplitOrJoined(ctx, "", "scatter_dimension", GroupSize(ctx));
}

void InferAllToAll(RuleContext& ctx) {
  const int64_t parts = ctx.IntAttribute("split_count", 0);
  if (parts < 1) return RefuseInts(ctx, "split_count", "a number of at least 1");
  SetSplitOrJoined(ctx, "concat_dimension", "split_dimension", parts);
}

// Operands go to other processes as they are.
void InferSent(RuleContext& ctx) {
  if (ctx.GraphAttribute("computation") != graph::kNoGraph) {
    RunScalars(ctx, "computation", {ctx.InputElement(0), ctx.InputElement(0)});
  }
  for (int i = 0; i < std::min(ctx.input_count(), ctx.output_count()); ++i) {
    SetHloResult(ctx, i, ResultElement(ctx, i, ctx.InputElement(i)), ctx.InputShape(i));
  }
}

void InferProcessId(RuleContext& ctx) {
  SetHloResult(ctx, 0, ElementType::kUint32, absl::Span<const Dim>());
}

constexpr absl::string_view kAsOperands = "the operands' shapes";

constexpr OperatorRow kHloLinearRows[] = {
    {kChlo, "ragged_dot", {1}, SetAllToDeclared, "the declared type"},
    {kStablehlo,
     "all_gather",
     {1},
     InferAllGather,
     "one axis as many times as a group is large",
     {}},
    {kStablehlo, "all_reduce", {1}, InferSent, kAsOperands, {}},
    {kStablehlo, "all_to_all", {1}, InferAllToAll, "one axis split, one concatenated", {}},
    {kStablehlo,
     "batch_norm_grad",
     {1},
     InferBatchNormGrad,
     "the operand's shape, and twice the features"},
    {kStablehlo,
     "batch_norm_inference",
     {1},
     InferHloBatchNormInference,
     "the operand's shape",
     {},
     PerElement{.alu = 4}},
    {kStablehlo,
     "batch_norm_training",
     {1},
     InferBatchNormTraining,
     "the operand's shape, and twice the features",
     {},
     PerElement{.alu = 7}},
    {kStablehlo, "cholesky", {1}, InferCholesky, "the operand's shape"},
    {kStablehlo, "collective_broadcast", {1}, InferSent, kAsOperands, {}},
    {kStablehlo, "collective_permute", {1}, InferSent, kAsOperands, {}},
    {kStablehlo, "cross-replica-sum", {1}, InferSent, kAsOperands, {}},
    {kStablehlo,
     "fft",
     {1},
     InferFft,
     "the operand's shape; half of the frequencies of real ones",
     {},
     HloFftCost},
    {kStablehlo, "partition_id", {1}, InferProcessId, "a scalar", {}, kFree},
    {kStablehlo, "reduce_scatter", {1}, InferReduceScatter, "one axis split over a group", {}},
    {kStablehlo, "replica_id", {1}, InferProcessId, "a scalar", {}, kFree},
    {kStablehlo, "rng", {1}, InferRng, "the sizes that an operand gives", kRandom},
    {kStablehlo, "rng_bit_generator", {1}, InferRngBits, "the state's shape, and the declared one"},
    {kStablehlo, "triangular_solve", {1}, InferTriangularSolve, "the right side's shape"},
};

}  // namespace

absl::Span<const OperatorRow> HloLinearOperators() { return kHloLinearRows; }

}  // namespace shapewright::rules
