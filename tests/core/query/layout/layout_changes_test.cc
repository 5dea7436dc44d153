// Changes of ComputeLayout, one after the other, also of symbolic shapes and of tuples. Expected
// values: enumeration, or XLA's tests where that is said; more of those stand in
// tests/data/algebra_facts.json.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/core/query/layout/layout_tester.h"

namespace shapewright::query {
namespace {

std::string Transpose(const std::string& axes) {
  return absl::StrCat(R"({"transpose":{"values":[)", axes, "]}}");
}

std::string Convert(const std::string& layout) {
  return absl::StrCat(R"({"convert":{"text":")", layout, R"("}})");
}

std::string Reshape(const std::vector<std::string>& dims) {
  return absl::StrCat(
      R"({"reshape":{"dims":[)",
      absl::StrJoin(
          dims, ",",
          [](std::string* out, const std::string& dim) {
            const bool is_number = dim.find_first_not_of("0123456789") == std::string::npos;
            absl::StrAppend(out, is_number ? R"({"size":")" : R"({"expr":")", dim, R"("})");
          }),
      "]}}");
}

// The shape and the layout that a change leads to, or why there is none.
std::string Changed(const std::string& text, const std::string& change) {
  const v1::LayoutChangeResult result = ChangeOf(text, change);
  if (!result.has_facts()) return result.reason();
  return absl::StrCat(result.tensor().text(), result.facts().text());
}

TEST(LayoutChanges, Transpose) {
  EXPECT_EQ(Changed("f32[2,3,4]{2,1,0}", Transpose("1,2,0")), "float32[3, 4, 2]{1,0,2}");
  EXPECT_EQ(Changed("f32[N,3,H]{0,2,1}", Transpose("2,0,1")), "float32[H, N, 3]{1,0,2}");
  EXPECT_EQ(Changed("f32[N,3,H]", Transpose("-2,-1,0")), "float32[3, H, N]{1,0,2}");
  EXPECT_EQ(Changed("f32[]", Transpose("")), "float32[]{}");
  EXPECT_EQ(ComparisonText(ChangeOf("f32[2,3]", Transpose("1,0")).comparison()), "001 10");
  EXPECT_EQ(ComparisonText(ChangeOf("f32[2,3]", Transpose("0,1")).comparison()), "111");
  EXPECT_EQ(ErrorOf(LayoutOf("f32[2,3]", {Transpose("0")})),
            "MALFORMED_CASE changes[0].transpose.values");
  EXPECT_EQ(ErrorOf(LayoutOf("f32[2,3]", {Transpose("0,1"), Transpose("0,-2")})),
            "MALFORMED_CASE changes[1].transpose.values[1]");
  EXPECT_EQ(ErrorOf(LayoutOf("f32[2,3]", {"{}"})), "MALFORMED_CASE changes[0]");
}

TEST(LayoutChanges, Reshape) {
  EXPECT_EQ(Changed("f32[2,3,4]{2,1,0}", Reshape({"6", "4"})), "float32[6, 4]{1,0}");
  EXPECT_EQ(Changed("f32[6,4]{0,1}", Reshape({"2", "3", "4"})), "float32[2, 3, 4]{1,0,2}");
  EXPECT_EQ(Changed("f32[2,3]{0,1}", Reshape({"6"})),
            "dimensions that it regroups do not lie together in row-major order");
  EXPECT_EQ(Changed("f32[7,128]{1,0:T(8,128)}", Reshape({"896"})),
            "padding, tiles or parts would be regrouped");
  EXPECT_EQ(Changed("f32[2,3]", Reshape({"7"})), "has 7 elements, not 6");
  EXPECT_EQ(ComparisonText(ChangeOf("f32[2,3]", Reshape({"6"})).comparison()), "011");
  EXPECT_EQ(ComparisonText(ChangeOf("f32[2,3]", Reshape({"2", "3"})).comparison()), "111");
  EXPECT_EQ(ComparisonText(ChangeOf("f32[2,3]{0,1}", Reshape({"6"})).comparison()), "000");
  EXPECT_EQ(ErrorOf(LayoutOf("f32[2,3]", {Reshape({"6", "+"})})),
            "MALFORMED_CASE changes[0].reshape.dims[1].expr");
}

// Axes of size 1 come and go, also those of a symbolic shape; nothing else of that.
TEST(LayoutChanges, ReshapeOfSymbolicShapes) {
  EXPECT_EQ(Changed("f32[N,3]", Reshape({"N", "1", "3"})), "float32[N, 1, 3]{2,1,0}");
  EXPECT_EQ(Changed("f32[N,3,H]{0,2,1}", Reshape({"1", "N", "3", "H", "1"})),
            "float32[1, N, 3, H, 1]{4,1,0,3,2}");
  EXPECT_EQ(Changed("f32[1,N,1,H]{1,3,0,2}", Reshape({"N", "H"})), "float32[N, H]{0,1}");
  const std::string refused =
      "a reshape of a symbolic shape puts in and takes out axes of size 1 alone";
  EXPECT_EQ(Changed("f32[N,3]", Reshape({"3"})), refused);
  EXPECT_EQ(Changed("f32[N,3]", Reshape({"3*N"})), refused);
  EXPECT_EQ(Changed("f32[N,3]", Reshape({"M", "3"})), refused);
  EXPECT_EQ(Changed("f32[N,3]{1,0:T(2,2)}", Reshape({"1", "N", "3"})),
            "padding, tiles or parts would be regrouped");
  v1::LayoutCase message = LayoutOf("f32[N,3]", {Reshape({"6", "2"})});
  message.add_premises("N = 4");
  EXPECT_EQ(AnswerLayout(message).changes(0).tensor().text(), "float32[6, 2]");
}

// XLA: MoveDimToMajor, MoveDimToMinor, IsEffectivelyMostMajorDimension, by the order they lead to.
TEST(LayoutChanges, Convert) {
  EXPECT_EQ(Changed("f32[N,3,H]", Convert("{0,1,2}")), "float32[N, 3, H]{0,1,2}");
  v1::LayoutChangeResult result = ChangeOf("f32[2,3,4]", Convert("{0,2,1}"));
  EXPECT_EQ(ComparisonText(result.comparison()), "000 120");
  EXPECT_EQ(result.reason(), "elements or padding lie elsewhere");
  const auto is_there = [](const std::string& text, const std::string& layout) {
    return ChangeOf(text, Convert(layout)).comparison().equivalent();
  };
  EXPECT_TRUE(is_there("f32[1,1,16,1,279]{4,0,1,2,3}", "{4,0,1,3,2}"));
  EXPECT_TRUE(is_there("f32[1,1,16,1,279]{4,1,2,3,0}", "{4,1,3,0,2}"));
  EXPECT_FALSE(is_there("f32[1,1,16,1,279]{0,1,2,3,4}", "{0,1,3,4,2}"));
  EXPECT_EQ(Changed("f32[2,3]", Convert("f32[7]")), "has 7 elements, not 6");
  EXPECT_EQ(ErrorOf(LayoutOf("f32[2,3]", {Convert("{2,1,0}")})),
            "MALFORMED_CASE changes[0].convert.text");
  EXPECT_EQ(ErrorOf(LayoutOf("f32[N,3]", {Convert("f32[12]")})),
            "MALFORMED_CASE changes[0].convert.text");
  EXPECT_EQ(Changed("f32[2,3]", R"({"convert":{"strided":{"strides":[0,1]}}})"),
            "dimension 0 has stride 0: several indices share one place");
  EXPECT_EQ(Changed("f32[2,3]", R"({"convert":{"strided":{"strides":[1,2]}}})"),
            "float32[2, 3]{0,1}");
}

// XLA's DecomposeBitcast.
TEST(LayoutChanges, StepsThatMoveNothing) {
  const auto steps = [](const std::string& text, const std::string& shape) {
    return absl::StrJoin(ChangeOf(text, Convert(shape)).steps(), "; ");
  };
  EXPECT_EQ(steps("f32[16,17,3]{2,1,0}", "f32[51,16]{0,1}"),
            "reshape f32[16,51]{1,0}; transpose(1, 0) f32[51,16]{0,1}");
  EXPECT_EQ(steps("f32[10,5]", "f32[5,10]{0,1}"), "transpose(1, 0) f32[5,10]{0,1}");
  EXPECT_EQ(steps("f32[3,4]", "[6,2]"), "reshape f32[6,2]{1,0}");
  EXPECT_EQ(steps("f32[3,4]", "{0,1}"), "");
  EXPECT_EQ(steps("f32[8,128]{1,0:T(8,128)}", "f32[1024]"), "");
}

// OpenVINO: axes by name, in another order, or others.
TEST(LayoutChanges, ConvertByNames) {
  const auto convert = [](const std::string& own, const std::string& other) {
    v1::LayoutCase message = LayoutOf("f32[2,3,4,5]", {Convert(other)});
    message.mutable_layout()->set_text(own);
    const v1::LayoutResult result = AnswerLayout(message);
    const v1::LayoutChangeResult& change = result.changes(0);
    message.clear_changes();
    message.add_questions()->mutable_compare()->mutable_other()->set_text(other);
    EXPECT_EQ(AnswerLayout(message).answers(0).comparison().equal(), change.comparison().equal());
    return absl::StrCat(change.comparison().equal(), " ",
                        absl::StrJoin(change.comparison().transpose(), ""), " ",
                        DimsText(change.facts().padded_shape()));
  };
  EXPECT_EQ(convert("[N,C,H,W]", "[N,H,W,C]"), "0 0231 2,4,5,3");
  EXPECT_EQ(convert("[batch,channels,H,W]", "nchw"), "1  2,3,4,5");
  EXPECT_EQ(convert("nc??", "nchw"), "0  ");
  EXPECT_EQ(convert("nc??", "nc..."), "0  2,3,4,5");  // of another rank they differ
  EXPECT_EQ(convert("N...C", "[batch, ..., channels]"), "1  2,3,4,5");
  EXPECT_EQ(convert("NCHW", "NHWC"),
            "0 0231 2,3,4,5");  // the same shape, in another order in memory
}

// Questions are about the last; after a change without a result there is nothing to ask about.
TEST(LayoutChanges, InTurn) {
  v1::LayoutResult result =
      AnswerLayout(LayoutOf("f32[2,3]", {Transpose("1,0"), Reshape({"3", "2", "1"})},
                            {R"({"locate":{"elements":[{"indices":[2,1,0]}]}})"}));
  ASSERT_EQ(result.changes_size(), 2);
  EXPECT_EQ(result.changes(0).facts().text(), "{0,1}");
  EXPECT_EQ(result.changes(1).tensor().text(), "float32[3, 2, 1]");
  EXPECT_EQ(result.answers(0).numbers().values(0), 5);
  result = AnswerLayout(LayoutOf("f32[2,3]{0,1}", {Reshape({"6"}), Transpose("0")},
                                 {R"({"memoryOrder":{}})", R"({"axisNamed":"x"})"}));
  EXPECT_EQ(AmountText(result.facts().bytes()), "24");
  ASSERT_EQ(result.changes_size(), 2);
  EXPECT_FALSE(result.changes(1).has_facts());
  const std::string why =
      "a change before has no result: dimensions that it regroups do not lie together in "
      "row-major order";
  EXPECT_EQ(result.changes(1).reason(), why);
  EXPECT_EQ(ErrorText(result.answers(0).error()), "NO_LAYOUT");
  EXPECT_EQ(result.answers(1).error().message(), why);
}

// Each element changes, of tuples within as well; the text of a tuple has a layout for each.
TEST(LayoutChanges, OfTuples) {
  const std::string tuple = "(f32[10,10,10], (f32[4,3,2]{0,2,1}, token[]))";
  v1::LayoutResult result = AnswerLayout(
      LayoutOf(tuple, {Convert("{2,1,0}")}, {CompareWith("({2,1,0}, ({0,2,1}, token[]))")}));
  ASSERT_EQ(result.changes_size(), 1);
  EXPECT_FALSE(result.changes(0).has_facts());
  const v1::LayoutResult& inner = result.tuple_elements(1).tuple_elements(0);
  EXPECT_TRUE(result.tuple_elements(0).changes(0).comparison().equal());
  EXPECT_FALSE(inner.changes(0).comparison().equal());
  EXPECT_EQ(inner.changes(0).facts().text(), "{2,1,0}");
  EXPECT_FALSE(inner.answers(0).comparison().equal());
  EXPECT_FALSE(result.answers(0).comparison().equal());
  result = AnswerLayout(LayoutOf(tuple, {Convert("({0,1,2}, f32[4])")}, {R"({"axisNamed":"x"})"}));
  EXPECT_EQ(result.changes(0).reason(), "a tuple of another form");
  EXPECT_FALSE(result.tuple_elements(0).changes(0).has_facts());
  EXPECT_EQ(result.tuple_elements(0).changes(0).reason(), "a tuple of another form");
  EXPECT_EQ(ErrorText(result.tuple_elements(0).answers(0).error()), "NO_LAYOUT");
  EXPECT_EQ(ErrorOf(LayoutOf(tuple, {Transpose("0,1")})),
            "MALFORMED_CASE changes[0].transpose.values");
}

}  // namespace
}  // namespace shapewright::query
