#include "core/symbolic/bounds.h"

#include <string>

#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/print.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

struct BoundsCase {
  const char* text;
  const char* bounds;
};

// N, M are sizes, B is in 2..8, C in 1..3, K any integer, Z in -5..-1.
constexpr BoundsCase kBounds[] = {
    {"N", "0.."},
    {"-N", "..0"},
    {"N + M + 3", "3.."},
    {"N - M", ".."},
    {"B - C", "-1..7"},
    {"2*B - 2*C", "-2..14"},
    {"B*C", "2..24"},
    {"B*Z", "-40..-2"},
    {"K*K", "0.."},
    {"N*K", ".."},
    {"N//4", "0.."},
    {"B//3", "0..2"},
    {"(-B)//3", "-3..-1"},
    {"ceildiv(B, 3)", "1..3"},
    {"N - 4*(N//4)", "0..3"},
    {"4*ceildiv(N, 4) - N", "0..3"},
    {"N - 2*(N//4)", "0.."},
    {"N//2 + N//2 - N", "-1..0"},
    {"mod(K, 5)", "0..4"},
    {"mod(K, -5)", "-4..0"},
    {"mod(N, B)", "0..7"},
    {"mod(B, N + 9)", "2..8"},
    {"K//B", ".."},
    {"N//B", "0.."},
    {"8//B", "1..4"},
    {"truncdiv(K, 3)", ".."},
    {"truncdiv(Z, 3)", "-1..0"},
    {"min(N, 8)", "0..8"},
    {"max(K, 3)", "3.."},
    {"min(N, M) - N", "..0"},
    {"max(N, M) - N", "0.."},
    {"N - min(N, 8)", "0.."},
    {"max(N - 3, 0) - N", "-3..0"},
    {"min(N, 8) - min(N, 9)", "-1..0"},
    {"min(N - 1, 8) - min(N - 1, 2)", "0..6"},
    {"max(0, min(N - 1, 8) - min(N - 1, 2))", "0..6"},
    {"max(N, 3) - max(N, 5)", "-2..0"},
    {"int(sqrt(f32(B)))", "1..2"},
    {"broadcast(N, C)", "0.."},
    {"N*C - N", "0.."},
    {"B*N - 8*N", "..0"},
    {"N*M*C - 3*N*M", "..0"},
    {"N*Z + N", "..0"},
    {"broadcast(C, N + 1)", "1.."},
};

class Bounds : public testing::TestWithParam<BoundsCase> {};

TEST_P(Bounds, AreAsTightAsTheTableSays) {
  ExprArena arena;
  Declare(arena, "N");
  Declare(arena, "M");
  Declare(arena, "B", {2, 8});
  Declare(arena, "C", {1, 3});
  Declare(arena, "K", Interval::All());
  Declare(arena, "Z", {-5, -1});
  const Expr e = Parse(arena, GetParam().text);
  EXPECT_EQ(ToString(arena.Bounds(e)), GetParam().bounds) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(Table, Bounds, testing::ValuesIn(kBounds));

TEST(S2Bounds, BoundsFollowNarrowingAndWideningOfSymbols) {
  ExprArena arena;
  const Expr e = Parse(arena, "min(N//2, 100) + M");
  EXPECT_EQ(ToString(arena.Bounds(e)), "0..");
  arena.SetSymbolBounds(0, {10, 20});
  EXPECT_EQ(ToString(arena.Bounds(e)), "5..");
  arena.SetSymbolBounds(1, {1, 1});
  EXPECT_EQ(ToString(arena.Bounds(e)), "6..11");
  // What is built while narrowed is right afterwards too.
  const Expr later = Parse(arena, "N + M*2");
  EXPECT_EQ(ToString(arena.Bounds(later)), "12..22");
  arena.SetSymbolBounds(0, Interval::Size());
  arena.SetSymbolBounds(1, Interval::Size());
  EXPECT_EQ(ToString(arena.Bounds(e)), "0..");
  EXPECT_EQ(ToString(arena.Bounds(later)), "0..");
}

// Truncated floats are defined symbols, whose intervals follow as others do.
TEST(S14Bounds, OfTruncatedFloats) {
  ExprArena arena;
  const Expr e = Parse(arena, "int(sqrt(f32(N)))");
  const Expr nested = Parse(arena, "int(f32(int(sqrt(f32(N))))*f32(3))");
  arena.SetSymbolBounds(0, {1, 100});
  EXPECT_EQ(ToString(arena.Bounds(e)), "1..10");
  EXPECT_EQ(ToString(arena.Bounds(nested)), "3..30");
  arena.SetSymbolBounds(0, {4, 8});
  EXPECT_EQ(ToString(arena.Bounds(e)), "2");
  EXPECT_EQ(ToString(arena.Bounds(nested)), "6");
}

TEST(OperandBounds, OfConstantsAndUnknowns) {
  const auto never = [](NodeId) { return Interval::Empty(); };
  EXPECT_EQ(OperandBounds(5, never), Interval::Point(5));
  EXPECT_EQ(OperandBounds(Expr(), never), Interval::All());
}

}  // namespace
}  // namespace shapewright::symbolic
