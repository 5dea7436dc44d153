#include "core/symbolic/algebra/range_evaluator.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "core/symbolic/algebra/algebra.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

using Values = std::vector<std::optional<int64_t>>;

// A quotient by 0 has no value, so it is neither a bound nor a size.
TEST(RangeEvaluator, WithoutAValueAllIsOpen) {
  ExprArena arena;
  const Expr quotient = Parse(arena, "ceildiv(2, n)");
  const Expr greater = Parse(arena, "max(m, ceildiv(2, n))");
  const Expr sum = Parse(arena, "m + ceildiv(2, n)");
  RangeEvaluator ranges(arena, {quotient, greater, sum});
  const auto found = ranges.Run(Values{0, 5});
  EXPECT_EQ(found[0], Interval::All());
  EXPECT_EQ(found[1], Interval::AtLeast(5));
  EXPECT_EQ(found[2], Interval::All());
  EXPECT_EQ(ranges.Run(Values{1, 5})[1], Interval::Point(5));
}

TEST(RangeEvaluator, AnUpperBoundWithoutAValueBoundsNothing) {
  ExprArena arena;
  const Expr upper = Parse(arena, "max(m, ceildiv(2, n))");
  const Expr unknown =
      arena.AddAnonymous(Interval::Size(), "", Site(), SymbolKind::kDataDependent, upper);
  RangeEvaluator ranges(arena, {unknown});
  EXPECT_EQ(ranges.Run(Values{1, 0})[0], Interval::Size());
  EXPECT_EQ(ranges.Run(Values{3, 2})[0], (Interval{0, 3}));
}

}  // namespace
}  // namespace shapewright::symbolic
