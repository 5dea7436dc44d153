#include "core/shape/algebra/broadcast_merge.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/shape/algebra/merge.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"

namespace shapewright::shape {
namespace {

using symbolic::FactSource;
using symbolic::Interval;
using symbolic::Verdict;

bool IsRankSilent(const Shape& shape) {
  return !shape.has_rank && shape.rank_bounds == Interval::Size();
}

// The broadcast of all operands so far, and the operand that each dim came from.
struct Stretched {
  std::vector<Dim> dims;
  std::vector<uint32_t> from;
};

void AddNotBroadcastable(Algebra& algebra, uint32_t left_operand, Dim left, const Operand& right,
                         Dim right_dim, size_t axis) {
  Conflict conflict;
  conflict.left_operand = left_operand;
  conflict.right_operand = right.index;
  conflict.axis = static_cast<uint32_t>(axis);
  conflict.left = left;
  conflict.right = right_dim;
  conflict.code = "NOT_BROADCASTABLE";
  conflict.reason = absl::StrCat("axis ", axis, ": ", Explain(algebra, left), " and ",
                                 Explain(algebra, right_dim), " are never equal, and neither is 1");
  algebra.conflicts.push_back(std::move(conflict));
}

// Broadcasts the result so far with one more operand; all ranks are known.
void Stretch(Algebra& algebra, Stretched& all, const Operand& next) {
  const size_t rank = next.shape.dims.size();
  if (rank > all.dims.size()) {
    const size_t missing = rank - all.dims.size();
    all.dims.insert(all.dims.begin(), missing, Dim(1));
    all.from.insert(all.from.begin(), missing, next.index);
  }
  const size_t shift = all.dims.size() - rank;
  for (size_t axis = 0; axis < rank; ++axis) {
    Dim& dim = all.dims[shift + axis];
    const Dim other = next.shape.dims[axis];
    FactSource source;
    source.left = PlaceOf(all.from[shift + axis], shift + axis);
    source.right = PlaceOf(next.index, axis);
    source.check.sentence = "broadcast dimensions are equal or 1";
    if (algebra.facts.RequireBroadcastable(dim, other, source) == Verdict::kRefuted) {
      AddNotBroadcastable(algebra, all.from[shift + axis], dim, next, other, shift + axis);
      continue;
    }
    const Dim before = algebra.facts.Resolve(dim);
    dim = Broadcast(algebra.exprs, before, algebra.facts.Resolve(other));
    if (!(dim == before)) all.from[shift + axis] = next.index;
  }
}

Interval BroadcastRank(absl::Span<const Operand> operands) {
  Interval rank = Interval::Point(0);
  for (const Operand& operand : operands) {
    if (IsRankSilent(operand.shape)) return Interval::Size();
    rank = Max(rank, RankOf(operand.shape));
  }
  return rank;
}

// Operands of which some have no known rank, that of the result is known. An axis that is never 1
// stays as it is, whatever the others are.
ShapeValue StretchOfRank(Algebra& algebra, absl::Span<const Operand> operands, int64_t rank) {
  Stretched known;
  for (const Operand& operand : operands) {
    if (operand.shape.has_rank) Stretch(algebra, known, operand);
  }
  ShapeValue result = Normalized(algebra, UnknownRank(Interval::Point(rank)));
  const size_t shift = result.dims.size() - std::min(result.dims.size(), known.dims.size());
  for (size_t axis = shift; axis < result.dims.size(); ++axis) {
    const Dim dim = known.dims[axis - shift];
    if (!algebra.exprs.Bounds(dim).Contains(1)) result.dims[axis] = dim;
  }
  return result;
}

}  // namespace

ShapeValue BroadcastNumpy(Algebra& algebra, absl::Span<const Operand> operands) {
  const bool has_ranks = std::all_of(operands.begin(), operands.end(),
                                     [](const Operand& o) { return o.shape.has_rank; });
  if (!has_ranks) {
    const Interval rank = BroadcastRank(operands);
    if (rank.is_point()) return StretchOfRank(algebra, operands, rank.min);
    return Normalized(algebra, UnknownRank(rank));
  }
  Stretched all;
  for (const Operand& operand : operands) Stretch(algebra, all, operand);
  return KnownRank(std::move(all.dims));
}

namespace {

// The dim of the first operand, with the fact that the second one broadcasts to it; an equality
// where the second is never 1.
Dim LieAlong(Algebra& algebra, const Operand& first, const Operand& second, size_t axis,
             size_t offset) {
  const Dim dim = first.shape.dims[axis];
  const Dim other = second.shape.dims[axis - offset];
  if (!algebra.exprs.Bounds(algebra.facts.Resolve(other)).Contains(1)) {
    return MergeDims(algebra, first, second, axis, axis - offset).value_or(dim);
  }
  FactSource source;
  source.left = PlaceOf(first.index, axis);
  source.right = PlaceOf(second.index, axis - offset);
  source.check.sentence = "the second operand is 1 or the size of the first";
  if (algebra.facts.RequireBroadcastable(dim, other, source) == Verdict::kRefuted) {
    AddNotBroadcastable(algebra, first.index, dim, second, other, axis);
  }
  return algebra.facts.Resolve(dim);
}

void AddDoesNotFit(Algebra& algebra, const Operand& first, const Operand& second, int64_t axis) {
  Conflict conflict;
  conflict.left_operand = first.index;
  conflict.right_operand = second.index;
  conflict.left = first.shape.rank();
  conflict.right = second.shape.rank();
  conflict.code = "RANK_MISMATCH";
  conflict.reason = absl::StrCat("rank ", second.shape.rank(), " from axis ", axis,
                                 " on does not lie within rank ", first.shape.rank());
  algebra.conflicts.push_back(std::move(conflict));
}

}  // namespace

ShapeValue BroadcastPaddle(Algebra& algebra, const Operand& first, const Operand& second,
                           int64_t axis) {
  if (!first.shape.has_rank || !second.shape.has_rank) return ValueOf(first.shape);
  const int64_t rank = first.shape.rank();
  const int64_t start = axis == -1 ? rank - second.shape.rank() : axis;
  size_t length = second.shape.dims.size();
  while (length > 0 && second.shape.dims[length - 1].is_constant(1)) --length;
  // A subtraction, which cannot overflow: the axis is any number of a request.
  if (start < 0 || start > rank - static_cast<int64_t>(length)) {
    AddDoesNotFit(algebra, first, second, start);
    return ValueOf(first.shape);
  }
  const auto offset = static_cast<size_t>(start);
  std::vector<Dim> dims(first.shape.dims.begin(), first.shape.dims.end());
  for (size_t i = 0; i < length; ++i) {
    dims[offset + i] = LieAlong(algebra, first, second, offset + i, offset);
  }
  return KnownRank(std::move(dims));
}

}  // namespace shapewright::shape
