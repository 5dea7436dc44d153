#include "core/shape/algebra/window.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/static_text.h"
#include "core/shape/algebra/merge.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"

namespace shapewright::shape {
namespace {

using symbolic::ExprArena;
using symbolic::Interval;
using symbolic::Verdict;

constexpr size_t kBatchAndChannels = 2;

// A window on one axis, with what messages say about it.
struct Slide {
  const SlidingWindow& window;
  const WindowAxis& axis;
  Dim size;       // of the data
  uint32_t data;  // the operand
  size_t number;  // of the axis, in the data
};

void AddConflict(Algebra& algebra, const Slide& slide, Dim window, Dim data, StaticText code,
                 StaticText reason) {
  Conflict conflict;
  conflict.left_operand = slide.data;
  conflict.right_operand = slide.data;
  conflict.axis = static_cast<uint32_t>(slide.number);
  conflict.left = window;
  conflict.right = data;
  conflict.code = code;
  conflict.reason =
      absl::StrCat("axis ", slide.number, ": the window covers ", Explain(algebra, window), " of ",
                   Explain(algebra, data), ": ", reason);
  algebra.conflicts.push_back(std::move(conflict));
}

// size elements, `dilation` apart: (size - 1) * dilation + 1, and 0 for none.
Dim Dilate(ExprArena& arena, Dim size, int64_t dilation) {
  if (dilation == 1) return size;
  const Dim extent = Add(arena, Multiply(arena, Subtract(arena, size, 1), dilation), 1);
  return arena.Bounds(size).min >= 1 ? extent : Max(arena, extent, 0);
}

bool Requires(Algebra& algebra, const Slide& slide, Dim least, Dim most, StaticText reason) {
  symbolic::FactSource source;
  source.left = PlaceOf(slide.data, slide.number);
  source.right = source.left;
  source.check.sentence = reason;
  return algebra.facts.RequireAtMost(least, most, source) != Verdict::kRefuted;
}

bool CheckWindow(Algebra& algebra, const Slide& slide, Dim extent, Dim padded) {
  if (!Requires(algebra, slide, 1, extent, "a window is not empty")) {
    AddConflict(algebra, slide, extent, padded, "WINDOW_EMPTY", "a window is not empty");
    return false;
  }
  if (!Requires(algebra, slide, extent, padded, "the window fits into the padded data")) {
    AddConflict(algebra, slide, extent, padded, "WINDOW_TOO_LARGE", "it does not fit");
    return false;
  }
  const bool is_sized = !slide.axis.size.is_unknown();
  if (slide.window.allow_window_in_padding || !is_sized) return true;
  const int64_t pad = std::max(slide.axis.pad_begin, slide.axis.pad_end);
  if (pad <= 0 || slide.window.padding != WindowPadding::kExplicit) return true;
  if (!Requires(algebra, slide, Add(algebra.exprs, pad, 1), extent,
                "the window is larger than the padding")) {
    AddConflict(algebra, slide, extent, padded, "WINDOW_IN_PADDING",
                "somewhere it lies in the padding alone");
    return false;
  }
  return true;
}

// The number of window positions; after a conflict the unchanged size.
Dim Places(Algebra& algebra, const Slide& slide) {
  ExprArena& arena = algebra.exprs;
  const WindowPadding padding = slide.window.padding;
  const Dim size = Dilate(arena, algebra.facts.Resolve(slide.size), slide.axis.data_dilation);
  if (padding == WindowPadding::kSameUpper || padding == WindowPadding::kSameLower) {
    return CeilDiv(arena, size, slide.axis.stride);
  }
  const bool has_pads = padding == WindowPadding::kExplicit;
  const Dim padded =
      has_pads ? Add(arena, Add(arena, size, slide.axis.pad_begin), slide.axis.pad_end) : size;
  if (slide.axis.size.is_unknown()) {
    if (!CheckWindow(algebra, slide, 1, padded)) return slide.size;
    return NewDim(algebra, Interval::AtLeast(1), "the size of the window is not known");
  }
  const Dim window = algebra.facts.Resolve(slide.axis.size);
  const Dim extent = Dilate(arena, window, slide.axis.dilation);
  if (!CheckWindow(algebra, slide, extent, padded)) return slide.size;
  Dim room = Subtract(arena, padded, extent);
  // The window fits. A fact says so unless the window's size is an anonymous symbol.
  if (arena.IsAnonymous(window)) room = Max(arena, room, 0);
  const Dim steps = slide.window.ceil_mode ? CeilDiv(arena, room, slide.axis.stride)
                                           : FloorDiv(arena, room, slide.axis.stride);
  return Add(arena, steps, 1);
}

// As Places(); a new unknown where the number leaves 64 bits.
Dim PlacesOrUnknown(Algebra& algebra, const Slide& slide) {
  const Dim places = Places(algebra, slide);
  if (!places.is_unknown()) return places;
  algebra.exprs.TakeOverflow();
  algebra.notes.push_back({"OVERFLOW", absl::StrCat("axis ", slide.number, ": too large")});
  return NewDim(algebra, Interval::Size(), "the result leaves 64 bits");
}

// The data's dims; if the rank is unknown, new dims of the rank that the window needs.
std::optional<std::vector<Dim>> DataDims(Algebra& algebra, const Operand& data, size_t kept,
                                         const SlidingWindow& window) {
  if (window.axes.empty()) return ValueOf(data.shape).dims;
  const Interval rank = Interval::Point(static_cast<int64_t>(kept + window.axes.size()));
  const size_t conflicts = algebra.conflicts.size();
  const ShapeValue shape = MergeRank(algebra, data, rank);
  if (algebra.conflicts.size() > conflicts) return std::nullopt;
  return shape.dims;
}

void SlideAxes(Algebra& algebra, const Operand& data, const SlidingWindow& window, size_t kept,
               std::vector<Dim>& dims) {
  for (size_t axis = kept; axis < dims.size(); ++axis) {
    const WindowAxis none;
    const WindowAxis& own = window.axes.empty() ? none : window.axes[axis - kept];
    dims[axis] = PlacesOrUnknown(algebra, {window, own, dims[axis], data.index, axis});
  }
}

}  // namespace

ShapeValue SlideWindow(Algebra& algebra, const Operand& data, const SlidingWindow& window) {
  if (window.axes.empty() && !data.shape.has_rank) return ValueOf(data.shape);
  std::optional<std::vector<Dim>> dims = DataDims(algebra, data, 0, window);
  if (!dims) return ValueOf(data.shape);
  SlideAxes(algebra, data, window, 0, *dims);
  return KnownRank(*std::move(dims));
}

ShapeValue Pool(Algebra& algebra, const Operand& data, const SlidingWindow& window) {
  const Interval rank = Interval::AtLeast(kBatchAndChannels);
  if (!CheckRanks(algebra, data, {Shape::OfUnknownRank(rank), data.index})) {
    return ValueOf(data.shape);
  }
  if (window.axes.empty() && !data.shape.has_rank) {
    return UnknownRank(Intersect(data.shape.rank_bounds, rank));
  }
  std::optional<std::vector<Dim>> dims = DataDims(algebra, data, kBatchAndChannels, window);
  if (!dims) return ValueOf(data.shape);
  SlideAxes(algebra, data, window, kBatchAndChannels, *dims);
  return KnownRank(*std::move(dims));
}

namespace {

// The window with the filters' sizes; where it has its own, they must be equal.
SlidingWindow WithFilters(Algebra& algebra, SlidingWindow window, const Operand& filters) {
  const auto spatial = filters.shape.dims.subspan(kBatchAndChannels);
  window.axes.resize(spatial.size());
  for (size_t i = 0; i < spatial.size(); ++i) {
    Dim& size = window.axes[i].size;
    if (!size.is_unknown()) {
      MergeDims(algebra, filters, {Shape::Of({&size, 1}), filters.index}, i + kBatchAndChannels, 0);
    }
    size = algebra.facts.Resolve(spatial[i]);
  }
  return window;
}

// The data must have `groups` times the channels of a filter.
void CheckChannels(Algebra& algebra, const Operand& data, const Operand& filters, int64_t groups) {
  std::vector<Dim> spanned(filters.shape.dims.begin(), filters.shape.dims.end());
  spanned[1] = Multiply(algebra.exprs, spanned[1], groups);
  MergeDims(algebra, data, {Shape::Of(spanned), filters.index}, 1, 1);
  if (groups == 1) return;
  symbolic::FactSource source;
  source.left = PlaceOf(filters.index, 0);
  source.check.sentence = "each group has as many filters";
  const Dim count = filters.shape.dims[0];
  if (algebra.facts.RequireDivisible(count, groups, source) != Verdict::kRefuted) return;
  Conflict conflict;
  conflict.left_operand = conflict.right_operand = filters.index;
  conflict.axis = 0;
  conflict.left = count;
  conflict.right = groups;
  conflict.code = "NOT_DIVISIBLE";
  conflict.reason =
      absl::StrCat(Explain(algebra, count), " filters cannot be shared out to ", groups, " groups");
  algebra.conflicts.push_back(std::move(conflict));
}

}  // namespace

ShapeValue Convolve(Algebra& algebra, const Operand& data, const Operand& filters,
                    const SlidingWindow& window, int64_t groups) {
  const Interval any = Interval::AtLeast(kBatchAndChannels);
  if (!CheckRanks(algebra, data, {Shape::OfUnknownRank(any), data.index}) ||
      !CheckRanks(algebra, filters, {Shape::OfUnknownRank(any), filters.index}) ||
      !CheckRanks(algebra, data, filters)) {
    return ValueOf(data.shape);
  }
  Interval rank = Intersect(Intersect(RankOf(data.shape), RankOf(filters.shape)), any);
  if (!window.axes.empty()) {
    rank = Interval::Point(static_cast<int64_t>(window.axes.size() + kBatchAndChannels));
  }
  const size_t conflicts = algebra.conflicts.size();
  ShapeValue in = MergeRank(algebra, data, rank);
  const ShapeValue taps = MergeRank(algebra, filters, rank);
  if (algebra.conflicts.size() > conflicts) return in;
  if (!in.has_rank || !taps.has_rank) return UnknownRank(rank);
  const Operand sized_data{in.view(), data.index};
  const Operand sized_filters{taps.view(), filters.index};
  CheckChannels(algebra, sized_data, sized_filters, groups);
  std::vector<Dim> dims = in.dims;
  dims[1] = algebra.facts.Resolve(taps.dims[0]);
  SlidingWindow full = WithFilters(algebra, window, sized_filters);
  full.allow_window_in_padding = true;  // zeros are data to a convolution
  SlideAxes(algebra, sized_data, full, kBatchAndChannels, dims);
  return KnownRank(std::move(dims));
}

}  // namespace shapewright::shape
