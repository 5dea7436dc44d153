// Trends. Expected ones by hand; of random expressions by all values of the symbol.
#include "core/symbolic/algebra/trend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/work.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"
#include "tests/core/symbolic/random_tree.h"

namespace shapewright::symbolic {
namespace {

constexpr Interval kSmall[kRandomSymbolCount] = {{0, 63}, {1, 64},  {-32, 31},
                                                 {2, 8},  {-5, -1}, {0, 1}};

void DeclareSmallSymbols(ExprArena& arena) {
  for (size_t i = 0; i < kRandomSymbolCount; ++i) {
    Symbol symbol;
    symbol.name = kRandomSymbols[i].name;
    symbol.kind = SymbolKind::kInputDim;
    symbol.bounds = kSmall[i];
    arena.AddSymbol(symbol);
  }
}

Expr ReadSmall(ExprArena& arena, const std::string& text) {
  const auto e = ParseExpr(arena, text, [&](absl::string_view name) -> absl::StatusOr<Expr> {
    for (const Symbol& symbol : arena.symbols()) {
      if (symbol.name == name) return Expr::FromNode(symbol.node);
    }
    return absl::InvalidArgumentError(name);
  });
  EXPECT_TRUE(e.ok()) << text << ": " << e.status();
  return e.value_or(Expr());
}

// Of n, which is 0..63.
Trend TrendIn(const std::string& text) {
  ExprArena arena;
  DeclareSmallSymbols(arena);
  return FindTrend(arena, ReadSmall(arena, text), 0);
}

TEST(S46Trend, GoesByTheOperations) {
  for (const char* text :
       {"n", "3*n + m", "n*m", "n*n", "n*k*k + n", "n//2", "ceildiv(n, m)", "min(n, 8)",
        "max(n, k)", "-(n*z)", "n//(9 - b)", "2^n", "-(7//(n + 1))", "if(k = 3, n, 2*n)",
        "if(8 <= n, n + 5, 5)", "int(f32(n)*f32(0.7))", "int(floor(f32(n)/f32(b)))"}) {
    EXPECT_EQ(TrendIn(text), Trend::kUp) << text;
  }
  for (const char* text : {"-n", "m - n", "n - m*n", "n*z", "7//(n + 1)", "if(n <= 8, m + 1, 0)",
                           "0 - n//2", "int(f32(10)/f32(n + 1))", "truncdiv(n, z)"}) {
    EXPECT_EQ(TrendIn(text), Trend::kDown) << text;
  }
  for (const char* text : {"5", "m*k", "k//b", "mod(m, 5)"}) {
    EXPECT_EQ(TrendIn(text), Trend::kConstant) << text;
  }
  for (const char* text : {"n*k", "mod(n, 5)", "broadcast(n, m)", "m - n*k", "k//(n + k)",
                           "if(n = 3, 7, n)", "n*n - 20*n"}) {
    EXPECT_EQ(TrendIn(text), Trend::kOpen) << text;
  }
}

// What no operation shows, the difference of neighbours may.
TEST(S46Trend, GoesByTheDifference) {
  for (const char* text : {"n - n//4", "2*n - ceildiv(n, 3)", "(n - n//2)*m", "n*m - n//2"}) {
    EXPECT_EQ(TrendIn(text), Trend::kUp) << text;
  }
  EXPECT_EQ(TrendIn("n//4 - n"), Trend::kDown);
}

TEST(S46Trend, HoldsWithinABox) {
  ExprArena arena;
  DeclareSmallSymbols(arena);
  const Expr e = ReadSmall(arena, "n*(k - 3)");
  std::vector<Interval> box(std::begin(kSmall), std::end(kSmall));
  EXPECT_EQ(TrendFinder(arena, {e}, box).Find(0)[0], Trend::kOpen);
  box[2] = {3, 5};
  EXPECT_EQ(TrendFinder(arena, {e}, box).Find(0)[0], Trend::kUp);
  EXPECT_EQ(TrendFinder(arena, {e}, box).Find(2)[0], Trend::kUp);
  box[2] = {-9, 2};
  EXPECT_EQ(TrendFinder(arena, {e}, box).Find(0)[0], Trend::kDown);
}

TEST(S46Trend, IsOpenOnceTheWorkIsStopped) {
  Work work(3000);
  ExprArena arena({}, &work);
  DeclareSmallSymbols(arena);
  const Expr e = ReadSmall(arena, "n*m + 3");
  while (work.Count()) {
  }
  EXPECT_EQ(FindTrend(arena, e, 0), Trend::kOpen);
}

// How an expression changes over all values of a symbol, at some values of the others.
struct SeenTrend {
  bool rises = false;
  bool falls = false;
};

SeenTrend WatchTrend(const ExprArena& arena, Expr e, size_t symbol, Random& random) {
  SeenTrend seen;
  Evaluator evaluator(arena, {e});
  for (int round = 0; round < 12; ++round) {
    std::vector<std::optional<int64_t>> values;
    for (const Interval& range : kSmall) values.push_back(Uniform(random, range.min, range.max));
    std::optional<int64_t> last;
    for (int64_t x = kSmall[symbol].min; x <= kSmall[symbol].max; ++x) {
      values[symbol] = x;
      const Evaluation found = evaluator.Run(values)[0];
      if (!found.ok()) continue;
      if (last) {
        seen.rises |= found.value > *last;
        seen.falls |= found.value < *last;
      }
      last = found.value;
    }
  }
  return seen;
}

// An expression with a trend never goes the other way. How many of those without one are monotone
// at the values that were tried is told.
TEST(S46Trend, OfRandomExpressions) {
  constexpr int kCases = 4000;
  Random random(46);
  int decided = 0;
  int open = 0;
  int open_and_monotone = 0;
  for (int i = 0; i < kCases && !HasFailure(); ++i) {
    ExprArena arena;
    DeclareSmallSymbols(arena);
    const Tree tree = RandomTree(random, 1 + i % 4);
    const Expr e = Build(arena, tree);
    if (!e.is_symbolic()) continue;
    for (size_t symbol = 0; symbol < kRandomSymbolCount; ++symbol) {
      const Trend trend = FindTrend(arena, e, static_cast<SymbolId>(symbol));
      const SeenTrend seen = WatchTrend(arena, e, symbol, random);
      const bool may_rise = trend == Trend::kUp || trend == Trend::kOpen;
      const bool may_fall = trend == Trend::kDown || trend == Trend::kOpen;
      ASSERT_TRUE((may_rise || !seen.rises) && (may_fall || !seen.falls))
          << Show(tree) << "\nis " << ToString(arena, e) << "\nin " << kRandomSymbols[symbol].name
          << " trend " << static_cast<int>(trend);
      if (trend != Trend::kOpen) {
        decided += trend != Trend::kConstant ? 1 : 0;
        continue;
      }
      ++open;
      open_and_monotone += seen.rises && seen.falls ? 0 : 1;
    }
  }
  RecordProperty("decided", decided);
  RecordProperty("open", open);
  RecordProperty("open_and_monotone", open_and_monotone);
  EXPECT_GT(decided, open_and_monotone);
}

}  // namespace
}  // namespace shapewright::symbolic
