// What is written comes to the same values: Dialects.ComeToWhatSympySays of vectors_test.cc, and
// tests/conformance/check_dialects.py by sympy. Here are the forms.
#include "core/symbolic/text/dialect/dialect_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/symbolic/text/parse.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

class DialectTextTest : public testing::Test {
 protected:
  DialectTextTest() {
    for (const char* name : {"H", "W"}) Declare(arena_, name, Interval::Size());
    Declare(arena_, "x[0]", Interval::All(), SymbolKind::kInputValue);
  }

  // For sympy, torch, onnx and jax; `-` where one cannot say it.
  std::vector<std::string> Written(const std::string& text) {
    const Expr e = *ParseExpr(arena_, text, DeclaredOnly(arena_));
    std::vector<std::string> written;
    for (const NamedDialect& row : Dialects()) {
      if (row.dialect == Dialect::kOurs) continue;
      written.push_back(ToDialectText(arena_, e, row.dialect).value_or("-"));
    }
    return written;
  }

  ExprArena arena_;
};

using Texts = std::vector<std::string>;

TEST_F(DialectTextTest, DivisionsHaveTheirForms) {
  EXPECT_EQ(Written("(H - 3)//2 + 1"),
            (Texts{"floor((H - 1)/2)", "(H - 1)//2", "(H - 1)//2", "floordiv(H - 1, 2)"}));
  EXPECT_EQ(Written("ceildiv(H*W, 4)"),
            (Texts{"ceiling((H*W)/4)", "(H*W + 3)//4", "(H*W + 3)//4", "floordiv(H*W + 3, 4)"}));
  EXPECT_EQ(Written("H//(H*W + 1)"),
            (Texts{"floor(H/(H*W + 1))", "H//(H*W + 1)", "H//(H*W + 1)", "floordiv(H, H*W + 1)"}));
  EXPECT_EQ(Written("3*mod(H, 4)"),
            (Texts{"3*Mod(H, 4)", "3*PythonMod(H, 4)", "3*(H%4)", "3*mod(H, 4)"}));
  EXPECT_EQ(Written("truncdiv(x[0], 2)"),
            (Texts{"Piecewise((floor(x[0]/2), x[0]*2 >= 0), (ceiling(x[0]/2), True))",
                   "TruncToInt(IntTrueDiv(x[0], 2))", "-", "-"}));
}

TEST_F(DialectTextTest, ChoicesHaveTheirForms) {
  EXPECT_EQ(Written("max(H, W, 2)"),
            (Texts{"Max(2, H, W)", "Max(2, H, W)", "Max(2, Max(H, W))", "max(2, max(H, W))"}));
  EXPECT_EQ(Written("min(H, 8)"), (Texts{"Min(8, H)", "Min(8, H)", "(8 & H)", "min(8, H)"}));
  EXPECT_EQ(Written("broadcast(H, W)"),
            (Texts{"Piecewise((W, Eq(H, 1)), (H, True))", "Where(Eq(H, 1), W, H)", "-", "-"}));
  const Texts chosen = Written("if((H <= W), H*W, 7)");
  EXPECT_EQ(chosen[0], "Piecewise((H*W - 7, H <= W), (0, True)) + 7");
  EXPECT_EQ(chosen[1], "Where(H <= W, H*W - 7, 0) + 7");
  EXPECT_EQ(Written("2^H"), (Texts{"2**H", "PowByNatural(2, H)", "2**H", "-"}));
  EXPECT_EQ(Written("int(f32(H)*f32(0.5))"), (Texts{"-", "-", "-", "-"}));
}

TEST_F(DialectTextTest, TheBudgetEndsIt) {
  const Expr e = *ParseExpr(arena_, "floordiv(H*W + 3, 7)", DeclaredOnly(arena_));
  EXPECT_FALSE(ToDialectText(arena_, e, Dialect::kSympy, 5).has_value());
}

}  // namespace
}  // namespace shapewright::symbolic
