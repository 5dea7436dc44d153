// Scalars and tensors without elements, in combinations and questions. The expected
// values follow from the definitions in docs/algebra.md and docs/layouts.md (S13).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "tests/core/query/layout/layout_tester.h"
#include "tests/core/query/merge/merge_tester.h"

namespace shapewright::query {
namespace {

constexpr char kScalar[] = "[]";
constexpr char kEmpty[] = "[1, 3, 0, 0]";

struct MergeRow {
  std::string word;
  std::vector<std::string> texts;
  std::string expected;
  std::vector<int64_t> axes = {};
  std::vector<std::string> values = {};
};

TEST(ScalarsAndEmptyTensors, InCombinations) {
  for (const MergeRow& row : std::vector<MergeRow>{
           {"merge", {kScalar, kScalar}, "[]"},
           {"merge", {kEmpty, kEmpty}, kEmpty},
           {"merge", {kScalar, kEmpty}, "conflict RANK_MISMATCH"},
           {"merge", {kScalar, "?"}, "[]"},
           {"merge", {kEmpty, "[?, ?, ?, 0]"}, kEmpty},
           {"merge", {kEmpty, "[1, 3, 0, 1..]"}, "conflict DIM_MISMATCH 3"},
           {"broadcast", {kScalar, kScalar}, "[]"},
           {"broadcast", {kScalar, kEmpty}, kEmpty},
           {"broadcast", {kEmpty, "[3, 1, 1]"}, kEmpty},
           {"broadcast", {kEmpty, "[2]"}, "conflict NOT_BROADCASTABLE 3"},
           {"relax", {kScalar, kEmpty}, "rank ..4"},
           {"relax", {kEmpty, "[1, 3, 0, 2]"}, "[1, 3, 0, ..2]"},
           {"add", {kScalar, kScalar}, "[]"},
           {"add", {kEmpty, kEmpty}, "[2, 6, 0, 0]"},
           {"add", {kScalar, kEmpty}, "conflict RANK_MISMATCH"},
           {"subtract", {kEmpty, kEmpty}, "[0, 0, 0, 0]"},
           {"multiply", {kEmpty, "[2, 2, 2, ?]"}, "[2, 6, 0, 0]"},
           {"divide", {kEmpty, "[1, 3, 2, 5]"}, "[1, 1, 0, 0]"},
           {"divide", {kEmpty, kEmpty}, "conflict DIVISION_BY_ZERO 2, conflict DIVISION_BY_ZERO 3"},
           {"min", {kEmpty, "[2, 2, 2, 2]"}, "[1, 2, 0, 0]"},
           {"max", {kEmpty, "[2, 2, 2, 2]"}, "[2, 3, 2, 2]"},
           {"append", {kScalar, kEmpty, kScalar}, kEmpty},
           {"inspect", {kScalar}, "[]"},
           {"inspect", {kEmpty}, kEmpty},
           {"least", {kScalar}, "[]"},
           {"least", {"[.., 1..3]"}, "[0, 1]"},
           {"greatest", {kEmpty}, kEmpty},
           {"keep", {kScalar}, "[]"},
           {"keep", {kEmpty}, "[0]", {2}},
           {"drop", {kScalar}, "[]"},
           {"drop", {kEmpty}, "[0, 0]", {0, 1}},
           {"put", {kScalar}, "[0]", {0}, {"0"}},
           {"keep", {kEmpty}, "[0]", {3}},
           {"permute", {kScalar}, "[]"},
           {"permute", {kEmpty}, "[0, 0, 3, 1]", {3, 2, 1, 0}},
           {"replace", {kEmpty}, "[1, 3, 5, 0]", {2}, {"5"}},
           {"window", {kScalar}, "[]"},
           {"pooling", {"[0, 0]"}, "[0, 0]"},
       }) {
    EXPECT_EQ(Answer(row.word, row.texts, v1::NOTATION_SHAPEWRIGHT, row.axes, row.values),
              row.expected)
        << row.word << absl::StrJoin(row.texts, " ");
  }
}

TEST(ScalarsAndEmptyTensors, InQuestions) {
  for (const MergeRow& row : std::vector<MergeRow>{
           {"compatible", {kScalar, kScalar}, "true"},
           {"compatible", {kScalar, kEmpty}, "false"},
           {"compatible", {kEmpty, "[1, 3, 0, ?]"}, "true"},
           {"same_scheme", {kScalar, kScalar}, "true"},
           {"same_scheme", {kEmpty, kEmpty}, "true"},
           {"same_scheme", {kScalar, "?"}, "false"},
           {"relaxes", {"?", kScalar}, "true"},
           {"relaxes", {kScalar, "?"}, "false"},
           {"relaxes", {"[1, 3, ?, ..2]", kEmpty}, "true"},
           {"refines", {kEmpty, "[1, 3, ?, ..2]"}, "true"},
           {"equal", {kScalar, kScalar}, "true"},
           {"equal", {kScalar, "[1]"}, "false"},
           {"equal", {kEmpty, "[1, 3, 0, 1]"}, "false"},
           {"is_static", {kScalar}, "true"},
           {"is_static", {kEmpty}, "true"},
           {"elements", {kScalar}, "1"},
           {"elements", {kEmpty}, "0"},
           {"rank", {kScalar}, "0"},
           {"rank", {kEmpty}, "4"},
           {"rank", {"rank 2..4"}, "2..4"},
           {"has_negative_size", {kScalar}, "false"},
           {"has_negative_size", {kEmpty}, "false"},
           {"same_layout", {"f32[]", "f32[]{}"}, "true"},
           {"same_layout", {"f32[1,3,0,0]{0,1,2,3}", "f32[1,3,0,0]{3,2,1,0}"}, "false"},
           {"count", {"0"}, "1"},
           {"intersect", {"..3", "0"}, "0"},
       }) {
    EXPECT_EQ(Answer(row.word, row.texts, v1::NOTATION_SHAPEWRIGHT, row.axes, row.values),
              row.expected)
        << row.word << absl::StrJoin(row.texts, " ");
  }
}

const std::vector<std::string> kQuestions = {
    R"({"memoryOrder":{}})",
    R"({"compare":{"other":{"text":"{}"}}})",
    R"({"locate":{"elements":[{}]}})",
    R"({"elementsAt":{"values":[0]}})",
};

TEST(ScalarsAndEmptyTensors, OfAScalarLayout) {
  v1::LayoutResult result = AnswerLayout(LayoutOf("f32[]", {}, kQuestions));
  EXPECT_EQ(result.facts().elements().value(), 1);
  EXPECT_EQ(result.facts().bytes().value(), 4);
  EXPECT_EQ(result.facts().strides_size(), 0);
  EXPECT_EQ(result.facts().details().true_rank().value(), 0);
  EXPECT_EQ(result.facts().details().longest_run(), 1);
  ASSERT_EQ(result.answers_size(), 4);
  ASSERT_EQ(result.answers(0).numbers().values_size(), 1);
  EXPECT_EQ(result.answers(0).numbers().values(0), 0);
  EXPECT_TRUE(result.answers(1).comparison().equal());
  ASSERT_EQ(result.answers(2).numbers().values_size(), 1);
  EXPECT_EQ(result.answers(2).numbers().values(0), 0);
  ASSERT_EQ(result.answers(3).coordinates().elements_size(), 1);
  EXPECT_EQ(result.answers(3).coordinates().elements(0).indices_size(), 0);
  result = AnswerLayout(
      LayoutOf("f32[]", {R"({"transpose":{}})", R"({"reshape":{"dims":[{"size":1}]}})"}));
  ASSERT_EQ(result.changes_size(), 2);
  EXPECT_EQ(result.changes(0).facts().text(), "{}");
  EXPECT_EQ(result.changes(1).facts().text(), "{0}");
}

TEST(ScalarsAndEmptyTensors, OfAnEmptyLayout) {
  for (const char* text :
       {"f32[1,3,0,0]", "f32[1,3,0,0]{0,1,2,3}", "f32[1,3,0,0]{3,2,1,0:T(2,2)}"}) {
    const v1::LayoutResult result = AnswerLayout(LayoutOf(text, {}, {kQuestions[0]}));
    EXPECT_EQ(result.facts().elements().value(), 0) << text;
    EXPECT_TRUE(result.facts().elements().has_value()) << text;
    EXPECT_EQ(result.facts().bytes().value(), 0) << text;
    EXPECT_EQ(result.facts().details().unpadded_bytes().value(), 0) << text;
    EXPECT_EQ(result.facts().details().true_rank().value(), 1) << text;
    EXPECT_TRUE(result.facts().details().has_longest_run()) << text;
    EXPECT_EQ(result.facts().details().longest_run(), 0) << text;
    ASSERT_EQ(result.answers_size(), 1) << text;
    EXPECT_EQ(result.answers(0).numbers().values_size(), 0) << text;
  }
}

}  // namespace
}  // namespace shapewright::query
