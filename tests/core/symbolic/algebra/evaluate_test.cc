#include "core/symbolic/algebra/evaluate.h"

#include <limits>
#include <optional>
#include <vector>

#include "core/symbolic/algebra/algebra.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

using Status = Evaluation::Status;
using Values = std::vector<std::optional<int64_t>>;

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

Evaluation Ok(int64_t value) { return {Status::kOk, value}; }
Evaluation Without(Status status) { return {status, 0}; }

TEST(Evaluate, ConstantsNeedNoBindings) {
  const ExprArena arena;
  EXPECT_EQ(Evaluate(arena, -7, {}), Ok(-7));
  EXPECT_EQ(Evaluate(arena, kMin, {}), Ok(kMin));
}

TEST(Evaluate, TellsReasonsApart) {
  ExprArena arena;
  const Expr quotient = Parse(arena, "7//n");
  const Expr product = Parse(arena, "n*m");
  EXPECT_EQ(Evaluate(arena, Expr(), {}), Without(Status::kUnknown));
  EXPECT_EQ(Evaluate(arena, quotient, {}), Without(Status::kUnbound));
  EXPECT_EQ(Evaluate(arena, quotient, Values{0}), Without(Status::kDivisionByZero));
  EXPECT_EQ(Evaluate(arena, product, Values{2}), Without(Status::kUnbound));
  EXPECT_EQ(Evaluate(arena, product, Values{2, std::nullopt}), Without(Status::kUnbound));
  EXPECT_EQ(Evaluate(arena, product, Values{2, 3}), Ok(6));
}

TEST(Evaluate, ReusesOneEvaluatorForManyBindings) {
  ExprArena arena;
  const Expr a = Parse(arena, "n//2 + m");
  const Expr b = Parse(arena, "max(n, m)");
  Evaluator evaluator(arena, {a, b, Expr(5)});
  for (int64_t n = 0; n < 10; ++n) {
    const auto results = evaluator.Run(Values{n, 4});
    ASSERT_EQ(results.size(), 3u);
    EXPECT_EQ(results[0], Ok(n / 2 + 4));
    EXPECT_EQ(results[1], Ok(n > 4 ? n : 4));
    EXPECT_EQ(results[2], Ok(5));
  }
}

TEST(S15Overflow, IsReportedPerRoot) {
  ExprArena arena;
  const Expr product = Parse(arena, "n*m");
  const Expr sum = Parse(arena, "n + 1");
  Evaluator evaluator(arena, {product, sum});
  const auto results = evaluator.Run(Values{int64_t{1} << 40, 1 << 30});
  EXPECT_EQ(results[0], Without(Status::kOverflow));
  EXPECT_EQ(results[1], Ok((int64_t{1} << 40) + 1));
}

TEST(S15Overflow, DoesNotDependOnTheFormOfTheExpression) {
  ExprArena arena;
  // In normal form this is n*m - n*k, with products over 64 bits.
  const Expr e = Parse(arena, "n*(m - k)");
  EXPECT_EQ(Evaluate(arena, e, Values{kMax - 1, 1000, 999}), Ok(kMax - 1));
  const Expr quotient = Parse(arena, "(n*m)//n");
  EXPECT_EQ(Evaluate(arena, quotient, Values{kMax, kMax, 0}), Ok(kMax));
}

TEST(S15Overflow, EndsAt128Bits) {
  ExprArena arena;
  const Expr e = Parse(arena, "(n*n*n)//m");
  EXPECT_EQ(Evaluate(arena, e, Values{kMax, kMax}), Without(Status::kOverflow));
  const Expr vanishing = Parse(arena, "n*n*n*k");
  EXPECT_EQ(Evaluate(arena, vanishing, Values{kMax, 1, 0}), Ok(0));
  const Expr sum = Parse(arena, "n*n*9223372036854775807 + 1");
  EXPECT_EQ(Evaluate(arena, sum, Values{kMin}), Without(Status::kOverflow));
}

// S11, with literal values.
struct Division {
  int64_t a, b, floor, ceil, trunc, mod;
};
constexpr Division kDivisions[] = {
    {7, 2, 3, 4, 3, 1},
    {-7, 2, -4, -3, -3, 1},
    {7, -2, -4, -3, -3, -1},
    {-7, -2, 3, 4, 3, -1},
    {6, 2, 3, 3, 3, 0},
    {-6, 2, -3, -3, -3, 0},
    {6, -2, -3, -3, -3, 0},
    {-6, -2, 3, 3, 3, 0},
    {0, 5, 0, 0, 0, 0},
    {0, -5, 0, 0, 0, 0},
    {1, 5, 0, 1, 0, 1},
    {-1, 5, -1, 0, 0, 4},
    {1, -5, -1, 0, 0, -4},
    {-1, -5, 0, 1, 0, -1},
    {kMin, 2, kMin / 2, kMin / 2, kMin / 2, 0},
    {kMax, 2, kMax / 2, kMax / 2 + 1, kMax / 2, 1},
    {kMin, kMin, 1, 1, 1, 0},
    {kMax, kMin, -1, 0, 0, -1},
    {kMin, kMax, -2, -1, -1, kMax - 1},
    {5, kMin, -1, 0, 0, kMin + 5},
};

TEST(S11Division, OfSymbolsBySymbols) {
  ExprArena arena;
  const Expr a = Declare(arena, "a", Interval::All());
  const Expr b = Declare(arena, "b", Interval::All());
  Evaluator evaluator(arena, {FloorDiv(arena, a, b), CeilDiv(arena, a, b), TruncDiv(arena, a, b),
                              Mod(arena, a, b)});
  for (const Division& d : kDivisions) {
    const auto results = evaluator.Run(Values{d.a, d.b});
    EXPECT_EQ(results[0], Ok(d.floor)) << d.a << " " << d.b;
    EXPECT_EQ(results[1], Ok(d.ceil)) << d.a << " " << d.b;
    EXPECT_EQ(results[2], Ok(d.trunc)) << d.a << " " << d.b;
    EXPECT_EQ(results[3], Ok(d.mod)) << d.a << " " << d.b;
  }
}

TEST(S11Division, OfSymbolsByConstantsAndOfConstants) {
  for (const Division& d : kDivisions) {
    ExprArena arena;
    const Expr a = Declare(arena, "a", Interval::All());
    for (const Expr dividend : {a, Expr(d.a)}) {
      Evaluator evaluator(arena, {FloorDiv(arena, dividend, d.b), CeilDiv(arena, dividend, d.b),
                                  TruncDiv(arena, dividend, d.b), Mod(arena, dividend, d.b)});
      const auto results = evaluator.Run(Values{d.a});
      EXPECT_EQ(results[0], Ok(d.floor)) << d.a << " " << d.b;
      EXPECT_EQ(results[1], Ok(d.ceil)) << d.a << " " << d.b;
      EXPECT_EQ(results[2], Ok(d.trunc)) << d.a << " " << d.b;
      EXPECT_EQ(results[3], Ok(d.mod)) << d.a << " " << d.b;
    }
    EXPECT_FALSE(arena.TakeOverflow()) << d.a << " " << d.b;
    EXPECT_FALSE(arena.TakeDivisionByZero());
  }
}

TEST(S11Division, TheOneQuotientThatDoesNotFitOverflows) {
  ExprArena arena;
  EXPECT_TRUE(FloorDiv(arena, kMin, -1).is_unknown());
  EXPECT_TRUE(arena.TakeOverflow());
  const Expr a = Declare(arena, "a", Interval::All());
  EXPECT_EQ(Evaluate(arena, FloorDiv(arena, a, -1), Values{kMin}), Without(Status::kOverflow));
}

TEST(S20Defined, ChainsAreEvaluatedWithoutRecursion) {
  ExprLimits limits;
  limits.terms = 1;
  ExprArena arena(limits);
  const Expr n = Declare(arena, "n");
  Expr sum = n;
  for (int i = 0; i < 100000; ++i) sum = Add(arena, sum, n);
  for (int i = 0; i < 100000; ++i) sum = Add(arena, sum, 1);
  EXPECT_EQ(Evaluate(arena, sum, Values{3}), Ok(3 * 100001 + 100000));
}

}  // namespace
}  // namespace shapewright::symbolic
