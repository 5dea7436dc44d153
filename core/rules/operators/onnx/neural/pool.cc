// Poolings: windows over the spatial axes that keep batch and channels.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/operands.h"
#include "core/rules/operators/cost/conv_cost.h"
#include "core/rules/operators/onnx/neural/conv.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/rules/state/tolerated_facts.h"
#include "core/rules/window.h"

namespace shapewright::rules {
namespace {

constexpr int kPoolChannels = 1;

// Rounds up, but the last window has to start inside the input or its leading pad. Today's
// runtimes do so at every version, although the specification says it only from 19 and 22
// on.
Dim SlideRoundingUp(RuleContext& ctx, const WindowAxis& window, Dim size, const Place& place) {
  const Expr kernel = DilatedKernel(ctx, window);
  const Expr padded = ctx.Add(ctx.Add(size, window.pad_begin), window.pad_end);
  if (size.is_unknown() || kernel.is_unknown()) return Dim();
  if (!ctx.RequireAtMost(kernel, {}, padded, place, kPoolFits)) {
    return Dim();
  }
  const Expr last = ctx.CeilDiv(ctx.Subtract(padded, kernel), window.stride);
  // The kernel covers the trailing pad and one stride, so no window starts in that pad.
  const Expr reach = ctx.Subtract(ctx.Subtract(kernel, window.pad_end), window.stride);
  if (reach.is_constant() && reach.constant() >= 0) return ctx.Add(last, 1);
  Expr last_inside = ctx.FloorDiv(ctx.Subtract(ctx.Add(size, window.pad_begin), 1), window.stride);
  // Runtimes drop one window only, though more may start in a pad wider than the kernel.
  const Expr overhang = ctx.Subtract(window.pad_end, kernel);
  if (ctx.Bounds(overhang).max > 0) last_inside = ctx.Max(last_inside, ctx.Subtract(last, 1));
  if (reach.is_constant()) return ctx.Add(last_inside, 1);
  return ctx.Add(ctx.Min(last, last_inside), 1);
}

// The number of windows, 0 or 1, where the kernel exceeds the padded input by at most a stride, as
// runtimes have it. Nothing where a window fits, where that is unknown, and on an error.
std::optional<int64_t> CountWithoutRoom(RuleContext& ctx, const WindowAxis& window, Dim size,
                                        bool rounds_up) {
  const Expr padded = ctx.Add(ctx.Add(size, window.pad_begin), window.pad_end);
  const Expr room = ctx.Subtract(padded, DilatedKernel(ctx, window));
  // No runtime pools an axis without elements.
  if (!room.is_constant() || room.constant() >= 0 || size.is_constant(0)) return std::nullopt;
  // Also for rounding down: the runtimes' division truncates.
  const int64_t count = ctx.CeilDiv(room, window.stride).constant() + 1;
  if (count < 0) return std::nullopt;
  const Expr inside = ctx.Add(size, window.pad_begin);
  return rounds_up && inside.constant() <= 0 ? 0 : count;
}

Dim SlidePool(RuleContext& ctx, const Windows& windows, int index, int axis, Dim size,
              bool rounds_up) {
  const WindowAxis& window = windows.axes[index];
  // onnxruntime pads as if the kernel were not dilated; specification and reference do not.
  if (windows.is_same()) return ctx.CeilDiv(size, window.stride);
  const Place place = Place::Input(0, axis);
  if (const auto count = CountWithoutRoom(ctx, window, size, rounds_up)) {
    ctx.Warning("KERNEL_TOO_LARGE", place,
                absl::StrCat(ctx.op().op_type, " has a kernel that does not fit into ",
                             ctx.Text(size), " with its pads"));
    return *count;
  }
  return rounds_up ? SlideRoundingUp(ctx, window, size, place)
                   : SlideWindow(ctx, window, size, place, kPoolFits);
}

}  // namespace

DimVector PoolDims(RuleContext& ctx, bool is_channels_last) {
  const auto count = CountSpatialAxes(ctx, -1);
  if (!count) return {};
  DimVector dims = DimsOrUnknown(ctx, 0, *count + kFirstSpatialAxis);
  const auto windows = ReadWindows(ctx, *count, -1);
  const bool rounds_up = ctx.BoolAttribute("ceil_mode", false);
  for (int i = 0; i < *count; ++i) {
    const int axis = i + (is_channels_last ? 1 : kFirstSpatialAxis);
    dims[axis] = windows ? SlidePool(ctx, *windows, i, axis, dims[axis], rounds_up) : Dim();
  }
  return dims;
}

namespace {

bool CheckKernelShape(RuleContext& ctx) {
  if (ctx.IntsAttribute("kernel_shape")) return true;
  ctx.Error("MISSING_ATTRIBUTE", {}, absl::StrCat(ctx.op().op_type, " needs kernel_shape"));
  return false;
}

void InferPool(RuleContext& ctx) {
  CheckKernelShape(ctx);
  DimVector dims = PoolDims(ctx, false);
  const bool has_rank = !dims.empty();
  // The indices of MaxPool have the same shape.
  if (ctx.HasOutput(1)) FillUnknown(ctx, dims);
  const Shape shape = has_rank ? Shape::Of(dims) : Shape();
  ctx.SetOutput(0, ctx.InputElement(0), shape);
  ctx.SetOutput(1, ElementType::kInt64, shape);
}

void InferGlobalPool(RuleContext& ctx) {
  const auto count = CountSpatialAxes(ctx, -1);
  if (!count) {
    ctx.SetOutput(0, ctx.InputElement(0), Shape::OfUnknownRank(Interval::AtLeast(2)));
    return;
  }
  DimVector dims = DimsOrUnknown(ctx, 0, *count + kFirstSpatialAxis);
  std::fill(dims.begin() + kFirstSpatialAxis, dims.end(), Dim(1));
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// The result's dims, given by the value of the optional last operand.
bool SetUnpooledByValue(RuleContext& ctx, int rank) {
  if (!ctx.HasInput(2)) return false;
  const auto sizes = ctx.IntElementsOrFresh(2);
  DimVector dims(static_cast<size_t>(rank), Dim());
  if (sizes && sizes->size() != dims.size()) {
    ctx.Error("WRONG_ELEMENT_COUNT", Place::Input(2),
              absl::StrCat("MaxUnpool has ", sizes->size(), " sizes for ", rank, " axes"));
  } else if (sizes) {
    for (int axis = 0; axis < rank; ++axis) {
      dims[axis] = (*sizes)[axis];
      ctx.RequireAtLeast(dims[axis], Place::Element(2, axis), 0, "size.negative"_check);
    }
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
  return true;
}

// The inverse of MaxPool: each element is put back where its window found it.
void InferMaxUnpool(RuleContext& ctx) {
  if (!CheckKernelShape(ctx)) return;
  const auto count = CountSpatialAxes(ctx, -1);
  if (count) ctx.CheckRank(1, *count + kFirstSpatialAxis);
  if (!count) return;
  DimVector dims = DimsOrUnknown(ctx, 0, *count + kFirstSpatialAxis);
  const DimVector indices = DimsOrUnknown(ctx, 1, *count + kFirstSpatialAxis);
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    const int place = static_cast<int>(axis);
    dims[axis] = ctx.Unify(dims[axis], Place::Input(0, place), indices[axis],
                           Place::Input(1, place), "unpool.indices"_check);
  }
  if (SetUnpooledByValue(ctx, *count + kFirstSpatialAxis)) return;
  const auto windows = ReadWindows(ctx, *count, -1);
  for (int i = 0; i < *count; ++i) {
    Dim& dim = dims[i + kFirstSpatialAxis];
    if (!windows) {
      dim = Dim();
      continue;
    }
    const WindowAxis& window = windows->axes[i];
    const Expr starts = ctx.Multiply(ctx.Subtract(dim, 1), window.stride);
    const Expr pads = ctx.Add(window.pad_begin, window.pad_end);
    dim = ctx.Subtract(ctx.Add(starts, window.kernel), pads);
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// One region of interest per row of operand 1.
void InferMaxRoiPool(RuleContext& ctx) {
  if (!ctx.CheckRank(0, 4) || !ctx.CheckRank(1, 2)) return;
  const auto pooled = ctx.IntsAttribute("pooled_shape");
  if (!pooled || pooled->size() != 2) {
    ctx.Error("INVALID_ATTRIBUTE", {}, "MaxRoiPool needs 2 entries in pooled_shape");
    return;
  }
  const DimVector image = DimsOrUnknown(ctx, 0, 4);
  const DimVector regions = DimsOrUnknown(ctx, 1, 2);
  ctx.RequireEqual(regions[1], Place::Input(1, 1), 5, {}, "roi_pool.numbers"_check);
  ctx.SetOutput(0, ctx.InputElement(0),
                {regions[0], image[kPoolChannels], Dim((*pooled)[0]), Dim((*pooled)[1])});
}

constexpr absl::string_view kPool =
    "[N, C, (size + pads - dilated kernel)//stride + 1 ...], rounded up under ceil_mode";
constexpr absl::string_view kGlobal = "[N, C, 1 ...]";

constexpr OperatorRow kPoolRows[] = {
    {"", "AveragePool", {1, 7, 10, 11, 19, 22}, InferPool, kPool, {}, AveragePoolCost},
    {"", "GlobalAveragePool", {1, 22}, InferGlobalPool, kGlobal, {}, GlobalAveragePoolCost},
    {"", "GlobalLpPool", {1, 2, 22}, InferGlobalPool, kGlobal, {}, GlobalLpPoolCost},
    {"", "GlobalMaxPool", {1, 22}, InferGlobalPool, kGlobal, {}, GlobalMaxPoolCost},
    {"", "LpPool", {1, 2, 11, 18, 22}, InferPool, kPool, {}, LpPoolCost},
    {"", "MaxPool", {1, 8, 10, 11, 12, 22}, InferPool, kPool, {}, MaxPoolCost},
    {"", "MaxRoiPool", {1, 22}, InferMaxRoiPool, "[regions, C, pooled_shape]"},
    {"", "MaxUnpool", {9, 11, 22}, InferMaxUnpool, "(size - 1)*stride + kernel - pads", {}, kMoved},
};

}  // namespace

absl::Span<const OperatorRow> PoolOperators() { return kPoolRows; }

}  // namespace shapewright::rules
