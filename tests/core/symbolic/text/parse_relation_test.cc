#include "core/symbolic/text/parse_relation.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/symbolic/algebra/evaluate.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

using testing::HasSubstr;
using RelationKind = ParsedRelation::Kind;

std::vector<ParsedRelation> Parsed(ExprArena& arena, const std::string& text) {
  auto relations = ParseRelations(arena, text, DeclareUnknown(arena));
  EXPECT_TRUE(relations.ok()) << text << relations.status();
  return relations.ok() ? *std::move(relations) : std::vector<ParsedRelation>();
}

std::string RelationError(const std::string& text) {
  ExprArena arena;
  const auto relations = ParseRelations(arena, text, DeclareUnknown(arena));
  return relations.ok() ? "parses" : std::string(relations.status().message());
}

bool Holds(const ParsedRelation& relation, int64_t left, int64_t right) {
  switch (relation.kind) {
    case RelationKind::kEqual:
      return left == right;
    case RelationKind::kNotEqual:
      return left != right;
    case RelationKind::kAtMost:
      return left <= right;
    case RelationKind::kDivisible:
      return left % right == 0;
    case RelationKind::kBroadcastable:
      return left == right || left == 1 || right == 1;
    case RelationKind::kOneOf:
      return std::binary_search(relation.values->begin(), relation.values->end(), left);
  }
  return false;
}

struct Meaning {
  const char* text;
  bool (*holds)(int64_t n, int64_t m);
};

// What each text means, written in C++.
constexpr Meaning kMeanings[] = {
    {"N = M", [](int64_t n, int64_t m) { return n == m; }},
    {"N == M", [](int64_t n, int64_t m) { return n == m; }},
    {"N != M + 1", [](int64_t n, int64_t m) { return n != m + 1; }},
    {"N <= M", [](int64_t n, int64_t m) { return n <= m; }},
    {"N < M", [](int64_t n, int64_t m) { return n < m; }},
    {"N >= M", [](int64_t n, int64_t m) { return n >= m; }},
    {"N > M", [](int64_t n, int64_t m) { return n > m; }},
    {"1 <= N <= 4", [](int64_t n, int64_t) { return 1 <= n && n <= 4; }},
    {"4>N>=M", [](int64_t n, int64_t m) { return 4 > n && n >= m; }},
    {"2*N + M <= 9 < 3*M", [](int64_t n, int64_t m) { return 2 * n + m <= 9 && 9 < 3 * m; }},
    {"mod(N, 3) = 0", [](int64_t n, int64_t) { return n % 3 == 0; }},
    {"0 = mod(N + M, 4)", [](int64_t n, int64_t m) { return (n + m) % 4 == 0; }},
    {"mod(N, 3) = 2", [](int64_t n, int64_t) { return n % 3 == 2; }},
    {"N in {1, 5,2}", [](int64_t n, int64_t) { return n == 1 || n == 2 || n == 5; }},
    {"(N + M)in{-1, 4}", [](int64_t n, int64_t m) { return n + m == 4; }},
    {"broadcastable(N, M)", [](int64_t n, int64_t m) { return n == m || n == 1 || m == 1; }},
    {" broadcastable(max(N, 2), M + 1) ",
     [](int64_t n, int64_t m) { return std::max<int64_t>(n, 2) == m + 1 || m + 1 == 1; }},
};

TEST(S37ParseRelations, MeanWhatTheySay) {
  constexpr int64_t kSizes = 9;
  for (const Meaning& meaning : kMeanings) {
    ExprArena arena;
    Declare(arena, "N");
    Declare(arena, "M");
    const std::vector<ParsedRelation> relations = Parsed(arena, meaning.text);
    for (int64_t n = 0; n < kSizes; ++n) {
      for (int64_t m = 0; m < kSizes; ++m) {
        const std::optional<int64_t> sizes[] = {n, m};
        const bool holds = std::all_of(relations.begin(), relations.end(), [&](const auto& each) {
          const int64_t right =
              each.kind == RelationKind::kOneOf ? 0 : Evaluate(arena, each.right, sizes).value;
          return Holds(each, Evaluate(arena, each.left, sizes).value, right);
        });
        EXPECT_EQ(holds, meaning.holds(n, m)) << meaning.text << " at " << n << ", " << m;
      }
    }
  }
}

TEST(S37ParseRelations, AChainHasARelationForEachSign) {
  ExprArena arena;
  const auto relations = Parsed(arena, "1 <= N < 9 != M");
  ASSERT_EQ(relations.size(), 3u);
  EXPECT_EQ(relations[0].kind, RelationKind::kAtMost);
  EXPECT_EQ(relations[0].left, Expr(1));
  EXPECT_EQ(relations[2].kind, RelationKind::kNotEqual);
}

TEST(S37ParseRelations, DivisibilityIsKnownAsSuch) {
  ExprArena arena;
  for (const char* text : {"mod(N, 8) = 0", "0 == mod(N, 8)", "mod(N,8)=0"}) {
    const auto relations = Parsed(arena, text);
    ASSERT_EQ(relations.size(), 1u);
    EXPECT_EQ(relations[0].kind, RelationKind::kDivisible) << text;
    EXPECT_EQ(relations[0].right, Expr(8)) << text;
  }
}

// What one text is built into shares its list, which is read once.
TEST(S37ParseRelations, AreBuiltManyTimesOfATextReadOnce) {
  const auto text = ReadRelations("N in {5, 1, 2}");
  ASSERT_TRUE(text.ok()) << text.status();
  ExprArena arena;
  ExprArena other;
  const auto one = BuildRelations(arena, *text, DeclareUnknown(arena));
  const auto again = BuildRelations(other, *text, DeclareUnknown(other));
  ASSERT_TRUE(one.ok() && again.ok());
  EXPECT_EQ(*one->at(0).values, (std::vector<int64_t>{1, 2, 5}));
  EXPECT_EQ(one->at(0).values, again->at(0).values);
}

TEST(S37ParseRelations, SignsWithinBackticksAreOfTheName) {
  ExprArena arena;
  const auto relations = Parsed(arena, "`a<=b in {` <= `}`");
  ASSERT_EQ(relations.size(), 1u);
  EXPECT_EQ(relations[0].left, Parse(arena, "`a<=b in {`"));
  EXPECT_EQ(relations[0].right, Parse(arena, "`}`"));
}

TEST(S37ParseRelations, ErrorsSayTheColumn) {
  EXPECT_THAT(RelationError(""), HasSubstr("column 1"));
  EXPECT_THAT(RelationError("N"), HasSubstr("column 1: expected a relation"));
  EXPECT_THAT(RelationError("N <= "), HasSubstr("column 6: expected a number"));
  EXPECT_THAT(RelationError("N <= 8 8"), HasSubstr("column 8: expected an operator"));
  EXPECT_THAT(RelationError("N =< 8"), HasSubstr("column 4"));
  EXPECT_THAT(RelationError("N in {}"), HasSubstr("column 7: expected an integer"));
  EXPECT_THAT(RelationError("N in {1, x}"), HasSubstr("column 9: expected an integer"));
  EXPECT_THAT(RelationError("broadcastable(N)"), HasSubstr("column 1: expected a relation"));
  EXPECT_THAT(RelationError("broadcastable(N, M) <= 3"), HasSubstr("expected a function"));
  EXPECT_THAT(RelationError("mod(N, 0) = 0"), HasSubstr("a division by zero"));
  EXPECT_THAT(RelationError("N <= f32(N)"), HasSubstr("integer"));
}

TEST(S37ParseRelations, NothingIsResolvedBeforeTheWholeTextIsRead) {
  ExprArena arena;
  EXPECT_FALSE(ParseRelations(arena, "N <= M <= +", DeclareUnknown(arena)).ok());
  EXPECT_TRUE(arena.symbols().empty());
}

}  // namespace
}  // namespace shapewright::symbolic
