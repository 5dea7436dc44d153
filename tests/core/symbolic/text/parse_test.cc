#include "core/symbolic/text/parse.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/text/print.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string ErrorOf(const std::string& text) {
  ExprArena arena;
  const auto parsed = ParseExpr(arena, text, DeclareUnknown(arena));
  return parsed.ok() ? "parses as " + ToString(arena, *parsed)
                     : std::string(parsed.status().message());
}

TEST(Parse, PrecedenceIsThatOfPython) {
  struct Case {
    const char* text;
    int64_t value;
  };
  const Case cases[] = {
      {"1 + 2*3", 7},
      {"(1 + 2)*3", 9},
      {"7//2*2", 6},
      {"2*7//4", 3},
      {"-7//2", -4},
      {"-(7//2)", -3},
      {"- -7", 7},
      {"10 - 3 - 2", 5},
      {"2 - -3", 5},
      {"ceildiv(7, 2)", 4},
      {"mod(-7, 2)", 1},
      {"truncdiv(-7, 2)", -3},
      {"floordiv(-7, 2)", -4},
      {"min(5, 2, 7)", 2},
      {"max(5)", 5},
      {"max(0, ceildiv(2 - 5, 1))", 0},
      {"broadcast(1, 5)", 5},
      {"Min(1, Max(2, 3))", 1},
      {"Mod(7, 4) + FloorDiv(9, 4)", 5},
      {" 1+\t2 ", 3},
      {"-9223372036854775808", INT64_MIN},
      {"9223372036854775807", INT64_MAX},
  };
  for (const auto& [text, value] : cases) {
    ExprArena arena;
    EXPECT_EQ(Parse(arena, text), Expr(value)) << text;
  }
}

TEST(Parse, NamesMayBeFunctionsNames) {
  ExprArena arena;
  const Expr e = Parse(arena, "min + max(mod, 3)");
  EXPECT_EQ(ToString(arena, e), "min + max(3, mod)");
}

TEST(Parse, ErrorsSayWhereAndWhat) {
  struct Case {
    const char* text;
    const char* error;
  };
  const Case cases[] = {
      {"", "column 1: expected a number, a name or \"(\", found the end"},
      {"N +", "column 4: expected a number, a name or \"(\", found the end"},
      {"(N", "column 3: expected an operator or \")\", found the end"},
      {"N)", "column 2: expected an operator, found \")\""},
      {"N M", "column 3: expected an operator, found \"M\""},
      {"int(f32(N)/2)",
       "`/` cannot take integers and floating-point numbers like this; f32(N) makes an "
       "integer a float, int(x) a float an integer"},
      {"N ** M",
       "column 3: expected a power of a number of at least 2, or with a number as its exponent"},
      {"N**65", "column 2: the exponent is more than 64"},
      {"2^3^N", "column 4: expected parentheses around one of the powers, found \"^N\""},
      {"2N", "column 2: expected an operator, found \"N\""},
      {"N + 2.7", "column 5: no float is exactly this number; write a fraction, such as 7/10"},
      {"0.1234567890123456789", "column 1: the number has too many digits"},
      {"2.", "column 2: expected an operator, found \".\""},
      {"Piecewise((N, N > 1))",
       "column 21: expected \",\" and a last piece with True, found \")\""},
      {"2..8", "column 2: expected an operator, found \"..8\""},
      {"foo(N)", "column 1: expected a function, found \"foo\""},
      {"mod(N)", "column 1: mod takes 2 arguments, found 1"},
      {"ceildiv(1, 2, 3)", "column 1: ceildiv takes 2 arguments, found 3"},
      {"min()", "column 5: expected a number, a name or \"(\", found \")\""},
      {"min(1,", "column 7: expected a number, a name or \"(\", found the end"},
      {"`N", "column 1: the name's closing backtick is missing"},
      {"``", "column 1: the name is empty"},
      {"x[1", "column 4: expected an index or \"]\", found the end"},
      {"x[N]", "column 3: expected an index or \"]\", found \"N]\""},
      {"99999999999999999999", "column 1: the number does not fit into 64 bits"},
      {"1 + -9223372036854775809", "column 6: the number does not fit into 64 bits"},
      {"N + 4//0", "a division by zero"},
      {"9223372036854775807 + 1", "a constant does not fit into 64 bits"},
      {"N\x01\xff", "column 2: expected an operator, found \"\\x01\\xff\""},
      {"N \n%", "column 5: expected a number, a name or \"(\", found the end"},
      {"N \n$", "column 4: expected an operator, found \"$\""},
  };
  for (const auto& [text, error] : cases) EXPECT_EQ(ErrorOf(text), error);
}

TEST(Parse, RefusesDeepNestingInsteadOfCrashing) {
  const int kDeep = 100000;
  const std::string open(kDeep, '(');
  EXPECT_THAT(ErrorOf(open + "N" + std::string(kDeep, ')')), HasSubstr("nested too deeply"));
  std::string calls;
  for (int i = 0; i < kDeep; ++i) calls += "min(";
  EXPECT_THAT(ErrorOf(calls), HasSubstr("nested too deeply"));
  ExprArena arena;
  EXPECT_EQ(Parse(arena, std::string(kDeep, '-') + "N"), Parse(arena, "N"));
}

TEST(Parse, ReadsLongFlatTexts) {
  std::string text = "N";
  for (int i = 0; i < 100000; ++i) text += " + N";
  ExprArena arena;
  EXPECT_EQ(ToString(arena, Parse(arena, text)), "100001*N");
}

TEST(Parse, ResolverDecidesAndItsErrorIsReturned) {
  ExprArena arena;
  Declare(arena, "N");
  const auto refused = ParseExpr(arena, "N + M", DeclaredOnly(arena));
  EXPECT_EQ(refused.status(), absl::NotFoundError("no symbol M"));
  EXPECT_TRUE(ParseExpr(arena, "N + 1", DeclaredOnly(arena)).ok());
}

TEST(Parse, ResolvesNothingBeforeTheWholeTextIsRead) {
  ExprArena arena;
  int calls = 0;
  const auto count = [&calls](absl::string_view) -> absl::StatusOr<Expr> {
    ++calls;
    return Expr(1);
  };
  EXPECT_FALSE(ParseExpr(arena, "N + M +", count).ok());
  EXPECT_EQ(calls, 0);
  EXPECT_TRUE(ParseExpr(arena, "N + M + N", count).ok());
  EXPECT_EQ(calls, 3);
}

TEST(Parse, LeavesTheArenasOwnReportsAlone) {
  ExprArena arena;
  arena.ReportOverflow();
  EXPECT_TRUE(ParseExpr(arena, "1 + 1", DeclaredOnly(arena)).ok());
  EXPECT_TRUE(arena.TakeOverflow());
  EXPECT_FALSE(ParseExpr(arena, "1//0", DeclaredOnly(arena)).ok());
  EXPECT_FALSE(arena.TakeDivisionByZero());
}

TEST(S7Anonymous, ABareQuestionMarkIsAlwaysNew) {
  ExprArena arena;
  EXPECT_EQ(ToString(arena, Parse(arena, "? + ?")), "?1 + ?2");
  EXPECT_EQ(ToString(arena, Parse(arena, "?2*2")), "2*?2");
}

TEST(S8Names, IdentifiersAreCollectedWithoutSideEffects) {
  const auto names = CollectIdentifiers("past + sequence*past + min(`a b`, x[3], y[], ?, ?2)");
  ASSERT_TRUE(names.ok());
  EXPECT_THAT(*names, ElementsAre("past", "sequence", "a b", "x[3]", "y[]", "?", "?2"));
  EXPECT_TRUE(CollectIdentifiers("3*(4 - 1)")->empty());
}

TEST(S8Names, TextsThatAreNoExpressionsAreToldSo) {
  for (const char* text :
       {"past sequence", "batch/", "None!", "a.b-", "", "sqrt(h/4)", "unk__1 2", "x->y"}) {
    EXPECT_FALSE(CollectIdentifiers(text).ok()) << text;
  }
}

TEST(S8Names, BackticksQuoteAnyText) {
  ExprArena arena;
  const Expr e = Parse(arena, "`a + b`*2 + `x``y`");
  EXPECT_EQ(arena.symbol(0).name, "a + b");
  EXPECT_EQ(arena.symbol(1).name, "x`y");
  EXPECT_EQ(Parse(arena, ToString(arena, e)), e);
}

}  // namespace
}  // namespace shapewright::symbolic
