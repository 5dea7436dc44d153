// Every example of shapes in the seeds: nGraph's reference of PartialShape and
// Dimension (here "nGraph"), OpenVINO's guide to shape propagation ("OpenVINO").
// The expected values are theirs.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/query/merge/merge_tester.h"

namespace shapewright::query {
namespace {

struct Row {
  std::string word;
  std::vector<std::string> texts;
  std::string expected;
};

class SeedTest : public testing::TestWithParam<Row> {};

TEST_P(SeedTest, Says) {
  EXPECT_EQ(Answer(GetParam().word, GetParam().texts, v1::NOTATION_NGRAPH), GetParam().expected)
      << GetParam().word;
}

// PartialShape::merge_into. Signs that the page lost are put back: `>` is `->`.
INSTANTIATE_TEST_SUITE_P(
    NgraphMerge, SeedTest,
    testing::Values(Row{"merge", {"?", "?"}, "?"}, Row{"merge", {"?", "{?,?}"}, "{?,?}"},
                    Row{"merge", {"{?,?}", "{?,?}"}, "{?,?}"},
                    Row{"merge", {"{1,2,3,4}", "?"}, "{1,2,3,4}"},
                    Row{"merge", {"{1,2}", "{1,?}"}, "{1,2}"},
                    Row{"merge", {"{1,2,?,?}", "{1,?,3,?}"}, "{1,2,3,?}"},
                    Row{"merge", {"{1,2,3}", "{1,2,3}"}, "{1,2,3}"},
                    Row{"merge", {"{1,?}", "{2,?}"}, "conflict DIM_MISMATCH 0"},
                    Row{"merge", {"{?,?}", "{?,?,?}"}, "conflict RANK_MISMATCH"}));

// The static type checking of an elementwise op, and the notation.
INSTANTIATE_TEST_SUITE_P(
    NgraphText, SeedTest,
    testing::Values(Row{"broadcast", {"{2,?}", "{?,5}"}, "{2,5}"}, Row{"merge", {"{}"}, "{}"},
                    Row{"merge", {"{1,?,2,3}"}, "{1,?,2,3}"}, Row{"merge", {"{2,3,4}"}, "{2,3,4}"},
                    Row{"merge", {"{1,2,?,4}"}, "{1,2,?,4}"}, Row{"merge", {"{?,?,?}"}, "{?,?,?}"},
                    Row{"merge", {"{6}"}, "{6}"}));

INSTANTIATE_TEST_SUITE_P(
    NgraphIsStatic, SeedTest,
    testing::Values(Row{"is_static", {"?"}, "false"}, Row{"is_static", {"{}"}, "true"},
                    Row{"is_static", {"{1,?,2,3}"}, "false"}, Row{"is_static", {"{2,3,4}"}, "true"},
                    Row{"is_static", {"?"}, "false"}, Row{"is_static", {"{2,3,4}"}, "true"},
                    Row{"rank", {"{2,3,4}"}, "3"}, Row{"rank", {"{2,?,3}"}, "3"},
                    Row{"rank", {"{}"}, "0"}, Row{"rank", {"?"}, "?"},
                    Row{"is_static", {"{2,3,4}"}, "true"}, Row{"is_static", {"{2,?}"}, "false"}));

// compatible, same_scheme, relaxes, refines.
INSTANTIATE_TEST_SUITE_P(
    NgraphRelations, SeedTest,
    testing::Values(
        Row{"compatible", {"?", "{1,2}"}, "true"}, Row{"compatible", {"{1,?}", "{?,2}"}, "true"},
        Row{"compatible", {"{1,?}", "{2,?}"}, "false"},
        Row{"compatible", {"{1}", "{1,2}"}, "false"}, Row{"same_scheme", {"?", "?"}, "true"},
        Row{"same_scheme", {"{1,?}", "{1,?}"}, "true"},
        Row{"same_scheme", {"{1,?}", "{1,2}"}, "false"}, Row{"same_scheme", {"?", "{?}"}, "false"},
        Row{"relaxes", {"?", "{1,2}"}, "true"}, Row{"relaxes", {"{1,?}", "{1,2}"}, "true"},
        Row{"relaxes", {"{1,2}", "{1,?}"}, "false"}, Row{"relaxes", {"{?,?}", "?"}, "false"},
        Row{"refines", {"{1,2}", "?"}, "true"}, Row{"refines", {"{1,2}", "{1,?}"}, "true"},
        Row{"refines", {"{1,?}", "{1,2}"}, "false"}));

// Dimension::merge and the operators; shape + shape.
INSTANTIATE_TEST_SUITE_P(
    NgraphDimension, SeedTest,
    testing::Values(Row{"merge", {"{?}", "{3}"}, "{3}"}, Row{"merge", {"{3}", "{?}"}, "{3}"},
                    Row{"merge", {"{3}", "{3}"}, "{3}"},
                    Row{"merge", {"{3}", "{4}"}, "conflict DIM_MISMATCH 0"},
                    Row{"add", {"{2}", "{3}"}, "{5}"}, Row{"add", {"{?}", "{3}"}, "{3..}"},
                    Row{"subtract", {"{5}", "{3}"}, "{2}"}, Row{"subtract", {"{3}", "{5}"}, "{-2}"},
                    Row{"subtract", {"{?}", "{3}"}, "{?}"}, Row{"multiply", {"{2}", "{3}"}, "{6}"},
                    Row{"multiply", {"{0}", "{?}"}, "{0}"}, Row{"multiply", {"{?}", "{0}"}, "{0}"},
                    Row{"multiply", {"{2}", "{?}"}, "{?}"}, Row{"add", {"?", "{1,2}"}, "?"},
                    Row{"add", {"{1,2}", "{3,4}"}, "{4,6}"},
                    Row{"add", {"{1,2}", "{3}"}, "conflict RANK_MISMATCH"},
                    Row{"has_negative_size", {"{1,?}"}, "false"},
                    Row{"has_negative_size", {"{1,-2}"}, "true"}));

// Of dimensions alone, as of shapes.
INSTANTIATE_TEST_SUITE_P(
    NgraphDimensionRelations, SeedTest,
    testing::Values(Row{"is_static", {"{3}"}, "true"}, Row{"is_static", {"{3}"}, "true"},
                    Row{"compatible", {"{3}", "{?}"}, "true"},
                    Row{"compatible", {"{3}", "{4}"}, "false"},
                    Row{"same_scheme", {"{3}", "{3}"}, "true"},
                    Row{"same_scheme", {"{3}", "{?}"}, "false"},
                    Row{"relaxes", {"{?}", "{3}"}, "true"}, Row{"relaxes", {"{3}", "{3}"}, "true"},
                    Row{"relaxes", {"{3}", "{4}"}, "false"}, Row{"refines", {"{3}", "{?}"}, "true"},
                    Row{"refines", {"{?}", "{3}"}, "false"}, Row{"is_static", {"{3}"}, "true"}));

// PartialShape::merge_rank, dynamic(rank) and the constants that are no size.
TEST(NgraphSeed, Ranks) {
  const auto merge = [](const std::string& text, const std::string& rank) {
    return Answer("merge", {text, rank}, v1::NOTATION_NGRAPH);
  };
  EXPECT_EQ(merge("?", "rank 3"), "{?,?,?}");
  EXPECT_EQ(merge("{2,?}", "rank 2"), "{2,?}");
  EXPECT_EQ(merge("{2,?}", "rank 3"), "conflict RANK_MISMATCH");
  EXPECT_EQ(merge("{9223372036854775807}", "?"), "error");
}

class OpenvinoSeedTest : public testing::TestWithParam<Row> {};

TEST_P(OpenvinoSeedTest, Says) {
  EXPECT_EQ(Answer(GetParam().word, GetParam().texts, v1::NOTATION_OPENVINO), GetParam().expected)
      << GetParam().word;
}

// The list of shapes that may be created, and of dimensions.
INSTANTIATE_TEST_SUITE_P(
    Shapes, OpenvinoSeedTest,
    testing::Values(Row{"merge", {"?"}, "[...]"}, Row{"merge", {"{1,3,?,?}"}, "[1,3,?,?]"},
                    Row{"merge", {"{?,?}"}, "[?,?]"}, Row{"merge", {"rank 5"}, "[?,?,?,?,?]"},
                    Row{"merge", {"{{1, 8}, 3, 400, 400}"}, "[1..8,3,400,400]"},
                    Row{"merge", {"{{2, -1}, 3, 400, 400}"}, "[2..,3,400,400]"},
                    Row{"merge", {"{{-1, 8}, 3, 400, 400}"}, "[..8,3,400,400]"},
                    Row{"merge", {"{1, 3, 400, 400}"}, "[1,3,400,400]"},
                    Row{"merge", {"{5}"}, "[5]"}, Row{"merge", {"{}"}, "[]"},
                    Row{"merge", {"{1}"}, "[1]"}, Row{"merge", {"{1, 3, 0, 0}"}, "[1,3,0,0]"},
                    Row{"rank", {"{1,3,?,?}"}, "4"}, Row{"rank", {"{1,3,0,0}"}, "4"},
                    Row{"rank", {"{}"}, "0"}, Row{"rank", {"{1}"}, "1"},
                    Row{"is_static", {"{1,3,0,0}"}, "true"}, Row{"merge", {"[-1]"}, "[?]"},
                    Row{"equal", {"[-1]", "[?]"}, "true"},
                    Row{"equal", {"?", "[{0, 9223372036854775807}]"}, "false"},
                    Row{"equal", {"[?]", "[{0, 9223372036854775807}]"}, "true"},
                    Row{"merge", {"[{1, 10}]"}, "[1..10]"},
                    Row{"equal", {"[3]", "[{3, 3}]"}, "true"},
                    Row{"multiply", {"[2..8]", "[3]"}, "[6..24]"}));

}  // namespace
}  // namespace shapewright::query
