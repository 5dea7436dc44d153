// What MergeShapes reads: tuples, the words of other programs, numbers that no enum has.
// Expected values: XLA's tests of its shapes, the notations of OpenVINO, nGraph and
// Python as docs/algebra.md has them.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "tests/core/query/merge/merge_tester.h"

namespace shapewright::query {
namespace {

using v1Case = v1::MergeCase;

// Tuples of XLA: a type for each position. `token[]` and `opaque[]` hold no elements.
TEST(Types, TuplesOfXla) {
  const auto holds = [](v1Case::Operation operation, const std::vector<std::string>& texts) {
    return Answer(operation, texts) == "true";
  };
  const auto merge = [](const std::vector<std::string>& texts) {
    v1Case message = MakeCase(v1Case::OPERATION_MERGE, texts);
    message.set_notation(v1Case::NOTATION_XLA);
    return Answer(message);
  };
  EXPECT_EQ(merge({"(f32[1],(f32[2], token[]), opaque[], f32[3]{0})"}),
            "(f32[1], (f32[2], token[]), opaque[], f32[3])");
  EXPECT_EQ(merge({"(f32[<=4], s8[?])", "(f32[?], s8[7])"}), "(f32[<=4], s8[7])");
  EXPECT_EQ(merge({"(f32[2])", "f32[2]"}), "conflict TYPE_MISMATCH");
  EXPECT_EQ(merge({"(f32[2])", "(f32[2], f32[2])"}), "conflict DIM_MISMATCH 0");
  EXPECT_EQ(merge({"token[]", "opaque[]"}), "conflict TYPE_MISMATCH");
  EXPECT_EQ(merge({"()"}), "()");
  EXPECT_TRUE(
      holds(v1Case::OPERATION_COMPATIBLE, {"(f32[3,2]{0,1}, pred[4,5])", "(f32[3,2], pred[4,5])"}));
  EXPECT_FALSE(
      holds(v1Case::OPERATION_COMPATIBLE, {"(pred[4,5], f32[3,2])", "(f32[3,2], pred[4,5])"}));
  EXPECT_TRUE(holds(v1Case::OPERATION_EQUAL, {"(token[], s32[3])", "(token[], s32[3])"}));
  EXPECT_FALSE(holds(v1Case::OPERATION_EQUAL, {"token[]", "f32[]"}));
  EXPECT_TRUE(holds(v1Case::OPERATION_IS_STATIC, {"((opaque[], f32[]), u32[1,2], token[])"}));
  EXPECT_FALSE(holds(v1Case::OPERATION_IS_STATIC, {"((opaque[], f32[]), u32[1,<=2])"}));
  // What is written of layouts counts for equality alone.
  EXPECT_FALSE(holds(v1Case::OPERATION_EQUAL, {"s32[3,4]{0,1}", "s32[3,4]{1,0}"}));
  EXPECT_TRUE(holds(v1Case::OPERATION_EQUAL, {"s32[3,4]{0,1}", "s32[3,4]{0, 1}"}));
  EXPECT_TRUE(holds(v1Case::OPERATION_EQUAL, {"s32[3,4]{0,1}", "s32[3,4]"}));
  EXPECT_FALSE(
      holds(v1Case::OPERATION_EQUAL, {"(token[], s32[3,4]{0,1})", "(token[], s32[3,4]{1,0})"}));
  EXPECT_TRUE(holds(v1Case::OPERATION_COMPATIBLE, {"s32[3,4]{0,1}", "s32[3,4]{1,0}"}));
  // Without a comma or a type it is an expression.
  EXPECT_EQ(Answer(v1Case::OPERATION_ADD, {"(N + 1)*2", "(3)"}), "2*N + 5");
  EXPECT_EQ(Answer(v1Case::OPERATION_ADD, {"(max(N, 2))", "1"}), "max(2, N) + 1");
  const std::string error = ErrorOf(MakeCase(v1Case::OPERATION_MERGE, {"(f32[2], 3)"}));
  EXPECT_TRUE(absl::StartsWith(error, "cases[0].texts[0]:")) << error;
}

// A number that an enum does not have is no default.
TEST(Cases, UnknownEnumValues) {
  const auto error = [](const std::function<void(v1Case&)>& set) {
    v1Case message = MakeCase(v1Case::OPERATION_EQUAL, {"[1]", "[1]"});
    set(message);
    const std::string text = ErrorOf(message);
    return text.substr(0, text.find(':'));
  };
  EXPECT_EQ(error([](v1Case& c) { c.set_policy(static_cast<v1::MergePolicy>(99)); }),
            "cases[0].policy");
  EXPECT_EQ(error([](v1Case& c) { c.set_notation(static_cast<v1Case::Notation>(99)); }),
            "cases[0].notation");
  EXPECT_EQ(error([](v1Case& c) { c.set_broadcast(static_cast<v1Case::Broadcast>(99)); }),
            "cases[0].broadcast");
  EXPECT_EQ(error([](v1Case& c) { c.add_ignored(static_cast<v1Case::Aspect>(99)); }),
            "cases[0].ignored[0]");
  EXPECT_EQ(
      error([](v1Case& c) {
        c.clear_texts();
        c.add_operands()->mutable_tensor()->set_element_type(static_cast<v1::ElementType>(2000));
      }),
      "cases[0].operands[0].tensor.element_type");
}

// XLA's GetSubshape.
TEST(Types, ElementsOfTuples) {
  const auto element = [](const std::vector<int64_t>& path, int64_t axis) {
    v1Case message = MakeCase(v1Case::OPERATION_INDEX, {"(f32[4], (s8[2], (f16[])), token[])"});
    message.set_notation(v1Case::NOTATION_XLA);
    for (const int64_t position : path) message.add_axes(position);
    message.set_axis(axis);
    const std::string error = ErrorOf(message);
    return error.empty() ? Answer(message) : error.substr(0, error.find(':'));
  };
  EXPECT_EQ(element({}, 0), "f32[4]");
  EXPECT_EQ(element({}, -1), "token[]");
  EXPECT_EQ(element({1}, 0), "(s8[2], (f16[]))");
  EXPECT_EQ(element({1, 1, 0}, 0), "f16[]");
  EXPECT_EQ(element({}, 3), "cases[0].axis");
  EXPECT_EQ(element({1, 2}, 0), "cases[0].axes[1]");
  EXPECT_EQ(element({0, 0}, 0), "cases[0].axes[1]");
}

// The words of other programs for what this project's grammar says.
TEST(Texts, OtherWords) {
  const auto merge = [](const std::string& text, v1Case::Notation notation) {
    v1Case message = MakeCase(v1Case::OPERATION_MERGE, {text});
    message.set_notation(notation);
    const std::string error = ErrorOf(message);
    return error.empty() ? Answer(message) : "error";
  };
  const auto read = [&](const std::string& text) {
    return merge(text, v1Case::NOTATION_SHAPEWRIGHT);
  };
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
  v1Case dims;
  dims.set_operation(v1Case::OPERATION_INTERSECT);
  dims.add_dims()->set_expr("{2,8}");
  dims.add_dims()->set_expr(">=4");
  EXPECT_EQ(Answer(dims), "4..8");
  // OpenVINO has no such ranges.
  EXPECT_EQ(merge("[2..?]", v1Case::NOTATION_OPENVINO), "error");
  EXPECT_EQ(merge("[{2,?}]", v1Case::NOTATION_OPENVINO), "error");
  EXPECT_EQ(merge("[{2,-1}, <=8]", v1Case::NOTATION_OPENVINO), "[2..,..8]");
}

}  // namespace
}  // namespace shapewright::query
