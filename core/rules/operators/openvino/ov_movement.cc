// Operators of OpenVINO that reshape, join, repeat and permute.
#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/data_movement.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/operands.h"
#include "core/rules/operators/openvino/ov_rules.h"

namespace shapewright::rules {
namespace {

void InferOvConcat(RuleContext& ctx) {
  if (!CheckInputs(ctx, 1, 1 << 30)) return;
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
  CheckKind(ctx, 1, OvKind::kInteger);
  const auto axes = KnownAxes(ctx, 1);
  const Shape data = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  if (!axes || !data.has_rank) {
    const Interval length = LengthBounds(ctx, 1);
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
  // An axis that is named twice is one.
  OvInts distinct;
  for (const int64_t axis : *axes) {
    if (std::find(distinct.begin(), distinct.end(), axis) == distinct.end()) {
      distinct.push_back(axis);
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

bool HasOutputs(RuleContext& ctx, int64_t count) {
  if (ctx.output_count() == count) return true;
  ctx.Error("WRONG_OUTPUT_COUNT", {},
            absl::StrCat(ctx.op().op_type, " makes ", count, " parts, the node has ",
                         ctx.output_count(), " outputs"));
  return false;
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
    sizes[rest] = fits ? left : Dim();
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
  if (length.is_point() && !HasOutputs(ctx, length.min)) return;
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

void InferOvBroadcast(RuleContext& ctx) {
  if (!CheckInputs(ctx, 2, 3) || !CheckKind(ctx, 1, OvKind::kInteger)) return;
  const absl::string_view mode = OvText(ctx, "mode", "numpy");
  if (mode == "bidirectional") return OnnxView(ctx).Operands({0, 1}).Infer("Expand", 13);
  if (!ctx.CheckRank(1, 1)) return;
  const Shape data = ctx.InputShape(0);
  const auto sizes = SizesFromElements(ctx, 1, "size.negative"_check);
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
  if (!CheckInputs(ctx, 2, 2) || !CheckKind(ctx, 1, OvKind::kInteger)) return;
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

// A constant of an operand, as the result's element type has it.
std::optional<double> ConstantAs(RuleContext& ctx, int input, ElementType element) {
  std::optional<double> value;
  if (const auto given = ctx.ConstantInt(input)) {
    value = static_cast<double>(*given);
  } else if (const auto floats = ctx.FloatElements(input);
             floats && floats->size() == 1 &&
             floats->front().kind == FloatElement::Kind::kConstant) {
    value = floats->front().constant;
  }
  if (value && shape::IsInteger(element)) value = std::trunc(*value);
  return value;
}

// The length of a range of operands of several types.
Dim MixedLength(RuleContext& ctx, ElementType element) {
  const auto start = ConstantAs(ctx, 0, element);
  const auto stop = ConstantAs(ctx, 1, element);
  const auto step = ConstantAs(ctx, 2, element);
  constexpr double kMost = 1e15;
  if (start && stop && step && *step != 0) {
    const double count = std::ceil((*stop - *start) / *step);
    if (std::abs(count) < kMost) return static_cast<int64_t>(std::max(0.0, count));
  }
  return ctx.Fresh(Place::Output(0, 0), "a range of two types");
}

void InferOvRange(RuleContext& ctx) {
  if (!CheckInputs(ctx, 3, 3)) return;
  for (const int input : {0, 1, 2}) {
    ctx.CheckForm(input, Form::kScalarOrOne);
    if (!CheckKind(ctx, input, OvKind::kNumber)) return;
  }
  const ElementType element = ctx.InputElement(0);
  const ElementType result = OvElement(ctx, "output_type", element);
  const bool is_one_type = ctx.InputElement(1) == element && ctx.InputElement(2) == element;
  if (!is_one_type && ctx.version() < 4) {
    ctx.CheckSameElement(0, 1);
    ctx.CheckSameElement(0, 2);
  }
  if (!is_one_type || shape::IsInteger(element) != shape::IsInteger(result)) {
    return ctx.SetOutput(0, result, {MixedLength(ctx, result)});
  }
  InferAs<"Range", 11>(ctx);
  if (result != element) ctx.SetOutput(0, result, OutputShape(ctx, 0));
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
    {kOpenVino,
     "Range",
     {1, 4},
     InferOvRange,
     "as ONNX's Range; by value",
     {},
     PerElement{.alu = 2}},
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
