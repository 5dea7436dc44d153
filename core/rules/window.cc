#include "core/rules/window.h"

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/operands.h"
#include "core/rules/state/tolerated_facts.h"

namespace shapewright::rules {
namespace {

using IntList = std::optional<absl::Span<const int64_t>>;

// Checks that the attribute is absent, or has `length` entries of at least `min`.
bool CheckList(RuleContext& ctx, absl::string_view name, const IntList& list, size_t length,
               int64_t min) {
  if (!list) return true;
  if (list->size() != length) {
    ctx.Error("INVALID_ATTRIBUTE", {},
              absl::StrCat(ctx.op().op_type, " needs ", length, " entries in ", name,
                           ", which has ", list->size()));
    return false;
  }
  for (const int64_t entry : *list) {
    if (entry >= min) continue;
    ctx.Error("INVALID_ATTRIBUTE", {},
              absl::StrCat(ctx.op().op_type, " needs entries of at least ", min, " in ", name,
                           ", which has ", entry));
    return false;
  }
  return true;
}

bool MeansPads(absl::string_view auto_pad) { return auto_pad == "NOTSET" || auto_pad.empty(); }

std::optional<AutoPad> ReadAutoPad(RuleContext& ctx) {
  const absl::string_view name = ctx.StringAttribute("auto_pad", "NOTSET");
  if (MeansPads(name)) return AutoPad::kNotSet;
  if (name == "SAME_UPPER") return AutoPad::kSameUpper;
  if (name == "SAME_LOWER") return AutoPad::kSameLower;
  if (name == "VALID") return AutoPad::kValid;
  ctx.Error("INVALID_ATTRIBUTE", {}, absl::StrCat(ctx.op().op_type, " knows no auto_pad ", name));
  return std::nullopt;
}

bool CheckWeights(RuleContext& ctx, int weights, int rank) {
  const Shape shape = ctx.InputShape(weights);
  if (!shape.has_rank || shape.rank() == rank) return true;
  ctx.Error("RANK_MISMATCH", Place::Input(weights),
            absl::StrCat(ctx.op().op_type, " needs a weight tensor of rank ", rank,
                         ", like the operand, not of shape ", ctx.Text(shape)));
  return false;
}

// The kernel's size along spatial axis `index`, from the attribute, the weights or both.
Expr ReadKernel(RuleContext& ctx, const IntList& kernel_shape, int weights, int index) {
  const int axis = index + kFirstSpatialAxis;
  const Shape shape = weights >= 0 ? ctx.InputShape(weights) : Shape();
  if (!kernel_shape) {
    if (!shape.has_rank) return Expr();
    // onnxruntime slides a kernel without taps.
    const ToleratedChecks checks(ctx);
    ctx.RequireAtLeast(shape.dims[axis], Place::Input(weights, axis), 1, "kernel.empty"_check);
    return shape.dims[axis];
  }
  const Expr kernel = (*kernel_shape)[index];
  if (shape.has_rank) {
    ctx.RequireEqual(shape.dims[axis], Place::Input(weights, axis), kernel, {},
                     "kernel.shape"_check);
  }
  return kernel;
}

// The number of entries of the first list that has one per axis.
std::optional<int> CountEntries(RuleContext& ctx) {
  size_t count = 0;
  for (const absl::string_view name :
       {"kernel_shape", "strides", "dilations", "output_shape", "output_padding"}) {
    const IntList list = ctx.IntsAttribute(name);
    if (list && count == 0) count = list->size();
  }
  const IntList pads = ctx.IntsAttribute("pads");
  // Pads are ignored beside an auto_pad.
  if (pads && count == 0 && MeansPads(ctx.StringAttribute("auto_pad", ""))) {
    count = (pads->size() + 1) / 2;
  }
  if (count == 0 || count > kMaxElements) return std::nullopt;
  return static_cast<int>(count);
}

// How many windows there are where the room beside the first one is `room`.
Expr WindowsWithin(RuleContext& ctx, Expr room, int64_t stride) {
  return ctx.Add(ctx.FloorDiv(room, stride), 1);
}

}  // namespace

std::optional<int> CountSpatialAxes(RuleContext& ctx, int weights) {
  for (const int input : {0, weights}) {
    if (input < 0) continue;
    const Shape shape = ctx.InputShape(input);
    if (!shape.has_rank) continue;
    // onnxruntime convolves without spatial axes.
    const ToleratedChecks checks(ctx, shape.rank() == kFirstSpatialAxis);
    if (!ctx.CheckRankBetween(input, kFirstSpatialAxis + 1, kAnyRank)) return std::nullopt;
    return shape.rank() - kFirstSpatialAxis;
  }
  return CountEntries(ctx);
}

std::optional<Windows> ReadWindows(RuleContext& ctx, int count, int weights) {
  const auto auto_pad = ReadAutoPad(ctx);
  if (!auto_pad) return std::nullopt;
  if (weights >= 0 && !CheckWeights(ctx, weights, count + kFirstSpatialAxis)) return std::nullopt;
  const auto kernel_shape = ctx.IntsAttribute("kernel_shape");
  const auto strides = ctx.IntsAttribute("strides");
  const auto dilations = ctx.IntsAttribute("dilations");
  // Explicit pads are ignored if there is an auto_pad.
  const auto pads = *auto_pad == AutoPad::kNotSet ? ctx.IntsAttribute("pads") : std::nullopt;
  const auto length = static_cast<size_t>(count);
  if (!CheckList(ctx, "kernel_shape", kernel_shape, length, 1) ||
      !CheckList(ctx, "strides", strides, length, 1) ||
      !CheckList(ctx, "dilations", dilations, length, 1) ||
      !CheckList(ctx, "pads", pads, 2 * length, 0)) {
    return std::nullopt;
  }
  Windows windows;
  windows.auto_pad = *auto_pad;
  for (int i = 0; i < count; ++i) {
    WindowAxis& window = windows.axes.emplace_back();
    window.kernel = ReadKernel(ctx, kernel_shape, weights, i);
    if (strides) window.stride = (*strides)[i];
    if (dilations) window.dilation = (*dilations)[i];
    if (pads) window.pad_begin = (*pads)[i];
    if (pads) window.pad_end = (*pads)[i + count];
  }
  return windows;
}

Expr DilatedKernel(RuleContext& ctx, const WindowAxis& window) {
  if (window.dilation == 1) return window.kernel;
  return ctx.Add(ctx.Multiply(window.dilation, ctx.Subtract(window.kernel, 1)), 1);
}

Expr DilatedSize(RuleContext& ctx, Expr size, int64_t dilation) {
  if (dilation == 1 || size.is_unknown()) return size;
  return ctx.Max(0, ctx.Add(ctx.Multiply(dilation, ctx.Subtract(size, 1)), 1));
}

Dim CountWindows(RuleContext& ctx, Expr padded, Expr extent, int64_t stride) {
  const Expr room = ctx.Subtract(padded, extent);
  if (room.is_unknown()) return Dim();
  const Expr windows = ctx.Max(0, WindowsWithin(ctx, room, stride));
  if (ctx.Bounds(extent).min >= 1) return windows;
  // An empty window fits into an empty axis, and is none there.
  return ctx.Multiply(windows, ctx.Min(1, ctx.Max(0, padded)));
}

Dim SlideWindow(RuleContext& ctx, const WindowAxis& window, Dim size, const Place& place,
                const Check& check) {
  const Expr kernel = DilatedKernel(ctx, window);
  const Expr padded = ctx.Add(ctx.Add(size, window.pad_begin), window.pad_end);
  const Expr room = ctx.Subtract(padded, kernel);
  if (room.is_unknown()) return Dim();
  if (!ctx.RequireAtMost(kernel, {}, padded, place, check)) {
    return Dim();
  }
  return WindowsWithin(ctx, room, window.stride);
}

}  // namespace shapewright::rules
