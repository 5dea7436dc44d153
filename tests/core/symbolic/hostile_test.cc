// Expressions that explode without the caps of S20. Each must stay small and exact.
#include <optional>
#include <string>
#include <vector>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/text/print.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

using Values = std::vector<std::optional<int64_t>>;

// One value for all declared symbols.
Values All(const ExprArena& arena, int64_t value) { return Values(arena.symbols().size(), value); }

// The work follows the expressions that are made. A test takes at most 10,000 steps, and each makes
// a few times the cap's 64 terms at most; without the caps they double with every step.
class S20Hostile : public testing::Test {
 protected:
  static constexpr uint32_t kMaxNodes = 1'000'000;

  ~S20Hostile() override {
    RecordProperty("nodes", std::to_string(arena_.node_count()));
    EXPECT_LT(arena_.node_count(), kMaxNodes);
  }

  ExprArena arena_;
};

TEST_F(S20Hostile, DoublingTenThousandTimes) {
  Expr e = Declare(arena_, "n");
  for (int i = 0; i < 10000; ++i) e = Add(arena_, e, e);
  EXPECT_EQ(Evaluate(arena_, e, Values{0}), (Evaluation{{}, 0}));
  EXPECT_EQ(Evaluate(arena_, e, Values{1}).status, Evaluation::Status::kOverflow);
}

TEST_F(S20Hostile, SquaringTenThousandTimes) {
  Expr e = Declare(arena_, "n");
  for (int i = 0; i < 10000; ++i) e = Multiply(arena_, e, e);
  EXPECT_EQ(Evaluate(arena_, e, Values{1}), (Evaluation{{}, 1}));
  EXPECT_LT(ToString(arena_, e).size(), 100u);
}

TEST_F(S20Hostile, SquareAndQuotientAgainAndAgain) {
  Expr e = Declare(arena_, "n");
  for (int i = 0; i < 2000; ++i) {
    const Expr half = FloorDiv(arena_, e, 2);
    e = Add(arena_, Multiply(arena_, e, e), half);
  }
  EXPECT_EQ(Evaluate(arena_, e, Values{1}), (Evaluation{{}, 1}));
}

TEST_F(S20Hostile, ProductsOfSums) {
  Expr e = 1;
  for (int i = 0; i < 200; ++i) {
    const Expr a = Declare(arena_, absl::StrCat("a", i));
    const Expr b = Declare(arena_, absl::StrCat("b", i));
    e = Multiply(arena_, e, Add(arena_, a, b));
  }
  Values values = All(arena_, 0);
  for (const Symbol& symbol : arena_.symbols()) {
    const SymbolId id = arena_.node(symbol.node).symbol;
    if (symbol.name[0] == 'a') values[id] = 1;
  }
  EXPECT_EQ(Evaluate(arena_, e, values), (Evaluation{{}, 1}));
}

TEST_F(S20Hostile, MinAndMaxNestsOfManySymbols) {
  Expr low = Declare(arena_, "n");
  Expr high = low;
  for (int i = 0; i < 1000; ++i) {
    const Expr next = Declare(arena_, absl::StrCat("a", i));
    low = Min(arena_, low, Add(arena_, next, i % 7));
    high = Max(arena_, Subtract(arena_, high, 1), next);
  }
  const Values values = All(arena_, 5000);
  EXPECT_EQ(Evaluate(arena_, low, values), (Evaluation{{}, 5000}));
  EXPECT_EQ(Evaluate(arena_, high, values), (Evaluation{{}, 5000}));
}

TEST_F(S20Hostile, AlternatingMinAndMaxOfShiftedSelves) {
  Expr e = Declare(arena_, "n");
  for (int i = 0; i < 3000; ++i) {
    const Expr bound = Declare(arena_, absl::StrCat("b", i));
    const Expr capped = Min(arena_, Add(arena_, e, i % 5), bound);
    e = Max(arena_, capped, Subtract(arena_, e, bound));
  }
  const Values values = All(arena_, 0);
  EXPECT_TRUE(Evaluate(arena_, e, values).ok());
}

TEST_F(S20Hostile, WindowPaddingChains) {
  Expr h = Declare(arena_, "h");
  for (int i = 0; i < 2000; ++i) {
    h = Add(arena_, h, Mod(arena_, Negate(arena_, h), 7 + i % 5));
    h = FloorDiv(arena_, Add(arena_, h, 1), 2);
  }
  EXPECT_TRUE(Evaluate(arena_, h, Values{1000}).ok());
}

TEST_F(S20Hostile, QuotientsBySymbols) {
  Expr e = Declare(arena_, "n");
  for (int i = 0; i < 3000; ++i) {
    const Expr m = Declare(arena_, absl::StrCat("m", i), Interval::AtLeast(1));
    e = Add(arena_, FloorDiv(arena_, e, m), Mod(arena_, e, m));
  }
  const Values values = All(arena_, 3);
  EXPECT_TRUE(Evaluate(arena_, e, values).ok());
}

TEST_F(S20Hostile, LongSumsOfQuotients) {
  Expr e = 0;
  for (int i = 0; i < 2000; ++i) {
    const Expr n = Declare(arena_, absl::StrCat("n", i));
    const Expr m = FloorDiv(arena_, n, 2 + i % 50);
    e = Add(arena_, e, Multiply(arena_, m, n));
  }
  const Values values = All(arena_, 1);
  EXPECT_EQ(Evaluate(arena_, e, values), (Evaluation{{}, 0}));
}

TEST_F(S20Hostile, NarrowingWhileComparingLargeExpressions) {
  Expr e = Declare(arena_, "n");
  for (int i = 0; i < 60; ++i) {
    const Expr m = Declare(arena_, absl::StrCat("m", i), Interval::AtLeast(1));
    const Expr quotient = FloorDiv(arena_, e, m);
    e = Add(arena_, Max(arena_, quotient, m), Min(arena_, e, m));
  }
  for (int64_t i = 0; i < 20000; ++i) {
    arena_.SetSymbolBounds(0, {0, 1000000 - i});
    EXPECT_TRUE(IsAtMost(arena_, 0, e));
  }
}

TEST_F(S20Hostile, PrintingSharedExpressions) {
  Expr e = Declare(arena_, "n");
  for (int i = 0; i < 60; ++i) {
    const Expr m = Declare(arena_, absl::StrCat("m", i));
    const Expr left = FloorDiv(arena_, e, m);
    const Expr right = TruncDiv(arena_, Add(arena_, e, m), m);
    e = Add(arena_, Add(arena_, left, right), m);
  }
  for (int i = 0; i < 100; ++i) {
    EXPECT_LT(ToString(arena_, e).size(), 20000u);
    (void)ToOnnxText(arena_, e);
  }
}

TEST_F(S20Hostile, TheTotalEndsInUnknownNotInACrash) {
  ExprLimits limits;
  limits.total_nodes = 1000;
  ExprArena small(limits);
  Expr e = Declare(small, "n");
  for (int i = 0; i < 2000; ++i) {
    e = Add(small, Multiply(small, e, e), FloorDiv(small, e, 3));
    e = Min(small, Mod(small, e, 7), Max(small, e, 3));
    e = Add(small, e, Declare(small, absl::StrCat("m", i)));
    e = Broadcast(small, e, TruncDiv(small, CeilDiv(small, e, -3), 5));
  }
  EXPECT_TRUE(small.exhausted());
  EXPECT_TRUE(e.is_unknown());
  EXPECT_LE(small.node_count(), 1000u);
}

}  // namespace
}  // namespace shapewright::symbolic
