// Expand and Tile: elements are repeated.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

void ExpandByValue(RuleContext& ctx, const Shape& data) {
  if (!MayMoveElements(ctx, 0) || !ctx.HasOutput(0)) return;
  const Shape result = OutputShape(ctx, 0);
  const auto count = SmallElementCount(result);
  if (!count || !SmallElementCount(data)) return;
  Positions positions;
  for (int64_t i = 0; i < *count; ++i) {
    positions.push_back(BroadcastIndex(result.dims, data.dims, i));
  }
  TakeElements(ctx, 0, 0, positions);
}

// Sets an output of unknown rank, at least that of the data and the length of the target.
void ExpandToUnknownRank(RuleContext& ctx, const Shape& data, Interval length) {
  const Interval rank = data.has_rank ? Interval::Point(data.rank()) : data.rank_bounds;
  ctx.SetOutput(0, ctx.InputElement(0), Shape::OfUnknownRank(symbolic::Max(rank, length)));
}

// Broadcasting both ways, with a shape that is given by its elements.
void InferExpand(RuleContext& ctx) {
  const Shape data = ctx.InputShape(0);
  if (!CheckSizesRank(ctx, 1)) return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  auto sizes = SizesFromElements(ctx, 1, "size.negative"_check);
  if (!data.has_rank || !sizes) {
    ExpandToUnknownRank(ctx, data, LengthBounds(ctx, 1));
    return;
  }
  const int rank = std::max(data.rank(), static_cast<int>(sizes->size()));
  const int from_data = rank - data.rank();
  const int from_sizes = rank - static_cast<int>(sizes->size());
  DimVector dims;
  for (int axis = 0; axis < rank; ++axis) {
    const Dim dim = axis < from_data ? Dim(1) : data.dims[axis - from_data];
    const int index = axis - from_sizes;
    Dim size = index < 0 ? Dim(1) : (*sizes)[index];
    if (size.is_unknown()) {
      size = ctx.Fresh(Place::Element(1, index), "an element the data decide");
    }
    dims.push_back(
        ctx.BroadcastDims(dim, Place::Input(0, axis - from_data), size, Place::Element(1, index)));
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
  ExpandByValue(ctx, data);
}

void TileByValue(RuleContext& ctx, const Shape& data) {
  if (!MayMoveElements(ctx, 0) || !ctx.HasOutput(0)) return;
  const Shape result = OutputShape(ctx, 0);
  const auto count = SmallElementCount(result);
  if (!count || !SmallElementCount(data)) return;
  const auto from = RowMajorStrides(data.dims);
  const auto to = RowMajorStrides(result.dims);
  Positions positions;
  for (int64_t i = 0; i < *count; ++i) {
    int64_t rest = i;
    int64_t position = 0;
    for (int k = 0; k < data.rank(); ++k) {
      const int64_t size = std::max<int64_t>(1, data.dims[k].constant());
      position += rest / to[k] % size * from[k];
      rest %= to[k];
    }
    positions.push_back(position);
  }
  TakeElements(ctx, 0, 0, positions);
}

// Version 1: one axis, and how often to repeat it.
void InferTileOfAxis(RuleContext& ctx) {
  const Shape data = ctx.InputShape(0);
  if (!data.has_rank) {
    ctx.SetOutput(0, ctx.InputElement(0), data);
    return;
  }
  const auto named = ctx.ConstantInt(2);
  const auto axis = named ? ctx.NormalizeAxis(*named, data.rank(), 0) : std::optional<int>();
  if (!axis) {
    ctx.SetOutput(0, ctx.InputElement(0), DimVector(data.dims.size()));
    return;
  }
  DimVector dims(data.dims.begin(), data.dims.end());
  const auto repeats = SizesFromElements(ctx, 1, "tile.negative"_check);
  dims[*axis] = repeats && repeats->size() == 1 ? ctx.Multiply(dims[*axis], (*repeats)[0]) : Dim();
  ctx.SetOutput(0, ctx.InputElement(0), dims);
  TileByValue(ctx, data);
}

void InferTile(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  const Shape data = ctx.InputShape(0);
  if (data.has_rank) {
    RequireLength(ctx, 1, data.rank(), Place::Input(0), "tile.count"_check);
  }
  const auto repeats = SizesFromElements(ctx, 1, "tile.negative"_check);
  if (!data.has_rank || !repeats) {
    const Interval length = LengthBounds(ctx, 1);
    if (data.has_rank) {
      ctx.SetOutput(0, element, DimVector(data.dims.size()));
    } else if (length.is_point() && length.min <= kMaxElements) {
      ctx.SetOutput(0, element, DimVector(static_cast<size_t>(length.min)));
    } else {
      ctx.SetOutput(0, element, data);
    }
    return;
  }
  if (static_cast<int>(repeats->size()) != data.rank()) {
    ctx.Error("WRONG_REPEATS", Place::Input(1),
              absl::StrCat("Tile has ", repeats->size(), " repeats for shape ", ctx.Text(data)));
    ctx.SetOutput(0, element, DimVector(data.dims.size()));
    return;
  }
  DimVector dims;
  for (size_t k = 0; k < repeats->size(); ++k) {
    dims.push_back(ctx.Multiply(data.dims[k], (*repeats)[k]));
  }
  ctx.SetOutput(0, element, dims);
  TileByValue(ctx, data);
}

constexpr OperandForm kTileForms[] = {{1, Form::kVector}};

constexpr OperatorRow kExpandRows[] = {
    {"",
     "Expand",
     {8, 13},
     InferExpand,
     "the broadcast with the target's elements; by value",
     kMovement,
     kMoved},
    {"", "Tile", {1}, InferTileOfAxis, "one dim times the repeats; by value", kMovement, kMoved},
    {"",
     "Tile",
     {6, 13},
     InferTile,
     "each dim times its repeats; by value",
     {.elements = Elements::kOfFirstOperand, .forms = kTileForms},
     kMoved},
};

}  // namespace

absl::Span<const OperatorRow> ExpandOperators() { return kExpandRows; }

}  // namespace shapewright::rules
