// Every example of shapes in the seeds: nGraph's reference of PartialShape and
// Dimension (here "nGraph"), OpenVINO's guide to shape propagation ("OpenVINO").
// The expected values are theirs.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/query/merge/merge_tester.h"

namespace shapewright::query {
namespace {

struct SeedRow {
  std::string word;
  std::vector<std::string> texts;
  std::string expected;
};

class SeedTest : public testing::TestWithParam<SeedRow> {};

TEST_P(SeedTest, Says) {
  EXPECT_EQ(Answer(GetParam().word, GetParam().texts, v1::NOTATION_NGRAPH), GetParam().expected)
      << GetParam().word;
}

// PartialShape::merge_into. Signs that the page lost are put back: `>` is `->`.
INSTANTIATE_TEST_SUITE_P(
    NgraphMerge, SeedTest,
    testing::Values(SeedRow{"merge", {"?", "?"}, "?"}, SeedRow{"merge", {"?", "{?,?}"}, "{?,?}"},
                    SeedRow{"merge", {"{?,?}", "{?,?}"}, "{?,?}"},
                    SeedRow{"merge", {"{1,2,3,4}", "?"}, "{1,2,3,4}"},
                    SeedRow{"merge", {"{1,2}", "{1,?}"}, "{1,2}"},
                    SeedRow{"merge", {"{1,2,?,?}", "{1,?,3,?}"}, "{1,2,3,?}"},
                    SeedRow{"merge", {"{1,2,3}", "{1,2,3}"}, "{1,2,3}"},
                    SeedRow{"merge", {"{1,?}", "{2,?}"}, "conflict DIM_MISMATCH 0"},
                    SeedRow{"merge", {"{?,?}", "{?,?,?}"}, "conflict RANK_MISMATCH"}));

// The static type checking of an elementwise op, and the notation.
INSTANTIATE_TEST_SUITE_P(NgraphText, SeedTest,
                         testing::Values(SeedRow{"broadcast", {"{2,?}", "{?,5}"}, "{2,5}"},
                                         SeedRow{"merge", {"{}"}, "{}"},
                                         SeedRow{"merge", {"{1,?,2,3}"}, "{1,?,2,3}"},
                                         SeedRow{"merge", {"{2,3,4}"}, "{2,3,4}"},
                                         SeedRow{"merge", {"{1,2,?,4}"}, "{1,2,?,4}"},
                                         SeedRow{"merge", {"{?,?,?}"}, "{?,?,?}"},
                                         SeedRow{"merge", {"{6}"}, "{6}"}));

INSTANTIATE_TEST_SUITE_P(
    NgraphIsStatic, SeedTest,
    testing::Values(SeedRow{"is_static", {"?"}, "false"}, SeedRow{"is_static", {"{}"}, "true"},
                    SeedRow{"is_static", {"{1,?,2,3}"}, "false"},
                    SeedRow{"is_static", {"{2,3,4}"}, "true"}, SeedRow{"is_static", {"?"}, "false"},
                    SeedRow{"is_static", {"{2,3,4}"}, "true"}, SeedRow{"rank", {"{2,3,4}"}, "3"},
                    SeedRow{"rank", {"{2,?,3}"}, "3"}, SeedRow{"rank", {"{}"}, "0"},
                    SeedRow{"rank", {"?"}, "?"}, SeedRow{"is_static", {"{2,3,4}"}, "true"},
                    SeedRow{"is_static", {"{2,?}"}, "false"}));

// compatible, same_scheme, relaxes, refines.
INSTANTIATE_TEST_SUITE_P(NgraphRelations, SeedTest,
                         testing::Values(SeedRow{"compatible", {"?", "{1,2}"}, "true"},
                                         SeedRow{"compatible", {"{1,?}", "{?,2}"}, "true"},
                                         SeedRow{"compatible", {"{1,?}", "{2,?}"}, "false"},
                                         SeedRow{"compatible", {"{1}", "{1,2}"}, "false"},
                                         SeedRow{"same_scheme", {"?", "?"}, "true"},
                                         SeedRow{"same_scheme", {"{1,?}", "{1,?}"}, "true"},
                                         SeedRow{"same_scheme", {"{1,?}", "{1,2}"}, "false"},
                                         SeedRow{"same_scheme", {"?", "{?}"}, "false"},
                                         SeedRow{"relaxes", {"?", "{1,2}"}, "true"},
                                         SeedRow{"relaxes", {"{1,?}", "{1,2}"}, "true"},
                                         SeedRow{"relaxes", {"{1,2}", "{1,?}"}, "false"},
                                         SeedRow{"relaxes", {"{?,?}", "?"}, "false"},
                                         SeedRow{"refines", {"{1,2}", "?"}, "true"},
                                         SeedRow{"refines", {"{1,2}", "{1,?}"}, "true"},
                                         SeedRow{"refines", {"{1,?}", "{1,2}"}, "false"}));

// Dimension::merge and the operators; shape + shape.
INSTANTIATE_TEST_SUITE_P(
    NgraphDimension, SeedTest,
    testing::Values(
        SeedRow{"merge", {"{?}", "{3}"}, "{3}"}, SeedRow{"merge", {"{3}", "{?}"}, "{3}"},
        SeedRow{"merge", {"{3}", "{3}"}, "{3}"},
        SeedRow{"merge", {"{3}", "{4}"}, "conflict DIM_MISMATCH 0"},
        SeedRow{"add", {"{2}", "{3}"}, "{5}"}, SeedRow{"add", {"{?}", "{3}"}, "{3..}"},
        SeedRow{"subtract", {"{5}", "{3}"}, "{2}"}, SeedRow{"subtract", {"{3}", "{5}"}, "{-2}"},
        SeedRow{"subtract", {"{?}", "{3}"}, "{?}"}, SeedRow{"multiply", {"{2}", "{3}"}, "{6}"},
        SeedRow{"multiply", {"{0}", "{?}"}, "{0}"}, SeedRow{"multiply", {"{?}", "{0}"}, "{0}"},
        SeedRow{"multiply", {"{2}", "{?}"}, "{?}"}, SeedRow{"add", {"?", "{1,2}"}, "?"},
        SeedRow{"add", {"{1,2}", "{3,4}"}, "{4,6}"},
        SeedRow{"add", {"{1,2}", "{3}"}, "conflict RANK_MISMATCH"},
        SeedRow{"has_negative_size", {"{1,?}"}, "false"},
        SeedRow{"has_negative_size", {"{1,-2}"}, "true"}));

// Of dimensions alone, as of shapes.
INSTANTIATE_TEST_SUITE_P(NgraphDimensionRelations, SeedTest,
                         testing::Values(SeedRow{"is_static", {"{3}"}, "true"},
                                         SeedRow{"is_static", {"{3}"}, "true"},
                                         SeedRow{"compatible", {"{3}", "{?}"}, "true"},
                                         SeedRow{"compatible", {"{3}", "{4}"}, "false"},
                                         SeedRow{"same_scheme", {"{3}", "{3}"}, "true"},
                                         SeedRow{"same_scheme", {"{3}", "{?}"}, "false"},
                                         SeedRow{"relaxes", {"{?}", "{3}"}, "true"},
                                         SeedRow{"relaxes", {"{3}", "{3}"}, "true"},
                                         SeedRow{"relaxes", {"{3}", "{4}"}, "false"},
                                         SeedRow{"refines", {"{3}", "{?}"}, "true"},
                                         SeedRow{"refines", {"{?}", "{3}"}, "false"},
                                         SeedRow{"is_static", {"{3}"}, "true"}));

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

class OpenvinoSeedTest : public testing::TestWithParam<SeedRow> {};

TEST_P(OpenvinoSeedTest, Says) {
  EXPECT_EQ(Answer(GetParam().word, GetParam().texts, v1::NOTATION_OPENVINO), GetParam().expected)
      << GetParam().word;
}

// The list of shapes that may be created, and of dimensions.
INSTANTIATE_TEST_SUITE_P(
    Shapes, OpenvinoSeedTest,
    testing::Values(
        SeedRow{"merge", {"?"}, "[...]"}, SeedRow{"merge", {"{1,3,?,?}"}, "[1,3,?,?]"},
        SeedRow{"merge", {"{?,?}"}, "[?,?]"}, SeedRow{"merge", {"rank 5"}, "[?,?,?,?,?]"},
        SeedRow{"merge", {"{{1, 8}, 3, 400, 400}"}, "[1..8,3,400,400]"},
        SeedRow{"merge", {"{{2, -1}, 3, 400, 400}"}, "[2..,3,400,400]"},
        SeedRow{"merge", {"{{-1, 8}, 3, 400, 400}"}, "[..8,3,400,400]"},
        SeedRow{"merge", {"{1, 3, 400, 400}"}, "[1,3,400,400]"}, SeedRow{"merge", {"{5}"}, "[5]"},
        SeedRow{"merge", {"{}"}, "[]"}, SeedRow{"merge", {"{1}"}, "[1]"},
        SeedRow{"merge", {"{1, 3, 0, 0}"}, "[1,3,0,0]"}, SeedRow{"rank", {"{1,3,?,?}"}, "4"},
        SeedRow{"rank", {"{1,3,0,0}"}, "4"}, SeedRow{"rank", {"{}"}, "0"},
        SeedRow{"rank", {"{1}"}, "1"}, SeedRow{"is_static", {"{1,3,0,0}"}, "true"},
        SeedRow{"merge", {"[-1]"}, "[?]"}, SeedRow{"equal", {"[-1]", "[?]"}, "true"},
        SeedRow{"equal", {"?", "[{0, 9223372036854775807}]"}, "false"},
        SeedRow{"equal", {"[?]", "[{0, 9223372036854775807}]"}, "true"},
        SeedRow{"merge", {"[{1, 10}]"}, "[1..10]"}, SeedRow{"equal", {"[3]", "[{3, 3}]"}, "true"},
        SeedRow{"multiply", {"[2..8]", "[3]"}, "[6..24]"}));

}  // namespace
}  // namespace shapewright::query
