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

using v1Case = v1::MergeCase;

constexpr char kScalar[] = "[]";
constexpr char kEmpty[] = "[1, 3, 0, 0]";

struct MergeRow {
  std::string operation;
  std::vector<std::string> texts;
  std::string expected;
  std::vector<int64_t> axes = {};
  std::vector<std::string> values = {};
};

v1Case CaseOf(const MergeRow& row) {
  v1Case::Operation operation = v1Case::OPERATION_UNSPECIFIED;
  EXPECT_TRUE(v1Case::Operation_Parse("OPERATION_" + row.operation, &operation)) << row.operation;
  v1Case message = MakeCase(operation, row.texts);
  for (const int64_t axis : row.axes) message.add_axes(axis);
  if (!row.axes.empty()) message.set_axis(row.axes[0]);
  for (const std::string& value : row.values) message.add_values()->set_expr(value);
  return message;
}

TEST(ScalarsAndEmptyTensors, InCombinations) {
  for (const MergeRow& row : std::vector<MergeRow>{
           {"MERGE", {kScalar, kScalar}, "[]"},
           {"MERGE", {kEmpty, kEmpty}, kEmpty},
           {"MERGE", {kScalar, kEmpty}, "conflict RANK_MISMATCH"},
           {"MERGE", {kScalar, "?"}, "[]"},
           {"MERGE", {kEmpty, "[?, ?, ?, 0]"}, kEmpty},
           {"MERGE", {kEmpty, "[1, 3, 0, 1..]"}, "conflict DIM_MISMATCH 3"},
           {"BROADCAST_MERGE", {kScalar, kScalar}, "[]"},
           {"BROADCAST_MERGE", {kScalar, kEmpty}, kEmpty},
           {"BROADCAST_MERGE", {kEmpty, "[3, 1, 1]"}, kEmpty},
           {"BROADCAST_MERGE", {kEmpty, "[2]"}, "conflict NOT_BROADCASTABLE 3"},
           {"RELAX", {kScalar, kEmpty}, "rank ..4"},
           {"RELAX", {kEmpty, "[1, 3, 0, 2]"}, "[1, 3, 0, ..2]"},
           {"ADD", {kScalar, kScalar}, "[]"},
           {"ADD", {kEmpty, kEmpty}, "[2, 6, 0, 0]"},
           {"ADD", {kScalar, kEmpty}, "conflict RANK_MISMATCH"},
           {"SUBTRACT", {kEmpty, kEmpty}, "[0, 0, 0, 0]"},
           {"MULTIPLY", {kEmpty, "[2, 2, 2, ?]"}, "[2, 6, 0, 0]"},
           {"DIVIDE", {kEmpty, "[1, 3, 2, 5]"}, "[1, 1, 0, 0]"},
           {"DIVIDE", {kEmpty, kEmpty}, "conflict DIVISION_BY_ZERO 2, conflict DIVISION_BY_ZERO 3"},
           {"MIN", {kEmpty, "[2, 2, 2, 2]"}, "[1, 2, 0, 0]"},
           {"MAX", {kEmpty, "[2, 2, 2, 2]"}, "[2, 3, 2, 2]"},
           {"APPEND", {kScalar, kEmpty, kScalar}, kEmpty},
           {"TO_CONCRETE", {kScalar}, "[]"},
           {"TO_CONCRETE", {kEmpty}, kEmpty},
           {"MIN_SHAPE", {kScalar}, "[]"},
           {"MIN_SHAPE", {"[.., 1..3]"}, "[0, 1]"},
           {"MAX_SHAPE", {kEmpty}, kEmpty},
           {"PROJECT", {kScalar}, "[]"},
           {"PROJECT", {kEmpty}, "[0]", {2}},
           {"REDUCE", {kScalar}, "[]"},
           {"REDUCE", {kEmpty}, "[0, 0]", {0, 1}},
           {"INJECT", {kScalar}, "[0]", {0}, {"0"}},
           {"INDEX", {kEmpty}, "0", {3}},
           {"PERMUTE", {kScalar}, "[]"},
           {"PERMUTE", {kEmpty}, "[0, 0, 3, 1]", {3, 2, 1, 0}},
           {"SET", {kEmpty}, "[1, 3, 5, 0]", {2}, {"5"}},
           {"WINDOW", {kScalar}, "[]"},
           {"POOLING", {"[0, 0]"}, "[0, 0]"},
       }) {
    EXPECT_EQ(Answer(CaseOf(row)), row.expected) << row.operation << absl::StrJoin(row.texts, " ");
  }
}

TEST(ScalarsAndEmptyTensors, InQuestions) {
  for (const MergeRow& row : std::vector<MergeRow>{
           {"COMPATIBLE", {kScalar, kScalar}, "true"},
           {"COMPATIBLE", {kScalar, kEmpty}, "false"},
           {"COMPATIBLE", {kEmpty, "[1, 3, 0, ?]"}, "true"},
           {"SAME_SCHEME", {kScalar, kScalar}, "true"},
           {"SAME_SCHEME", {kEmpty, kEmpty}, "true"},
           {"SAME_SCHEME", {kScalar, "?"}, "false"},
           {"RELAXES", {"?", kScalar}, "true"},
           {"RELAXES", {kScalar, "?"}, "false"},
           {"RELAXES", {"[1, 3, ?, ..2]", kEmpty}, "true"},
           {"REFINES", {kEmpty, "[1, 3, ?, ..2]"}, "true"},
           {"EQUAL", {kScalar, kScalar}, "true"},
           {"EQUAL", {kScalar, "[1]"}, "false"},
           {"EQUAL", {kEmpty, "[1, 3, 0, 1]"}, "false"},
           {"IS_STATIC", {kScalar}, "true"},
           {"IS_STATIC", {kEmpty}, "true"},
           {"IS_DYNAMIC", {kScalar}, "false"},
           {"RANK", {kScalar}, "0"},
           {"RANK", {kEmpty}, "4"},
           {"RANK", {"rank 2..4"}, "2..4"},
           {"ALL_NON_NEGATIVE", {kScalar}, "true"},
           {"ALL_NON_NEGATIVE", {kEmpty}, "true"},
           {"SAME_LAYOUT", {"f32[]", "f32[]{}"}, "true"},
           {"SAME_LAYOUT", {"f32[1,3,0,0]{0,1,2,3}", "f32[1,3,0,0]{3,2,1,0}"}, "false"},
           {"COUNT_LEAVES", {kScalar}, "1"},
           {"INTERVAL_CONTAINS", {"0"}, "true"},
           {"INTERVAL_SIZE", {"0"}, "1"},
           {"INTERVAL_EMPTY", {"0"}, "false"},
           {"INTERSECT", {"..3", "0"}, "0"},
       }) {
    EXPECT_EQ(Answer(CaseOf(row)), row.expected) << row.operation << absl::StrJoin(row.texts, " ");
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
