// Operators of OpenVINO that look up, scatter and select elements.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/operands.h"
#include "core/rules/operators/openvino/ov_rules.h"

namespace shapewright::rules {
namespace {

// Elements of data that is small, along an axis. An index beyond it gives an element that is not
// known.
void GatherOvElements(RuleContext& ctx, const Shape& data, int axis) {
  if (!MayBeKnownByValue(ctx, 1) || !MayMoveElements(ctx, 0)) return;
  const auto indices = ctx.IntElements(1);
  if (!indices || !SmallElementCount(data) || !SmallElementCount(OutputShape(ctx, 0))) return;
  const int64_t size = data.dims[axis].constant();
  Positions places;
  for (const Expr index : *indices) {
    const bool is_within =
        index.is_constant() && index.constant() >= -size && index.constant() < size;
    places.push_back(is_within ? PositionOf(index, size) : kUnknownElement);
  }
  TakeAlongAxis(ctx, data, axis, places);
}

// Data and indices share the first batch_dims axes.
void InferOvGather(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3) || !CheckKind(ctx, 1, OvKind::kInteger) ||
      !CheckKind(ctx, 2, OvKind::kInteger)) {
    return;
  }
  ctx.CheckForm(2, Form::kScalarOrOne);
  const ElementType element = ctx.InputElement(0);
  const Shape data = ctx.InputShape(0);
  const Shape indices = ctx.InputShape(1);
  int64_t batch = OvInt(ctx, "batch_dims", 0);
  if (batch < 0 && indices.has_rank) batch += indices.rank();
  const auto named = ctx.ConstantInt(2);
  const bool is_late = named && *named >= 0 && batch > *named;
  const bool exceeds = (indices.has_rank && (batch < 0 || batch > indices.rank())) ||
                       (data.has_rank && batch > data.rank());
  if (is_late || exceeds) {
    ctx.Error("INVALID_ATTRIBUTE", {}, absl::StrCat("Gather has ", batch, " batch dims"));
    return;
  }
  if (!data.has_rank || !indices.has_rank) return ctx.SetOutput(0, element, Shape());
  if (!named) {
    for (int i = 0; i < batch; ++i) {
      ctx.Unify(data.dims[i], Place::Input(0, i), indices.dims[i], Place::Input(1, i),
                "gather_nd.batch"_check);
    }
    const int64_t rank = data.rank() + indices.rank() - 1 - batch;
    return ctx.SetOutput(0, element, DimVector(static_cast<size_t>(std::max<int64_t>(0, rank))));
  }
  const auto axis = ctx.NormalizeAxis(*named, data.rank(), 0);
  if (!axis) return;
  if (batch > *axis) {
    ctx.Error("INVALID_ATTRIBUTE", {},
              absl::StrCat("Gather has ", batch, " batch dims, and gathers on axis ", *axis));
    return;
  }
  DimVector dims;
  for (int i = 0; i < *axis; ++i) {
    dims.push_back(i < batch ? ctx.Unify(data.dims[i], Place::Input(0, i), indices.dims[i],
                                         Place::Input(1, i), "gather_nd.batch"_check)
                             : data.dims[i]);
  }
  dims.insert(dims.end(), indices.dims.begin() + batch, indices.dims.end());
  dims.insert(dims.end(), data.dims.begin() + *axis + 1, data.dims.end());
  ctx.SetOutput(0, element, dims);
  if (batch == 0) GatherOvElements(ctx, data, *axis);
}

void InferOvGatherElements(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2) || !CheckKind(ctx, 1, OvKind::kInteger)) return;
  const ElementType element = ctx.InputElement(0);
  const Shape data = ctx.InputShape(0);
  const Shape indices = ctx.InputShape(1);
  if (!data.has_rank) return ctx.SetOutput(0, element, indices);
  if (!ctx.CheckRank(1, data.rank())) return;
  const auto axis = ctx.NormalizeAxis(OvInt(ctx, "axis", 0), data.rank(), 0);
  if (!axis) return;
  if (!indices.has_rank) {
    DimVector dims(data.dims.begin(), data.dims.end());
    dims[*axis] = Dim();
    return ctx.SetOutput(0, element, dims);
  }
  DimVector dims(indices.dims.begin(), indices.dims.end());
  for (int i = 0; i < data.rank(); ++i) {
    if (i == *axis) continue;
    dims[i] = ctx.Unify(data.dims[i], Place::Input(0, i), dims[i], Place::Input(1, i),
                        "sizes.agree"_check);
  }
  ctx.SetOutput(0, element, dims);
}

// Since version 8 the batch dims stay apart; before, they are one dim of the result.
void InferOvGatherNd(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2) || !CheckKind(ctx, 1, OvKind::kInteger)) return;
  const ElementType element = ctx.InputElement(0);
  const Shape data = ctx.InputShape(0);
  const Shape indices = ctx.InputShape(1);
  const int64_t batch = OvInt(ctx, "batch_dims", 0);
  const bool exceeds = batch < 0 || (indices.has_rank && batch >= indices.rank()) ||
                       (data.has_rank && batch >= data.rank());
  if (exceeds) {
    ctx.Error(
        "INVALID_ATTRIBUTE", {},
        absl::StrCat("GatherND has ", batch, " batch dims, of as many as it has axes or more"));
    return;
  }
  const bool is_open = !data.has_rank || !indices.has_rank || indices.rank() == 0 ||
                       !indices.dims.back().is_constant();
  if (data.has_rank) ctx.CheckRankBetween(0, 1, kAnyRank);
  if (indices.has_rank) ctx.CheckRankBetween(1, 1, kAnyRank);
  if (is_open) return ctx.SetOutput(0, element, Shape());
  const int64_t tuple = indices.dims.back().constant();
  if (batch < 0 || batch >= indices.rank() || tuple > data.rank() - batch) {
    ctx.Error(
        "WRONG_ELEMENT_COUNT", Place::Input(1),
        absl::StrCat("tuples of ", tuple, " after ", batch, " batch dims of rank ", data.rank()));
    return;
  }
  DimVector dims;
  for (int i = 0; i < batch; ++i) {
    dims.push_back(ctx.Unify(data.dims[i], Place::Input(0, i), indices.dims[i], Place::Input(1, i),
                             "gather_nd.batch"_check));
  }
  if (ctx.version() < 8 && batch > 1) dims = {ctx.Product(dims)};
  dims.insert(dims.end(), indices.dims.begin() + batch, indices.dims.end() - 1);
  dims.insert(dims.end(), data.dims.begin() + batch + tuple, data.dims.end());
  ctx.SetOutput(0, element, dims);
}

void InferGatherTree(RuleContext& ctx) {
  if (!CheckInputs(ctx, 4, 4)) return;
  for (const int input : {1, 2, 3}) ctx.CheckSameElement(0, input);
  ctx.CheckRank(0, 3);
  ctx.CheckRank(1, 3);
  ctx.CheckRank(3, 0);
  DimVector dims = DimsOrUnknown(ctx, 0, 3);
  const DimVector others = DimsOrUnknown(ctx, 1, 3);
  for (int i = 0; i < 3; ++i) {
    dims[i] =
        ctx.Unify(dims[i], Place::Input(0, i), others[i], Place::Input(1, i), "sizes.agree"_check);
  }
  if (ctx.CheckRank(2, 1)) {
    dims[1] = UnifyVector(ctx, 2, dims[1], Place::Input(0, 1), "sizes.agree"_check);
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// updates = data[:axis] + indices + data[axis + 1:]
void InferScatterUpdate(RuleContext& ctx) {
  if (!CheckInputs(ctx, 4, 4) || !CheckKind(ctx, 1, OvKind::kInteger)) return;
  ctx.CheckSameElement(0, 2);
  const Shape data = ctx.InputShape(0);
  const Shape indices = ctx.InputShape(1);
  const Shape updates = ctx.InputShape(2);
  SetSameAsInput(ctx, 0, 0);
  if (!data.has_rank) return;
  const Interval axes = LengthBounds(ctx, 3);
  if (ctx.InputShape(3).has_rank && ctx.InputShape(3).rank() == 1 && !axes.Contains(1)) {
    ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(3), "ScatterUpdate takes one axis");
    return;
  }
  if (indices.has_rank && !ctx.CheckRank(2, std::max(0, data.rank() + indices.rank() - 1))) return;
  const auto named = ctx.ConstantInt(3);
  const auto axis = named ? ctx.NormalizeAxis(*named, data.rank(), 0) : std::nullopt;
  if (!axis || !indices.has_rank || !updates.has_rank) return;
  DimVector dims(data.dims.begin(), data.dims.begin() + *axis);
  dims.insert(dims.end(), indices.dims.begin(), indices.dims.end());
  dims.insert(dims.end(), data.dims.begin() + *axis + 1, data.dims.end());
  if (!ctx.CheckRank(2, static_cast<int>(dims.size()))) return;
  for (int i = 0; i < updates.rank(); ++i) {
    ctx.RequireEqual(dims[i], {}, updates.dims[i], Place::Input(2, i), "scatter_nd.updates"_check);
  }
}

void InferScatterElementsUpdate(RuleContext& ctx) {
  if (!CheckInputs(ctx, 4, 4)) return;
  ctx.CheckSameElement(0, 2);
  const Shape data = ctx.InputShape(0);
  const Shape indices = ctx.InputShape(1);
  const Shape updates = ctx.InputShape(2);
  SetSameAsInput(ctx, 0, 0);
  if (data.has_rank) {
    ctx.CheckRank(1, data.rank());
    ctx.CheckRank(2, data.rank());
    const auto named = ctx.ConstantInt(3);
    if (named) ctx.NormalizeAxis(*named, data.rank(), 0);
  }
  if (!indices.has_rank || !updates.has_rank || indices.rank() != updates.rank()) return;
  for (int i = 0; i < updates.rank(); ++i) {
    ctx.RequireEqual(indices.dims[i], Place::Input(1, i), updates.dims[i], Place::Input(2, i),
                     "scatter_elements.updates"_check);
  }
}

// updates = indices[:-1] + data[tuple:]
void InferScatterNdUpdate(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3) || !CheckKind(ctx, 1, OvKind::kInteger)) return;
  ctx.CheckSameElement(0, 2);
  SetSameAsInput(ctx, 0, 0);
  const Shape data = ctx.InputShape(0);
  const Shape indices = ctx.InputShape(1);
  const Shape updates = ctx.InputShape(2);
  ctx.CheckRankBetween(1, 1, kAnyRank);
  const bool is_known =
      data.has_rank && indices.has_rank && indices.rank() > 0 && indices.dims.back().is_constant();
  if (!is_known) return;
  const int64_t tuple = indices.dims.back().constant();
  if (tuple > data.rank()) {
    ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(1),
              absl::StrCat("tuples of ", tuple, " for rank ", data.rank()));
    return;
  }
  DimVector dims(indices.dims.begin(), indices.dims.end() - 1);
  dims.insert(dims.end(), data.dims.begin() + tuple, data.dims.end());
  if (!updates.has_rank) return;
  if (!ctx.CheckRank(2, static_cast<int>(dims.size()))) return;
  for (int i = 0; i < updates.rank(); ++i) {
    ctx.RequireEqual(dims[i], {}, updates.dims[i], Place::Input(2, i), "scatter_nd.updates"_check);
  }
}

void InferOvNonZero(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1)) return;
  const ElementType element = OvElement(ctx, "output_type", ElementType::kInt64);
  InferAs<"NonZero", 13>(ctx);
  if (element != ElementType::kInt64) ctx.SetOutput(0, element, OutputShape(ctx, 0));
}

void InferOvOneHot(RuleContext& ctx) {
  if (!CheckInputs(ctx, 4, 4) || !CheckKind(ctx, 0, OvKind::kIntegerOrBool) ||
      !CheckKind(ctx, 1, OvKind::kIntegerOrBool)) {
    return;
  }
  ctx.CheckSameElement(2, 3);
  for (const int input : {1, 2, 3}) ctx.CheckRank(input, 0);
  const ElementType element = FirstElement(ctx, {2, 3});
  const Shape indices = ctx.InputShape(0);
  if (!indices.has_rank) {
    return ctx.SetOutput(0, element, Shape::OfUnknownRank(Interval::AtLeast(1)));
  }
  const auto axis = ctx.NormalizeAxis(OvInt(ctx, "axis", 0), indices.rank() + 1, 0);
  if (!axis) return;
  const Expr depth = ctx.OnlyElementOrFresh(1);
  if (!depth.is_unknown()) {
    ctx.RequireAtLeast(depth, Place::Element(1, 0), 0, "size.negative"_check);
  }
  DimVector dims(indices.dims.begin(), indices.dims.end());
  dims.insert(dims.begin() + *axis, depth);
  ctx.SetOutput(0, element, dims);
}

void InferBucketize(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  ctx.CheckRank(1, 1);
  ctx.SetOutput(0, OvElement(ctx, "output_type", ElementType::kInt64), ctx.InputShape(0));
}

void InferSearchSorted(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  ctx.CheckSameElement(0, 1);
  const Shape sorted = ctx.InputShape(0);
  const Shape values = ctx.InputShape(1);
  const ElementType element = OvElement(ctx, "output_type", ElementType::kInt64);
  ctx.CheckRankBetween(0, 1, kAnyRank);
  if (element != ElementType::kInt64 && element != ElementType::kInt32) {
    ctx.Error("INVALID_ATTRIBUTE", {}, "SearchSorted makes int32 or int64");
    return;
  }
  if (!values.has_rank && sorted.has_rank && sorted.rank() > 1) {
    DimVector dims(sorted.dims.begin(), sorted.dims.end());
    dims.back() = Dim();
    return ctx.SetOutput(0, element, dims);
  }
  if (!sorted.has_rank || !values.has_rank || sorted.rank() == 1) {
    return ctx.SetOutput(0, element, values);
  }
  if (!ctx.CheckRank(1, sorted.rank())) return;
  DimVector dims(values.dims.begin(), values.dims.end());
  for (int i = 0; i + 1 < sorted.rank(); ++i) {
    dims[i] = ctx.Unify(dims[i], Place::Input(1, i), sorted.dims[i], Place::Input(0, i),
                        "sizes.agree"_check);
  }
  ctx.SetOutput(0, element, dims);
}

// A mean has no weights.
void CheckBagReduction(RuleContext& ctx, int input) {
  if (OvText(ctx, "reduction", "sum") != "mean") return;
  ctx.Error("WRONG_INPUT_COUNT", Place::Input(input),
            absl::StrCat(ctx.op().op_type, " takes no weights for a mean"));
}

// Weights of the indices, of which there are as many.
void CheckBagWeights(RuleContext& ctx, int input) {
  if (!ctx.HasInput(input)) return;
  CheckBagReduction(ctx, input);
  ctx.CheckSameElement(0, input);
  ctx.CheckRank(input, 1);
  UnifyVector(ctx, input, DimsOrUnknown(ctx, 1, 1)[0], Place::Input(1, 0), "sizes.agree"_check);
}

// Rows of the table, operand 0, added up: so many.
void SetBags(RuleContext& ctx, Dim count) {
  const Shape table = ctx.InputShape(0);
  DimVector dims(table.dims.begin(), table.dims.end());
  dims[0] = count;
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// Whether the table has rows; else the result is set.
bool CheckBagTable(RuleContext& ctx) {
  const Shape table = ctx.InputShape(0);
  if (table.has_rank && ctx.CheckRankBetween(0, 1, kAnyRank)) return true;
  ctx.SetOutput(0, ctx.InputElement(0), table);
  return false;
}

// The rows of a table, added up by bag. Indices are those of the bags one after the other.
void InferBagOffsets(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 5)) return;
  ctx.CheckRank(1, 1);
  ctx.CheckRank(2, 1);
  for (const int input : {1, 2}) CheckKind(ctx, input, OvKind::kInteger);
  ctx.CheckSameElement(1, 2);
  if (ctx.HasInput(3)) {
    ctx.CheckRank(3, 0);
    ctx.CheckSameElement(1, 3);
  }
  CheckBagWeights(ctx, 4);
  if (CheckBagTable(ctx)) SetBags(ctx, DimsOrUnknown(ctx, 2, 1)[0]);
}

// Bags are the rows of the indices.
void InferBagPacked(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 3)) return;
  ctx.CheckRank(1, 2);
  CheckKind(ctx, 1, OvKind::kInteger);
  DimVector indices = DimsOrUnknown(ctx, 1, 2);
  if (ctx.HasInput(2)) {
    CheckBagReduction(ctx, 2);
    ctx.CheckSameElement(0, 2);
    if (ctx.CheckRank(2, 2)) {
      const DimVector weights = DimsOrUnknown(ctx, 2, 2);
      for (int i = 0; i < 2; ++i) {
        indices[i] = ctx.Unify(indices[i], Place::Input(1, i), weights[i], Place::Input(2, i),
                               "sizes.agree"_check);
      }
    }
  }
  if (CheckBagTable(ctx)) SetBags(ctx, indices[0]);
}

// Each index has the number of its segment.
void InferEmbeddingSegments(RuleContext& ctx) {
  if (!CheckInputs(ctx, 4, 6)) return;
  for (const int input : {1, 2}) ctx.CheckRank(input, 1);
  for (const int input : {2, 3, 4}) {
    if (ctx.HasInput(input)) ctx.CheckSameElement(1, input);
  }
  UnifyVector(ctx, 2, DimsOrUnknown(ctx, 1, 1)[0], Place::Input(1, 0), "sizes.agree"_check);
  CheckBagWeights(ctx, 5);
  if (!CheckBagTable(ctx)) return;
  const Expr segments = ctx.OnlyElementOrFresh(3);
  if (!segments.is_unknown()) {
    ctx.RequireAtLeast(segments, Place::Element(3, 0), 0, "size.negative"_check);
  }
  SetBags(ctx, segments);
}

// The number of segments is an operand, or the greatest number of one.
void InferSegmentMax(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 3)) return;
  const Shape data = ctx.InputShape(0);
  ctx.CheckRank(1, 1);
  CheckKind(ctx, 1, OvKind::kInteger);
  if (ctx.HasInput(2)) ctx.CheckRank(2, 0);
  if (!data.has_rank || !ctx.CheckRankBetween(0, 1, kAnyRank)) {
    return ctx.SetOutput(0, ctx.InputElement(0), data);
  }
  UnifyVector(ctx, 1, data.dims[0], Place::Input(0, 0), "sizes.agree"_check);
  DimVector dims(data.dims.begin(), data.dims.end());
  dims[0] = Dim();
  if (ctx.HasInput(2)) {
    dims[0] = ctx.OnlyElementOrFresh(2);
  } else if (const auto ids = ctx.ConstantInts(1); ids && !ids->empty()) {
    if (!std::is_sorted(ids->begin(), ids->end())) {
      ctx.Error("INVALID_ATTRIBUTE", Place::Input(1), "the numbers of the segments are not sorted");
      return;
    }
    dims[0] = ctx.Add(ids->back(), 1);
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

constexpr absl::string_view kData = "the data's shape and element type";
constexpr absl::string_view kBags = "a row for each bag";

constexpr OperatorRow kOvGatherRows[] = {
    {kOpenVino, "Bucketize", {3}, InferBucketize, "the data's shape", {}, PerElement{.alu = 4}},
    {kOpenVino, "EmbeddingBagOffsets", {15}, InferBagOffsets, kBags, {}, kMoved},
    {kOpenVino, "EmbeddingBagOffsetsSum", {3}, InferBagOffsets, kBags, {}, kMoved},
    {kOpenVino, "EmbeddingBagPacked", {15}, InferBagPacked, kBags, {}, kMoved},
    {kOpenVino, "EmbeddingBagPackedSum", {3}, InferBagPacked, kBags, {}, kMoved},
    {kOpenVino,
     "EmbeddingSegmentsSum",
     {3},
     InferEmbeddingSegments,
     "a row for each segment",
     {},
     kMoved},
    {kOpenVino,
     "Gather",
     {1, 7, 8},
     InferOvGather,
     "the indices' dims in place of the axis; by value",
     kMovement,
     kMoved},
    {kOpenVino,
     "GatherElements",
     {6},
     InferOvGatherElements,
     "the indices' shape",
     kMovement,
     kMoved},
    {kOpenVino,
     "GatherND",
     {5, 8},
     InferOvGatherNd,
     "one slice per index tuple",
     kMovement,
     kMoved},
    {kOpenVino, "GatherTree", {1}, InferGatherTree, "the shape of step_ids", {}, kMoved},
    {kOpenVino,
     "NonZero",
     {3},
     InferOvNonZero,
     "[rank, at most the number of elements]",
     kBoundedSizes,
     kMoved},
    {kOpenVino, "OneHot", {1, 16}, InferOvOneHot, "a new axis of the given depth", {}, kMoved},
    {kOpenVino, "ScatterElementsUpdate", {3, 12}, InferScatterElementsUpdate, kData, {}, kMoved},
    {kOpenVino, "ScatterNDUpdate", {4, 15}, InferScatterNdUpdate, kData, {}, kMoved},
    {kOpenVino, "ScatterUpdate", {3}, InferScatterUpdate, kData, {}, kMoved},
    {kOpenVino,
     "SearchSorted",
     {15},
     InferSearchSorted,
     "the values' shape",
     {},
     PerElement{.alu = 4}},
    {kOpenVino, "SegmentMax", {16}, InferSegmentMax, "a slice for each segment", {}, kMoved},
};

}  // namespace

absl::Span<const OperatorRow> OpenVinoGatherOperators() { return kOvGatherRows; }

}  // namespace shapewright::rules
