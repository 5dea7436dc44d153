#include "core/shape/algebra/axes.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace shapewright::shape {
namespace {

using symbolic::Interval;

// For each axis of the rank whether it is in `axes`.
absl::StatusOr<std::vector<bool>> MarkAxes(absl::Span<const int64_t> axes, int64_t rank) {
  std::vector<bool> marked(static_cast<size_t>(rank));
  for (const int64_t axis : axes) {
    const absl::StatusOr<size_t> resolved = ResolveAxis(axis, rank);
    if (!resolved.ok()) return resolved.status();
    if (marked[*resolved]) {
      return absl::InvalidArgumentError(absl::StrCat("axis ", axis, " is named twice"));
    }
    marked[*resolved] = true;
  }
  return marked;
}

// Of a shape of which the rank alone may be known to have an end.
absl::StatusOr<ShapeValue> ProjectUnknown(Interval rank, absl::Span<const int64_t> axes) {
  for (size_t i = 0; i < axes.size(); ++i) {
    if (rank.has_max() && (axes[i] >= rank.max || axes[i] < -rank.max)) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no axis ", axes[i], " in a shape of at most rank ", rank.max));
    }
    // At most as many as the result may have axes.
    if (std::find(axes.begin(), axes.begin() + i, axes[i]) != axes.begin() + i) {
      return absl::InvalidArgumentError(absl::StrCat("axis ", axes[i], " is named twice"));
    }
  }
  return UnknownRank(Interval::Point(static_cast<int64_t>(axes.size())));
}

ShapeValue KeepMarked(const Shape& shape, const std::vector<bool>& marked, bool keep) {
  std::vector<Dim> dims;
  for (size_t axis = 0; axis < shape.dims.size(); ++axis) {
    if (marked[axis] == keep) dims.push_back(shape.dims[axis]);
  }
  return KnownRank(std::move(dims));
}

}  // namespace

absl::StatusOr<size_t> ResolveAxis(int64_t axis, int64_t rank) {
  if (axis >= -rank && axis < rank) return static_cast<size_t>(axis < 0 ? axis + rank : axis);
  return absl::InvalidArgumentError(
      absl::StrCat("there is no axis ", axis, " in a shape of rank ", rank));
}

ShapeValue Append(absl::Span<const Operand> operands) {
  std::vector<Dim> dims;
  Interval rank = Interval::Point(0);
  bool has_ranks = true;
  for (const Operand& operand : operands) {
    dims.insert(dims.end(), operand.shape.dims.begin(), operand.shape.dims.end());
    rank = Add(rank, RankOf(operand.shape));
    has_ranks &= operand.shape.has_rank;
  }
  return has_ranks ? KnownRank(std::move(dims)) : UnknownRank(rank);
}

absl::StatusOr<ShapeValue> Project(const Shape& shape, absl::Span<const int64_t> axes) {
  if (!shape.has_rank) return ProjectUnknown(shape.rank_bounds, axes);
  const auto marked = MarkAxes(axes, shape.rank());
  if (!marked.ok()) return marked.status();
  return KeepMarked(shape, *marked, true);
}

absl::StatusOr<ShapeValue> Permute(const Shape& shape, absl::Span<const int64_t> axes) {
  absl::StatusOr<ShapeValue> projected = Project(shape, axes);
  if (!projected.ok() || !shape.has_rank) return projected;
  std::vector<Dim> dims;
  for (const int64_t axis : axes) dims.push_back(shape.dims[*ResolveAxis(axis, shape.rank())]);
  return KnownRank(std::move(dims));
}

absl::StatusOr<ShapeValue> Reduce(const Shape& shape, absl::Span<const int64_t> axes) {
  if (!shape.has_rank) {
    const auto count = Interval::Point(static_cast<int64_t>(axes.size()));
    return UnknownRank(Intersect(Subtract(shape.rank_bounds, count), Interval::Size()));
  }
  const auto marked = MarkAxes(axes, shape.rank());
  if (!marked.ok()) return marked.status();
  return KeepMarked(shape, *marked, false);
}

absl::StatusOr<ShapeValue> Inject(const Shape& shape, absl::Span<const int64_t> axes,
                                  absl::Span<const Dim> values) {
  const auto count = static_cast<int64_t>(axes.size());
  if (!shape.has_rank) return UnknownRank(Add(shape.rank_bounds, Interval::Point(count)));
  const int64_t rank = shape.rank() + count;
  const auto marked = MarkAxes(axes, rank);
  if (!marked.ok()) return marked.status();
  std::vector<Dim> dims(static_cast<size_t>(rank));
  for (size_t i = 0; i < axes.size(); ++i) dims[*ResolveAxis(axes[i], rank)] = values[i];
  size_t next = 0;
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (!(*marked)[axis]) dims[axis] = shape.dims[next++];
  }
  return KnownRank(std::move(dims));
}

absl::StatusOr<ShapeValue> SetAxis(const Shape& shape, int64_t axis, Dim value) {
  ShapeValue result = ValueOf(shape);
  if (!shape.has_rank) return result;
  const absl::StatusOr<size_t> resolved = ResolveAxis(axis, shape.rank());
  if (!resolved.ok()) return resolved.status();
  result.dims[*resolved] = value;
  return result;
}

}  // namespace shapewright::shape
