// Questions of ComputeLayout. Expected values: the seed (XLA's "Shapes and Layout"), XLA's and
// OpenVINO's tests, or counting.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/read_error.h"
#include "core/query/layout/compute_layout.h"
#include "tests/core/query/layout/layout_tester.h"

namespace shapewright::query {
namespace {

struct AxisRow {
  std::string name;
  int64_t rank;
  std::string expected;
};

// The seed: x is the last axis, then y, z, p backwards, whatever the layout.
TEST(LayoutQuestions, AxisNamed) {
  const std::string none = "MALFORMED_QUESTION axis_named";
  for (const AxisRow& row : std::vector<AxisRow>{{"x", 2, "1"},
                                                 {"y", 2, "0"},
                                                 {"z", 3, "0"},
                                                 {"y", 3, "1"},
                                                 {"x", 3, "2"},
                                                 {"p", 4, "0"},
                                                 {"z", 4, "1"},
                                                 {"y", 4, "2"},
                                                 {"x", 4, "3"},
                                                 {"-1", 3, "2"},
                                                 {"-2", 3, "1"},
                                                 {"0", 3, "0"},
                                                 {"z", 2, none},
                                                 {"3", 3, none},
                                                 {"-4", 3, none},
                                                 {"w", 4, none},
                                                 {"x", 0, none}}) {
    v1::LayoutCase message;
    v1::Shape* shape = message.mutable_tensor()->mutable_tensor()->mutable_shape();
    for (int64_t i = 0; i < row.rank; ++i) shape->add_dims()->set_size(2);
    message.add_questions()->set_axis_named(row.name);
    const v1::LayoutAnswer answer = AnswerLayout(message).answers(0);
    EXPECT_EQ(answer.has_error() ? ErrorText(answer.error())
                                 : absl::StrJoin(answer.numbers().values(), ","),
              row.expected)
        << row.name;
  }
  // The value is told, too.
  EXPECT_NE(AnswerTo("f32[2,3]", R"({"axisNamed":"w"})").error().message().find("\"w\""),
            std::string::npos);
}

TEST(LayoutQuestions, AxisByTheNamesOfALayout) {
  const auto number_of = [](const std::string& layout, const std::string& name) -> int64_t {
    v1::LayoutCase message = LayoutOf("f32[2,3,4,5]");
    message.mutable_layout()->set_text(layout);
    message.add_questions()->set_axis_named(name);
    const v1::LayoutAnswer answer = AnswerLayout(message).answers(0);
    return answer.has_error() ? -1 : answer.numbers().values(0);
  };
  EXPECT_EQ(number_of("n??c", "C"), 3);
  EXPECT_EQ(number_of("N...C", "channels"), 3);
  EXPECT_EQ(number_of("[N,H,W,C]", "width"), 2);
  EXPECT_EQ(number_of("[?, custom, ...]", "CUSTOM"), 1);
  EXPECT_EQ(number_of("[?, custom, ...]", "x"), 3);
  EXPECT_EQ(number_of("NHWC", "C"), 1);  // the order in memory of N C H W
  EXPECT_EQ(number_of("n??c", "H"), -1);
}

std::string Order(const std::string& text, const std::string& range = "{}") {
  const v1::LayoutAnswer answer = AnswerTo(text, absl::StrCat(R"({"memoryOrder":)", range, "}"));
  if (answer.has_error()) return ErrorText(answer.error());
  return absl::StrJoin(answer.numbers().values(), " ");
}

TEST(LayoutQuestions, MemoryOrderOfTheSeed) {
  EXPECT_EQ(Order("f32[2,3]{0,1}"), "0 3 1 4 2 5");
  EXPECT_EQ(Order("f32[2,3]{1,0}"), "0 1 2 3 4 5");
  EXPECT_EQ(Order("f32[2,3]"), "0 1 2 3 4 5");
  EXPECT_EQ(Order("f32[]"), "0");
  EXPECT_EQ(Order("f32[1,3,0,0]"), "");
}

TEST(LayoutQuestions, MemoryOrderByPieces) {
  const std::string text = "f32[3,3]{1,0:T(2,2)}";
  EXPECT_EQ(Order(text), "0 1 3 4 2 -1 5 -1 6 7 -1 -1 8 -1 -1 -1");
  EXPECT_EQ(Order(text, R"({"first":4,"count":3})"), "2 -1 5");
  EXPECT_EQ(Order(text, R"({"first":12})"), "8 -1 -1 -1");
  EXPECT_EQ(Order(text, R"({"first":14,"count":9})"), "-1 -1");
  EXPECT_EQ(Order(text, R"({"first":16})"), "");
  EXPECT_EQ(Order(text, R"({"first":17})"), "MALFORMED_QUESTION memory_order.first");
  EXPECT_EQ(Order(text, R"({"first":-1})"), "MALFORMED_QUESTION memory_order.first");
  EXPECT_EQ(Order(text, R"({"count":-1})"), "MALFORMED_QUESTION memory_order.count");
  const auto piece = [](const std::string& range) {
    return AnswerTo("f32[300,300]{0,1}", absl::StrCat(R"({"memoryOrder":)", range, "}"))
        .numbers()
        .values();
  };
  EXPECT_EQ(piece("{}").size(), 65'536);
  ASSERT_EQ(piece(R"({"first":65536})").size(), 300 * 300 - 65'536);
  // Place 65536 is row 136 of column 218.
  EXPECT_EQ(piece(R"({"first":65536})").Get(0), 136 * 300 + 218);
}

TEST(LayoutQuestions, Places) {
  const std::string tiled = "f32[3,5]{1,0:T(2,2)}";
  v1::LayoutAnswer answer =
      AnswerTo(tiled, R"({"locate":{"elements":[{"indices":[2,3]},{"indices":[0,0]}]}})");
  EXPECT_EQ(absl::StrJoin(answer.numbers().values(), " "), "17 0");
  answer = AnswerTo(tiled, R"({"elementsAt":{"values":[17,0,14]}})");
  ASSERT_EQ(answer.coordinates().elements_size(), 3);
  EXPECT_EQ(absl::StrJoin(answer.coordinates().elements(0).indices(), ","), "2,3");
  EXPECT_FALSE(answer.coordinates().elements(1).padding());
  EXPECT_TRUE(answer.coordinates().elements(2).padding());
  EXPECT_EQ(answer.coordinates().elements(2).indices_size(), 0);
  // A scalar has an element without indices.
  answer = AnswerTo("f32[]", R"({"elementsAt":{"values":[0]}})");
  EXPECT_FALSE(answer.coordinates().elements(0).padding());
}

TEST(LayoutQuestions, Mistakes) {
  const std::string text = "f32[2,3]";
  const auto error = [&text](const std::string& question) { return ErrorOf(text, question); };
  const std::string locate = "MALFORMED_QUESTION locate.elements[1].";
  EXPECT_EQ(error(R"({"locate":{"elements":[{"indices":[0,0]},{"indices":[1,3]}]}})"),
            locate + "indices[1]");
  EXPECT_EQ(error(R"({"locate":{"elements":[{"indices":[0,0]},{"indices":[-1,0]}]}})"),
            locate + "indices[0]");
  EXPECT_EQ(error(R"({"locate":{"elements":[{"indices":[0,0]},{"indices":[0]}]}})"),
            locate + "indices");
  EXPECT_EQ(error(R"({"locate":{"elements":[{"indices":[0,0]},{"padding":true}]}})"),
            locate + "padding");
  EXPECT_EQ(error(R"({"elementsAt":{"values":[0,6]}})"),
            "MALFORMED_QUESTION elements_at.values[1]");
  EXPECT_EQ(error(R"({"elementsAt":{"values":[-1]}})"), "MALFORMED_QUESTION elements_at.values[0]");
  EXPECT_EQ(error("{}"), "MALFORMED_QUESTION");
  EXPECT_EQ(error(R"({"compare":{"other":{"text":"{1,0"}}})"),
            "MALFORMED_QUESTION compare.other.text");
  EXPECT_EQ(error(R"({"compare":{"other":{"text":"{2,1,1}"}}})"),
            "MALFORMED_QUESTION compare.other.text");
  EXPECT_EQ(error(R"({"compare":{"other":{"strided":{"strides":[0,1]}}}})"),
            "NO_LAYOUT compare.other");
  EXPECT_EQ(error(R"({"compare":{"ignored":[77]}})"), "MALFORMED_QUESTION compare.ignored[0]");
  // An empty tensor has no index.
  EXPECT_EQ(ErrorOf("f32[0,3]", R"({"locate":{"elements":[{"indices":[0,0]}]}})"),
            "MALFORMED_QUESTION locate.elements[0].indices[0]");
  EXPECT_EQ(ErrorOf("f32[N]", R"({"elementsAt":{"values":[0]}})"),
            "MALFORMED_QUESTION elements_at");
  EXPECT_EQ(ErrorOf("f32[2,3]{1,0:D(D,C)}", R"({"memoryOrder":{}})"), "NO_LAYOUT memory_order");
  EXPECT_EQ(ErrorOf("f32[4000000,2]{1,0:T(2,2)}", R"({"compare":{"other":{"text":"{1,0}"}}})"),
            "TOO_LARGE_TO_COMPARE compare");
}

// The others are answered all the same.
TEST(LayoutQuestions, AMalformedOneFailsAlone) {
  const v1::LayoutResult result = AnswerLayout(LayoutOf(
      "f32[2,3]", {}, {R"({"axisNamed":"x"})", R"({"axisNamed":"w"})", R"({"axisNamed":"y"})"}));
  ASSERT_EQ(result.answers_size(), 3);
  EXPECT_EQ(result.answers(0).numbers().values(0), 1);
  EXPECT_EQ(ErrorText(result.answers(1).error()), "MALFORMED_QUESTION axis_named");
  EXPECT_EQ(result.answers(2).numbers().values(0), 0);
}

std::string Compare(const std::string& text, const std::string& other) {
  const v1::LayoutComparison comparison = AnswerTo(text, CompareWith(other)).comparison();
  return absl::StrCat(ComparisonText(comparison), comparison.reason().empty() ? "" : " because");
}

TEST(LayoutQuestions, Compare) {
  EXPECT_EQ(Compare("f32[2,3]{1,0}", "{1,0}"), "111");
  EXPECT_EQ(Compare("f32[2,3]{1,0}", "{0,1}"), "000 10");
  EXPECT_EQ(Compare("f32[1,3]{1,0}", "{0,1}"), "011");
  EXPECT_EQ(Compare("f32[8,128]{1,0:T(8,128)}", "{1,0}"), "011");
  EXPECT_EQ(Compare("f32[7,128]{1,0:T(8,128)}", "{1,0}"), "010");
  EXPECT_EQ(Compare("f32[2,3]{1,0}", "{1,0:S(1)}"), "010");
  EXPECT_EQ(Compare("f32[0,3]{1,0}", "{0,1}"), "011");
  EXPECT_EQ(Compare("f32[2,3]", "row_major"), "111");
  EXPECT_EQ(Compare("f32[2,3]", "{2,1,0}"), "000 because");
}

// True whatever the sizes are, or not said.
TEST(LayoutQuestions, CompareSymbolicShapes) {
  EXPECT_EQ(Compare("f32[N,H]", "{1,0}"), "111");
  EXPECT_EQ(Compare("f32[N,H]", "{0,1}"), "000 10 because");
  EXPECT_EQ(Compare("f32[N,1,H]{2,1,0}", "{1,2,0}"), "011");
  EXPECT_EQ(Compare("f32[N,H]", "{1,0:S(1)}"), "010");
  EXPECT_EQ(Compare("f32[N,H]", "{1,0:T(2,2)}"), "000 because");
}

// XLA's bitcasts, in one step: as a reshape (the elements of [3,4] row by row are
// those of [6,2] row by row), or as a transpose.
TEST(LayoutQuestions, CompareShapes) {
  EXPECT_EQ(Compare("f32[3,4]{1,0}", "f32[6,2]{1,0}"), "011");
  EXPECT_EQ(Compare("f32[3,4]{1,0}", "f32[6,2]"), "011");
  EXPECT_EQ(Compare("f32[3,4]{1,0}", "f32[6,2]{0,1}"), "000");
  EXPECT_EQ(Compare("f32[3,4]{0,1}", "f32[6,2]{0,1}"), "000");
  EXPECT_EQ(Compare("f32[3,2,2]{1,0,2}", "f32[6,2]{0,1}"), "011");
  EXPECT_EQ(Compare("f32[3,2,2]{0,1,2}", "f32[6,2]{0,1}"), "000");
  EXPECT_EQ(Compare("f32[3,2,2]{1,0,2}", "f16[6,2]{0,1}"), "000");
  EXPECT_EQ(Compare("f32[10,5]{1,0}", "f32[5,10]{0,1}"), "001 10");
  EXPECT_EQ(Compare("f32[10,5]{1,0}", "f32[5,10]{1,0}"), "011");
  EXPECT_EQ(Compare("f32[2,3]{1,0}", "f32[2,3]{1,0}"), "111");
  EXPECT_EQ(Compare("f32[2,3,1]", "[1,2,3]"), "011");
  EXPECT_EQ(Compare("f32[3,4]", "[6,2]{0,1}"), "000");
  EXPECT_EQ(Compare("f32[8,128]{1,0:T(8,128)}", "f32[1024]"), "000");
  EXPECT_EQ(Compare("f32[2,3]", "f32[7]"), "000 because");
}

struct IgnoredRow {
  std::string own;
  std::string other;
  std::string aspect;
};

// XLA's Layout::Equal with what it can ignore.
TEST(LayoutQuestions, CompareIgnoring) {
  const auto are_equal = [](const std::string& own, const std::string& other,
                            const std::string& ignored) {
    return AnswerTo("f32[2,3,4]" + own, absl::StrCat(R"({"compare":{"other":{"text":")", other,
                                                     R"("},"ignored":[)", ignored, "]}}"))
        .comparison()
        .equal();
  };
  for (const IgnoredRow& row : std::vector<IgnoredRow>{
           {"{0,1,2:T(42,44)}", "{0,1,2}", "TILES"},
           {"{0,1,2:S(1)}", "{0,1,2:S(3)}", "MEMORY_SPACE"},
           {"{0,1,2:E(32)}", "{0,1,2:E(1)}", "ELEMENT_SIZE"},
           {"{0,1,2:SC(0:2)}", "{0,1,2}", "SPLITS"},
           {"{0,1,2:L(4)}", "{0,1,2}", "TAIL_PADDING"},
           {"{0,1,2:#(u32)}", "{0,1,2}", "SPARSE_STORAGE"},
           {"{0,1,2:*(u32)}", "{0,1,2}", "SPARSE_STORAGE"},
           {"{0,1,2:D(D,D,C)P(f32[8]{0})}", "{0,1,2:D(D,D,C)}", "SPARSE_STORAGE"},
           {"{0,1,2:M(64)}", "{0,1,2}", "PREFIX"},
           {"{0,1,2:T(42,44)S(1)M(64)E(16)}", "{0,1,2}", "ALL_BUT_ORDER"}}) {
    const std::string aspect = absl::StrCat("\"ASPECT_", row.aspect, "\"");
    EXPECT_FALSE(are_equal(row.own, row.other, "")) << row.own;
    EXPECT_TRUE(are_equal(row.own, row.other, aspect)) << row.own;
    EXPECT_FALSE(are_equal(row.own, "{2,1,0}", aspect)) << row.own;
  }
}

// Element by element; a token is like a token.
TEST(LayoutQuestions, CompareTuples) {
  const auto compare = [](const std::string& own, const std::string& other) {
    const v1::LayoutComparison comparison = AnswerTo(own, CompareWith(other)).comparison();
    return absl::StrCat(comparison.equal(), comparison.equivalent(), comparison.bitcast());
  };
  EXPECT_EQ(compare("(f32[2,3]{0,1}, token[])", "(f32[2,3]{0,1}, token[])"), "111");
  EXPECT_EQ(compare("(f32[2,3]{0,1}, token[])", "({0,1}, token[])"), "111");
  EXPECT_EQ(compare("(f32[2,3]{0,1}, token[])", "({0,1}, opaque[])"), "000");
  EXPECT_EQ(compare("(f32[2,3]{0,1})", "({1,0})"), "000");
  EXPECT_EQ(compare("(f32[2,1]{0,1}, (s32[4]))", "({1,0}, (s32[4]))"), "011");
  EXPECT_EQ(compare("(f32[2,1]{0,1}, (s32[4]))", "({1,0}, s32[4])"), "000");
  EXPECT_EQ(compare("f32[2,1]{0,1}", "({0,1})"), "000");
  EXPECT_EQ(compare("()", "()"), "111");
  EXPECT_EQ(compare("()", "(f32[2])"), "000");
  EXPECT_EQ(compare("()", "token[]"), "000");
  EXPECT_EQ(compare("token[]", "token[]"), "111");
  EXPECT_EQ(compare("(f32[2,3])", "(f32[7])"), "000");
  EXPECT_EQ(compare("(f32[2,3], f32[4,5]{1,0})", "{1,0}"), "111");
  EXPECT_EQ(compare("(f32[2,3], f32[4])", "{1,0}"), "000");
  const v1::LayoutResult result = AnswerLayout(LayoutOf(
      "(f32[2,3], (f32[4]))", {}, {CompareWith("({0,0}, ({0}))"), R"({"axisNamed":"x"})"}));
  const std::string error = "MALFORMED_QUESTION compare.other.text";
  EXPECT_EQ(ErrorText(result.answers(0).error()), error);
  EXPECT_EQ(ErrorText(result.tuple_elements(0).answers(0).error()), error);
  const v1::LayoutResult& inner = result.tuple_elements(1).tuple_elements(0);
  EXPECT_TRUE(inner.answers(0).comparison().equal());
  // Any other is answered for each element alone.
  EXPECT_EQ(result.answers(1).answer_case(), v1::LayoutAnswer::ANSWER_NOT_SET);
  EXPECT_EQ(result.tuple_elements(0).answers(1).numbers().values(0), 1);
  EXPECT_EQ(inner.answers(1).numbers().values(0), 0);
}

// Limits are those of all cases together: the call fails, and names the case.
TEST(LayoutQuestions, LimitsFailTheCall) {
  v1::ComputeLayoutRequest request;
  for (int i = 0; i < 2; ++i) {
    *request.add_cases() =
        LayoutOf("(f32[8], f32[8])", {}, {R"({"memoryOrder":{}})", R"({"memoryOrder":{}})"});
  }
  const auto fails = [&request](QueryOptions options) {
    v1::ComputeLayoutResponse response;
    const absl::Status status = ComputeLayout(request, options, &response);
    const auto reason = status.GetPayload(graph::kReasonPayload);
    return absl::StrCat(reason ? std::string(*reason) : "", " ", graph::FieldOf(status));
  };
  QueryOptions options;
  options.max_queries = 12;
  options.max_places = 64;
  EXPECT_EQ(fails(options), " ");
  options.max_queries = 11;
  EXPECT_EQ(fails(options), "TOO_MANY_QUERIES cases[1].questions[1]");
  options.max_queries = 12;
  options.max_places = 63;
  EXPECT_EQ(fails(options), "TOO_MANY_PLACES cases[1].questions[1].memory_order");
}

}  // namespace
}  // namespace shapewright::query
