// What MergeShapes reads: tuples, the words of other programs, numbers that no enum has.
// Expected values: XLA's tests of its shapes, the notations of OpenVINO, nGraph and
// Python as docs/algebra.md has them.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "core/graph/read_error.h"
#include "core/query/merge/merge_shapes.h"
#include "tests/core/query/merge/merge_tester.h"

namespace shapewright::query {
namespace {

// Tuples of XLA: a type for each position. `token[]` and `opaque[]` hold no elements.
TEST(Types, TuplesOfXla) {
  const auto holds = [](const std::string& word, const std::vector<std::string>& texts) {
    return Answer(word, texts) == "true";
  };
  const auto merge = [](const std::vector<std::string>& texts) {
    return Answer("merge", texts, v1::NOTATION_XLA);
  };
  EXPECT_EQ(merge({"(f32[1],(f32[2], token[]), opaque[], f32[3]{0})"}),
            "(f32[1], (f32[2], token[]), opaque[], f32[3])");
  EXPECT_EQ(merge({"(f32[<=4], s8[?])", "(f32[?], s8[7])"}), "(f32[<=4], s8[7])");
  EXPECT_EQ(merge({"(f32[2])", "f32[2]"}), "conflict TYPE_MISMATCH");
  EXPECT_EQ(merge({"(f32[2])", "(f32[2], f32[2])"}), "conflict DIM_MISMATCH 0");
  EXPECT_EQ(merge({"token[]", "opaque[]"}), "conflict TYPE_MISMATCH");
  EXPECT_EQ(merge({"()"}), "()");
  EXPECT_TRUE(holds("compatible", {"(f32[3,2]{0,1}, pred[4,5])", "(f32[3,2], pred[4,5])"}));
  EXPECT_FALSE(holds("compatible", {"(pred[4,5], f32[3,2])", "(f32[3,2], pred[4,5])"}));
  EXPECT_TRUE(holds("equal", {"(token[], s32[3])", "(token[], s32[3])"}));
  EXPECT_FALSE(holds("equal", {"token[]", "f32[]"}));
  EXPECT_TRUE(holds("is_static", {"((opaque[], f32[]), u32[1,2], token[])"}));
  EXPECT_FALSE(holds("is_static", {"((opaque[], f32[]), u32[1,<=2])"}));
  // What is written of layouts counts for equality alone.
  EXPECT_FALSE(holds("equal", {"s32[3,4]{0,1}", "s32[3,4]{1,0}"}));
  EXPECT_TRUE(holds("equal", {"s32[3,4]{0,1}", "s32[3,4]{0, 1}"}));
  EXPECT_TRUE(holds("equal", {"s32[3,4]{0,1}", "s32[3,4]"}));
  EXPECT_FALSE(holds("equal", {"(token[], s32[3,4]{0,1})", "(token[], s32[3,4]{1,0})"}));
  EXPECT_TRUE(holds("compatible", {"s32[3,4]{0,1}", "s32[3,4]{1,0}"}));
  // Without a comma or a type it is an expression, and no type.
  EXPECT_EQ(Answer("merge", {"(N + 1)*2"}), "error");
  EXPECT_EQ(Answer("merge", {"[(N + 1)*2]"}), "[2*N + 2]");
  EXPECT_EQ(FieldOfError(MakeCase("merge", {"(f32[2], 3)"})), "merge.operands[0].text");
}

// A number that an enum does not have is no default.
TEST(Cases, UnknownEnumValues) {
  const auto error = [](v1::MergeCase message, const std::function<void(v1::MergeCase&)>& set) {
    set(message);
    return FieldOfError(message);
  };
  const std::vector<std::string> texts = {"[1]", "[1]"};
  EXPECT_EQ(error(MakeCase("merge", texts),
                  [](v1::MergeCase& c) {
                    c.mutable_merge()->set_policy(static_cast<v1::MergePolicy>(99));
                  }),
            "merge.policy");
  EXPECT_EQ(error(MakeCase("broadcast", texts),
                  [](v1::MergeCase& c) {
                    c.mutable_broadcast()->set_rule(static_cast<v1::BroadcastTypes::Rule>(99));
                  }),
            "broadcast.rule");
  EXPECT_EQ(error(MakeCase("equal", texts),
                  [](v1::MergeCase& c) {
                    c.mutable_compare()->add_ignored(static_cast<v1::CompareTypes::Aspect>(99));
                  }),
            "compare.ignored[0]");
  EXPECT_EQ(error(MakeCase("add", texts),
                  [](v1::MergeCase& c) {
                    c.mutable_compute()->set_operation(static_cast<v1::ComputeDims::Operation>(99));
                  }),
            "compute.operation");
  EXPECT_EQ(error(MakeCase("keep", texts),
                  [](v1::MergeCase& c) {
                    c.mutable_select_axes()->set_mode(static_cast<v1::SelectAxes::Mode>(99));
                  }),
            "select_axes.mode");
  EXPECT_EQ(error(MakeCase("merge", texts),
                  [](v1::MergeCase& c) {
                    c.mutable_merge()->mutable_operands(0)->mutable_tensor()->set_element_type(
                        static_cast<v1::ElementType>(2000));
                  }),
            "merge.operands[0].tensor.element_type");
  v1::MergeShapesRequest request;
  request.set_notation(static_cast<v1::Notation>(99));
  v1::MergeShapesResponse response;
  EXPECT_EQ(graph::FieldOf(MergeShapes(request, QueryOptions(), &response)), "notation");
}

// A text within a message, in the notation of the request.
TEST(Texts, WithinMessages) {
  v1::MergeCase message;
  v1::SequenceType* sequence = message.mutable_merge()->add_operands()->mutable_sequence();
  sequence->mutable_element()->set_text("f8e4m3[2, ?]");
  const v1::MergeResult result = RunCase(message, v1::NOTATION_OPENVINO);
  EXPECT_EQ(result.type().sequence().element().tensor().element_type(),
            v1::ELEMENT_TYPE_FLOAT8E4M3FN);
  sequence->mutable_element()->set_text("3");
  EXPECT_EQ(FieldOfError(message), "merge.operands[0].sequence.element.text");
  // Beside a kind the text does not count.
  *message.mutable_merge()->mutable_operands(0) = RunCase(MakeCase("merge", {"[2]"})).type();
  message.mutable_merge()->mutable_operands(0)->set_text("[");
  EXPECT_EQ(Answer(message), "[2]");
}

// The words of other programs for what this project's grammar says.
TEST(Texts, OtherWords) {
  const auto merge = [](const std::string& text, v1::Notation notation) {
    return Answer("merge", {text}, notation);
  };
  const auto read = [&](const std::string& text) { return merge(text, v1::NOTATION_SHAPEWRIGHT); };
  EXPECT_EQ(read("(2, ?)"), "[2, ?]");
  EXPECT_EQ(read("(2,)"), "[2]");
  EXPECT_EQ(read("(N, -1, None)"), "[N, ?, ?]");
  EXPECT_EQ(read("[?{2,8}, {2,?}, {?,8}, >=2, <=8]"), "[2..8, 2.., ..8, 2.., ..8]");
  EXPECT_EQ(read("[2..?, ?..8]"), "[2.., ..8]");
  EXPECT_EQ(read("i32[2]"), "int32[2]");
  EXPECT_EQ(read("boolean[?]"), "bool[?]");
  EXPECT_EQ(read("(2, f32[3])"), "error");
  EXPECT_EQ(read("(2,,3)"), "error");
  EXPECT_EQ(read("[?1..8]"), "error");
  EXPECT_EQ(read("[9223372036854775807]"), "error");
  // A layout that no shape of this rank has.
  EXPECT_EQ(read("f32[2,3]{0}"), "error");
  EXPECT_EQ(read("f32[2,3]{0,0}"), "error");
  EXPECT_EQ(read("f32[2,3]{1,0:T(0)}"), "error");
  // As a dim in a message.
  EXPECT_EQ(Answer("intersect", {"{2,8}", ">=4"}), "4..8");
  // OpenVINO has no such ranges.
  EXPECT_EQ(merge("[2..?]", v1::NOTATION_OPENVINO), "error");
  EXPECT_EQ(merge("[{2,?}]", v1::NOTATION_OPENVINO), "error");
  EXPECT_EQ(merge("[{2,-1}, <=8]", v1::NOTATION_OPENVINO), "[2..,..8]");
}

}  // namespace
}  // namespace shapewright::query
