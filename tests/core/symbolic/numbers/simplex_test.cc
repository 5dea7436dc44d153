#include "core/symbolic/numbers/simplex.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace shapewright::symbolic {
namespace {

bool Always(uint64_t /*operations*/) { return true; }

bool IsLess(Fraction a, Fraction b) {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

// A point of the plane, as (x / d, y / d) with d > 0.
struct Point {
  Int128 x = 0;
  Int128 y = 0;
  Int128 d = 1;
};

// Oracle: a bounded program over two variables has its greatest value at a corner, where two of the
// lines meet; all pairs are tried.
std::optional<Fraction> BestCorner(const LinearProgram& program) {
  std::vector<LinearProgram::Row> lines = program.rows;
  lines.push_back({{-1, 0}, 0});
  lines.push_back({{0, -1}, 0});
  std::optional<Fraction> best;
  for (size_t i = 0; i < lines.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const auto& a = lines[i];
      const auto& b = lines[j];
      Point corner;
      corner.d = a.coefficients[0] * b.coefficients[1] - a.coefficients[1] * b.coefficients[0];
      if (corner.d == 0) continue;
      corner.x = a.limit * b.coefficients[1] - a.coefficients[1] * b.limit;
      corner.y = a.coefficients[0] * b.limit - a.limit * b.coefficients[0];
      if (corner.d < 0) corner = {-corner.x, -corner.y, -corner.d};
      bool is_inside = true;
      for (const auto& line : lines) {
        is_inside &= line.coefficients[0] * corner.x + line.coefficients[1] * corner.y <=
                     line.limit * corner.d;
      }
      const Fraction value = {program.objective[0] * corner.x + program.objective[1] * corner.y,
                              corner.d};
      if (is_inside && (!best || IsLess(*best, value))) best = value;
    }
  }
  return best;
}

TEST(Simplex, FindsTheBestCorner) {
  std::mt19937 random(7);
  const auto number = [&random](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  int feasible = 0;
  for (int round = 0; round < 20000; ++round) {
    LinearProgram program;
    program.objective = {number(-5, 5), number(-5, 5)};
    // A box, so that there is a greatest value.
    program.rows = {{{1, 0}, number(0, 9)}, {{0, 1}, number(0, 9)}};
    for (int i = number(0, 4); i > 0; --i) {
      program.rows.push_back({{number(-4, 4), number(-4, 4)}, number(-9, 9)});
    }
    const auto found = Maximize(program, Always);
    const auto expected = BestCorner(program);
    ASSERT_EQ(found.has_value(), expected.has_value()) << round;
    if (!found) continue;
    ++feasible;
    EXPECT_GT(found->denominator, 0);
    EXPECT_FALSE(IsLess(*found, *expected) || IsLess(*expected, *found)) << round;
  }
  EXPECT_GT(feasible, 10000);
}

TEST(Simplex, HasNoAnswerWithoutALimit) {
  LinearProgram program;
  program.objective = {1, 0};
  program.rows = {{{-1, 1}, 5}};
  EXPECT_FALSE(Maximize(program, Always));
  program.objective = {0, 1};
  EXPECT_FALSE(Maximize(program, Always));
  program.objective = {-1, 0};
  ASSERT_TRUE(Maximize(program, Always));
  EXPECT_EQ(static_cast<int64_t>(Maximize(program, Always)->numerator), 0);
}

TEST(Simplex, EndsWhereNumbersGetTooLarge) {
  LinearProgram program;
  constexpr int64_t kLarge = int64_t{1} << 62;
  for (int i = 0; i < 6; ++i) {
    program.objective.push_back(kLarge + i);
    LinearProgram::Row row;
    for (int j = 0; j < 6; ++j) row.coefficients.push_back(kLarge - i * 7 - j * j * 3 + (i == j));
    row.limit = kLarge;
    program.rows.push_back(row);
  }
  EXPECT_FALSE(Maximize(program, Always));
}

TEST(Simplex, AsksForItsOperations) {
  LinearProgram program;
  program.objective = {1, 1};
  program.rows = {{{1, 2}, 4}, {{2, 1}, 4}};
  uint64_t asked = 0;
  ASSERT_TRUE(Maximize(program, [&](uint64_t operations) {
    asked += operations;
    return true;
  }));
  EXPECT_GT(asked, 0);
  EXPECT_FALSE(Maximize(program, [](uint64_t) { return false; }));
}

}  // namespace
}  // namespace shapewright::symbolic
