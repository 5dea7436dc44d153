#include "core/symbolic/text/print.h"

#include <limits>
#include <string>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

struct PrintCase {
  const char* text;
  const char* printed;
};

constexpr PrintCase kTexts[] = {
    {"5", "5"},
    {"-1", "(-1)"},
    {"-9223372036854775808", "(-9223372036854775808)"},
    {"N", "N"},
    {"N + 5", "N + 5"},
    {"5 + N", "N + 5"},
    {"5 - N", "5 - N"},
    {"-N", "-N"},
    {"-N - 3", "-N - 3"},
    {"-N + -9223372036854775808", "-N + -9223372036854775808"},
    {"N*-9223372036854775808 + M", "M + -9223372036854775808*N"},
    {"M - 2*N", "M - 2*N"},
    {"M - N", "M - N"},
    {"N - M", "N - M"},
    {"H*2*N", "2*N*H"},
    {"-2*N*H", "-2*N*H"},
    {"N*N", "N*N"},
    {"1 + N + N*H", "N*H + N + 1"},
    {"(H - 3)//2 + 1", "(H - 1)//2"},
    {"N//2", "N//2"},
    {"N//2 - 1", "(N - 2)//2"},
    {"M + N//2", "M + N//2"},
    {"M - N//2", "M - N//2"},
    {"-(N//2)", "-(N//2)"},
    {"3*(N//2)", "3*(N//2)"},
    {"M*(N//2)", "M*(N//2)"},
    {"(N//2)//M", "(N//2)//M"},
    {"(N//2)//(M + 1)", "N//(2*M + 2)"},
    {"N//M", "N//M"},
    {"(N + 1)//M", "(N + 1)//M"},
    {"N//(2*M)", "N//(2*M)"},
    {"(2*N)//3", "(2*N)//3"},
    {"N//(M//3)", "N//(M//3)"},
    {"7//N", "7//N"},
    {"(-7)//N", "(-7)//N"},
    {"ceildiv(N, 4)", "ceildiv(N, 4)"},
    {"(N + 3)//4", "ceildiv(N, 4)"},
    {"ceildiv(N, 4) + 1", "(N + 7)//4"},
    {"2*ceildiv(N, 4)", "2*ceildiv(N, 4)"},
    {"M - ceildiv(N, 4)", "M - ceildiv(N, 4)"},
    {"(-N)//4", "-ceildiv(N, 4)"},
    {"ceildiv(N, M)", "ceildiv(N, M)"},
    {"mod(N, 2)", "mod(N, 2)"},
    {"3*mod(N, 2)", "3*mod(N, 2)"},
    {"mod(2*N, 4)", "2*mod(N, 2)"},
    {"M - mod(N + 1, 4)", "M - mod(N + 1, 4)"},
    {"N + mod(N, 4)", "N + mod(N, 4)"},
    {"mod(N, 4)*2 + 7", "2*mod(N, 4) + 7"},
    {"N + mod(-N, 7)", "7*ceildiv(N, 7)"},
    {"mod(N, M)", "mod(N, M)"},
    {"min(8, N)", "min(N, 8)"},
    {"max(N - 8, 0)", "max(0, N - 8)"},
    {"max(-1, N - 8)", "max(-1, N - 8)"},
    {"min(N, M, 3)", "min(N, M, 3)"},
    {"truncdiv(N - 5, 3)", "truncdiv(N - 5, 3)"},
    {"broadcast(N, M)", "broadcast(N, M)"},
    {"broadcast(N, M)*2 + 1", "2*broadcast(N, M) + 1"},
    {"min(N, 8)//3", "min(N, 8)//3"},
};

class PrintedForm : public testing::TestWithParam<PrintCase> {};

TEST_P(PrintedForm, IsTheOneOfTheGrammar) {
  ExprArena arena;
  Declare(arena, "N");
  Declare(arena, "H");
  Declare(arena, "M");
  const Expr e = Parse(arena, GetParam().text);
  EXPECT_EQ(ToString(arena, e), GetParam().printed) << GetParam().text;
  EXPECT_EQ(Parse(arena, ToString(arena, e)), e) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(Print, PrintedForm, testing::ValuesIn(kTexts));

TEST(Print, UnknownIsAQuestionMark) { EXPECT_EQ(ToString(ExprArena(), Expr()), "?"); }

TEST(S8Names, StandInBackticksUnlessTheyAreIdentifiers) {
  ExprArena arena;
  const Expr odd = Declare(arena, "past + 1");
  const Expr tick = Declare(arena, "a`b");
  const Expr dotted = Declare(arena, "input.1");
  const Expr sum = Add(arena, Add(arena, odd, tick), dotted);
  EXPECT_EQ(ToString(arena, sum), "`past + 1` + `a``b` + input.1");
  EXPECT_EQ(Parse(arena, ToString(arena, sum)), sum);
}

TEST(S8Names, StandInParenthesesInOnnxUnlessAlone) {
  ExprArena arena;
  const Expr odd = Declare(arena, "past + 1");
  const Expr plain = Declare(arena, "seq");
  EXPECT_EQ(ToOnnxText(arena, odd), "past + 1");
  EXPECT_EQ(ToOnnxText(arena, plain), "seq");
  EXPECT_EQ(ToOnnxText(arena, Add(arena, odd, plain)), "(past + 1) + seq");
  EXPECT_EQ(ToOnnxText(arena, FloorDiv(arena, odd, 2)), "(past + 1)//2");
}

TEST(S10ValueSymbols, PrintBare) {
  ExprArena arena;
  const auto kValue = SymbolKind::kInputValue;
  const Expr element = Declare(arena, "x[3]", Interval::All(), kValue);
  const Expr scalar = Declare(arena, "start[]", Interval::All(), kValue);
  const Expr odd = Declare(arena, "x:0[1]", Interval::All(), kValue);
  const Expr sum = Add(arena, Add(arena, element, scalar), odd);
  EXPECT_EQ(ToString(arena, sum), "x[3] + start[] + `x:0`[1]");
  EXPECT_EQ(Parse(arena, ToString(arena, sum)), sum);
}

TEST(S7Anonymous, PrintBare) {
  ExprArena arena;
  const Expr first = arena.AddAnonymous(Interval::Size(), "", {});
  const Expr second = arena.AddAnonymous({2, 8}, "", {});
  EXPECT_EQ(ToString(arena, Add(arena, first, second)), "?1 + ?2");
  EXPECT_EQ(Parse(arena, "?1 + ?2"), Add(arena, first, second));
}

// A DAG whose tree doubles with every step.
Expr Doubled(ExprArena& arena, Expr e, int steps) {
  for (int i = 0; i < steps; ++i) {
    const Expr a = FloorDiv(arena, e, Declare(arena, absl::StrCat("a", i)));
    const Expr b = Mod(arena, e, Declare(arena, absl::StrCat("b", i)));
    e = Min(arena, a, b);
  }
  return e;
}

TEST(S20Sharing, KeepsTheTextOfADagSmall) {
  ExprArena arena;
  const Expr e = Doubled(arena, Declare(arena, "N"), 25);
  SharingPrinter printer(arena);
  const std::string text = printer.Print(e);
  EXPECT_EQ(text, "min(t24//a24, mod(t24, b24))");
  ASSERT_EQ(printer.definitions().size(), 24u);
  EXPECT_EQ(printer.definitions()[0].name, "t1");
  EXPECT_EQ(printer.definitions()[0].text, "min(N//a0, mod(N, b0))");
  EXPECT_EQ(printer.definitions()[23].text, "min(t23//a23, mod(t23, b23))");
  EXPECT_LT(ToString(arena, e).size(), 2000u);
  EXPECT_EQ(ToOnnxText(arena, e), std::nullopt);
}

TEST(S20Sharing, LeavesTextsWithinTheBudgetWhole) {
  ExprArena arena;
  const Expr e = Doubled(arena, Declare(arena, "N"), 3);
  SharingPrinter printer(arena);
  EXPECT_EQ(Parse(arena, printer.Print(e)), e);
  EXPECT_TRUE(printer.definitions().empty());
}

TEST(S20Defined, PrintByNameAndByDefinition) {
  ExprLimits limits;
  limits.terms = 2;
  ExprArena arena(limits);
  const Expr sum = Parse(arena, "a + b + c");
  EXPECT_EQ(ToString(arena, sum), "t1");
  EXPECT_EQ(DefinitionText(arena, arena.node(sum.node()).symbol), "a + b + c");
  EXPECT_EQ(ToOnnxText(arena, sum), "a + b + c");
  const Expr quotient = Add(arena, FloorDiv(arena, sum, 2), 0);
  EXPECT_EQ(ToString(arena, quotient), "t1//2");
  EXPECT_EQ(ToOnnxText(arena, quotient), "(a + b + c)//2");
  EXPECT_EQ(ToOnnxText(arena, quotient, 10), "t1//2");
  EXPECT_EQ(ToOnnxText(arena, Subtract(arena, Parse(arena, "d"), sum)), "d - (a + b + c)");
}

}  // namespace
}  // namespace shapewright::symbolic
