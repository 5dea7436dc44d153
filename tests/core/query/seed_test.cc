// Every example of shapes in the seeds: nGraph's reference of PartialShape and
// Dimension (here "nGraph"), OpenVINO's guide to shape propagation ("OpenVINO").
// The expected values are theirs.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/query/merge/merge_tester.h"

namespace shapewright::query {
namespace {

using v1Case = v1::MergeCase;

struct Row {
  v1Case::Operation operation;
  std::vector<std::string> texts;
  std::string expected;
};

class SeedTest : public testing::TestWithParam<Row> {};

TEST_P(SeedTest, Says) {
  v1Case message = MakeCase(GetParam().operation, GetParam().texts);
  message.set_notation(v1Case::NOTATION_NGRAPH);
  EXPECT_EQ(Answer(message), GetParam().expected) << message.ShortDebugString();
}

// PartialShape::merge_into. Signs that the page lost are put back: `>` is `->`.
INSTANTIATE_TEST_SUITE_P(
    NgraphMerge, SeedTest,
    testing::Values(Row{v1Case::OPERATION_MERGE, {"?", "?"}, "?"},
                    Row{v1Case::OPERATION_MERGE, {"?", "{?,?}"}, "{?,?}"},
                    Row{v1Case::OPERATION_MERGE, {"{?,?}", "{?,?}"}, "{?,?}"},
                    Row{v1Case::OPERATION_MERGE, {"{1,2,3,4}", "?"}, "{1,2,3,4}"},
                    Row{v1Case::OPERATION_MERGE, {"{1,2}", "{1,?}"}, "{1,2}"},
                    Row{v1Case::OPERATION_MERGE, {"{1,2,?,?}", "{1,?,3,?}"}, "{1,2,3,?}"},
                    Row{v1Case::OPERATION_MERGE, {"{1,2,3}", "{1,2,3}"}, "{1,2,3}"},
                    Row{v1Case::OPERATION_MERGE, {"{1,?}", "{2,?}"}, "conflict DIM_MISMATCH 0"},
                    Row{v1Case::OPERATION_MERGE, {"{?,?}", "{?,?,?}"}, "conflict RANK_MISMATCH"}));

// The static type checking of an elementwise op, and the notation.
INSTANTIATE_TEST_SUITE_P(
    NgraphText, SeedTest,
    testing::Values(Row{v1Case::OPERATION_BROADCAST_MERGE, {"{2,?}", "{?,5}"}, "{2,5}"},
                    Row{v1Case::OPERATION_MERGE, {"{}"}, "{}"},
                    Row{v1Case::OPERATION_MERGE, {"{1,?,2,3}"}, "{1,?,2,3}"},
                    Row{v1Case::OPERATION_MERGE, {"{2,3,4}"}, "{2,3,4}"},
                    Row{v1Case::OPERATION_MERGE, {"{1,2,?,4}"}, "{1,2,?,4}"},
                    Row{v1Case::OPERATION_MERGE, {"{?,?,?}"}, "{?,?,?}"},
                    Row{v1Case::OPERATION_MERGE, {"{6}"}, "{6}"}));

INSTANTIATE_TEST_SUITE_P(
    NgraphIsStatic, SeedTest,
    testing::Values(Row{v1Case::OPERATION_IS_STATIC, {"?"}, "false"},
                    Row{v1Case::OPERATION_IS_STATIC, {"{}"}, "true"},
                    Row{v1Case::OPERATION_IS_STATIC, {"{1,?,2,3}"}, "false"},
                    Row{v1Case::OPERATION_IS_STATIC, {"{2,3,4}"}, "true"},
                    Row{v1Case::OPERATION_IS_DYNAMIC, {"?"}, "true"},
                    Row{v1Case::OPERATION_IS_DYNAMIC, {"{2,3,4}"}, "false"},
                    Row{v1Case::OPERATION_RANK, {"{2,3,4}"}, "3"},
                    Row{v1Case::OPERATION_RANK, {"{2,?,3}"}, "3"},
                    Row{v1Case::OPERATION_RANK, {"{}"}, "0"},
                    Row{v1Case::OPERATION_RANK, {"?"}, "?"},
                    Row{v1Case::OPERATION_TO_CONCRETE, {"{2,3,4}"}, "{2,3,4}"},
                    Row{v1Case::OPERATION_TO_CONCRETE, {"{2,?}"}, "conflict NOT_CONCRETE 1"}));

// compatible, same_scheme, relaxes, refines.
INSTANTIATE_TEST_SUITE_P(
    NgraphRelations, SeedTest,
    testing::Values(Row{v1Case::OPERATION_COMPATIBLE, {"?", "{1,2}"}, "true"},
                    Row{v1Case::OPERATION_COMPATIBLE, {"{1,?}", "{?,2}"}, "true"},
                    Row{v1Case::OPERATION_COMPATIBLE, {"{1,?}", "{2,?}"}, "false"},
                    Row{v1Case::OPERATION_COMPATIBLE, {"{1}", "{1,2}"}, "false"},
                    Row{v1Case::OPERATION_SAME_SCHEME, {"?", "?"}, "true"},
                    Row{v1Case::OPERATION_SAME_SCHEME, {"{1,?}", "{1,?}"}, "true"},
                    Row{v1Case::OPERATION_SAME_SCHEME, {"{1,?}", "{1,2}"}, "false"},
                    Row{v1Case::OPERATION_SAME_SCHEME, {"?", "{?}"}, "false"},
                    Row{v1Case::OPERATION_RELAXES, {"?", "{1,2}"}, "true"},
                    Row{v1Case::OPERATION_RELAXES, {"{1,?}", "{1,2}"}, "true"},
                    Row{v1Case::OPERATION_RELAXES, {"{1,2}", "{1,?}"}, "false"},
                    Row{v1Case::OPERATION_RELAXES, {"{?,?}", "?"}, "false"},
                    Row{v1Case::OPERATION_REFINES, {"{1,2}", "?"}, "true"},
                    Row{v1Case::OPERATION_REFINES, {"{1,2}", "{1,?}"}, "true"},
                    Row{v1Case::OPERATION_REFINES, {"{1,?}", "{1,2}"}, "false"}));

// Dimension::merge and the operators; shape + shape.
INSTANTIATE_TEST_SUITE_P(
    NgraphDimension, SeedTest,
    testing::Values(Row{v1Case::OPERATION_MERGE, {"?", "3"}, "3"},
                    Row{v1Case::OPERATION_MERGE, {"3", "?"}, "3"},
                    Row{v1Case::OPERATION_MERGE, {"3", "3"}, "3"},
                    Row{v1Case::OPERATION_MERGE, {"3", "4"}, "conflict DIM_MISMATCH 0"},
                    Row{v1Case::OPERATION_ADD, {"2", "3"}, "5"},
                    Row{v1Case::OPERATION_ADD, {"?", "3"}, "3.."},
                    Row{v1Case::OPERATION_SUBTRACT, {"5", "3"}, "2"},
                    Row{v1Case::OPERATION_SUBTRACT, {"3", "5"}, "-2"},
                    Row{v1Case::OPERATION_SUBTRACT, {"?", "3"}, "?"},
                    Row{v1Case::OPERATION_MULTIPLY, {"2", "3"}, "6"},
                    Row{v1Case::OPERATION_MULTIPLY, {"0", "?"}, "0"},
                    Row{v1Case::OPERATION_MULTIPLY, {"?", "0"}, "0"},
                    Row{v1Case::OPERATION_MULTIPLY, {"2", "?"}, "?"},
                    Row{v1Case::OPERATION_ADD, {"?", "{1,2}"}, "?"},
                    Row{v1Case::OPERATION_ADD, {"{1,2}", "{3,4}"}, "{4,6}"},
                    Row{v1Case::OPERATION_ADD, {"{1,2}", "{3}"}, "conflict RANK_MISMATCH"},
                    Row{v1Case::OPERATION_ALL_NON_NEGATIVE, {"{1,?}"}, "true"},
                    Row{v1Case::OPERATION_ALL_NON_NEGATIVE, {"{1,-2}"}, "false"}));

// Of dimensions alone, as of shapes.
INSTANTIATE_TEST_SUITE_P(NgraphDimensionRelations, SeedTest,
                         testing::Values(Row{v1Case::OPERATION_IS_STATIC, {"3"}, "true"},
                                         Row{v1Case::OPERATION_IS_DYNAMIC, {"3"}, "false"},
                                         Row{v1Case::OPERATION_COMPATIBLE, {"3", "?"}, "true"},
                                         Row{v1Case::OPERATION_COMPATIBLE, {"3", "4"}, "false"},
                                         Row{v1Case::OPERATION_SAME_SCHEME, {"3", "3"}, "true"},
                                         Row{v1Case::OPERATION_SAME_SCHEME, {"3", "?"}, "false"},
                                         Row{v1Case::OPERATION_RELAXES, {"?", "3"}, "true"},
                                         Row{v1Case::OPERATION_RELAXES, {"3", "3"}, "true"},
                                         Row{v1Case::OPERATION_RELAXES, {"3", "4"}, "false"},
                                         Row{v1Case::OPERATION_REFINES, {"3", "?"}, "true"},
                                         Row{v1Case::OPERATION_REFINES, {"?", "3"}, "false"},
                                         Row{v1Case::OPERATION_TO_CONCRETE, {"3"}, "3"}));

// PartialShape::merge_rank, dynamic(rank) and the constants that are no size.
TEST(NgraphSeed, Ranks) {
  const auto merge_rank = [](const std::string& text, int64_t rank) {
    v1Case message = MakeCase(v1Case::OPERATION_MERGE_RANK, {text});
    message.set_notation(v1Case::NOTATION_NGRAPH);
    message.mutable_rank()->set_min(rank);
    message.mutable_rank()->set_max(rank);
    return Answer(message);
  };
  EXPECT_EQ(merge_rank("?", 3), "{?,?,?}");
  EXPECT_EQ(merge_rank("{2,?}", 2), "{2,?}");
  EXPECT_EQ(merge_rank("{2,?}", 3), "conflict RANK_MISMATCH");
  v1Case message = MakeCase(v1Case::OPERATION_MERGE, {"9223372036854775807"});
  message.set_notation(v1Case::NOTATION_NGRAPH);
  EXPECT_NE(ErrorOf(message), "");
}

class OpenvinoSeedTest : public testing::TestWithParam<Row> {};

TEST_P(OpenvinoSeedTest, Says) {
  v1Case message = MakeCase(GetParam().operation, GetParam().texts);
  message.set_notation(v1Case::NOTATION_OPENVINO);
  EXPECT_EQ(Answer(message), GetParam().expected) << message.ShortDebugString();
}

// The list of shapes that may be created, and of dimensions.
INSTANTIATE_TEST_SUITE_P(
    Shapes, OpenvinoSeedTest,
    testing::Values(Row{v1Case::OPERATION_MERGE, {"?"}, "[...]"},
                    Row{v1Case::OPERATION_MERGE, {"{1,3,?,?}"}, "[1,3,?,?]"},
                    Row{v1Case::OPERATION_MERGE, {"{?,?}"}, "[?,?]"},
                    Row{v1Case::OPERATION_MERGE, {"rank 5"}, "[?,?,?,?,?]"},
                    Row{v1Case::OPERATION_MERGE, {"{{1, 8}, 3, 400, 400}"}, "[1..8,3,400,400]"},
                    Row{v1Case::OPERATION_MERGE, {"{{2, -1}, 3, 400, 400}"}, "[2..,3,400,400]"},
                    Row{v1Case::OPERATION_MERGE, {"{{-1, 8}, 3, 400, 400}"}, "[..8,3,400,400]"},
                    Row{v1Case::OPERATION_MERGE, {"{1, 3, 400, 400}"}, "[1,3,400,400]"},
                    Row{v1Case::OPERATION_MERGE, {"{5}"}, "[5]"},
                    Row{v1Case::OPERATION_MERGE, {"{}"}, "[]"},
                    Row{v1Case::OPERATION_MERGE, {"{1}"}, "[1]"},
                    Row{v1Case::OPERATION_MERGE, {"{1, 3, 0, 0}"}, "[1,3,0,0]"},
                    Row{v1Case::OPERATION_RANK, {"{1,3,?,?}"}, "4"},
                    Row{v1Case::OPERATION_RANK, {"{1,3,0,0}"}, "4"},
                    Row{v1Case::OPERATION_RANK, {"{}"}, "0"},
                    Row{v1Case::OPERATION_RANK, {"{1}"}, "1"},
                    Row{v1Case::OPERATION_IS_STATIC, {"{1,3,0,0}"}, "true"},
                    Row{v1Case::OPERATION_MERGE, {"[-1]"}, "[?]"},
                    Row{v1Case::OPERATION_EQUAL, {"-1", "?"}, "true"},
                    Row{v1Case::OPERATION_EQUAL, {"?", "[{0, 9223372036854775807}]"}, "false"},
                    Row{v1Case::OPERATION_EQUAL, {"[?]", "[{0, 9223372036854775807}]"}, "true"},
                    Row{v1Case::OPERATION_MERGE, {"[{1, 10}]"}, "[1..10]"},
                    Row{v1Case::OPERATION_EQUAL, {"[3]", "[{3, 3}]"}, "true"},
                    Row{v1Case::OPERATION_MULTIPLY, {"2..8", "3"}, "6..24"}));

}  // namespace
}  // namespace shapewright::query
