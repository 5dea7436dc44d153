#include "core/symbolic/text/part_end.h"

#include <gtest/gtest.h>

namespace shapewright::symbolic {
namespace {

TEST(PartEnd, IsOutsideOfBracketsAndQuotes) {
  EXPECT_EQ(FindPartEnd("max(N, 1), 3", ","), 9U);
  EXPECT_EQ(FindPartEnd("x[0], 3", ","), 4U);
  EXPECT_EQ(FindPartEnd("{1, 2}, 3", ","), 6U);
  EXPECT_EQ(FindPartEnd("`a, b`, 3", ","), 6U);
  EXPECT_EQ(FindPartEnd("`a(`, 3", ","), 4U);
}

TEST(PartEnd, IsAClosingBracketThatNothingOpened) {
  EXPECT_EQ(FindPartEnd("N, 3]", ",]"), 1U);
  EXPECT_EQ(FindPartEnd("(N + 1)]", ",]"), 7U);
}

TEST(PartEnd, IsTheEndOfTheTextWithoutAny) {
  EXPECT_EQ(FindPartEnd("", ","), 0U);
  EXPECT_EQ(FindPartEnd("N + 1", ","), 5U);
  EXPECT_EQ(FindPartEnd("(N, 1", ","), 5U);
  EXPECT_EQ(FindPartEnd("`N, 1", ","), 5U);
}

}  // namespace
}  // namespace shapewright::symbolic
