// Different ways to write one expression, and what must not be taken for one.
#include "core/symbolic/algebra/normal_form.h"

#include <string>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/text/print.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

// N, M, H, S are sizes, P and Q at least 1, K any integer, B in 2..8.
void DeclareAll(ExprArena& arena) {
  for (const char* name : {"N", "M", "H", "S"}) Declare(arena, name);
  Declare(arena, "P", Interval::AtLeast(1));
  Declare(arena, "Q", Interval::AtLeast(1));
  Declare(arena, "K", Interval::All());
  Declare(arena, "B", {2, 8});
}

struct Pair {
  const char* left;
  const char* right;
};

constexpr Pair kEqual[] = {
    // Sums and products.
    {"N + M", "M + N"},
    {"(N + M)*H", "H*M + N*H"},
    {"(N + 1)*(N - 1)", "N*N - 1"},
    {"2*N - N - N", "0"},
    {"N*0", "0"},
    {"(N + M)*(N - M) + M*M", "N*N"},
    // floordiv by constants.
    {"(N//2)//3", "N//6"},
    {"(2*N + 1)//2", "N"},
    {"(4*N + 6)//2", "2*N + 3"},
    {"(6*N + 4)//9", "(2*N + 1)//3"},
    {"(N + 8)//4", "N//4 + 2"},
    {"(5*N + 1)//4", "N + (N + 1)//4"},
    {"(N//2 + 3)//2", "(N + 6)//4"},
    {"N//1", "N"},
    {"N//(-1)", "-N"},
    {"(-N)//2", "-ceildiv(N, 2)"},
    {"N//(-2)", "-ceildiv(N, 2)"},
    {"(N - 3)//2 + 1", "(N - 1)//2"},
    // ceildiv and mod by constants.
    {"ceildiv(N, 4)", "(N + 3)//4"},
    {"ceildiv(2*N, 4)", "ceildiv(N, 2)"},
    {"ceildiv(N + 4, 4)", "ceildiv(N, 4) + 1"},
    {"ceildiv(ceildiv(N, 2), 3)", "ceildiv(N, 6)"},
    {"mod(N, 4)", "N - 4*(N//4)"},
    {"mod(4*N, 4)", "0"},
    {"mod(N + 4, 4)", "mod(N, 4)"},
    {"mod(mod(N, 4), 4)", "mod(N, 4)"},
    {"mod(mod(N, 4), 8)", "mod(N, 4)"},
    {"mod(N, 4)//4", "0"},
    {"N + mod(-N, 7)", "7*ceildiv(N, 7)"},
    {"(N + mod(-N, 7))//7", "ceildiv(N, 7)"},
    {"mod(N + mod(-N, 7), 7)", "0"},
    {"mod(B, 9)", "B"},
    {"B//9", "0"},
    // Divisions by symbols.
    {"(N*P)//P", "N"},
    {"(N*S*768)//(N*S*12)", "64"},
    {"(N*P + M)//P", "N + M//P"},
    {"ceildiv(N*P + M, P)", "N + ceildiv(M, P)"},
    {"mod(N*P, P)", "0"},
    {"(N*N - M*M)//(N + M)", "N - M"},
    {"B//(B + 1)", "0"},
    {"mod(B, B + N + 1)", "B"},
    {"(N//P)//Q", "N//(P*Q)"},
    {"(N//P)//2", "N//(2*P)"},
    {"(N//2)//P", "N//(2*P)"},
    {"(N//K)//2", "N//(2*K)"},
    {"(N//P + 3)//Q", "(N + 3*P)//(P*Q)"},
    {"ceildiv(ceildiv(N, P), Q)", "ceildiv(N, P*Q)"},
    // truncdiv is floordiv where no side is negative.
    {"truncdiv(N, 2)", "N//2"},
    {"truncdiv(N, P)", "N//P"},
    {"truncdiv(-N, 2)", "-(N//2)"},
    {"truncdiv(N, -2)", "-(N//2)"},
    {"truncdiv(K*6, 3)", "2*K"},
    {"truncdiv(-N, -P)", "N//P"},
    // Two of a whole and its halves.
    {"N - N//2", "ceildiv(N, 2)"},
    {"N - ceildiv(N, 2)", "N//2"},
    {"N//2 + ceildiv(N, 2)", "N"},
    {"H//4 - H//8", "(H + 4)//8"},
    {"(H + 4)//8 - H//4", "-(H//8)"},
    {"H//8 + (H + 4)//8", "H//4"},
    {"N + mod(N, 2)", "2*ceildiv(N, 2)"},
    {"N + 2*M - (N + 2*M)//2", "M + ceildiv(N, 2)"},
    {"3*N*M - 3*((N*M)//2) + H", "3*ceildiv(N*M, 2) + H"},
    {"N + M - (N + M)//2", "(N + M + 1)//2"},
    {"(N - N//2) + N//2", "N"},
    // min and max.
    {"min(N, min(M, H))", "min(H, N, M)"},
    {"min(N, N + 1)", "N"},
    {"max(N, N + 1)", "N + 1"},
    {"min(N, N)", "N"},
    {"min(max(N, 3), 2)", "2"},
    {"max(N, 0)", "N"},
    {"max(N - 5, N - 7, 0)", "max(N - 5, 0)"},
    {"min(B, 10)", "B"},
    {"max(min(N, 5), 7)", "7"},
    {"min(N, min(N, M) + 2)", "min(N, min(N, M) + 2)"},
    {"min(N, M, min(N, M) + 2)", "min(N, M)"},
    {"max(N, M, max(N, M)//3)", "max(N, M)"},
    {"max(min(N, M), N)", "N"},
    {"min(max(N, M), N)", "N"},
    // broadcast (S1).
    {"broadcast(1, N)", "N"},
    {"broadcast(N, 1)", "N"},
    {"broadcast(N, N)", "N"},
    {"broadcast(3, N)", "3"},
    {"broadcast(N, 3)", "3"},
    {"broadcast(N, 0)", "0"},
    {"broadcast(N, B)", "B"},
    {"broadcast(B, N)", "B"},
    {"broadcast(N, M)", "broadcast(M, N)"},
    {"broadcast(broadcast(N, M), H)", "broadcast(N, broadcast(M, H))"},
    {"broadcast(broadcast(N, M), N)", "broadcast(N, M)"},
    {"broadcast(broadcast(N, M), B)", "B"},
    // Convolution chains: out = (in + pads - dilation*(kernel - 1) - 1)//s + 1.
    {"(N + 2*3 - 6 - 1)//2 + 1", "(N + 1)//2"},
    {"((N + 2 - 2 - 1)//2 + 1 + 2 - 2 - 1)//2 + 1", "(N + 3)//4"},
    {"((((N - 1)//2 + 1) - 1)//2 + 1)", "ceildiv(ceildiv(N, 2), 2)"},
    {"ceildiv(N, 2)//2", "(N + 1)//4"},
    // Range (S12).
    {"max(0, ceildiv(N - 0, 1))", "N"},
    {"max(0, ceildiv(2*N, 2))", "N"},
};

constexpr Pair kDifferent[] = {
    {"(N//2)*2", "N"},
    {"ceildiv(N, 2)", "N//2"},
    {"truncdiv(K, 2)", "K//2"},
    {"min(N, M)", "max(N, M)"},
    {"broadcast(N, M)", "max(N, M)"},
    {"(N*K)//K + 1", "N"},
    {"(N//K)//Q", "(N//Q)//Q"},
    {"max(K, 0)", "K"},
    {"mod(N, P)", "0"},
    {"N - N//3", "ceildiv(N, 3)"},
    {"H//4 - H//12", "(H + 8)//12"},
    {"(N + M)//2", "N//2 + M//2"},
};

class NormalForm : public testing::TestWithParam<Pair> {};
class NormalFormKeeps : public testing::TestWithParam<Pair> {};

TEST_P(NormalForm, IsOneForBothTexts) {
  ExprArena arena;
  DeclareAll(arena);
  const Expr left = Parse(arena, GetParam().left);
  const Expr right = Parse(arena, GetParam().right);
  ASSERT_FALSE(left.is_unknown());
  EXPECT_EQ(left, right) << GetParam().left << " is " << ToString(arena, left) << ", "
                         << GetParam().right << " is " << ToString(arena, right);
}

TEST_P(NormalFormKeeps, DifferentExpressionsApart) {
  ExprArena arena;
  DeclareAll(arena);
  const Expr left = Parse(arena, GetParam().left);
  const Expr right = Parse(arena, GetParam().right);
  EXPECT_FALSE(left == right) << ToString(arena, left);
  EXPECT_FALSE(IsEqual(arena, left, right));
}

INSTANTIATE_TEST_SUITE_P(Table, NormalForm, testing::ValuesIn(kEqual));
INSTANTIATE_TEST_SUITE_P(Table, NormalFormKeeps, testing::ValuesIn(kDifferent));

TEST(NormalFormTerms, AreOrderedByDegreeThenByAge) {
  ExprArena arena;
  DeclareAll(arena);
  const TermList terms = TermsOf(arena, Parse(arena, "7 + M + N*M + N + N*N"));
  ASSERT_EQ(terms.size(), 5u);
  for (size_t i = 0; i + 1 < terms.size(); ++i) {
    EXPECT_TRUE(ComesBefore(arena, terms[i].monomial, terms[i + 1].monomial));
  }
  EXPECT_EQ(ConstantTerm(terms), 7);
}

}  // namespace
}  // namespace shapewright::symbolic
