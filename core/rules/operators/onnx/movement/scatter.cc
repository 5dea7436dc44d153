// Scatter and its relatives: some elements of the data replaced.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/reduce_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

using ExprList = absl::InlinedVector<Expr, 16>;

bool IsReplacing(RuleContext& ctx) { return ctx.StringAttribute("reduction", "none") == "none"; }

void SetToData(RuleContext& ctx) {
  ctx.CheckSameElement(0, 2);
  ctx.SetOutput(0, ctx.InputElement(0), ctx.InputShape(0));
}

// The data, the updates and the indices, all small and known by value.
struct Replacement {
  ExprList elements;
  absl::Span<const Expr> indices;
  absl::Span<const Expr> updates;
};

std::optional<Replacement> ReadReplacement(RuleContext& ctx) {
  const bool may_be_known = MayBeKnownByValue(ctx, 0) || MayBeKnownByValue(ctx, 2);
  if (!may_be_known || !MayBeKnownByValue(ctx, 1) || !ctx.HasOutput(0)) return std::nullopt;
  if (!shape::IsInteger(ctx.InputElement(0)) && ctx.InputElement(0) != ElementType::kBool) {
    return std::nullopt;
  }
  for (const int input : {0, 1, 2}) {
    if (!SmallElementCount(ctx.InputShape(input))) return std::nullopt;
  }
  const auto data = ctx.IntElementsOrFresh(0);
  const auto indices = ctx.IntElements(1);
  const auto updates = ctx.IntElementsOrFresh(2);
  if (!data || !indices || !updates) return std::nullopt;
  return Replacement{ExprList(data->begin(), data->end()), *indices, *updates};
}

void ScatterAlongAxis(RuleContext& ctx, int axis) {
  auto replacement = ReadReplacement(ctx);
  const Shape data = ctx.InputShape(0);
  const Shape indices = ctx.InputShape(1);
  if (!replacement || replacement->updates.size() != replacement->indices.size()) return;
  if (!IsReplacing(ctx)) return;
  const auto to = RowMajorStrides(data.dims);
  const auto from = RowMajorStrides(indices.dims);
  for (size_t i = 0; i < replacement->indices.size(); ++i) {
    const int64_t at = PositionOf(replacement->indices[i], data.dims[axis].constant());
    if (at == kUnknownElement) return;
    auto rest = static_cast<int64_t>(i);
    int64_t position = 0;
    for (int k = 0; k < data.rank(); ++k) {
      position += (k == axis ? at : rest / from[k]) * to[k];
      rest %= from[k];
    }
    if (position >= static_cast<int64_t>(replacement->elements.size())) return;
    replacement->elements[static_cast<size_t>(position)] = replacement->updates[i];
  }
  ctx.SetIntElements(0, replacement->elements);
}

// Updates and indices have one shape.
void UnifyUpdates(RuleContext& ctx, const Shape& indices) {
  const Shape updates = ctx.InputShape(2);
  if (!updates.has_rank || !ctx.CheckRank(2, indices.rank())) return;
  for (int axis = 0; axis < indices.rank(); ++axis) {
    ctx.Unify(indices.dims[axis], Place::Input(1, axis), updates.dims[axis], Place::Input(2, axis),
              "scatter_elements.updates"_check);
  }
}

void InferScatterElements(RuleContext& ctx) {
  SetToData(ctx);
  const Shape data = ctx.InputShape(0);
  const Shape indices = ctx.InputShape(1);
  if (indices.has_rank) UnifyUpdates(ctx, indices);
  if (!data.has_rank) return;
  const auto axis = ctx.NormalizeAxis(ctx.IntAttribute("axis", 0), data.rank(), 0);
  if (!indices.has_rank || !ctx.CheckRank(1, data.rank())) return;
  if (!axis) return;
  for (int k = 0; k < data.rank(); ++k) {
    if (k == *axis) continue;
    ctx.RequireAtMost(indices.dims[k], Place::Input(1, k), data.dims[k], Place::Input(0, k),
                      "scatter_elements.index"_check);
  }
  ScatterAlongAxis(ctx, *axis);
}

void ScatterTuples(RuleContext& ctx, const Shape& data, int64_t tuple) {
  auto replacement = ReadReplacement(ctx);
  if (!replacement || !IsReplacing(ctx) || tuple == 0) return;
  const auto strides = RowMajorStrides(data.dims);
  const auto width = static_cast<size_t>(strides[static_cast<size_t>(tuple) - 1]);
  const size_t rows = replacement->indices.size() / static_cast<size_t>(tuple);
  if (replacement->updates.size() != rows * width) return;
  for (size_t row = 0; row < rows; ++row) {
    int64_t start = 0;
    for (int64_t k = 0; k < tuple; ++k) {
      const size_t index = row * static_cast<size_t>(tuple) + static_cast<size_t>(k);
      const int64_t at =
          PositionOf(replacement->indices[index], data.dims[static_cast<size_t>(k)].constant());
      if (at == kUnknownElement) return;
      start += at * strides[static_cast<size_t>(k)];
    }
    if (static_cast<size_t>(start) + width > replacement->elements.size()) return;
    std::copy_n(replacement->updates.begin() + static_cast<ptrdiff_t>(row * width), width,
                replacement->elements.begin() + start);
  }
  ctx.SetIntElements(0, replacement->elements);
}

// The updates' shape: the indices' dims but the last, then the data's dims behind the tuple.
void UnifyTupleUpdates(RuleContext& ctx, const Shape& data, const Shape& indices, int64_t tuple) {
  const Shape updates = ctx.InputShape(2);
  const int outer = indices.rank() - 1;
  const int rank = outer + data.rank() - static_cast<int>(tuple);
  if (!ctx.CheckRank(2, rank) || !updates.has_rank) return;
  constexpr const Check& kReason = "scatter_nd.updates"_check;
  for (int axis = 0; axis < rank; ++axis) {
    const bool is_outer = axis < outer;
    const int other = is_outer ? axis : axis - outer + static_cast<int>(tuple);
    ctx.Unify(is_outer ? indices.dims[other] : data.dims[other],
              Place::Input(is_outer ? 1 : 0, other), updates.dims[axis], Place::Input(2, axis),
              kReason);
  }
}

void InferScatterNd(RuleContext& ctx) {
  SetToData(ctx);
  const Shape data = ctx.InputShape(0);
  const Shape indices = ctx.InputShape(1);
  if (!ctx.CheckRankBetween(1, 1, 1 << 30)) return;
  if (!data.has_rank || !indices.has_rank) return;
  const Interval tuple = ctx.Bounds(indices.dims.back());
  if (tuple.min > data.rank()) {
    ctx.Error("INDEX_TUPLE_TOO_LONG", Place::Input(1, indices.rank() - 1),
              absl::StrCat("ScatterND with tuples of ", ctx.Text(indices.dims.back()),
                           " indices into data of rank ", data.rank()));
    return;
  }
  if (!tuple.is_point()) {
    const Dim length = indices.dims.back();
    const Place place = Place::Input(1, indices.rank() - 1);
    ctx.RequireAtMost(length, place, data.rank(), Place::Input(0), "scatter_nd.tuple"_check);
    const Shape updates = ctx.InputShape(2);
    if (!updates.has_rank) return;
    // The rank of the updates tells how long a tuple is.
    const int64_t wanted = indices.rank() - 1 + data.rank() - updates.rank();
    if (!ctx.RequireEqual(length, place, wanted, Place::Input(2), "scatter_nd.updates"_check)) {
      return;
    }
    UnifyTupleUpdates(ctx, data, indices, wanted);
    return;
  }
  UnifyTupleUpdates(ctx, data, indices, tuple.min);
  ScatterTuples(ctx, data, tuple.min);
}

// A cache with some positions of one axis overwritten.
void InferTensorScatter(RuleContext& ctx) {
  ctx.CheckSameElement(0, 1);
  const bool has_places = ctx.HasInput(2) && ctx.CheckRank(2, 1);
  ctx.SetOutput(0, ctx.InputElement(0), ctx.InputShape(0));
  const Shape cache = ctx.InputShape(0);
  const Shape update = ctx.InputShape(1);
  if (!cache.has_rank || !update.has_rank || !ctx.CheckRank(1, cache.rank())) return;
  const auto axis = ctx.NormalizeAxis(ctx.IntAttribute("axis", -2), cache.rank(), 0);
  if (cache.rank() > 0) {
    UnifyVector(ctx, has_places ? 2 : -1, cache.dims[0], Place::Input(0, 0),
                "tensor_scatter.indices"_check);
  }
  if (!axis) return;
  for (int k = 0; k < cache.rank(); ++k) {
    const Place here = Place::Input(0, k);
    const Place there = Place::Input(1, k);
    if (k == *axis) {
      ctx.RequireAtMost(update.dims[k], there, cache.dims[k], here, "tensor_scatter.update"_check);
    } else {
      ctx.Unify(cache.dims[k], here, update.dims[k], there, "tensor_scatter.dims"_check);
    }
  }
}

constexpr absl::string_view kData = "the data's shape; by value";

constexpr OperatorRow kScatterRows[] = {
    {"", "Scatter", {9, 11}, InferScatterElements, kData, {}, ScatterCost},
    {"", "ScatterElements", {11, 13, 16, 18}, InferScatterElements, kData, {}, ScatterCost},
    {"", "ScatterND", {11, 13, 16, 18}, InferScatterNd, kData, {}, ScatterCost},
    {"", "TensorScatter", {24}, InferTensorScatter, "the cache's shape", {}, kMoved},
};

}  // namespace

absl::Span<const OperatorRow> ScatterOperators() { return kScatterRows; }

}  // namespace shapewright::rules
