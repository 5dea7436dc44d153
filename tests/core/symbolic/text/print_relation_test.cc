#include "core/symbolic/text/print_relation.h"

#include <string>

#include "gtest/gtest.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

TEST(S37PrintRelations, AreReadAgain) {
  for (const std::string text :
       {"N = M + 1", "N != 8", "N + 1 <= 2*M", "mod(N, 8) = 0", "mod(N + M, 3) = 0",
        "broadcastable(N, M)", "N in {1, 8, 32}", "`a = b` <= `in {`"}) {
    ExprArena arena;
    const auto relations = ParseRelations(arena, text, DeclareUnknown(arena));
    ASSERT_TRUE(relations.ok()) << text << relations.status();
    ASSERT_EQ(relations->size(), 1U) << text;
    const std::string printed = ToString(arena, (*relations)[0]);
    ExprArena other;
    const auto again = ParseRelations(other, printed, DeclareUnknown(other));
    ASSERT_TRUE(again.ok()) << printed << again.status();
    ASSERT_EQ(again->size(), 1U) << printed;
    EXPECT_EQ((*again)[0].kind, (*relations)[0].kind) << printed;
    const auto& values = (*relations)[0].values;
    ASSERT_EQ((*again)[0].values == nullptr, values == nullptr) << printed;
    if (values != nullptr) {
      EXPECT_EQ(*(*again)[0].values, *values) << printed;
    }
    EXPECT_EQ(ToString(other, (*again)[0]), printed);
  }
}

TEST(S37PrintRelations, AsPeopleWriteThem) {
  ExprArena arena;
  const auto printed = [&](const std::string& text) {
    return ToString(arena, ParseRelations(arena, text, DeclareUnknown(arena)).value()[0]);
  };
  EXPECT_EQ(printed("N>=M"), "M <= N");
  EXPECT_EQ(printed("N == 8"), "N = 8");
  EXPECT_EQ(printed("0 = mod(N, 8)"), "mod(N, 8) = 0");
  EXPECT_EQ(printed("N in {8,1,8}"), "N in {1, 8}");
}

}  // namespace
}  // namespace shapewright::symbolic
