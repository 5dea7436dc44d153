// Fourier transforms.
#include <algorithm>

#include "core/rules/checks/checks.h"
#include "core/rules/fitting.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/reduce_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {
namespace {

// A real signal has a spectrum of half the length.
Expr HalfSpectrum(RuleContext& ctx, Expr length) { return ctx.Add(ctx.FloorDiv(length, 2), 1); }

// The axis of DFT, an attribute before version 20; nothing where it is unknown.
std::optional<int64_t> ReadDftAxis(RuleContext& ctx) {
  if (ctx.version() < 20) return ctx.IntAttribute("axis", 1);
  if (!ctx.HasInput(2)) return -2;
  const auto axis = ctx.ConstantInt(2);
  if (!axis) ctx.NoteUnchecked(Place::Input(2), "an axis of the signal");
  return axis;
}

Expr DftSize(RuleContext& ctx, Dim size, bool is_onesided, bool is_inverse) {
  const bool has_length = ctx.HasInput(1);
  Expr length = size;
  if (has_length) {
    length = ctx.OnlyElementOrFresh(1);
    ctx.RequireAtLeast(length, Place::Element(1, 0), 1, "dft.length"_check);
  }
  if (!is_onesided) return length;
  if (!is_inverse) return HalfSpectrum(ctx, length);
  if (has_length) return length;
  ctx.RequireAtLeast(size, Place::Input(0), 1, "dft.spectrum"_check);
  return ctx.Multiply(2, ctx.Subtract(length, 1));
}

// [batch, signal dims..., 1 or 2 (real or complex)].
void InferDft(RuleContext& ctx) {
  const ToleratedChecks tolerated(ctx);
  const Shape shape = ctx.InputShape(0);
  const ElementType element = ctx.InputElement(0);
  if (!ctx.CheckRankBetween(0, 2, kAnyRank) || !shape.has_rank) {
    return ctx.SetOutput(0, element, Shape::OfUnknownRank(shape.rank_bounds));
  }
  const bool is_onesided = ctx.BoolAttribute("onesided", false);
  const bool is_inverse = ctx.BoolAttribute("inverse", false);
  const int last = shape.rank() - 1;
  if (!is_onesided) {
    RequireOneOf(ctx, {shape.dims[last], Place::Input(0, last)}, {1, 2}, "dft.parts"_check);
  } else {
    ctx.RequireEqual(shape.dims[last], Place::Input(0, last), is_inverse ? 2 : 1, {},
                     is_inverse ? "dft.complex"_check : "dft.real"_check);
  }
  DimVector dims(shape.dims.begin(), shape.dims.end());
  const auto given = ReadDftAxis(ctx);
  const auto axis = given ? ctx.NormalizeAxis(*given, shape.rank(), 0) : std::nullopt;
  if (axis == shape.rank() - 1) {
    ctx.Error("AXIS_OUT_OF_RANGE", Place::Input(0, *axis),
              "DFT cannot transform the last axis, of real and imaginary parts");
    std::fill(dims.begin(), dims.end(), Dim());
  } else if (axis) {
    dims[*axis] = DftSize(ctx, dims[*axis], is_onesided, is_inverse);
  } else if (is_onesided || ctx.HasInput(1)) {
    std::fill(dims.begin(), dims.end(), Dim());
  }
  dims.back() = is_onesided && is_inverse ? 1 : 2;
  ctx.SetOutput(0, element, dims);
}

// The length of a frame (a segment of the signal), by operand, window or both.
Expr FrameLength(RuleContext& ctx) {
  const Expr length = ctx.OnlyElementOrFresh(3);
  if (!ctx.HasInput(2)) return length;
  return UnifyVector(ctx, 2, length, Place::Element(3, 0), "stft.window"_check);
}

// [batch, frames, bins, 2] for [batch, length(, 1 or 2)].
void InferStft(RuleContext& ctx) {
  ctx.CheckRankBetween(0, 2, 3);
  const Shape shape = ctx.InputShape(0);
  const bool has_dims = shape.has_rank && shape.rank() >= 2;
  const Dim batch = has_dims ? shape.dims[0] : Dim();
  const Dim length = has_dims ? shape.dims[1] : Dim();
  if (has_dims && shape.rank() == 3) {
    RequireOneOf(ctx, {shape.dims[2], Place::Input(0, 2)}, {1, 2}, "dft.parts"_check);
  }
  if (!ctx.HasInput(2) && !ctx.HasInput(3)) {
    ctx.Error("MISSING_INPUT", Place::Input(3), "STFT needs a window or the length of a frame");
  }
  const Expr step = ctx.OnlyElementOrFresh(1);
  const Expr frame = FrameLength(ctx);
  Expr frames;
  if (ctx.RequireAtLeast(step, Place::Element(1, 0), 1, "stft.step"_check) &&
      ctx.RequireAtLeast(frame, Place::Element(3, 0), 1, "stft.frame"_check) &&
      ctx.RequireAtMost(frame, Place::Element(3, 0), length, Place::Input(0, 1),
                        "stft.fits"_check)) {
    frames = ctx.Add(ctx.FloorDiv(ctx.Subtract(length, frame), step), 1);
  }
  const Expr bins = ctx.BoolAttribute("onesided", true) ? HalfSpectrum(ctx, frame) : frame;
  ctx.SetOutput(0, ctx.InputElement(0), {batch, frames, bins, Dim(2)});
}

constexpr OperandForm kDftForms[] = {{1, Form::kScalarOrOne}};
constexpr OperandForm kStftForms[] = {{1, Form::kScalarOrOne}, {3, Form::kScalarOrOne}};

constexpr OperatorRow kSignalRows[] = {
    {"",
     "DFT",
     {17, 20},
     InferDft,
     "the operand's shape with the transform's length",
     {.forms = kDftForms},
     DftCost},
    {"",
     "STFT",
     {17},
     InferStft,
     "[batch, (length - frame)//step + 1, bins, 2]",
     {.forms = kStftForms},
     StftCost},
};

}  // namespace

absl::Span<const OperatorRow> SignalOperators() { return kSignalRows; }

}  // namespace shapewright::rules
