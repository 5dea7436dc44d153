#include "core/rules/operators/stablehlo/hlo_windows.h"

#include "core/rules/checks/checks.h"
#include "core/rules/window.h"

namespace shapewright::rules {
namespace {

ExprVector Exprs(const EntryVector& entries) { return {entries.begin(), entries.end()}; }

}  // namespace

std::optional<HloWindows> ReadHloWindows(RuleContext& ctx, int rank) {
  const auto sizes = EntriesAttribute(ctx, "window_dimensions", rank, 1, 1);
  const auto strides = EntriesAttribute(ctx, "window_strides", rank, 1, 1);
  const auto base = EntriesAttribute(ctx, "base_dilations", rank, 1, 1);
  const auto dilations = EntriesAttribute(ctx, "window_dilations", rank, 1, 1);
  const auto pads = PairsAttribute(ctx, "padding", rank);
  if (!sizes || !strides || !base || !dilations || !pads) return std::nullopt;
  return HloWindows{Exprs(*sizes), Exprs(*strides), Exprs(*base), Exprs(*dilations), Exprs(*pads)};
}

std::optional<HloWindows> ReadWindowOperands(RuleContext& ctx, int first, int rank) {
  HloWindows windows;
  ExprVector* const lists[] = {&windows.sizes, &windows.strides, &windows.base_dilations,
                               &windows.window_dilations, &windows.pads};
  for (int i = 0; i < 5; ++i) {
    const auto wanted = static_cast<size_t>(i == 4 ? 2 * rank : rank);
    const auto elements = ElementsOrUnknown(ctx, first + i);
    if (elements && elements->size() != wanted) {
      ctx.RequireEqual(static_cast<int64_t>(elements->size()), Place::Input(first + i),
                       static_cast<int64_t>(wanted), Place::Input(0), "hlo.output_rank"_check);
      return std::nullopt;
    }
    *lists[i] = elements ? *elements : ExprVector(wanted);
  }
  return windows;
}

DimVector WindowCounts(RuleContext& ctx, const Shape& shape, const HloWindows& windows) {
  DimVector counts;
  for (size_t axis = 0; axis < shape.dims.size(); ++axis) {
    const Expr base = windows.base_dilations[axis];
    const Expr dilation = windows.window_dilations[axis];
    const Expr stride = windows.strides[axis];
    Dim& count = counts.emplace_back();
    const bool are_numbers = base.is_constant() && dilation.is_constant() && stride.is_constant() &&
                             base.constant() >= 1 && dilation.constant() >= 1 &&
                             stride.constant() >= 1;
    if (!are_numbers) continue;
    const Expr inner = DilatedSize(ctx, shape.dims[axis], base.constant());
    const Expr padded = ctx.Add(ctx.Add(inner, windows.pads[2 * axis]), windows.pads[2 * axis + 1]);
    const Expr extent = DilatedSize(ctx, windows.sizes[axis], dilation.constant());
    if (padded.is_unknown() || extent.is_unknown()) continue;
    count = CountWindows(ctx, padded, extent, stride.constant());
  }
  return counts;
}

}  // namespace shapewright::rules
