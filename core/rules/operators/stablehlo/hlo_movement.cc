// StableHLO's operators that move elements: slices, updates, padding, concatenation.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/elements/join_elements.h"
#include "core/rules/operators/stablehlo/hlo_operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

void InferHloConcatenate(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, kAnyRank)) return;
  int first = 0;
  while (first < ctx.input_count() && !ctx.InputShape(first).has_rank) ++first;
  ElementType element = ctx.InputElement(0);
  for (int i = 1; i < ctx.input_count(); ++i) {
    if (!ctx.CheckSameElement(0, i)) break;
    if (element == ElementType::kUndefined) element = ctx.InputElement(i);
  }
  if (first == ctx.input_count()) return SetHloResult(ctx, 0, element, Shape());
  const Shape shape = ctx.InputShape(first);
  const auto axis = AxisAttribute(ctx, "dimension", shape.rank());
  if (!axis) return SetHloResult(ctx, 0, element, Shape());
  DimVector dims(shape.dims.begin(), shape.dims.end());
  bool is_complete = first == 0;
  for (int i = first + 1; i < ctx.input_count(); ++i) {
    const Shape part = ctx.InputShape(i);
    is_complete &= part.has_rank;
    if (!part.has_rank) continue;
    if (!ctx.CheckRank(i, shape.rank())) return ctx.SetOutput(0, element, Shape());
    for (int k = 0; k < part.rank(); ++k) {
      if (k == *axis) {
        dims[k] = AddSizes(ctx, dims[k], part.dims[k]);
      } else if (!(dims[k] == part.dims[k])) {
        dims[k] = ctx.Unify(dims[k], Place::Input(first, k), part.dims[k], Place::Input(i, k),
                            "hlo.concatenate"_check);
      }
    }
  }
  if (!is_complete) dims[static_cast<size_t>(*axis)] = Dim();
  SetHloResult(ctx, 0, element, dims);
  if (is_complete) JoinElements(ctx, *axis);
}

// The elements of the operand from `starts` on, by steps along its axes.
void TakeSlice(RuleContext& ctx, absl::Span<const int64_t> starts,
               absl::Span<const int64_t> steps) {
  if (!ctx.HasOutput(0) || !MayMoveElements(ctx, 0)) return;
  const Shape result = OutputShape(ctx, 0);
  const Shape operand = ctx.InputShape(0);
  const auto count = SmallElementCount(result);
  if (!count || !SmallElementCount(operand)) return;
  auto strides = RowMajorStrides(operand.dims);
  int64_t origin = 0;
  for (size_t axis = 0; axis < strides.size() && *count > 0; ++axis) {
    const int64_t last = starts[axis] + (result.dims[axis].constant() - 1) * steps[axis];
    const int64_t size = operand.dims[axis].constant();
    // After an error the result may be larger than the operand.
    if (std::min(starts[axis], last) < 0 || std::max(starts[axis], last) >= size) return;
    origin += starts[axis] * strides[axis];
    strides[axis] *= steps[axis];
  }
  TakeStrided(ctx, 0, 0, origin, strides);
}

// Numbers beyond these are of no tensor whose elements are followed.
bool IsModest(int64_t number) { return number >= -kMaxElements && number <= 64 * kMaxElements; }
bool AreModest(absl::Span<const int64_t> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), IsModest);
}

void InferHloSlice(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  const ElementType element = ctx.InputElement(0);
  const Shape operand = ctx.InputShape(0);
  if (!operand.has_rank) return SetHloResult(ctx, 0, element, operand);
  const auto starts = EntriesAttribute(ctx, "start_indices", operand.rank(), 0, 0);
  const auto limits = EntriesAttribute(ctx, "limit_indices", operand.rank(), 0, 0);
  const auto strides = EntriesAttribute(ctx, "strides", operand.rank(), 1, 1);
  if (!starts || !limits || !strides) return ctx.SetOutput(0, element, Shape());
  DimVector dims;
  for (int axis = 0; axis < operand.rank(); ++axis) {
    const auto at = static_cast<size_t>(axis);
    if ((*starts)[at] > (*limits)[at]) {
      RefuseInts(ctx, "limit_indices",
                 absl::StrCat("a limit of at least ", (*starts)[at], ", not ", (*limits)[at]));
      return ctx.SetOutput(0, element, Shape());
    }
    ctx.RequireAtMost((*limits)[at], {}, operand.dims[at], Place::Input(0, axis),
                      "hlo.slice"_check);
    dims.push_back(ctx.CeilDiv((*limits)[at] - (*starts)[at], (*strides)[at]));
  }
  SetHloResult(ctx, 0, element, dims);
  if (AreModest(*starts) && AreModest(*strides)) TakeSlice(ctx, *starts, *strides);
}

// The element of an operand for an axis; unknown where it is not followed.
Expr EntryOf(const std::optional<ExprVector>& entries, int axis) {
  const auto at = static_cast<size_t>(axis);
  return entries && at < entries->size() ? (*entries)[at] : Expr();
}

// Requires that a vector operand has an element for each axis.
bool CheckAxisEntries(RuleContext& ctx, int input, int rank) {
  const Shape shape = ctx.InputShape(input);
  if (!shape.has_rank) return true;
  if (!ctx.CheckRank(input, 1)) return false;
  return ctx.RequireEqual(shape.dims[0], Place::Input(input, 0), rank, Place::Input(0),
                          "hlo.output_rank"_check);
}

bool AreConstant(const ExprVector& entries) {
  return std::all_of(entries.begin(), entries.end(), [](Expr e) { return e.is_constant(); });
}

EntryVector ConstantsOf(const ExprVector& entries) {
  EntryVector constants;
  for (const Expr e : entries) constants.push_back(e.constant());
  return constants;
}

void InferRealDynamicSlice(RuleContext& ctx) {
  constexpr int kStart = 1;
  constexpr int kLimit = 2;
  constexpr int kStride = 3;
  if (!CheckOperandCount(ctx, 4, 4)) return;
  const ElementType element = ctx.InputElement(0);
  const Shape operand = ctx.InputShape(0);
  if (!operand.has_rank) return SetHloResult(ctx, 0, element, operand);
  for (const int input : {kStart, kLimit, kStride}) {
    if (!CheckAxisEntries(ctx, input, operand.rank())) return ctx.SetOutput(0, element, Shape());
  }
  const auto starts = ElementsOrUnknown(ctx, kStart);
  const auto limits = ElementsOrUnknown(ctx, kLimit);
  const auto strides = ElementsOrUnknown(ctx, kStride);
  DimVector dims;
  for (int axis = 0; axis < operand.rank(); ++axis) {
    const Expr start = EntryOf(starts, axis);
    const Expr limit = EntryOf(limits, axis);
    const Expr stride = EntryOf(strides, axis);
    Dim& dim = dims.emplace_back();
    if (start.is_unknown() || limit.is_unknown()) continue;
    const bool is_fine =
        ctx.RequireAtLeast(start, Place::Element(kStart, axis), 0, "hlo.slice_order"_check) &&
        ctx.RequireAtMost(start, Place::Element(kStart, axis), limit, Place::Element(kLimit, axis),
                          "hlo.slice_order"_check) &&
        ctx.RequireAtMost(limit, Place::Element(kLimit, axis), operand.dims[axis],
                          Place::Input(0, axis), "hlo.slice"_check);
    const bool has_stride = !stride.is_unknown() && ctx.Bounds(stride).min >= 1;
    if (is_fine && has_stride) dim = ctx.CeilDiv(ctx.Subtract(limit, start), stride);
  }
  SetHloResult(ctx, 0, element, dims);
  if (starts && strides && AreConstant(*starts) && AreConstant(*strides)) {
    const EntryVector first = ConstantsOf(*starts);
    const EntryVector steps = ConstantsOf(*strides);
    if (AreModest(first) && AreModest(steps) && first.size() == operand.dims.size() &&
        steps.size() == first.size()) {
      TakeSlice(ctx, first, steps);
    }
  }
}

// The constant starts of a slice of the sizes, moved so that it lies within the operand; nothing
// where they are not known.
std::optional<EntryVector> ClampedStarts(RuleContext& ctx, int first, const Shape& operand,
                                         absl::Span<const Dim> sizes) {
  EntryVector starts;
  for (int axis = 0; axis < operand.rank(); ++axis) {
    const auto start = ctx.ConstantInt(first + axis);
    const Dim dim = operand.dims[static_cast<size_t>(axis)];
    const Dim size = sizes[static_cast<size_t>(axis)];
    if (!start || !dim.is_constant() || !size.is_constant()) return std::nullopt;
    const int64_t last = std::max<int64_t>(0, dim.constant() - size.constant());
    starts.push_back(std::clamp<int64_t>(*start, 0, last));
  }
  return starts;
}

// Scalar indices, one for each axis.
bool CheckStarts(RuleContext& ctx, int first, int rank) {
  if (!CheckOperandCount(ctx, first + rank, first + rank)) return false;
  for (int i = first; i < ctx.input_count(); ++i) {
    if (!ctx.CheckRank(i, 0)) return false;
    if (i > first) ctx.CheckSameElement(first, i);
  }
  return true;
}

void InferHloDynamicSlice(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  const Shape operand = ctx.InputShape(0);
  if (!operand.has_rank) return SetHloResult(ctx, 0, element, operand);
  const auto sizes = EntriesAttribute(ctx, "slice_sizes", operand.rank(), 0, 0);
  if (!sizes || !CheckStarts(ctx, 1, operand.rank())) return ctx.SetOutput(0, element, Shape());
  DimVector dims(sizes->begin(), sizes->end());
  for (int axis = 0; axis < operand.rank(); ++axis) {
    ctx.RequireAtMost(dims[axis], {}, operand.dims[axis], Place::Input(0, axis),
                      "hlo.dynamic_slice"_check);
  }
  SetHloResult(ctx, 0, element, dims);
  if (!MayMoveElements(ctx, 0)) return;
  const auto starts = ClampedStarts(ctx, 1, operand, dims);
  if (starts) TakeSlice(ctx, *starts, EntryVector(starts->size(), 1));
}

// Sets the elements of the update in place of the operand's.
void UpdateElements(RuleContext& ctx, absl::Span<const int64_t> starts) {
  const auto elements = ctx.IntElements(0);
  const auto updates = ctx.IntElementsOrFresh(1);
  const Shape operand = ctx.InputShape(0);
  const Shape update = ctx.InputShape(1);
  const auto count = SmallElementCount(update);
  if (!elements || !updates || !count || !SmallElementCount(operand)) return;
  const auto from = RowMajorStrides(update.dims);
  const auto to = RowMajorStrides(operand.dims);
  ExprVector updated(elements->begin(), elements->end());
  for (int64_t i = 0; i < *count; ++i) {
    int64_t position = 0;
    for (size_t axis = 0; axis < from.size(); ++axis) {
      position += (starts[axis] + i / from[axis] % update.dims[axis].constant()) * to[axis];
    }
    if (position >= static_cast<int64_t>(updated.size())) return;
    updated[static_cast<size_t>(position)] = (*updates)[static_cast<size_t>(i)];
  }
  ctx.SetIntElements(0, updated);
}

void InferDynamicUpdateSlice(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  const Shape operand = ctx.InputShape(0);
  const Shape update = ctx.InputShape(1);
  ctx.CheckSameElement(0, 1);
  if (operand.has_rank) {
    if (!CheckStarts(ctx, 2, operand.rank()) || !ctx.CheckRank(1, operand.rank())) {
      return ctx.SetOutput(0, element, operand);
    }
    for (int axis = 0; update.has_rank && axis < operand.rank(); ++axis) {
      ctx.RequireAtMost(update.dims[axis], Place::Input(1, axis), operand.dims[axis],
                        Place::Input(0, axis), "hlo.update"_check);
    }
  }
  SetHloResult(ctx, 0, element, operand);
  if (!operand.has_rank || !update.has_rank || !ctx.HasOutput(0) || !MayMoveElements(ctx, 0))
    return;
  const auto starts = ClampedStarts(ctx, 2, operand, update.dims);
  if (starts) UpdateElements(ctx, *starts);
}

// The padding along one axis.
struct AxisPads {
  Expr low;
  Expr high;
  Expr interior;
};

Dim PaddedSize(RuleContext& ctx, Dim dim, int axis, const AxisPads& pads) {
  if (pads.low.is_unknown() || pads.high.is_unknown() || pads.interior.is_unknown()) return {};
  const Expr between = ctx.Multiply(ctx.Max(ctx.Subtract(dim, 1), 0), pads.interior);
  const Expr inner = ctx.Add(dim, between);
  const Expr padded = ctx.Add(ctx.Add(inner, pads.low), pads.high);
  if (padded.is_unknown()) return {};
  return ctx.RequireAtLeast(padded, Place::Input(0, axis), 0, "hlo.pad"_check) ? padded : Dim();
}

// A vector with constant pads, by value.
void PadElements(RuleContext& ctx, const AxisPads& pads) {
  if (!ctx.HasOutput(0) || !MayMoveElements(ctx, 0)) return;
  const auto elements = ctx.IntElements(0);
  const auto count = SmallElementCount(OutputShape(ctx, 0));
  const bool are_constant = pads.low.is_constant() && pads.interior.is_constant();
  if (!elements || !count || !are_constant || !IsModest(pads.low.constant()) ||
      !IsModest(pads.interior.constant())) {
    return;
  }
  const Expr fill = ctx.OnlyElementOrFresh(1);
  ExprVector padded(static_cast<size_t>(*count), fill);
  for (size_t i = 0; i < elements->size(); ++i) {
    const int64_t at =
        pads.low.constant() + static_cast<int64_t>(i) * (pads.interior.constant() + 1);
    if (at >= 0 && at < *count) padded[static_cast<size_t>(at)] = (*elements)[i];
  }
  ctx.SetIntElements(0, padded);
}

void SetPadded(RuleContext& ctx, const Shape& operand, absl::Span<const AxisPads> pads) {
  DimVector dims;
  for (int axis = 0; axis < operand.rank(); ++axis) {
    dims.push_back(PaddedSize(ctx, operand.dims[static_cast<size_t>(axis)], axis,
                              pads[static_cast<size_t>(axis)]));
  }
  SetHloResult(ctx, 0, ctx.InputElement(0), dims);
  if (operand.rank() == 1) PadElements(ctx, pads[0]);
}

void InferHloPad(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 2, 2)) return;
  const ElementType element = ctx.InputElement(0);
  const Shape operand = ctx.InputShape(0);
  ctx.CheckSameElement(0, 1);
  ctx.CheckRank(1, 0);
  if (!operand.has_rank) return SetHloResult(ctx, 0, element, operand);
  constexpr int64_t kAnyPad = std::numeric_limits<int64_t>::min();
  const auto low = EntriesAttribute(ctx, "edge_padding_low", operand.rank(), kAnyPad, 0);
  const auto high = EntriesAttribute(ctx, "edge_padding_high", operand.rank(), kAnyPad, 0);
  const auto interior = EntriesAttribute(ctx, "interior_padding", operand.rank(), 0, 0);
  if (!low || !high || !interior) return ctx.SetOutput(0, element, Shape());
  absl::InlinedVector<AxisPads, 6> pads;
  for (size_t axis = 0; axis < operand.dims.size(); ++axis) {
    pads.push_back({(*low)[axis], (*high)[axis], (*interior)[axis]});
  }
  SetPadded(ctx, operand, pads);
}

void InferDynamicPad(RuleContext& ctx) {
  constexpr int kLow = 2;
  constexpr int kHigh = 3;
  constexpr int kInterior = 4;
  if (!CheckOperandCount(ctx, 5, 5)) return;
  const ElementType element = ctx.InputElement(0);
  const Shape operand = ctx.InputShape(0);
  ctx.CheckSameElement(0, 1);
  ctx.CheckRank(1, 0);
  if (!operand.has_rank) return SetHloResult(ctx, 0, element, operand);
  for (const int input : {kLow, kHigh, kInterior}) {
    if (!CheckAxisEntries(ctx, input, operand.rank())) return ctx.SetOutput(0, element, Shape());
  }
  const auto low = ElementsOrUnknown(ctx, kLow);
  const auto high = ElementsOrUnknown(ctx, kHigh);
  const auto interior = ElementsOrUnknown(ctx, kInterior);
  absl::InlinedVector<AxisPads, 6> pads;
  for (int axis = 0; axis < operand.rank(); ++axis) {
    pads.push_back({EntryOf(low, axis), EntryOf(high, axis), EntryOf(interior, axis)});
  }
  SetPadded(ctx, operand, pads);
}

void InferHloTranspose(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  const ElementType element = ctx.InputElement(0);
  const Shape operand = ctx.InputShape(0);
  if (!operand.has_rank) return SetHloResult(ctx, 0, element, operand);
  const auto axes = AxesAttribute(ctx, "permutation", operand.rank());
  if (!axes || axes->size() != operand.dims.size()) {
    if (axes) RefuseInts(ctx, "permutation", absl::StrCat("all ", operand.rank(), " axes"));
    return ctx.SetOutput(0, element, Shape());
  }
  DimVector dims;
  for (const int64_t axis : *axes) dims.push_back(operand.dims[static_cast<size_t>(axis)]);
  SetHloResult(ctx, 0, element, dims);
  if (!SmallElementCount(operand) || !ctx.HasOutput(0) || !MayMoveElements(ctx, 0)) return;
  const auto from = RowMajorStrides(operand.dims);
  EntryVector strides;
  for (const int64_t axis : *axes) strides.push_back(from[static_cast<size_t>(axis)]);
  TakeStrided(ctx, 0, 0, 0, strides);
}

void InferHloReverse(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 1, 1)) return;
  const Shape operand = ctx.InputShape(0);
  SetHloResult(ctx, 0, ctx.InputElement(0), operand);
  if (!operand.has_rank) return;
  const auto axes = AxesAttribute(ctx, "dimensions", operand.rank());
  if (!axes || !SmallElementCount(operand)) return;
  EntryVector starts(operand.dims.size(), 0);
  EntryVector steps(operand.dims.size(), 1);
  for (const int64_t axis : *axes) {
    starts[static_cast<size_t>(axis)] = operand.dims[static_cast<size_t>(axis)].constant() - 1;
    steps[static_cast<size_t>(axis)] = -1;
  }
  TakeSlice(ctx, starts, steps);
}

constexpr OperatorRow kHloMovementRows[] = {
    {kStablehlo,
     "concatenate",
     {1},
     InferHloConcatenate,
     "the sum of the dims on the axis, the others equal; by value",
     {},
     kMoved},
    {kStablehlo,
     "dynamic_pad",
     {1},
     InferDynamicPad,
     "the operand's dims with the pads; by value",
     {},
     kMoved},
    {kStablehlo, "dynamic_slice", {1}, InferHloDynamicSlice, "slice_sizes; by value", {}, kMoved},
    {kStablehlo,
     "dynamic_update_slice",
     {1},
     InferDynamicUpdateSlice,
     "the operand's shape; by value",
     {},
     kMoved},
    {kStablehlo, "pad", {1}, InferHloPad, "the operand's dims with the pads; by value", {}, kMoved},
    {kStablehlo,
     "real_dynamic_slice",
     {1},
     InferRealDynamicSlice,
     "steps from the starts to the limits; by value",
     {},
     kMoved},
    {kStablehlo, "reverse", {1}, InferHloReverse, "the operand's shape; by value", {}, kMoved},
    {kStablehlo,
     "slice",
     {1},
     InferHloSlice,
     "steps from the starts to the limits; by value",
     {},
     kMoved},
    {kStablehlo,
     "transpose",
     {1},
     InferHloTranspose,
     "the operand's dims, permuted; by value",
     {},
     kMoved},
};

}  // namespace

absl::Span<const OperatorRow> HloMovementOperators() { return kHloMovementRows; }

}  // namespace shapewright::rules
