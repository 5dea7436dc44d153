#include "core/symbolic/text/dialect/dim_text.h"

#include <gtest/gtest.h>

#include <string>

#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

TEST(S8DimText, ArithmeticHasSignsThatNamesHaveNot) {
  for (const char* text : {"past_sequence + 1",
                           "floor(H/2)",
                           "H/2",
                           "(W - 1)/2 + 1",
                           "2*H",
                           "H**2",
                           "H % 2",
                           "N^M",
                           "a & b",
                           "Max(1, N)",
                           "ModularIndexing(s0, 2, 3)",
                           "sqrt(H)",
                           "H//2",
                           "a /: b",
                           "N - M",
                           "a / b",
                           "(a)-b",
                           "batch*sequence",
                           "dim(0)",
                           "-(N - 1)"}) {
    EXPECT_TRUE(LooksLikeArithmetic(text)) << text;
  }
  for (const char* text : {"batch",
                           "batch.1",
                           "unk__12",
                           "a-b",
                           "batch-1",
                           "batch/sequence",
                           "encoder/layer/0",
                           "Relu/Relu_output_0_dim_0",
                           "batch size",
                           "batch (dynamic)",
                           "x:0",
                           "R&D",
                           "50%",
                           "x->y",
                           "N/A",
                           "2x3",
                           "?",
                           "*",
                           "-1",
                           "",
                           "größe + 1",
                           "a\nb + 1",
                           "input@2",
                           "[N]",
                           "dynamic_axes['x']"}) {
    EXPECT_FALSE(LooksLikeArithmetic(text)) << text;
  }
}

TEST(S8DimText, PathsAreNames) {
  for (const char* text : {"batch/sequence", "a/b/c", "Relu/Relu_output_0_dim_0"}) {
    EXPECT_TRUE(IsPath(text)) << text;
  }
  for (const char* text : {"batch", "H/2", "a / b", "a//b", "/a", "a/", "(a/b)"}) {
    EXPECT_FALSE(IsPath(text)) << text;
  }
}

class OtherReadingTest : public testing::Test {
 protected:
  OtherReadingTest() {
    for (const char* name : {"H", "W"}) Declare(arena_, name, Interval::Size());
    Declare(arena_, "x[0]", Interval::All(), SymbolKind::kInputValue);
  }

  std::string Other(const std::string& text) {
    const Program program = *ReadProgram(text);
    const Expr read = *BuildExpr(arena_, program, DeclaredOnly(arena_));
    const auto other = FindOtherReading(arena_, program, read, DeclaredOnly(arena_));
    if (!other) return "";
    return other->expr.is_unknown() ? "?" : ToString(arena_, other->expr);
  }

  ExprArena arena_;
};

TEST_F(OtherReadingTest, IsThatOfIntegerDivisions) {
  EXPECT_EQ(Other("2*(H/2)"), "2*(H//2)");
  EXPECT_EQ(Other("H/2 + W/2"), "H//2 + W//2");
  EXPECT_EQ(Other("x[0] % 3"), "x[0] - 3*truncdiv(x[0], 3)");
  EXPECT_EQ(Other("H^2"), "?");
  for (const char* text : {"H/2", "(H - 1)/2 + 1", "floor(floor(W/2 - 1/2)/2) + 1", "H/2/3",
                           "ceiling(H//2)", "H % 3", "H**2", "H^W", "H*W", "(2*H + 4)/2"}) {
    EXPECT_EQ(Other(text), "") << text;
  }
}

}  // namespace
}  // namespace shapewright::symbolic
