#include "core/shape/algebra/algebra.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/shape/text/print.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/print.h"

namespace shapewright::shape {

using symbolic::Interval;

ShapeValue ValueOf(const Shape& shape) {
  ShapeValue value;
  value.has_rank = shape.has_rank;
  value.dims.assign(shape.dims.begin(), shape.dims.end());
  value.rank_bounds = shape.rank_bounds;
  return value;
}

ShapeValue KnownRank(std::vector<Dim> dims) {
  ShapeValue value;
  value.has_rank = true;
  value.dims = std::move(dims);
  return value;
}

ShapeValue UnknownRank(Interval bounds) {
  ShapeValue value;
  value.rank_bounds = bounds;
  return value;
}

Interval RankOf(const Shape& shape) {
  return shape.has_rank ? Interval::Point(shape.rank()) : shape.rank_bounds;
}

symbolic::Site PlaceOf(uint32_t operand, size_t axis) {
  symbolic::Site site;
  site.input = static_cast<int32_t>(operand);
  site.axis = static_cast<int32_t>(axis);
  return site;
}

Dim NewDim(Algebra& algebra, Interval bounds, absl::string_view reason) {
  if (bounds.is_point()) return bounds.min;
  return algebra.exprs.AddAnonymous(bounds, std::string(reason), symbolic::Site());
}

ShapeValue NewDims(Algebra& algebra, size_t count) {
  std::vector<Dim> dims;
  dims.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    dims.push_back(NewDim(algebra, Interval::Size(), "only the rank is known"));
  }
  return KnownRank(std::move(dims));
}

ShapeValue Normalized(Algebra& algebra, ShapeValue shape) {
  if (shape.has_rank || !shape.rank_bounds.is_point()) return shape;
  if (shape.rank_bounds.min > kMaxRank) return shape;
  return NewDims(algebra, static_cast<size_t>(shape.rank_bounds.min));
}

std::string Explain(Algebra& algebra, Dim dim) {
  std::string text = FormatDim(algebra.exprs, dim);
  const Dim now = algebra.facts.Finalize(dim);
  if (!(now == dim)) return absl::StrCat(text, " (", FormatDim(algebra.exprs, now), " by now)");
  const Interval bounds = algebra.exprs.Bounds(dim);
  if (dim.is_constant() || bounds == Interval::Size()) return text;
  return absl::StrCat(text, " (", symbolic::ToString(bounds), ")");
}

bool CheckRanks(Algebra& algebra, const Operand& left, const Operand& right) {
  const Interval one = RankOf(left.shape);
  const Interval other = RankOf(right.shape);
  if (!Intersect(one, other).is_empty()) return true;
  Conflict conflict;
  conflict.left_operand = left.index;
  conflict.right_operand = right.index;
  conflict.left = NewDim(algebra, one, "a rank");
  conflict.right = NewDim(algebra, other, "a rank");
  conflict.code = "RANK_MISMATCH";
  conflict.reason = absl::StrCat("the ranks ", symbolic::ToString(one), " and ",
                                 symbolic::ToString(other), " have nothing in common");
  algebra.conflicts.push_back(std::move(conflict));
  return false;
}

}  // namespace shapewright::shape
