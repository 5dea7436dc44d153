// Operators of OpenVINO that cut and pad: Slice, StridedSlice, Pad, and moves along axes.
#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/operands.h"
#include "core/rules/operators/openvino/ov_rules.h"

namespace shapewright::rules {
namespace {

void InferOvSlice(RuleContext& ctx) {
  if (!CheckInputs(ctx, 4, 5)) return;
  OnnxView(ctx).Operands({0, 1, 2, 4, 3}).Infer("Slice", 13);
}

// One end of a range, counted from the front where it is negative.
Expr FromFront(RuleContext& ctx, Expr e, Dim size) {
  if (e.is_unknown()) return {};
  const Interval bounds = ctx.Bounds(e);
  if (bounds.min >= 0) return e;
  if (bounds.max < 0) return ctx.Add(size, e);
  const Expr is_negative = ctx.Min(1, ctx.Max(0, ctx.Subtract(0, e)));
  return ctx.Add(e, ctx.Multiply(is_negative, size));
}

// A range along an axis. An end that is masked is the axis' own.
struct StridedRange {
  Expr begin, end, step = 1;
  bool begins_at_end = false;
  bool ends_at_end = false;
};

Dim StridedLength(RuleContext& ctx, const StridedRange& range, Dim size) {
  if (!range.step.is_constant() || range.step.is_constant(0)) return {};
  // No axis is longer than the longest step.
  constexpr int64_t kLongest = std::numeric_limits<int64_t>::max();
  const int64_t step = std::max(range.step.constant(), -kLongest);
  return ctx.IfItFits([&]() -> Expr {
    const bool is_forward = step > 0;
    const Expr last = is_forward ? size : ctx.Subtract(size, 1);
    const Expr least = is_forward ? 0 : -1;
    const auto clamped = [&](Expr e, bool is_masked, Expr otherwise) {
      if (is_masked) return otherwise;
      const Expr position = FromFront(ctx, e, size);
      return ctx.Min(ctx.Max(position, least), last);
    };
    const Expr begin = clamped(range.begin, range.begins_at_end, is_forward ? Expr(0) : last);
    const Expr end = clamped(range.end, range.ends_at_end, is_forward ? last : Expr(-1));
    const Expr length = is_forward ? ctx.Subtract(end, begin) : ctx.Subtract(begin, end);
    return ctx.Max(0, ctx.CeilDiv(length, is_forward ? step : -step));
  });
}

// The lists of a StridedSlice.
struct Strided {
  ExprVector begin, end, step;
  OvInts begin_mask, end_mask, new_axis_mask, shrink_mask, ellipsis_mask;

  bool Has(const OvInts& mask, size_t i) const { return i < mask.size() && mask[i] != 0; }
};

std::optional<ExprVector> ElementsOf(RuleContext& ctx, int input) {
  if (const auto elements = ctx.IntElementsOrFresh(input)) {
    return ExprVector(elements->begin(), elements->end());
  }
  const Interval length = LengthBounds(ctx, input);
  if (!length.is_point() || length.min > kMaxElements) return std::nullopt;
  return ExprVector(static_cast<size_t>(length.min));
}

std::optional<Strided> ReadStrided(RuleContext& ctx) {
  auto begin = ElementsOf(ctx, 1);
  auto end = ElementsOf(ctx, 2);
  if (!begin && !end) return std::nullopt;
  // A list of an open length is as long as the other.
  if (!begin) begin = ExprVector(end->size());
  if (!end) end = ExprVector(begin->size());
  Strided strided;
  strided.begin = *begin;
  strided.end = *end;
  strided.step = ExprVector(begin->size(), Expr(1));
  if (ctx.HasInput(3)) {
    const auto step = ElementsOf(ctx, 3);
    strided.step = step ? *step : ExprVector(begin->size());
  }
  if (strided.end.size() != begin->size() || strided.step.size() != begin->size()) {
    ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(2),
              absl::StrCat("StridedSlice has ", begin->size(), " begins, ", strided.end.size(),
                           " ends and ", strided.step.size(), " strides"));
    return std::nullopt;
  }
  strided.begin_mask = OvList(ctx, "begin_mask");
  strided.end_mask = OvList(ctx, "end_mask");
  strided.new_axis_mask = OvList(ctx, "new_axis_mask");
  strided.shrink_mask = OvList(ctx, "shrink_axis_mask");
  strided.ellipsis_mask = OvList(ctx, "ellipsis_mask");
  return strided;
}

// The elements of a slice of a vector.
void StridedByValue(RuleContext& ctx, const StridedRange& range, Dim size, Dim length) {
  if (!MayMoveElements(ctx, 0) || !size.is_constant() || !length.is_constant()) return;
  const bool is_forward = range.step.constant() > 0;
  const Expr last = is_forward ? size : ctx.Subtract(size, 1);
  Expr begin = is_forward ? Expr(0) : last;
  if (!range.begins_at_end) {
    begin = ctx.Min(ctx.Max(FromFront(ctx, range.begin, size), is_forward ? 0 : -1), last);
  }
  if (!begin.is_constant() || length.constant() > kMaxElements) return;
  Positions positions;
  for (int64_t i = 0; i < length.constant(); ++i) {
    positions.push_back(begin.constant() + i * range.step.constant());
  }
  TakeElements(ctx, 0, 0, positions);
}

// The dims of a strided slice, as they come out axis by axis.
struct StridedDims {
  DimVector dims;
  int axis = 0;       // of the data: the next one
  StridedRange last;  // of the axis before
};

// The data's axes that an ellipsis stands for.
void AddEllipsis(const Strided& strided, size_t at, const Shape& data, StridedDims* found) {
  int64_t named_after = 0;
  for (size_t k = at + 1; k < strided.begin.size(); ++k) {
    named_after += strided.Has(strided.new_axis_mask, k) ? 0 : 1;
  }
  while (found->axis < data.rank() - named_after) found->dims.push_back(data.dims[found->axis++]);
}

// False after an error.
bool AddStridedAxis(RuleContext& ctx, const Strided& strided, size_t i, const Shape& data,
                    StridedDims* found) {
  if (found->axis >= data.rank()) {
    ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(1),
              absl::StrCat("StridedSlice cuts more axes than rank ", data.rank(), " has"));
    return false;
  }
  const Dim size = data.dims[found->axis++];
  if (strided.Has(strided.shrink_mask, i)) return true;
  StridedRange range;
  range.begin = strided.begin[i];
  range.end = strided.end[i];
  range.step = strided.step[i];
  if (range.step.is_constant(0)) {
    ctx.Error("ZERO_STEP", Place::Element(3, static_cast<int>(i)), "StridedSlice by 0");
    return false;
  }
  range.begins_at_end = strided.Has(strided.begin_mask, i);
  range.ends_at_end = strided.Has(strided.end_mask, i);
  Dim length = StridedLength(ctx, range, size);
  if (length.is_unknown()) {
    Interval bounds{0, ctx.Bounds(size).max};
    const int64_t step = range.step.is_constant() ? range.step.constant() : 1;
    if (step > 1 && bounds.has_max() && bounds.max > 0) bounds.max = (bounds.max - 1) / step + 1;
    length = ctx.Fresh(Place::Output(0, static_cast<int>(found->dims.size())),
                       "a slice whose ends the data decide", bounds);
  }
  found->dims.push_back(length);
  found->last = range;
  return true;
}

// One element of a vector, or a range of it.
void StridedVectorByValue(RuleContext& ctx, const Strided& strided, Dim size,
                          const StridedDims& found) {
  if (strided.begin.size() != 1) return;
  if (found.dims.size() == 1) return StridedByValue(ctx, found.last, size, found.dims[0]);
  if (!found.dims.empty() || !MayMoveElements(ctx, 0)) return;
  const Expr at = FromFront(ctx, strided.begin[0], size);
  const bool is_known = at.is_constant() && size.is_constant() && at.constant() >= 0 &&
                        at.constant() < size.constant();
  if (is_known) TakeElements(ctx, 0, 0, Positions{at.constant()});
}

bool AreMasksFlags(RuleContext& ctx) {
  for (const absl::string_view name :
       {"begin_mask", "end_mask", "new_axis_mask", "shrink_axis_mask", "ellipsis_mask"}) {
    const OvInts mask = OvList(ctx, name);
    const bool is_flags =
        std::all_of(mask.begin(), mask.end(), [](int64_t flag) { return flag == 0 || flag == 1; });
    if (!is_flags) return false;
  }
  return true;
}

bool HaveMasksOneSize(const Strided& strided) {
  for (const OvInts* mask :
       {&strided.end_mask, &strided.new_axis_mask, &strided.shrink_mask, &strided.ellipsis_mask}) {
    if (!mask->empty() && mask->size() != strided.begin_mask.size()) return false;
  }
  return true;
}

void InferStridedSlice(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 4)) return;
  for (const int input : {1, 2}) {
    if (!CheckKind(ctx, input, OvKind::kInteger) || !ctx.CheckRank(input, 1)) return;
  }
  const Shape data = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  const auto strided = ReadStrided(ctx);
  if (!AreMasksFlags(ctx)) {
    ctx.Error("INVALID_ATTRIBUTE", {}, "the masks of StridedSlice are of 0 and 1");
    return;
  }
  if (strided && !HaveMasksOneSize(*strided)) {
    ctx.Error("INVALID_ATTRIBUTE", {}, "the masks of StridedSlice differ in length");
    return;
  }
  if (!strided || !data.has_rank) return ctx.SetOutput(0, element, Shape());
  StridedDims found;
  for (size_t i = 0; i < strided->begin.size(); ++i) {
    if (strided->Has(strided->ellipsis_mask, i)) {
      AddEllipsis(*strided, i, data, &found);
    } else if (strided->Has(strided->new_axis_mask, i)) {
      found.dims.push_back(1);
    } else if (!AddStridedAxis(ctx, *strided, i, data, &found)) {
      return;
    }
  }
  while (found.axis < data.rank()) found.dims.push_back(data.dims[found.axis++]);
  ctx.SetOutput(0, element, found.dims);
  if (data.rank() == 1) StridedVectorByValue(ctx, *strided, data.dims[0], found);
}

void InferOvPad(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 4)) return;
  for (const int input : {1, 2}) {
    if (!CheckKind(ctx, input, OvKind::kInteger) || !ctx.CheckRank(input, 1)) return;
  }
  const absl::string_view mode = OvText(ctx, "pad_mode", "constant");
  if (ctx.InputElement(0) == ElementType::kString && mode != "constant") {
    ctx.Error("ELEMENT_TYPE_NOT_ALLOWED", Place::Input(0), "Pad repeats no strings");
    return;
  }
  if (ctx.HasInput(3)) {
    ctx.CheckRank(3, 0);
    ctx.CheckSameElement(0, 3);
  }
  const ElementType element = ctx.InputElement(0);
  const Shape data = ctx.InputShape(0);
  for (const int input : {1, 2}) {
    if (data.has_rank) RequireLength(ctx, input, data.rank(), Place::Input(0), "pad.count"_check);
  }
  const auto begins = ElementsOf(ctx, 1);
  const auto ends = ElementsOf(ctx, 2);
  if (!data.has_rank) {
    return ctx.SetOutput(0, element, begins ? Shape::Of(DimVector(begins->size())) : data);
  }
  const auto rank = static_cast<size_t>(data.rank());
  for (const auto* pads : {&begins, &ends}) {
    if (*pads && (*pads)->size() != rank) {
      ctx.Error("WRONG_PADS", Place::Input(pads == &begins ? 1 : 2),
                absl::StrCat("Pad has ", (*pads)->size(), " pads for rank ", rank));
      return;
    }
  }
  if (!begins || !ends) return SetUnknownDims(ctx, 0, element, data);
  DimVector dims;
  for (size_t i = 0; i < rank; ++i) {
    const auto axis = static_cast<int>(i);
    const Dim dim = data.dims[axis];
    for (const auto* pads : {&*begins, &*ends}) {
      const Expr pad = (*pads)[i];
      const Place place = Place::Element(pads == &*begins ? 1 : 2, axis);
      if (mode == "constant" || mode == "edge" || !pad.is_constant()) continue;
      const Expr least = mode == "reflect" ? ctx.Add(pad, 1) : pad;
      ctx.RequireAtMost(least, place, dim, Place::Input(0, axis), "pad.reflection"_check);
    }
    dims.push_back(ctx.Add(ctx.Add(dim, (*begins)[i]), (*ends)[i]));
  }
  ctx.SetOutput(0, element, dims);
}

void InferOvDepthToSpace(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1)) return;
  const auto block = OvSize(ctx, "block_size", 1);
  const Shape data = ctx.InputShape(0);
  if (!block || !ctx.CheckRankBetween(0, 3, kAnyRank)) return;
  if (!data.has_rank) return SetUnknownDims(ctx, 0, ctx.InputElement(0), data);
  DimVector dims(data.dims.begin(), data.dims.end());
  int64_t divisor = 1;
  for (int axis = 2; axis < data.rank(); ++axis) {
    if (divisor > (int64_t{1} << 62) / *block) return;
    divisor *= *block;
    dims[axis] = ctx.Multiply(dims[axis], *block);
  }
  const Place place = Place::Input(0, 1);
  if (!ctx.RequireDivisible(dims[1], place, divisor, place, "blocks.fill"_check)) return;
  dims[1] = ctx.FloorDiv(dims[1], divisor);
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

void InferOvSpaceToDepth(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1)) return;
  const auto block = OvSize(ctx, "block_size", 1);
  const Shape data = ctx.InputShape(0);
  if (!block || !ctx.CheckRankBetween(0, 3, kAnyRank)) return;
  if (!data.has_rank) return SetUnknownDims(ctx, 0, ctx.InputElement(0), data);
  DimVector dims(data.dims.begin(), data.dims.end());
  for (int axis = 2; axis < data.rank(); ++axis) {
    const Place place = Place::Input(0, axis);
    if (!ctx.RequireDivisible(dims[axis], place, *block, place, "blocks.fill"_check)) return;
    dims[1] = ctx.Multiply(dims[1], *block);
    dims[axis] = ctx.FloorDiv(dims[axis], *block);
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// The lists of a SliceScatter are of one length, their axes distinct. False after an error.
bool CheckScatterLists(RuleContext& ctx, int rank) {
  Dim length = VectorLength(ctx, 2);
  for (int input = 3; input < ctx.input_count(); ++input) {
    length = UnifyVector(ctx, input, length, Place::Input(2, 0), "sizes.agree"_check);
  }
  if (ctx.Bounds(length).min > rank) {
    ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(2),
              absl::StrCat("SliceScatter cuts more axes than rank ", rank, " has"));
    return false;
  }
  if (const auto steps = ctx.ConstantInts(4);
      steps && std::find(steps->begin(), steps->end(), 0) != steps->end()) {
    ctx.Error("ZERO_STEP", Place::Input(4), "SliceScatter with a step of 0");
    return false;
  }
  bool is_known = false;
  if (!ctx.HasInput(5)) return true;
  const auto axes = OvAxes(ctx, 5, rank, &is_known);
  if (is_known && !axes) return false;
  for (size_t i = 0; axes && i < axes->size(); ++i) {
    if (std::find(axes->begin(), axes->begin() + i, (*axes)[i]) == axes->begin() + i) continue;
    ctx.Error("DUPLICATE_AXIS", Place::Input(5), "SliceScatter cuts an axis twice");
    return false;
  }
  return true;
}

// The updates have the shape of the slice that they go to; on axes that are not cut, the data's.
void InferSliceScatter(RuleContext& ctx) {
  if (!CheckInputs(ctx, 5, 6)) return;
  const Shape data = ctx.InputShape(0);
  const Shape updates = ctx.InputShape(1);
  if (!data.has_rank) return SetUnknownDims(ctx, 0, ctx.InputElement(0), updates);
  if (!ctx.CheckRank(1, data.rank()) || !CheckScatterLists(ctx, data.rank())) return;
  SetSameAsInput(ctx, 0, 0);
  if (!updates.has_rank) return;
  const auto begins = ElementsOf(ctx, 2);
  const auto ends = ElementsOf(ctx, 3);
  const auto steps = ElementsOf(ctx, 4);
  const bool are_lists =
      begins && ends && steps && begins->size() == ends->size() && begins->size() == steps->size();
  bool is_known = !ctx.HasInput(5);
  OvInts axes;
  if (ctx.HasInput(5)) {
    const auto named = OvAxes(ctx, 5, data.rank(), &is_known);
    if (named) axes = *named;
  } else if (begins) {
    for (size_t i = 0; i < begins->size(); ++i) axes.push_back(static_cast<int64_t>(i));
  }
  if (!are_lists || !is_known || axes.size() != begins->size()) return;
  DimVector dims(data.dims.begin(), data.dims.end());
  for (size_t i = 0; i < axes.size(); ++i) {
    StridedRange range;
    range.begin = (*begins)[i];
    range.end = (*ends)[i];
    range.step = (*steps)[i];
    Dim& dim = dims[static_cast<size_t>(axes[i])];
    dim = StridedLength(ctx, range, dim);
  }
  for (int axis = 0; axis < data.rank(); ++axis) {
    if (dims[axis].is_unknown() || updates.dims[axis].is_unknown()) continue;
    ctx.RequireEqual(dims[axis], {}, updates.dims[axis], Place::Input(1, axis),
                     "scatter_nd.updates"_check);
  }
}

// The lists have one length; crops one type, and none is negative. False after an error.
bool CheckBlockLists(RuleContext& ctx, bool is_to_space) {
  Dim length = VectorLength(ctx, 1);
  for (const int input : {2, 3}) {
    length = UnifyVector(ctx, input, length, Place::Input(1, 0), "sizes.agree"_check);
    if (!is_to_space) continue;
    ctx.CheckSameElement(1, input);
    const auto crops = ctx.ConstantInts(input);
    if (!crops || std::all_of(crops->begin(), crops->end(), [](int64_t n) { return n >= 0; })) {
      continue;
    }
    ctx.Error("INVALID_ATTRIBUTE", Place::Input(input), "BatchToSpace needs crops of at least 0");
    return false;
  }
  return true;
}

// Blocks go from the batch to the other axes, which are then cropped; or the other way round, where
// these are padded first.
void InferBlocks(RuleContext& ctx, bool is_to_space) {
  if (!CheckInputs(ctx, 4, 4)) return;
  const Shape data = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  if (!CheckBlockLists(ctx, is_to_space)) return;
  if (!data.has_rank || !ctx.CheckRankBetween(0, 2, kAnyRank)) {
    return ctx.SetOutput(0, element, data);
  }
  const auto blocks = ctx.ConstantInts(1);
  const auto begins = ctx.ConstantInts(2);
  const auto ends = ctx.ConstantInts(3);
  const auto rank = static_cast<size_t>(data.rank());
  for (const auto* list : {&blocks, &begins, &ends}) {
    if (*list && (*list)->size() != rank) {
      ctx.Error(
          "WRONG_ELEMENT_COUNT", Place::Input(1),
          absl::StrCat(ctx.op().op_type, " has ", (*list)->size(), " numbers for rank ", rank));
      return;
    }
  }
  DimVector dims(data.dims.begin(), data.dims.end());
  if (!blocks) return SetUnknownDims(ctx, 0, element, data);
  int64_t product = 1;
  for (const int64_t block : *blocks) {
    if (block < 1 || product > (int64_t{1} << 62) / block) {
      ctx.Error("INVALID_ATTRIBUTE", Place::Input(1), "a block has at least one element");
      return;
    }
    product *= block;
  }
  const Place batch = Place::Input(0, 0);
  if (is_to_space) {
    if (!ctx.RequireDivisible(dims[0], batch, product, batch, "blocks.fill"_check)) return;
    dims[0] = ctx.FloorDiv(dims[0], product);
  } else {
    dims[0] = ctx.Multiply(dims[0], product);
  }
  for (size_t i = 1; i < rank; ++i) {
    const auto axis = static_cast<int>(i);
    const Place place = Place::Input(0, axis);
    Dim& dim = dims[axis];
    const Expr around = begins && ends ? ctx.Add((*begins)[i], (*ends)[i]) : Expr();
    if (is_to_space) {
      dim = ctx.Multiply(dim, (*blocks)[i]);
      if (around.is_constant()) ctx.RequireAtMost(around, {}, dim, place, "blocks.fill"_check);
      dim = ctx.Subtract(dim, around);
    } else {
      dim = ctx.Add(dim, around);
      if (!ctx.RequireDivisible(dim, place, (*blocks)[i], place, "blocks.fill"_check)) return;
      dim = ctx.FloorDiv(dim, (*blocks)[i]);
    }
  }
  ctx.SetOutput(0, element, dims);
}

void InferBatchToSpace(RuleContext& ctx) { InferBlocks(ctx, true); }
void InferSpaceToBatch(RuleContext& ctx) { InferBlocks(ctx, false); }

constexpr OperatorRow kOvSliceRows[] = {
    {kOpenVino,
     "BatchToSpace",
     {2},
     InferBatchToSpace,
     "blocks of the batch side by side",
     {},
     kMoved},
    {kOpenVino, "DepthToSpace", {1}, InferOvDepthToSpace, "[N, C / b^k, D * b ...]", {}, kMoved},
    {kOpenVino, "Pad", {1, 12}, InferOvPad, "each dim with its pads", {}, kMoved},
    {kOpenVino, "Slice", {8}, InferOvSlice, "as ONNX's Slice; by value", kMovement, kMoved},
    {kOpenVino,
     "SliceScatter",
     {15},
     InferSliceScatter,
     "the data's shape and element type",
     {},
     kMoved},
    {kOpenVino, "SpaceToBatch", {2}, InferSpaceToBatch, "blocks along the batch", {}, kMoved},
    {kOpenVino, "SpaceToDepth", {1}, InferOvSpaceToDepth, "[N, C * b^k, D / b ...]", {}, kMoved},
    {kOpenVino,
     "StridedSlice",
     {1},
     InferStridedSlice,
     "the lengths of the ranges, by its masks; by value",
     kMovement,
     kMoved},
};

}  // namespace

absl::Span<const OperatorRow> OpenVinoSliceOperators() { return kOvSliceRows; }

}  // namespace shapewright::rules
