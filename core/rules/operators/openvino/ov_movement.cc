// Operators of OpenVINO that reshape, join, repeat and permute.
#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/operands.h"
#include "core/rules/operators/openvino/ov_rules.h"

namespace shapewright::rules {
namespace {

// ONNX's rule passes over the other dims of an operand without elements; here they agree too.
// False after an error.
bool UnifyEmpty(RuleContext& ctx, int64_t axis) {
  const Shape first = ctx.InputShape(0);
  for (int input = 1; first.has_rank && input < ctx.input_count(); ++input) {
    const Shape shape = ctx.InputShape(input);
    const bool is_skipped = shape.has_rank && shape.rank() == first.rank() &&
                            (IsSurelyEmpty(ctx, first) || IsSurelyEmpty(ctx, shape));
    for (int i = 0; is_skipped && i < first.rank(); ++i) {
      if (i == axis || i == axis + first.rank()) continue;
      if (!ctx.RequireEqual(first.dims[i], Place::Input(0, i), shape.dims[i],
                            Place::Input(input, i), "sizes.agree"_check)) {
        return false;
      }
    }
  }
  return true;
}

void InferOvConcat(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1 << 30) || !UnifyEmpty(ctx, OvInt(ctx, "axis", 0))) return;
  OnnxView(ctx).Int("axis", OvInt(ctx, "axis", 0)).Infer("Concat", 13);
}

void InferOvReshape(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2) || !CheckKind(ctx, 1, OvKind::kInteger)) return;
  if (!ctx.CheckRank(1, 1)) return;
  OnnxView(ctx).Int("allowzero", OvFlag(ctx, "special_zero", false) ? 0 : 1).Infer("Reshape", 14);
}

// The axes that an operand names, sorted out: nothing where they are not known.
std::optional<OvInts> KnownAxes(RuleContext& ctx, int input) {
  const auto given = ctx.ConstantInts(input);
  if (!given) return std::nullopt;
  return OvInts(given->begin(), given->end());
}

// With axes that the data decide, each dim of 1 may go.
void InferOvSqueeze(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 2)) return;
  if (!ctx.HasInput(1)) return InferAs<"Squeeze", 13>(ctx);
  const auto axes = KnownAxes(ctx, 1);
  const Shape data = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  if (!ctx.CheckRankBetween(1, 0, 1)) return;
  const bool may_go = !data.has_rank || std::any_of(data.dims.begin(), data.dims.end(), [&](Dim d) {
    return ctx.Bounds(d).Contains(1);
  });
  if (!axes && !may_go) return ctx.SetOutput(0, element, data);
  if (!axes || !data.has_rank) {
    const Interval length = OvListLength(ctx, 1);
    const int64_t rank = data.has_rank ? data.rank() : data.rank_bounds.max;
    const int64_t least =
        data.has_rank && length.has_max() ? std::max<int64_t>(0, rank - length.max) : 0;
    // So many dims go as there are axes.
    if (data.has_rank && length.is_point()) {
      return ctx.SetOutput(0, element, DimVector(static_cast<size_t>(least)));
    }
    return ctx.SetOutput(0, element, Shape::OfUnknownRank({least, rank}));
  }
  if (axes->empty()) return OnnxView(ctx).Operands({0}).Infer("Squeeze", 13);
  if (data.rank() == 0) {
    for (const int64_t axis : *axes) {
      if (!OvAxis(ctx, axis, 0)) return;
    }
    ctx.SetOutput(0, element, data);
    return PassElements(ctx, 0, 0);
  }
  // Where a dim may be 1, it is taken to be so, unless axes may be left out.
  const bool may_skip = OvFlag(ctx, "allow_axis_skip", false);
  // A named axis that is not 1 stays.
  const auto mask = MaskAxes(ctx, *axes, data.rank());
  if (!mask) return;
  DimVector dims;
  int64_t open = 0;
  for (int axis = 0; axis < data.rank(); ++axis) {
    const Dim dim = data.dims[axis];
    const bool is_named = (*mask)[static_cast<size_t>(axis)];
    if (is_named && dim.is_constant(1)) continue;
    if (is_named && ctx.Bounds(dim).Contains(1)) {
      const Place place = Place::Input(0, axis);
      if (!may_skip) ctx.RequireEqual(dim, place, 1, place, "squeeze.one"_check);
      if (!may_skip) continue;
      ++open;
    }
    dims.push_back(dim);
  }
  const auto most = static_cast<int64_t>(dims.size());
  ctx.SetOutput(0, element,
                open == 0 ? Shape::Of(dims) : Shape::OfUnknownRank({most - open, most}));
  if (open == 0) PassElements(ctx, 0, 0);
}

void InferOvUnsqueeze(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  const auto axes = KnownAxes(ctx, 1);
  if (!axes) return InferAs<"Unsqueeze", 13>(ctx);
  if (axes->empty()) {
    ctx.Error("MISSING_AXES", Place::Input(1), "Unsqueeze needs axes");
    return;
  }
  // An axis that is named twice is one: as it is written, and then as it is counted from the front.
  OvInts written;
  const auto add = [](OvInts* list, int64_t axis) {
    if (std::find(list->begin(), list->end(), axis) == list->end()) list->push_back(axis);
  };
  for (const int64_t axis : *axes) add(&written, axis);
  const Shape data = ctx.InputShape(0);
  OvInts distinct;
  const int64_t rank = data.rank() + static_cast<int64_t>(written.size());
  for (const int64_t axis : written) {
    if (!data.has_rank) {
      distinct = written;
      break;
    }
    const auto normal = ctx.NormalizeAxis(axis, static_cast<int>(rank), 0);
    if (!normal) return;
    add(&distinct, *normal);
  }
  const int64_t most = data.rank() + static_cast<int64_t>(distinct.size());
  if (data.has_rank && distinct.size() < written.size()) {
    std::sort(distinct.begin(), distinct.end());
    // What lies behind the end comes last.
    for (size_t i = distinct.size(); i-- > 0;) {
      const auto behind = static_cast<int64_t>(distinct.size() - 1 - i);
      distinct[i] = std::min(distinct[i], most - 1 - behind);
    }
  }
  OnnxView(ctx).Operands({0}).Ints("axes", distinct).Infer("Unsqueeze", 11);
}

void InferOvTranspose(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2)) return;
  const Shape data = ctx.InputShape(0);
  const auto order = KnownAxes(ctx, 1);
  if (order && order->empty()) return OnnxView(ctx).Operands({0}).Infer("Transpose", 13);
  if (order) return OnnxView(ctx).Operands({0}).Ints("perm", *order).Infer("Transpose", 13);
  const Interval length = LengthBounds(ctx, 1);
  if (data.has_rank && length.is_point() && length.min > 0 && length.min != data.rank()) {
    ctx.Error("RANK_MISMATCH", Place::Input(1),
              absl::StrCat("Transpose has an order of ", length.min, " axes for ", data.rank()));
    return;
  }
  const bool is_ranked =
      !data.has_rank && length.is_point() && length.min > 0 && length.min <= kMaxElements;
  if (is_ranked) {
    return ctx.SetOutput(0, ctx.InputElement(0), DimVector(static_cast<size_t>(length.min)));
  }
  SetUnknownDims(ctx, 0, ctx.InputElement(0), data);
}

// The elements of a part of operand 0 along an axis, which begins at `first`.
void TakePart(RuleContext& ctx, int output, const Shape& data, int axis, int64_t first) {
  if (!ctx.HasOutput(output) || !MayMoveElements(ctx, 0) || !SmallElementCount(data)) return;
  const auto strides = RowMajorStrides(data.dims);
  TakeStrided(ctx, output, 0, first * strides[static_cast<size_t>(axis)], strides);
}

// Parts of operand 0 along an axis, with these sizes.
void SetParts(RuleContext& ctx, const Shape& data, int axis, absl::Span<const Dim> sizes) {
  int64_t first = 0;
  for (int i = 0; i < ctx.output_count(); ++i) {
    const Dim size = i < static_cast<int>(sizes.size()) ? sizes[i] : Dim();
    DimVector dims(data.dims.begin(), data.dims.end());
    dims[axis] = size;
    ctx.SetOutput(i, ctx.InputElement(0), dims);
    // A part behind the end, after an error, has no elements.
    const Dim whole = data.dims[axis];
    if (first < 0 || !size.is_constant() || !whole.is_constant() ||
        size.constant() > whole.constant() - first) {
      first = -1;
      continue;
    }
    TakePart(ctx, i, data, axis, first);
    first += size.constant();
  }
}

void SetPartsSomewhere(RuleContext& ctx, const Shape& data) {
  for (int i = 0; i < ctx.output_count(); ++i) {
    SetUnknownDims(ctx, i, ctx.InputElement(0), data);
  }
}

void InferOvSplit(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2) || !CheckKind(ctx, 1, OvKind::kInteger)) return;
  ctx.CheckRank(1, 0);
  const auto parts = OvSize(ctx, "num_splits", 1);
  const Shape data = ctx.InputShape(0);
  if (!parts || !HasOutputs(ctx, *parts)) return;
  const auto named = ctx.ConstantInt(1);
  if (!data.has_rank || !named) return SetPartsSomewhere(ctx, data);
  const auto axis = ctx.NormalizeAxis(*named, data.rank(), 0);
  if (!axis) return;
  const Dim dim = data.dims[*axis];
  const Place place = Place::Input(0, *axis);
  if (!ctx.RequireDivisible(dim, place, *parts, place, "split.equal"_check)) return;
  const Dim part = ctx.FloorDiv(dim, *parts);
  SetParts(ctx, data, *axis, DimVector(static_cast<size_t>(*parts), part));
}

// One length may be -1: what the others leave.
std::optional<DimVector> ReadLengths(RuleContext& ctx, Dim dim, const Place& place) {
  const auto elements = ctx.IntElementsOrFresh(2);
  if (!elements) return std::nullopt;
  DimVector sizes;
  int rest = -1;
  Expr sum = 0;
  bool may_have_rest = false;
  for (size_t i = 0; i < elements->size(); ++i) {
    const Expr e = (*elements)[i];
    const int index = static_cast<int>(i);
    if (e.is_constant(-1)) {
      if (rest >= 0) {
        ctx.Error("WRONG_SPLIT", Place::Element(2, index), "two lengths are -1");
        return std::nullopt;
      }
      rest = index;
      sizes.push_back(Dim());
      continue;
    }
    may_have_rest = may_have_rest || e.is_unknown() || ctx.Bounds(e).min < 0;
    if (e.is_constant() &&
        !ctx.RequireAtLeast(e, Place::Element(2, index), 0, "split.size"_check)) {
      return std::nullopt;
    }
    sizes.push_back(e.is_unknown() || ctx.Bounds(e).min < 0 ? Dim() : e);
    sum = ctx.Add(sum, e);
  }
  if (may_have_rest) return sizes;
  if (rest >= 0) {
    // Lengths that exceed the dim are not refused.
    const Expr left = ctx.Subtract(dim, sum);
    const bool fits = left.is_unknown() || ctx.Bounds(left).max >= 0;
    if (fits) ctx.RequireAtMost(sum, Place::Input(2), dim, place, "split.parts"_check);
    sizes[rest] = fits ? left : Dim(0);
  } else if (!ctx.RequireEqual(sum, Place::Input(2), dim, place, "split.sum"_check)) {
    return std::nullopt;
  }
  return sizes;
}

void InferVariadicSplit(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3)) return;
  ctx.CheckForm(1, Form::kScalarOrOne);
  const Shape data = ctx.InputShape(0);
  const auto named = ctx.ConstantInt(1);
  const Interval length = LengthBounds(ctx, 2);
  if (!length.is_point()) {
    ctx.Error("WRONG_OUTPUT_COUNT", Place::Input(2),
              "VariadicSplit has an open number of lengths, and so of results");
    return;
  }
  if (!HasOutputs(ctx, length.min)) return;
  if (!data.has_rank || !named) return SetPartsSomewhere(ctx, data);
  const auto axis = ctx.NormalizeAxis(*named, data.rank(), 0);
  if (!axis) return;
  const auto sizes = ReadLengths(ctx, data.dims[*axis], Place::Input(0, *axis));
  SetParts(ctx, data, *axis, sizes ? *sizes : DimVector());
}

// The target shape, to which a dim of 1 or the same size is broadcast. `axes` is the axis of the
// target for each of the data.
void BroadcastToTarget(RuleContext& ctx, const Shape& data, DimVector dims,
                       absl::Span<const int64_t> axes) {
  FillUnknownSizes(ctx, dims);
  for (int i = 0; i < data.rank(); ++i) {
    const auto axis = static_cast<size_t>(axes[i]);
    const Dim target = dims[axis];
    if (data.dims[i].is_constant(1)) continue;
    if (target.is_constant(1) || !target.is_constant()) {
      dims[axis] = UnifyUnlessOne(ctx, target, Place::Element(1, static_cast<int>(axis)),
                                  data.dims[i], Place::Input(0, i), "broadcast.target"_check);
      continue;
    }
    UnifyUnlessOne(ctx, target, Place::Element(1, static_cast<int>(axis)), data.dims[i],
                   Place::Input(0, i), "broadcast.target"_check);
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
  if (!MayMoveElements(ctx, 0) || !SmallElementCount(data)) return;
  const auto strides = RowMajorStrides(data.dims);
  absl::InlinedVector<int64_t, 8> spread(dims.size(), 0);
  for (int i = 0; i < data.rank(); ++i) {
    if (!data.dims[i].is_constant(1)) spread[static_cast<size_t>(axes[i])] = strides[i];
  }
  TakeStrided(ctx, 0, 0, 0, spread);
}

// Nothing after an error.
absl::string_view ReadBroadcastMode(RuleContext& ctx) {
  absl::string_view mode = OvText(ctx, "mode", ctx.version() < 3 ? "explicit" : "numpy");
  if (mode == "none") mode = "explicit";
  // Version 1 needs no axes to be explicit.
  if (ctx.version() < 3) return mode == "explicit" && !ctx.HasInput(2) ? "numpy" : mode;
  if (mode == "explicit" || !ctx.HasInput(2)) return mode;
  ctx.Error("WRONG_INPUT_COUNT", Place::Input(2),
            "Broadcast takes no axes_mapping unless it is explicit");
  return {};
}

void InferOvBroadcast(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 3) || !CheckKind(ctx, 1, OvKind::kInteger)) return;
  const absl::string_view mode = ReadBroadcastMode(ctx);
  if (mode.empty()) return;
  if (mode == "bidirectional") return OnnxView(ctx).Operands({0, 1}).Infer("Expand", 13);
  if (!ctx.CheckRank(1, 1)) return;
  const Shape data = ctx.InputShape(0);
  const auto sizes = SizesFromElements(ctx, 1, "size.negative"_check);
  const Interval mapped = ctx.HasInput(2) ? LengthBounds(ctx, 2) : Interval::Size();
  if (mode == "explicit" && data.has_rank && !mapped.Contains(data.rank())) {
    ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(2),
              absl::StrCat("axes_mapping has ", mapped.min, " axes for rank ", data.rank()));
    return;
  }
  if (!sizes || !data.has_rank) {
    const Interval rank = LengthBounds(ctx, 1);
    const bool is_known = rank.is_point() && rank.min <= kMaxElements;
    if (sizes) return ctx.SetOutput(0, ctx.InputElement(0), *sizes);
    return ctx.SetOutput(0, ctx.InputElement(0),
                         is_known ? Shape::Of(DimVector(static_cast<size_t>(rank.min)))
                                  : Shape::OfUnknownRank(rank));
  }
  const int rank = static_cast<int>(sizes->size());
  OvInts axes;
  if (mode == "explicit") {
    const auto given = ctx.HasInput(2) ? ctx.ConstantInts(2) : std::nullopt;
    if (!ctx.HasInput(2)) {
      ctx.Error("MISSING_INPUT", Place::Input(2), "an explicit Broadcast needs axes_mapping");
    }
    if (!given) return ctx.SetOutput(0, ctx.InputElement(0), *sizes);
    for (const int64_t axis : *given) {
      if (axis < 0 || axis >= rank) {
        ctx.Error("AXIS_OUT_OF_RANGE", Place::Input(2),
                  absl::StrCat("axis ", axis, " of a target of rank ", rank));
        return;
      }
      axes.push_back(axis);
    }
    if (static_cast<int>(axes.size()) != data.rank()) {
      ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(2),
                absl::StrCat("axes_mapping has ", axes.size(), " axes for rank ", data.rank()));
      return;
    }
  } else {
    const int64_t start = mode == "pdpd" ? OvInt(ctx, "axis", -1) : -1;
    const int64_t first = start >= 0 ? start : rank - data.rank();
    if (first < 0 || first > rank - data.rank()) {
      ctx.Error("RANK_MISMATCH", Place::Input(0),
                absl::StrCat("rank ", data.rank(), " is broadcast to rank ", rank));
      return;
    }
    for (int i = 0; i < data.rank(); ++i) axes.push_back(first + i);
  }
  BroadcastToTarget(ctx, data, *sizes, axes);
}

void InferOvTile(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 2) || !CheckKind(ctx, 1, OvKind::kIntegerOrBool)) return;
  const Shape data = ctx.InputShape(0);
  if (!ctx.CheckRank(1, 1)) return;
  const Interval count = LengthBounds(ctx, 1);
  const auto constants = ctx.ConstantInts(1);
  const bool has_negative = constants && std::any_of(constants->begin(), constants->end(),
                                                     [](int64_t repeat) { return repeat < 0; });
  if (!has_negative && data.has_rank && count.is_point() && count.min == data.rank()) {
    return InferAs<"Tile", 13>(ctx);
  }
  // Negative repeats are none.
  std::optional<DimVector> repeats;
  if (has_negative) {
    repeats.emplace();
    for (const int64_t repeat : *constants) repeats->push_back(std::max<int64_t>(0, repeat));
  } else {
    repeats = SizesFromElements(ctx, 1, "tile.negative"_check);
  }
  if (!data.has_rank || !count.is_point() || count.min > kMaxElements) {
    const int64_t least = data.has_rank ? data.rank() : data.rank_bounds.min;
    const int64_t most = data.has_rank ? data.rank() : data.rank_bounds.max;
    return ctx.SetOutput(
        0, ctx.InputElement(0),
        Shape::OfUnknownRank({std::max(least, count.min), std::max(most, count.max)}));
  }
  const auto given = static_cast<int>(count.min);
  const int rank = std::max(data.rank(), given);
  DimVector dims;
  for (int i = 0; i < rank; ++i) {
    const int of_data = i - (rank - data.rank());
    const int of_repeats = i - (rank - given);
    const Dim dim = of_data < 0 ? Dim(1) : data.dims[of_data];
    const Dim times = of_repeats < 0 ? Dim(1) : (repeats ? (*repeats)[of_repeats] : Dim());
    dims.push_back(ctx.Multiply(dim, times));
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

void InferShapeOf(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1)) return;
  const ElementType element = OvElement(ctx, "output_type", ElementType::kInt64);
  const Shape shape = ctx.InputShape(0);
  if (!shape.has_rank) {
    return ctx.SetOutput(0, element,
                         {ctx.Fresh(Place::Output(0, 0), "unknown rank", shape.rank_bounds)});
  }
  ctx.SetOutput(0, element, {Dim(shape.rank())});
  ctx.SetIntElements(0, shape.dims);
}

constexpr OperatorRow kOvMovementRows[] = {
    {kOpenVino,
     "Broadcast",
     {1, 3},
     InferOvBroadcast,
     "the target shape, or both broadcast",
     kMovement,
     kMoved},
    {kOpenVino,
     "Concat",
     {1},
     InferOvConcat,
     "the sizes on the axis add up; by value",
     kMovement,
     kMoved},
    {kOpenVino, "Reshape", {1}, InferOvReshape, "as ONNX's Reshape; by value", kMovement, kFree},
    {kOpenVino,
     "ShapeOf",
     {1, 3},
     InferShapeOf,
     "one element per dim; by value",
     kTypeQuery,
     kFree},
    {kOpenVino, "Split", {1}, InferOvSplit, "equal parts; by value", kMovement, kMoved},
    {kOpenVino,
     "Squeeze",
     {1, 15},
     InferOvSqueeze,
     "without dims of 1; by value",
     kMovement,
     kFree},
    {kOpenVino, "Tile", {1}, InferOvTile, "each dim times its repeats", kMovement, kMoved},
    {kOpenVino,
     "Transpose",
     {1},
     InferOvTranspose,
     "the dims permuted, by default reversed; by value",
     kMovement,
     kMoved},
    {kOpenVino,
     "Unsqueeze",
     {1},
     InferOvUnsqueeze,
     "with new dims of 1; by value",
     kMovement,
     kFree},
    {kOpenVino,
     "VariadicSplit",
     {1},
     InferVariadicSplit,
     "parts of the given lengths; by value",
     kMovement,
     kMoved},
};

}  // namespace

absl::Span<const OperatorRow> OpenVinoMovementOperators() { return kOvMovementRows; }

}  // namespace shapewright::rules
