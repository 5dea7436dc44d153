// Pad, CenterCropPad: dims are extended or cut at their ends.
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

constexpr int kPadOperandVersion = 11;  // pads as an operand from here on
constexpr int kAxesVersion = 18;

using AxisList = absl::InlinedVector<int, 8>;

// The axes that are padded; all by default. Nothing if they are not known.
std::optional<AxisList> PaddedAxes(RuleContext& ctx, int rank, const IntList& named) {
  AxisList axes;
  if (named.source == IntList::Source::kUnknown) return std::nullopt;
  if (named.source == IntList::Source::kLeftOut) {
    for (int axis = 0; axis < rank; ++axis) axes.push_back(axis);
    return axes;
  }
  for (const int64_t name : named.values) {
    const auto axis = ctx.NormalizeAxis(name, rank, 0);
    if (!axis) return std::nullopt;
    if (std::find(axes.begin(), axes.end(), *axis) != axes.end()) {
      ctx.Error("DUPLICATE_AXIS", {},
                absl::StrCat(ctx.op().op_type, " names axis ", name, " twice"));
      return std::nullopt;
    }
    axes.push_back(*axis);
  }
  return axes;
}

// All pads at the beginning, then all at the end. Nothing where even their number is unknown.
std::optional<ExprVector> ReadPads(RuleContext& ctx, size_t count) {
  if (ctx.version() < kPadOperandVersion) {
    const auto pads = ctx.IntsAttribute(ctx.version() == 1 ? "paddings" : "pads");
    if (!pads) {
      ctx.Error("MISSING_ATTRIBUTE", {}, "Pad needs the attribute `pads`");
      return std::nullopt;
    }
    return ExprVector(pads->begin(), pads->end());
  }
  const auto elements = ctx.IntElementsOrFresh(1);
  if (elements) return ExprVector(elements->begin(), elements->end());
  return ExprVector(count);
}

// A reflection does not repeat the element at the end. numpy begins again where it has used all
// elements; torch and onnxruntime refuse that, so that it is assumed not to be wanted.
void AssumeReflection(RuleContext& ctx, Dim size, int axis, Expr pad) {
  if (pad.is_unknown() || ctx.Bounds(pad).max < 1) return;
  constexpr const Check& kReason = "pad.reflection"_check;
  const Expr beyond = ctx.Subtract(ctx.Add(pad, 1), size);
  if (ctx.Bounds(beyond).min > 0 && ctx.Bounds(pad).min >= 1) {
    // Runtimes refuse it, but for an empty tensor.
    ctx.RequireAtMost(ctx.InputElementCount(0), Place::Input(0), 0, {}, kReason);
  } else if (ctx.Bounds(pad).min >= 1) {
    ctx.RequireAtMost(ctx.Add(pad, 1), {}, size, Place::Input(0, axis), kReason,
                      symbolic::Basis::kAssumed);
  } else {
    ctx.RequireAtMost(ctx.Min(pad, beyond), {}, 0, {}, kReason, symbolic::Basis::kAssumed);
  }
}

// Modes that repeat elements: a tensor that has some keeps one on each axis, where the pads that
// crop have been applied. An axis without elements gets none; of an empty tensor nothing else is
// asked.
void RequireSource(RuleContext& ctx, Dim size, int axis, Expr before, Expr after) {
  const auto mode = ctx.StringAttribute("mode", "constant");
  if (mode == "constant") return;
  constexpr const Check& kReason = "pad.repeats"_check;
  const Place place = Place::Input(0, axis);
  const Dim cropped = ctx.Add(size, ctx.Add(ctx.Min(before, 0), ctx.Min(after, 0)));
  const bool may_crop = ctx.Bounds(ctx.Min(before, after)).min < 0;
  if (may_crop) {
    const Dim count = ctx.InputElementCount(0);
    if (count.is_unknown()) {
      ctx.NoteUnchecked(place, kReason.sentence);
    } else if (ctx.Bounds(count).min >= 1) {
      ctx.RequireAtLeast(cropped, place, 1, kReason);
    } else {
      // Where nothing is added, what is cropped is the size that is left, which is not negative.
      const bool adds = ctx.Bounds(ctx.Max(before, after)).max > 0;
      ctx.RequireAtMost(ctx.Min(1, count), {}, adds ? ctx.Max(0, cropped) : cropped, place,
                        kReason);
    }
  }
  if (!may_crop && std::max(ctx.Bounds(before).min, ctx.Bounds(after).min) >= 1) {
    ctx.RequireAtLeast(size, place, 1, kReason);
  } else {
    const Expr added = ctx.Add(before, after);
    if (ctx.Bounds(added).max >= 1) {
      ctx.RequireAtMost(ctx.Min(1, added), {}, size, place, kReason);
    }
  }
  if (mode != "reflect") return;
  AssumeReflection(ctx, cropped, axis, before);
  AssumeReflection(ctx, cropped, axis, after);
}

Dim PaddedDim(RuleContext& ctx, Dim size, int axis, Expr before, Expr after) {
  constexpr const Check& kReason = "pad.negative"_check;
  if (before.is_unknown() || after.is_unknown()) {
    ctx.NoteUnchecked(Place::Input(1), kReason.sentence);
    return Dim();
  }
  RequireSource(ctx, size, axis, before, after);
  // The pads are added first, so that huge ones that cancel out do not overflow.
  const Dim padded = ctx.Add(size, ctx.Add(before, after));
  if (padded.is_unknown()) return padded;
  const bool is_fine = ctx.RequireAtLeast(padded, Place::Input(0, axis), 0, kReason);
  return is_fine ? padded : Dim();
}

// The element that constant mode pads with; 0 if there is no operand, else unknown unless it is
// known by value.
Expr FillOf(RuleContext& ctx) {
  if (!ctx.HasInput(2)) return 0;
  const auto value = ctx.IntElements(2);
  return value && value->size() == 1 ? (*value)[0] : Expr();
}

// The elements of a one-dimensional tensor of integers, for constant pads.
void PadByValue(RuleContext& ctx, const Shape& data, const ExprVector& pads) {
  if (ctx.version() < kPadOperandVersion || data.rank() != 1 || !MayMoveElements(ctx, 0) ||
      !ctx.HasOutput(0) || ctx.StringAttribute("mode", "constant") != "constant") {
    return;
  }
  const auto count = SmallElementCount(OutputShape(ctx, 0));
  // Small enough that positions cannot overflow.
  constexpr int64_t kLargestPad = int64_t{1} << 40;
  if (!count || !pads[0].is_constant() || pads[0].constant() > kLargestPad ||
      pads[0].constant() < -kLargestPad)
    return;
  const auto elements = ctx.IntElements(0);
  if (!elements) return;
  const Expr fill = FillOf(ctx);
  absl::InlinedVector<Expr, 16> padded;
  for (int64_t i = 0; i < *count; ++i) {
    const int64_t from = i - pads[0].constant();
    const bool is_inside = from >= 0 && from < static_cast<int64_t>(elements->size());
    padded.push_back(is_inside ? (*elements)[static_cast<size_t>(from)] : fill);
  }
  ctx.SetIntElements(0, padded);
}

void PadAxes(RuleContext& ctx, const Shape& data, const AxisList& axes) {
  const ElementType element = ctx.InputElement(0);
  const size_t count = axes.size();
  const auto pads = ReadPads(ctx, 2 * count);
  if (!pads || pads->size() != 2 * count) {
    if (pads) {
      const ToleratedChecks none(ctx, false);  // all runtimes count them
      ctx.Error("WRONG_PADS", Place::Input(1),
                absl::StrCat("Pad has ", pads->size(), " pads for ", count, " axes"));
    }
    ctx.SetOutput(0, element, DimVector(data.dims.size()));
    return;
  }
  DimVector dims(data.dims.begin(), data.dims.end());
  for (size_t i = 0; i < count; ++i) {
    Dim& dim = dims[axes[i]];
    dim = PaddedDim(ctx, dim, axes[i], (*pads)[i], (*pads)[i + count]);
  }
  ctx.SetOutput(0, element, dims);
  if (count == 1) PadByValue(ctx, data, *pads);
}

bool HasAxes(RuleContext& ctx) { return ctx.version() >= kAxesVersion && ctx.HasInput(3); }

// The number of axes that are padded; unknown where that of the data is.
Expr CountAxes(RuleContext& ctx, const Shape& data) {
  if (HasAxes(ctx)) return VectorLength(ctx, 3);
  return data.has_rank ? Expr(data.rank()) : Expr();
}

// Two pads for each axis, where the length of one of the lists is no constant.
void RequirePadCount(RuleContext& ctx, const Shape& data) {
  if (ctx.version() < kPadOperandVersion) return;
  const Expr pads = ctx.InputElementCount(1);
  const Expr wanted = ctx.Multiply(2, CountAxes(ctx, data));
  if (pads.is_constant() && wanted.is_constant()) return;
  ctx.RequireEqual(pads, Place::Input(1), wanted, Place::Input(HasAxes(ctx) ? 3 : 0),
                   "pad.count"_check);
}

// The number of pads, if it is known.
std::optional<int64_t> CountPads(RuleContext& ctx) {
  if (ctx.version() < kPadOperandVersion) {
    const auto pads = ctx.IntsAttribute(ctx.version() == 1 ? "paddings" : "pads");
    return pads ? std::optional(static_cast<int64_t>(pads->size())) : std::nullopt;
  }
  const Interval length = LengthBounds(ctx, 1);
  return length.is_point() ? std::optional(length.min) : std::nullopt;
}

// Compares the number of pads with that of the axes where it is not known which axes these are.
void CheckPadCount(RuleContext& ctx) {
  const auto pads = CountPads(ctx);
  if (!pads) return;
  const Interval axes = HasAxes(ctx) ? LengthBounds(ctx, 3) : Interval::Size();
  if (*pads % 2 == 0 && axes.Contains(*pads / 2)) return;
  const ToleratedChecks none(ctx, false);
  ctx.Error("WRONG_PADS", Place::Input(1),
            absl::StrCat("Pad has ", *pads, " pads, which are not two for each axis"));
}

void InferPad(RuleContext& ctx) {
  const ToleratedChecks tolerated(ctx);
  const ElementType element = ctx.InputElement(0);
  const Shape data = ctx.InputShape(0);
  RequirePadCount(ctx, data);
  const IntList named = ctx.version() >= kAxesVersion ? ReadIntList(ctx, "", 3, 0) : IntList();
  if (!data.has_rank || named.source == IntList::Source::kUnknown) CheckPadCount(ctx);
  if (!data.has_rank) {
    const Interval length = LengthBounds(ctx, 1);
    const bool is_all = ctx.version() >= kPadOperandVersion && !HasAxes(ctx) && length.is_point() &&
                        length.min <= kMaxElements;
    ctx.SetOutput(0, element,
                  is_all ? Shape::Of(DimVector(static_cast<size_t>(length.min / 2))) : data);
    return;
  }
  const auto axes = PaddedAxes(ctx, data.rank(), named);
  if (axes) {
    PadAxes(ctx, data, *axes);
  } else {
    ctx.NoteUnchecked(Place::Input(3), "pad.negative"_check.sentence);
    ctx.SetOutput(0, element, DimVector(data.dims.size()));
  }
}

void InferCenterCropPad(RuleContext& ctx) {
  const ToleratedChecks tolerated(ctx);
  const ElementType element = ctx.InputElement(0);
  const Shape data = ctx.InputShape(0);
  if (!data.has_rank) {
    ctx.SetOutput(0, element, data);
    return;
  }
  IntList named;
  if (const auto axes = ctx.IntsAttribute("axes")) {
    named.source = IntList::Source::kGiven;
    named.values.assign(axes->begin(), axes->end());
  }
  const auto axes = PaddedAxes(ctx, data.rank(), named);
  if (axes) {
    RequireLength(ctx, 1, static_cast<int64_t>(axes->size()), Place::Input(0),
                  "center_crop_pad.count"_check);
  }
  const auto sizes = SizesFromElements(ctx, 1, "size.negative"_check);
  if (!axes || !sizes || sizes->size() != axes->size()) {
    if (axes && sizes) {
      ctx.Error(
          "WRONG_SHAPE_LENGTH", Place::Input(1),
          absl::StrCat("CenterCropPad has ", sizes->size(), " sizes for ", axes->size(), " axes"));
    }
    ctx.SetOutput(0, element, DimVector(data.dims.size()));
    return;
  }
  DimVector dims(data.dims.begin(), data.dims.end());
  for (size_t i = 0; i < axes->size(); ++i) dims[(*axes)[i]] = (*sizes)[i];
  ctx.SetOutput(0, element, dims);
}

// onnxruntime takes pads as a matrix of one row, and a constant of one element, too.
constexpr OperandForm kPadForms[] = {
    {1, Form::kVectorOrRow}, {2, Form::kOneElement}, {3, Form::kVector}};
constexpr OperandForm kCropForms[] = {{1, Form::kScalarOrVector}};

constexpr OperatorRow kPadRows[] = {
    {"",
     "CenterCropPad",
     {18},
     InferCenterCropPad,
     "the named dims get the given sizes",
     {.forms = kCropForms},
     kMoved},
    {"",
     "Pad",
     {1, 2, 11, 13, 18, 19, 21, 23, 24, 25},
     InferPad,
     "each dim with its pads added; by value",
     {.forms = kPadForms},
     kMoved},
};

}  // namespace

absl::Span<const OperatorRow> PadOperators() { return kPadRows; }

}  // namespace shapewright::rules
