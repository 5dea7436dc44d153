// StableHLO's gather and scatter: slices of an operand at given indices.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/operators/cost/hlo_cost.h"
#include "core/rules/operators/stablehlo/hlo_operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

// Which axes of operand, indices and windows go together. A gathered slice and the window of an
// update are one thing.
struct IndexedAxes {
  absl::Span<const int64_t> window;     // of the result or the updates: offsets in the slice
  absl::Span<const int64_t> collapsed;  // of the operand: not in the result
  absl::Span<const int64_t> operand_batching;
  absl::Span<const int64_t> indices_batching;
  absl::Span<const int64_t> index_map;  // the axis of the operand that each index is for
  int64_t index_vector = 0;
};

// What gather and scatter call them.
struct AxisNames {
  absl::string_view window;
  absl::string_view collapsed;
  absl::string_view operand_batching;
  absl::string_view indices_batching;
  absl::string_view index_map;
};
constexpr AxisNames kGatherNames = {"offset_dims", "collapsed_slice_dims", "operand_batching_dims",
                                    "start_indices_batching_dims", "start_index_map"};
constexpr AxisNames kScatterNames = {"update_window_dims", "inserted_window_dims",
                                     "input_batching_dims", "scatter_indices_batching_dims",
                                     "scatter_dims_to_operand_dims"};

IndexedAxes ReadIndexedAxes(RuleContext& ctx, const AxisNames& names) {
  IndexedAxes axes;
  axes.window = IntsOr(ctx, names.window);
  axes.collapsed = IntsOr(ctx, names.collapsed);
  axes.operand_batching = IntsOr(ctx, names.operand_batching);
  axes.indices_batching = IntsOr(ctx, names.indices_batching);
  axes.index_map = IntsOr(ctx, names.index_map);
  axes.index_vector = ctx.IntAttribute("index_vector_dim", 0);
  return axes;
}

bool IsAscending(absl::Span<const int64_t> axes) {
  return std::adjacent_find(axes.begin(), axes.end(),
                            [](int64_t a, int64_t b) { return a >= b; }) == axes.end();
}

// The operand's axes are in the window, collapsed, or of the batch.
bool CheckOperandAxes(RuleContext& ctx, const IndexedAxes& axes, const AxisNames& names,
                      const Shape& operand) {
  if (!operand.has_rank) return true;
  const int rank = operand.rank();
  for (const absl::string_view name : {names.collapsed, names.operand_batching, names.index_map}) {
    if (!AxesAttribute(ctx, name, rank)) return false;
    if (name != names.index_map && !IsAscending(IntsOr(ctx, name))) {
      RefuseInts(ctx, name, "axes in ascending order");
      return false;
    }
  }
  const bool overlaps =
      std::any_of(axes.operand_batching.begin(), axes.operand_batching.end(), [&](int64_t axis) {
        return Contains(axes.collapsed, axis) || Contains(axes.index_map, axis);
      });
  if (overlaps) {
    RefuseInts(ctx, names.operand_batching, "axes that are neither indexed nor collapsed");
    return false;
  }
  const size_t count = axes.window.size() + axes.collapsed.size() + axes.operand_batching.size();
  if (count == operand.dims.size()) return true;
  RefuseInts(ctx, names.window,
             absl::StrCat(rank, " axes together with ", names.collapsed, ", not ", count));
  return false;
}

// The indices have an entry for each indexed axis.
bool CheckIndices(RuleContext& ctx, const IndexedAxes& axes, const AxisNames& names,
                  const Shape& indices) {
  if (!indices.has_rank) return true;
  const int rank = indices.rank();
  if (axes.index_vector < 0 || axes.index_vector > rank) {
    RefuseInts(ctx, "index_vector_dim",
               absl::StrCat("an axis of at most ", rank, ", not ", axes.index_vector));
    return false;
  }
  if (!AxesAttribute(ctx, names.indices_batching, rank)) return false;
  if (axes.indices_batching.size() != axes.operand_batching.size() ||
      Contains(axes.indices_batching, axes.index_vector)) {
    RefuseInts(ctx, names.indices_batching, "an axis for each batching axis of the operand");
    return false;
  }
  const auto wanted = static_cast<int64_t>(axes.index_map.size());
  const bool has_axis = axes.index_vector < rank;
  const Expr given = has_axis ? indices.dims[static_cast<size_t>(axes.index_vector)] : Expr(1);
  return ctx.RequireEqual(given,
                          Place::Input(1, has_axis ? static_cast<int>(axes.index_vector) : -1),
                          wanted, {}, "hlo.index_vector"_check);
}

void RequireBatching(RuleContext& ctx, const IndexedAxes& axes, int indices_input,
                     const Shape& operand, const Shape& indices) {
  if (!operand.has_rank || !indices.has_rank) return;
  for (size_t i = 0; i < axes.operand_batching.size(); ++i) {
    const auto of_operand = static_cast<int>(axes.operand_batching[i]);
    const auto of_indices = static_cast<int>(axes.indices_batching[i]);
    ctx.Unify(operand.dims[static_cast<size_t>(of_operand)], Place::Input(0, of_operand),
              indices.dims[static_cast<size_t>(of_indices)],
              Place::Input(indices_input, of_indices), "hlo.index_batching"_check);
  }
}

// The dims of the result or the updates: those of the indices without the index vector, and at the
// window's axes those of the slices. Nothing where the window has axes beyond the rank.
std::optional<DimVector> CombineDims(RuleContext& ctx, const IndexedAxes& axes,
                                     absl::string_view name, const Shape& indices,
                                     absl::Span<const Dim> window) {
  DimVector batch;
  for (int axis = 0; axis < indices.rank(); ++axis) {
    if (axis != axes.index_vector) batch.push_back(indices.dims[static_cast<size_t>(axis)]);
  }
  const size_t rank = batch.size() + axes.window.size();
  if (!AxesAttribute(ctx, name, static_cast<int>(rank))) return std::nullopt;
  if (!IsAscending(axes.window)) {
    RefuseInts(ctx, name, "axes in ascending order");
    return std::nullopt;
  }
  DimVector dims;
  size_t from_batch = 0;
  size_t from_window = 0;
  for (size_t axis = 0; axis < rank; ++axis) {
    const bool is_window = Contains(axes.window, static_cast<int64_t>(axis));
    dims.push_back(is_window ? window[from_window++] : batch[from_batch++]);
  }
  return dims;
}

bool IsInWindow(const IndexedAxes& axes, int axis) {
  return !Contains(axes.collapsed, axis) && !Contains(axes.operand_batching, axis);
}

// The positions in an operand of constants, where all indices are.
void GatherSlices(RuleContext& ctx, const IndexedAxes& axes, const Shape& operand,
                  const Shape& indices, absl::Span<const Dim> sizes) {
  if (!ctx.HasOutput(0) || !MayMoveElements(ctx, 0) || !MayBeKnownByValue(ctx, 1)) return;
  const Shape result = OutputShape(ctx, 0);
  const auto count = SmallElementCount(result);
  const auto starts = ctx.IntElements(1);
  if (!count || !starts || !SmallElementCount(operand) || !SmallElementCount(indices)) return;
  if (!axes.operand_batching.empty()) return;
  const auto of_result = RowMajorStrides(result.dims);
  const auto of_operand = RowMajorStrides(operand.dims);
  const auto of_indices = RowMajorStrides(indices.dims);
  Positions positions;
  for (int64_t i = 0; i < *count; ++i) {
    // Where the index vector of the element stands, and its place in the slice.
    int64_t vector = 0;
    EntryVector offsets;
    int next = 0;
    for (size_t axis = 0; axis < result.dims.size(); ++axis) {
      const int64_t at = i / of_result[axis] % result.dims[axis].constant();
      if (Contains(axes.window, static_cast<int64_t>(axis))) {
        offsets.push_back(at);
        continue;
      }
      if (next == axes.index_vector) ++next;
      vector += at * of_indices[static_cast<size_t>(next++)];
    }
    int64_t position = 0;
    size_t offset = 0;
    for (int axis = 0; axis < operand.rank() && position != kUnknownElement; ++axis) {
      const auto k = static_cast<size_t>(axis);
      int64_t at = IsInWindow(axes, axis) ? offsets[offset++] : 0;
      const auto* const mapped = std::find(axes.index_map.begin(), axes.index_map.end(), axis);
      if (mapped != axes.index_map.end()) {
        const bool has_axis = axes.index_vector < indices.rank();
        const int64_t step = has_axis ? of_indices[static_cast<size_t>(axes.index_vector)] : 0;
        const int64_t entry = vector + (mapped - axes.index_map.begin()) * step;
        // After an error the result may have more slices than there are indices.
        if (entry >= static_cast<int64_t>(starts->size())) return;
        const Expr start = (*starts)[static_cast<size_t>(entry)];
        const bool is_known = start.is_constant() && sizes[k].is_constant();
        const int64_t last = is_known ? operand.dims[k].constant() - sizes[k].constant() : 0;
        if (!is_known || last < 0) {
          position = kUnknownElement;
          break;
        }
        at += std::clamp<int64_t>(start.constant(), 0, last);
      }
      position += at * of_operand[k];
    }
    positions.push_back(position);
  }
  TakeElements(ctx, 0, 0, positions);
}

// `sizes` has one for each axis of the operand, where its rank is known.
void SetGathered(RuleContext& ctx, const DimVector& sizes) {
  const ElementType element = ctx.InputElement(0);
  const Shape operand = ctx.InputShape(0);
  const Shape indices = ctx.InputShape(1);
  const IndexedAxes axes = ReadIndexedAxes(ctx, kGatherNames);
  if (!CheckOperandAxes(ctx, axes, kGatherNames, operand) ||
      !CheckIndices(ctx, axes, kGatherNames, indices)) {
    return ctx.SetOutput(0, element, Shape());
  }
  RequireBatching(ctx, axes, 1, operand, indices);
  DimVector window;
  for (int axis = 0; axis < static_cast<int>(sizes.size()); ++axis) {
    const Dim size = sizes[static_cast<size_t>(axis)];
    if (operand.has_rank && !size.is_unknown()) {
      ctx.RequireAtMost(size, {}, operand.dims[static_cast<size_t>(axis)], Place::Input(0, axis),
                        "hlo.gather_sizes"_check);
    }
    if (IsInWindow(axes, axis)) {
      window.push_back(size);
    } else if (!size.is_unknown()) {
      ctx.RequireAtMost(size, Place::Input(0, axis), 1, {}, "hlo.gather_sizes"_check);
    }
  }
  if (!operand.has_rank || !indices.has_rank || window.size() != axes.window.size()) {
    return SetHloResult(ctx, 0, element, Shape());
  }
  const auto dims = CombineDims(ctx, axes, kGatherNames.window, indices, window);
  if (!dims) return ctx.SetOutput(0, element, Shape());
  SetHloResult(ctx, 0, element, *dims);
  GatherSlices(ctx, axes, operand, indices, sizes);
}

void InferHloGather(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 2, 2)) return;
  const Shape operand = ctx.InputShape(0);
  if (!operand.has_rank) return SetHloResult(ctx, 0, ctx.InputElement(0), Shape());
  const auto sizes = EntriesAttribute(ctx, "slice_sizes", operand.rank(), 0, 0);
  if (!sizes) return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  SetGathered(ctx, DimVector(sizes->begin(), sizes->end()));
}

void InferDynamicGather(RuleContext& ctx) {
  constexpr int kSizes = 2;
  if (!CheckOperandCount(ctx, 3, 3)) return;
  const Shape operand = ctx.InputShape(0);
  if (!operand.has_rank) return SetHloResult(ctx, 0, ctx.InputElement(0), Shape());
  auto sizes = ResultSizes(ctx, kSizes);
  if (sizes && sizes->size() != operand.dims.size()) {
    ctx.RequireEqual(static_cast<int64_t>(sizes->size()), Place::Input(kSizes, 0), operand.rank(),
                     Place::Input(0), "hlo.output_rank"_check);
    return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  }
  SetGathered(ctx, sizes ? *sizes : DimVector(operand.dims.size()));
}

// The updates of a scatter: index vectors by windows.
void RequireUpdates(RuleContext& ctx, const IndexedAxes& axes, int first, int count,
                    const Shape& operand, const Shape& indices) {
  const Shape updates = OneShapeOf(ctx, first, first + count, "hlo.shapes"_check);
  if (!updates.has_rank || !indices.has_rank) return;
  DimVector window(axes.window.size());
  const auto dims = CombineDims(ctx, axes, kScatterNames.window, indices, window);
  if (!dims) return;
  for (int i = first; i < first + count; ++i) {
    if (!ctx.CheckRank(i, static_cast<int>(dims->size()))) return;
  }
  int of_operand = 0;
  for (int axis = 0; axis < updates.rank(); ++axis) {
    const Dim dim = updates.dims[static_cast<size_t>(axis)];
    const Place place = Place::Input(first, axis);
    if (!Contains(axes.window, axis)) {
      ctx.Unify(dim, place, (*dims)[static_cast<size_t>(axis)], Place::Input(first - 1),
                "hlo.updates"_check);
      continue;
    }
    if (!operand.has_rank) continue;
    while (of_operand < operand.rank() && !IsInWindow(axes, of_operand)) ++of_operand;
    if (of_operand >= operand.rank()) return;
    ctx.RequireAtMost(dim, place, operand.dims[static_cast<size_t>(of_operand)],
                      Place::Input(0, of_operand), "hlo.update_window"_check);
    ++of_operand;
  }
}

// N operands, the indices, N updates.
void InferHloScatter(RuleContext& ctx) {
  if (!CheckOperandCount(ctx, 3, kAnyRank)) return;
  const int count = (ctx.input_count() - 1) / 2;
  if (!CheckOperandCount(ctx, 2 * count + 1, 2 * count + 1)) return;
  const Shape operand = OneShapeOf(ctx, 0, count, "hlo.shapes"_check);
  const Shape indices = ctx.InputShape(count);
  const IndexedAxes axes = ReadIndexedAxes(ctx, kScatterNames);
  absl::InlinedVector<ElementType, 4> elements;
  // The region takes an element of each operand, then one of each of the updates.
  for (int i = 0; i < 2 * count; ++i) {
    if (i < count) ctx.CheckSameElement(i, count + 1 + i);
    elements.push_back(ctx.InputElement(i % count));
  }
  const bool is_fine = CheckOperandAxes(ctx, axes, kScatterNames, operand) &&
                       CheckIndices(ctx, axes, kScatterNames, indices);
  if (is_fine) {
    RequireBatching(ctx, axes, count, operand, indices);
    RequireUpdates(ctx, axes, count + 1, count, operand, indices);
  }
  RunScalars(ctx, "update_computation", elements);
  for (int i = 0; i < std::min(count, ctx.output_count()); ++i) {
    SetHloResult(ctx, i, ResultElement(ctx, i, elements[static_cast<size_t>(i)]), operand);
  }
}

constexpr OperatorRow kHloGatherRows[] = {
    {kStablehlo,
     "dynamic_gather",
     {1},
     InferDynamicGather,
     "the indices' dims and those of the slices; by value",
     {},
     kMoved},
    {kStablehlo,
     "gather",
     {1},
     InferHloGather,
     "the indices' dims and those of the slices; by value",
     {},
     kMoved},
    {kStablehlo, "scatter", {1}, InferHloScatter, "the operands' shape", {}, HloScatterCost},
};

}  // namespace

absl::Span<const OperatorRow> HloGatherOperators() { return kHloGatherRows; }

}  // namespace shapewright::rules
