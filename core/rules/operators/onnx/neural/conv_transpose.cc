// ConvTranspose, CausalConvWithState and Col2Im.
#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/conv_cost.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/rules/window.h"

namespace shapewright::rules {
namespace {

constexpr int kConvTransposeBatch = 0;
constexpr int kConvTransposeChannels = 1;

using OptionalInts = std::optional<absl::Span<const int64_t>>;

// Attributes for the spatial axes; each is absent, or has one entry per axis.
struct TransposeSizes {
  OptionalInts output_padding;
  OptionalInts output_shape;
};

bool CheckEntries(RuleContext& ctx, absl::string_view name, const OptionalInts& list, int count) {
  if (!list) return true;
  bool is_fine = static_cast<int>(list->size()) == count;
  for (const int64_t entry : *list) is_fine &= entry >= 0;
  if (is_fine) return true;
  ctx.Error("INVALID_ATTRIBUTE", {},
            absl::StrCat(ctx.op().op_type, " needs ", count, " entries of at least 0 in ", name));
  return false;
}

std::optional<TransposeSizes> ReadSizes(RuleContext& ctx, int count) {
  TransposeSizes sizes{ctx.IntsAttribute("output_padding"), ctx.IntsAttribute("output_shape")};
  if (sizes.output_shape && sizes.output_shape->empty()) sizes.output_shape.reset();
  if (!CheckEntries(ctx, "output_padding", sizes.output_padding, count) ||
      !CheckEntries(ctx, "output_shape", sizes.output_shape, count)) {
    return std::nullopt;
  }
  return sizes;
}

// stride * (size - 1) + padding + dilated kernel - pads.
Dim Spread(RuleContext& ctx, const WindowAxis& window, Dim size, int64_t padding, int axis) {
  ctx.RequireAtLeast(size, Place::Input(0, axis), 1, "conv_transpose.starts"_check);
  const Expr starts = ctx.Multiply(ctx.Subtract(size, 1), window.stride);
  const Expr last = ctx.Add(DilatedKernel(ctx, window), padding);
  const Expr pads = ctx.Add(window.pad_begin, window.pad_end);
  return ctx.Subtract(ctx.Add(starts, last), pads);
}

// Under SAME the result is stride * size. Where the stride exceeds the kernel, onnxruntime leaves
// the gaps out and the reference does not; a kernel of unknown size is assumed to be as long as the
// stride.
Dim SpreadSame(RuleContext& ctx, const WindowAxis& window, Dim size, int64_t padding, int axis) {
  const Expr whole = ctx.Multiply(size, window.stride);
  const Expr last = ctx.Add(DilatedKernel(ctx, window), padding);
  if (ctx.Bounds(ctx.Subtract(last, window.stride)).max >= 0) {
    ctx.RequireAtMost(window.stride, {}, last, {}, "conv_transpose.stride"_check,
                      symbolic::Basis::kAssumed);
    return whole;
  }
  const Interval low = ctx.Bounds(Spread(ctx, window, size, padding, axis));
  return ctx.Fresh(Place::Output(0, axis), "runtimes disagree on this padding",
                   {std::max<int64_t>(0, low.min), UpperBound(ctx, whole)});
}

// The size that is asked for is one that a convolution brings back to the input's: less than a
// stride more than it is without pads, as onnxruntime has it.
void RequireOutputShape(RuleContext& ctx, const WindowAxis& window, Dim size, int64_t asked,
                        int axis) {
  constexpr const Check& kReason = "conv_transpose.size"_check;
  ctx.RequireAtLeast(asked, {}, 1, kReason);
  if (ctx.Bounds(window.kernel).min < 1) return;
  const Expr beyond = ctx.Subtract(asked, ctx.Add(DilatedKernel(ctx, window), window.stride - 1));
  const Expr least = ctx.Add(ctx.CeilDiv(beyond, window.stride), 1);
  ctx.RequireAtMost(ctx.Max(least, 1), {}, size, Place::Input(0, axis), kReason);
}

Dim TransposedDim(RuleContext& ctx, const Windows& windows, const TransposeSizes& sizes, int index,
                  Dim size) {
  const WindowAxis& window = windows.axes[index];
  const bool is_known = !size.is_unknown() && !window.kernel.is_unknown();
  if (sizes.output_shape) {
    const int64_t asked = (*sizes.output_shape)[index];
    if (is_known) RequireOutputShape(ctx, window, size, asked, index + kFirstSpatialAxis);
    return asked;
  }
  if (!is_known) return Dim();
  const int64_t padding = sizes.output_padding ? (*sizes.output_padding)[index] : 0;
  if (padding > 0 && padding >= std::max(window.stride, window.dilation)) {
    ctx.Error("INVALID_ATTRIBUTE", {},
              absl::StrCat(ctx.op().op_type, " has an output_padding of ", padding,
                           ", which is less than stride or dilation"));
    return Dim();
  }
  const int axis = index + kFirstSpatialAxis;
  if (windows.is_same()) return SpreadSame(ctx, window, size, padding, axis);
  const Dim spread = Spread(ctx, window, size, padding, axis);
  // A negative size has a diagnostic of its own.
  if (ctx.Bounds(spread).max >= 0) {
    ctx.RequireAtLeast(spread, Place::Output(0, axis), 1, "conv_transpose.size"_check);
  }
  return spread;
}

// Weights are [C, M / group, kernel...].
Dim TransposedChannels(RuleContext& ctx, Dim channels) {
  const int64_t group = ctx.IntAttribute("group", 1);
  if (group < 1) {
    ctx.Error("INVALID_ATTRIBUTE", {},
              absl::StrCat("ConvTranspose needs a positive group, not ", group));
    return Dim();
  }
  const Shape weights = ctx.InputShape(1);
  if (!weights.has_rank || weights.rank() < 2) return UnifyVector(ctx, 2, Dim(), {}, {});
  const Dim unified = ctx.Unify(channels, Place::Input(0, kConvTransposeChannels), weights.dims[0],
                                Place::Input(1, 0), "conv_transpose.channels"_check);
  if (group > 1) {
    ctx.RequireDivisible(unified, Place::Input(0, kConvTransposeChannels), group, {},
                         "groups.channels"_check);
  }
  return UnifyVector(ctx, 2, ctx.Multiply(weights.dims[1], group), Place::Input(1, 1),
                     "conv_transpose.bias"_check);
}

void InferConvTranspose(RuleContext& ctx) {
  ctx.CheckSameElement(0, 1);
  const ElementType element = FirstElement(ctx, {0, 1});
  const auto count = CountSpatialAxes(ctx, 1);
  if (!count || !ctx.CheckRank(0, *count + kFirstSpatialAxis)) {
    return ctx.SetOutput(0, element, Shape());
  }
  DimVector dims = DimsOrUnknown(ctx, 0, *count + kFirstSpatialAxis);
  dims[kConvTransposeChannels] = TransposedChannels(ctx, dims[kConvTransposeChannels]);
  const auto windows = ReadWindows(ctx, *count, 1);
  if (windows && windows->auto_pad != AutoPad::kNotSet && ctx.IntsAttribute("pads")) {
    ctx.Warning("INVALID_ATTRIBUTE", {}, "ConvTranspose has pads beside an auto_pad, which wins");
  }
  const auto sizes = ReadSizes(ctx, *count);
  for (int i = 0; i < *count; ++i) {
    Dim& dim = dims[i + kFirstSpatialAxis];
    dim = windows && sizes ? TransposedDim(ctx, *windows, *sizes, i, dim) : Dim();
  }
  ctx.SetOutput(0, element, dims);
}

void CheckActivation(RuleContext& ctx) {
  const absl::string_view name = ctx.StringAttribute("activation", "none");
  if (name == "none" || name == "silu" || name == "swish") return;
  ctx.Error("INVALID_ATTRIBUTE", {}, absl::StrCat("CausalConvWithState knows no activation ", name),
            "one of none, silu and swish");
}

// [batch, channels, length], weights [channels, 1, k], state [batch, channels,
// k - 1].
void InferCausalConv(RuleContext& ctx) {
  CheckActivation(ctx);
  ctx.CheckRank(0, 3);
  ctx.CheckRank(1, 3);
  DimVector dims = DimsOrUnknown(ctx, 0, 3);
  const DimVector weights = DimsOrUnknown(ctx, 1, 3);
  dims[kConvTransposeChannels] =
      ctx.Unify(dims[kConvTransposeChannels], Place::Input(0, kConvTransposeChannels), weights[0],
                Place::Input(1, 0), "causal_conv.kernel"_check);
  dims[kConvTransposeChannels] =
      UnifyVector(ctx, 2, dims[kConvTransposeChannels], Place::Input(0, kConvTransposeChannels),
                  "causal_conv.bias"_check);
  Dim state = ctx.Subtract(weights[2], 1);
  if (ctx.HasInput(3) && ctx.CheckRank(3, 3)) {
    const DimVector past = DimsOrUnknown(ctx, 3, 3);
    constexpr const Check& kReason = "causal_conv.state"_check;
    dims[0] = ctx.Unify(dims[0], Place::Input(0, 0), past[0], Place::Input(3, 0), kReason);
    dims[1] = ctx.Unify(dims[1], Place::Input(0, 1), past[1], Place::Input(3, 1), kReason);
    state = ctx.Unify(state, Place::Input(1, 2), past[2], Place::Input(3, 2), kReason);
  }
  FillUnknown(ctx, dims);
  const ElementType element = FirstElement(ctx, {0, 1});
  ctx.SetOutput(0, element, dims);
  ctx.SetOutput(1, element, {dims[0], dims[1], state});
}

// Requires as many columns as windows fit into the image.
void RequireColumns(RuleContext& ctx, absl::Span<const Expr> image, absl::Span<const Expr> block,
                    Dim columns) {
  auto windows = ReadWindows(ctx, static_cast<int>(image.size()), -1);
  if (!windows) return;
  Expr count = 1;
  for (size_t i = 0; i < image.size(); ++i) {
    windows->axes[i].kernel = block[i];
    count = ctx.Multiply(count, SlideWindow(ctx, windows->axes[i], image[i],
                                            Place::Element(1, static_cast<int>(i))));
  }
  ctx.RequireEqual(columns, Place::Input(0, 2), count, {}, "col2im.windows"_check);
}

// The number of the image's axes, from an operand or attribute with an entry per axis.
std::optional<size_t> CountImageAxes(RuleContext& ctx) {
  for (const int vector : {1, 2}) {
    const Expr count = ctx.InputElementCount(vector);
    const bool is_vector = ctx.InputShape(vector).has_rank && ctx.InputShape(vector).rank() == 1;
    if (is_vector && count.is_constant() && count.constant() <= kMaxElements) {
      return static_cast<size_t>(count.constant());
    }
  }
  for (const absl::string_view name : {"dilations", "strides"}) {
    if (const auto entries = ctx.IntsAttribute(name)) return entries->size();
  }
  const auto pads = ctx.IntsAttribute("pads");
  if (!pads) return std::nullopt;
  return pads->size() / 2;
}

// Sets the output where the image's sizes are unknown; their number may be known.
void SetUnknownImage(RuleContext& ctx, Dim batch) {
  const auto count = CountImageAxes(ctx);
  if (!count) return ctx.SetOutput(0, ctx.InputElement(0), Shape::OfUnknownRank({3, kAnyRank}));
  DimVector dims(*count + kFirstSpatialAxis, Dim());
  dims[kConvTransposeBatch] = batch;
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// Checks that each list has one entry per axis of the image, pads two.
void CheckImageAxes(RuleContext& ctx, size_t count) {
  const auto check = [&ctx, count](absl::string_view what, size_t entries) {
    if (entries == count) return;
    ctx.Error("WRONG_ELEMENT_COUNT", {},
              absl::StrCat("Col2Im has an image of ", count, " axes and ", entries, " of ", what));
  };
  const auto block = ctx.IntElements(2);
  if (block) check("block_shape", block->size());
  for (const absl::string_view name : {"dilations", "strides"}) {
    if (const auto entries = ctx.IntsAttribute(name)) check(name, entries->size());
  }
  if (const auto pads = ctx.IntsAttribute("pads")) check("pads, begin and end", pads->size() / 2);
}

// [N, C * block, L] to [N, C, image...].
void InferCol2Im(RuleContext& ctx) {
  ctx.CheckRank(0, 3);
  ctx.CheckRank(1, 1);
  ctx.CheckRank(2, 1);
  const DimVector columns = DimsOrUnknown(ctx, 0, 3);
  const auto count = CountImageAxes(ctx);
  for (const int input : {1, 2}) {
    RequireLength(ctx, input, count ? Expr(*count) : VectorLength(ctx, 3 - input),
                  Place::Input(3 - input), "col2im.axes"_check);
  }
  const auto image = ctx.IntElementsOrFresh(1);
  const auto block = ctx.IntElements(2);
  if (!block) ctx.NoteUnchecked(Place::Input(2), "col2im.windows"_check.sentence);
  if (!image) return SetUnknownImage(ctx, columns[kConvTransposeBatch]);
  CheckImageAxes(ctx, image->size());
  DimVector dims = {columns[kConvTransposeBatch], Dim()};
  for (size_t i = 0; i < image->size(); ++i) {
    ctx.RequireAtLeast((*image)[i], Place::Element(1, static_cast<int>(i)), 0,
                       "size.negative"_check);
    dims.push_back((*image)[i]);
  }
  if (block && block->size() == image->size()) {
    const Expr size = ctx.Product(*block);
    if (ctx.RequireAtLeast(size, Place::Input(2), 1, "col2im.empty"_check) &&
        ctx.RequireDivisible(columns[1], Place::Input(0, 1), size, Place::Input(2),
                             "col2im.channels"_check)) {
      dims[kConvTransposeChannels] = ctx.FloorDiv(columns[1], size);
    }
    RequireColumns(ctx, *image, *block, columns[2]);
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

constexpr OperatorRow kConvTransposeRows[] = {
    {"",
     "CausalConvWithState",
     {27},
     InferCausalConv,
     "the operand's shape; [N, C, k - 1]",
     {},
     ConvCost},
    {"", "Col2Im", {18}, InferCol2Im, "[N, C, image...]", {}, Col2ImCost},
    {"",
     "ConvTranspose",
     {1, 11, 22},
     InferConvTranspose,
     "[N, M, stride*(size - 1) + output_padding + dilated kernel - pads ...]",
     {},
     ConvTransposeCost},
};

}  // namespace

absl::Span<const OperatorRow> ConvTransposeOperators() { return kConvTransposeRows; }

}  // namespace shapewright::rules
