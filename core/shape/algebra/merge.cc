#include "core/shape/algebra/merge.h"

#include <algorithm>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"

namespace shapewright::shape {
namespace {

using symbolic::FactSource;
using symbolic::Interval;
using symbolic::Verdict;

FactSource MergeSource(symbolic::Site left, symbolic::Site right) {
  FactSource source;
  source.left = left;
  source.right = right;
  source.check.sentence = "merged dimensions are equal";
  return source;
}

// The shape merged so far, and for each axis the operand that determined its dim.
struct Accumulated {
  ShapeValue shape;
  absl::InlinedVector<uint32_t, 8> from;
  uint32_t rank_from = 0;

  uint32_t operand(size_t axis) const { return axis < from.size() ? from[axis] : rank_from; }
};

// The merge of one more shape.
void MergeInto(Algebra& algebra, Accumulated& all, const Operand& next) {
  if (!CheckRanks(algebra, {all.shape.view(), all.rank_from}, next)) return;
  if (!next.shape.has_rank) {
    if (!all.shape.has_rank) {
      all.shape.rank_bounds = Intersect(all.shape.rank_bounds, next.shape.rank_bounds);
    }
    return;
  }
  if (!all.shape.has_rank) {
    all.shape = ValueOf(next.shape);
    all.rank_from = next.index;
    all.from.assign(next.shape.dims.size(), next.index);
    return;
  }
  for (size_t axis = 0; axis < next.shape.dims.size(); ++axis) {
    const Operand left{all.shape.view(), all.operand(axis)};
    const std::optional<Dim> merged = MergeDims(algebra, left, next, axis, axis);
    if (!merged) continue;
    if (!(*merged == algebra.facts.Resolve(all.shape.dims[axis]))) all.from[axis] = next.index;
    all.shape.dims[axis] = *merged;
  }
}

}  // namespace

std::optional<Dim> MergeDims(Algebra& algebra, const Operand& left, const Operand& right,
                             size_t left_axis, size_t right_axis) {
  const Dim one = left.shape.dims[left_axis];
  const Dim other = right.shape.dims[right_axis];
  if (one == other) return algebra.facts.Finalize(one);
  const FactSource source =
      MergeSource(PlaceOf(left.index, left_axis), PlaceOf(right.index, right_axis));
  if (algebra.facts.RequireEqual(one, other, source) != Verdict::kRefuted) {
    // Where the equation stays open, the side that is a constant is returned.
    const Dim merged = algebra.facts.Finalize(other);
    return merged.is_constant() ? merged : algebra.facts.Finalize(one);
  }
  Conflict conflict;
  conflict.left_operand = left.index;
  conflict.right_operand = right.index;
  conflict.axis = static_cast<uint32_t>(left_axis);
  conflict.left = one;
  conflict.right = other;
  conflict.code = "DIM_MISMATCH";
  conflict.reason = absl::StrCat("axis ", left_axis, ": ", Explain(algebra, one), " and ",
                                 Explain(algebra, other), " are never equal");
  algebra.conflicts.push_back(std::move(conflict));
  return std::nullopt;
}

ShapeValue MergeShapes(Algebra& algebra, absl::Span<const Operand> operands) {
  Accumulated all;
  all.shape = ValueOf(operands[0].shape);
  all.rank_from = operands[0].index;
  all.from.assign(all.shape.dims.size(), operands[0].index);
  for (const Operand& next : operands.subspan(1)) MergeInto(algebra, all, next);
  return Normalized(algebra, std::move(all.shape));
}

ShapeValue MergeRank(Algebra& algebra, const Operand& operand, Interval rank) {
  const Operand wanted{Shape::OfUnknownRank(rank), operand.index};
  return MergeShapes(algebra, {operand, wanted});
}

}  // namespace shapewright::shape
