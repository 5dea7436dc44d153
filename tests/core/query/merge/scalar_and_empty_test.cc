// Scalars and tensors without elements, in combinations and questions. The expected
// values follow from the definitions in docs/algebra.md and docs/layouts.md (S13).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "core/query/layout/compute_layout.h"
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

v1::LayoutResult Lay(const std::string& text, const std::vector<v1::LayoutQuery>& queries) {
  v1::ComputeLayoutRequest request;
  v1::LayoutCase* message = request.add_cases();
  message->set_text(text);
  for (const v1::LayoutQuery& query : queries) *message->add_queries() = query;
  v1::ComputeLayoutResponse response;
  const absl::Status status = ComputeLayout(request, QueryOptions(), &response);
  EXPECT_TRUE(status.ok()) << status;
  return status.ok() ? response.results(0) : v1::LayoutResult();
}

std::vector<v1::LayoutQuery> QuestionsForBoth() {
  std::vector<v1::LayoutQuery> queries(4);
  queries[0].set_memory_order(true);
  queries[1].set_contiguous_run(true);
  queries[2].mutable_visit();
  queries[3].mutable_reshape()->add_dims()->set_size(1);
  return queries;
}

TEST(ScalarsAndEmptyTensors, OfAScalarLayout) {
  std::vector<v1::LayoutQuery> queries = QuestionsForBoth();
  queries.resize(8);
  queries[4].mutable_to_linear();
  queries[5].set_to_multi(0);
  queries[6].mutable_transpose();
  queries[7].mutable_compare()->set_text("{}");
  const v1::LayoutResult result = Lay("f32[]", queries);
  EXPECT_EQ(result.facts().elements().size(), 1);
  EXPECT_EQ(result.facts().bytes().size(), 4);
  EXPECT_EQ(result.facts().true_rank().size(), 0);
  EXPECT_EQ(result.facts().strides_size(), 0);
  ASSERT_EQ(result.answers_size(), 8);
  ASSERT_EQ(result.answers(0).order().coordinates_size(), 1);
  EXPECT_EQ(result.answers(0).order().coordinates(0), 0);
  EXPECT_EQ(result.answers(1).count(), 1);
  ASSERT_EQ(result.answers(2).multis().indices_size(), 1);
  EXPECT_EQ(result.answers(2).multis().indices(0).coordinates_size(), 0);
  EXPECT_EQ(result.answers(3).converted().text(), "{0}");
  EXPECT_EQ(result.answers(4).linear(), 0);
  EXPECT_TRUE(result.answers(5).has_multi());
  EXPECT_EQ(result.answers(6).converted().text(), "{}");
  EXPECT_TRUE(result.answers(7).comparison().equal());
}

TEST(ScalarsAndEmptyTensors, OfAnEmptyLayout) {
  for (const char* text :
       {"f32[1,3,0,0]", "f32[1,3,0,0]{0,1,2,3}", "f32[1,3,0,0]{3,2,1,0:T(2,2)}"}) {
    std::vector<v1::LayoutQuery> queries = QuestionsForBoth();
    queries.pop_back();
    const v1::LayoutResult result = Lay(text, queries);
    EXPECT_EQ(result.facts().elements().size(), 0) << text;
    EXPECT_EQ(result.facts().unpadded_bytes().size(), 0) << text;
    EXPECT_EQ(result.facts().bytes().size(), 0) << text;
    EXPECT_EQ(result.facts().true_rank().size(), 1) << text;
    ASSERT_EQ(result.answers_size(), 3) << text;
    EXPECT_EQ(result.answers(0).order().coordinates_size(), 0) << text;
    EXPECT_EQ(result.answers(1).count(), 0) << text;
    EXPECT_EQ(result.answers(2).multis().indices_size(), 0) << text;
  }
}

}  // namespace
}  // namespace shapewright::query
