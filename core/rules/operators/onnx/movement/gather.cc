// Gather, GatherElements, GatherND: elements picked by index.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

constexpr const Check& kGatherReason = "gather.index"_check;

// Indices are in [-size, size): requires a size large enough for those that are constants. False if
// one is certainly out of range.
bool RequireIndices(RuleContext& ctx, absl::Span<const Expr> indices, Dim size, int axis) {
  int64_t least_size = 0;
  for (const Expr index : indices) {
    if (!index.is_constant()) continue;
    const int64_t i = index.constant();
    if (i == Interval::kInfinity || i == Interval::kMinusInfinity) return false;
    least_size = std::max(least_size, i < 0 ? -i : i + 1);
  }
  if (size.is_constant()) {
    if (least_size <= size.constant()) return true;
    ctx.Error("INDEX_OUT_OF_RANGE", Place::Input(1),
              absl::StrCat(ctx.op().op_type, " on axis ", axis, " needs a dim of at least ",
                           least_size, ", it is ", size.constant()));
    return false;
  }
  return ctx.RequireAtLeast(size, Place::Input(0, axis), least_size, kGatherReason);
}

void GatherByValue(RuleContext& ctx, const Shape& data, int axis, absl::Span<const Expr> indices) {
  if (!MayMoveElements(ctx, 0) || !ctx.HasOutput(0)) return;
  if (!SmallElementCount(data) || !SmallElementCount(OutputShape(ctx, 0))) {
    return;
  }
  Positions places;
  for (const Expr index : indices) {
    places.push_back(PositionOf(index, data.dims[axis].constant()));
  }
  TakeAlongAxis(ctx, data, axis, places);
}

void InferGather(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  const Shape data = ctx.InputShape(0);
  const Shape indices = ctx.InputShape(1);
  if (!data.has_rank || !indices.has_rank) {
    ctx.CheckRankBetween(0, 1, 1 << 30);
    const auto rank_of = [](const Shape& shape) {
      return shape.has_rank ? Interval::Point(shape.rank()) : shape.rank_bounds;
    };
    const Interval bounds =
        symbolic::Add(symbolic::Add(rank_of(data), rank_of(indices)), Interval::Point(-1));
    ctx.SetOutput(0, element, Shape::OfUnknownRank({std::max<int64_t>(0, bounds.min), bounds.max}));
    return;
  }
  const auto axis = ctx.NormalizeAxis(ctx.IntAttribute("axis", 0), data.rank(), 0);
  if (!axis) {
    const int rank = data.rank() + indices.rank() - 1;
    ctx.SetOutput(0, element, DimVector(static_cast<size_t>(std::max(0, rank))));
    return;
  }
  DimVector dims(data.dims.begin(), data.dims.begin() + *axis);
  dims.insert(dims.end(), indices.dims.begin(), indices.dims.end());
  dims.insert(dims.end(), data.dims.begin() + *axis + 1, data.dims.end());
  ctx.SetOutput(0, element, dims);
  if (!MayBeKnownByValue(ctx, 1)) return;
  const auto elements = ctx.IntElements(1);
  if (!elements) return;
  if (!RequireIndices(ctx, *elements, data.dims[*axis], *axis)) return;
  GatherByValue(ctx, data, *axis, *elements);
}

// One index per element of the result, along the axis.
void GatherElementsByValue(RuleContext& ctx, const Shape& data, const Shape& indices, int axis) {
  if (!MayMoveElements(ctx, 0) || !MayBeKnownByValue(ctx, 1)) return;
  const auto count = SmallElementCount(indices);
  if (!SmallElementCount(data) || !count) return;
  const auto elements = ctx.IntElements(1);
  if (!elements) return;
  const auto from = RowMajorStrides(indices.dims);
  const auto to = RowMajorStrides(data.dims);
  const int64_t size = data.dims[axis].constant();
  Positions positions;
  for (int64_t i = 0; i < *count; ++i) {
    const int64_t at = PositionOf((*elements)[static_cast<size_t>(i)], size);
    int64_t rest = i;
    int64_t position = 0;
    for (int k = 0; k < data.rank(); ++k) {
      const int64_t coordinate = rest / from[k];
      rest %= from[k];
      position += (k == axis ? at : coordinate) * to[k];
    }
    positions.push_back(at == kUnknownElement ? kUnknownElement : position);
  }
  TakeElements(ctx, 0, 0, positions);
}

void InferGatherElements(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  const Shape data = ctx.InputShape(0);
  const Shape indices = ctx.InputShape(1);
  if (!indices.has_rank) {
    ctx.SetOutput(0, element,
                  data.has_rank ? Shape::Of(DimVector(data.dims.size()))
                                : Shape::OfUnknownRank(
                                      symbolic::Intersect(indices.rank_bounds, data.rank_bounds)));
    return;
  }
  ctx.SetOutput(0, element, indices);
  if (!data.has_rank || !ctx.CheckRank(1, data.rank())) return;
  const auto axis = ctx.NormalizeAxis(ctx.IntAttribute("axis", 0), data.rank(), 0);
  if (!axis) return;
  for (int k = 0; k < data.rank(); ++k) {
    if (k == *axis) continue;
    ctx.RequireAtMost(indices.dims[k], Place::Input(1, k), data.dims[k], Place::Input(0, k),
                      "gather_elements.index"_check);
  }
  GatherElementsByValue(ctx, data, indices, *axis);
}

// How many dims of the data an index tuple selects; nothing if that is unknown.
std::optional<int64_t> TupleSize(RuleContext& ctx) {
  const Shape indices = ctx.InputShape(1);
  if (!indices.has_rank || indices.rank() == 0) return std::nullopt;
  const Interval size = ctx.Bounds(indices.dims.back());
  if (!size.is_point()) return std::nullopt;
  return size.min;
}

// A tuple indexes at least one axis and at most `most`.
void RequireTupleSize(RuleContext& ctx, int64_t most) {
  const Shape indices = ctx.InputShape(1);
  if (!indices.has_rank || indices.rank() == 0) return;
  constexpr const Check& kGatherReason = "gather_nd.tuple"_check;
  const Place place = Place::Input(1, indices.rank() - 1);
  ctx.RequireAtLeast(indices.dims.back(), place, 1, kGatherReason);
  ctx.RequireAtMost(indices.dims.back(), place, most, Place::Input(0), kGatherReason);
}

void GatherTuplesByValue(RuleContext& ctx, const Shape& data, const Shape& indices, int batch,
                         int64_t tuple) {
  if (!MayMoveElements(ctx, 0) || !MayBeKnownByValue(ctx, 1)) return;
  const auto count = SmallElementCount(indices);
  if (!SmallElementCount(data) || !count || !ctx.HasOutput(0) ||
      !SmallElementCount(OutputShape(ctx, 0)) || batch != 0 || tuple == 0) {
    return;
  }
  const auto elements = ctx.IntElements(1);
  if (!elements) return;
  const auto strides = RowMajorStrides(data.dims);
  const int64_t width = strides[static_cast<size_t>(tuple) - 1];
  Positions positions;
  for (int64_t first = 0; first < *count; first += tuple) {
    int64_t start = 0;
    for (int64_t k = 0; k < tuple && start != kUnknownElement; ++k) {
      const int64_t at = PositionOf((*elements)[static_cast<size_t>(first + k)],
                                    data.dims[static_cast<size_t>(k)].constant());
      start =
          at == kUnknownElement ? kUnknownElement : start + at * strides[static_cast<size_t>(k)];
    }
    for (int64_t i = 0; i < width; ++i) {
      positions.push_back(start == kUnknownElement ? kUnknownElement : start + i);
    }
  }
  if (static_cast<int64_t>(positions.size()) == SmallElementCount(OutputShape(ctx, 0))) {
    TakeElements(ctx, 0, 0, positions);
  }
}

void InferGatherNd(RuleContext& ctx) {
  const ToleratedChecks tolerated(ctx);
  const ElementType element = ctx.InputElement(0);
  const Shape data = ctx.InputShape(0);
  const Shape indices = ctx.InputShape(1);
  ctx.CheckRankBetween(0, 1, 1 << 30);
  if (!ctx.CheckRankBetween(1, 1, 1 << 30)) {
    ctx.SetOutput(0, element, Shape());
    return;
  }
  const auto tuple = TupleSize(ctx);
  const int64_t batch = ctx.version() >= 12 ? ctx.IntAttribute("batch_dims", 0) : 0;
  if (!data.has_rank || !tuple) {
    if (data.has_rank && data.rank() > batch) RequireTupleSize(ctx, data.rank() - batch);
    ctx.SetOutput(0, element, Shape());
    return;
  }
  const int64_t least_rank = std::min(data.rank(), indices.rank());
  if (batch < 0 || batch >= least_rank || *tuple > data.rank() - batch || *tuple < 1) {
    ctx.Error("INDEX_TUPLE_TOO_LONG", Place::Input(1, indices.rank() - 1),
              absl::StrCat("GatherND with tuples of ", *tuple, " indices and ", batch,
                           " batch dims into data of rank ", data.rank()));
    ctx.SetOutput(0, element, Shape());
    return;
  }
  DimVector dims(indices.dims.begin(), indices.dims.end() - 1);
  for (int k = 0; k < batch; ++k) {
    dims[k] = ctx.Unify(dims[k], Place::Input(1, k), data.dims[k], Place::Input(0, k),
                        "gather_nd.batch"_check);
  }
  dims.insert(dims.end(), data.dims.begin() + batch + *tuple, data.dims.end());
  ctx.SetOutput(0, element, dims);
  GatherTuplesByValue(ctx, data, indices, static_cast<int>(batch), *tuple);
}

constexpr OperatorRow kGatherRows[] = {
    {"",
     "Gather",
     {1, 11, 13},
     InferGather,
     "the indices' dims in place of the data's axis; by value",
     {},
     kMoved},
    {"",
     "GatherElements",
     {11, 13},
     InferGatherElements,
     "the indices' shape; by value",
     {},
     kMoved},
    {"",
     "GatherND",
     {11, 12, 13},
     InferGatherNd,
     "the indices' dims but the last, and the data's that are left; by value",
     {},
     kMoved},
};

}  // namespace

absl::Span<const OperatorRow> GatherOperators() { return kGatherRows; }

}  // namespace shapewright::rules
