// What types are made of: tuples, programs, properties, layouts. Expected values: XLA's
// descriptions of its shapes; more of its facts are in tests/data/algebra_facts.json.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "tests/core/query/merge/merge_tester.h"

namespace shapewright::query {
namespace {

using v1Case = v1::MergeCase;

v1Case XlaCase(v1Case::Operation operation, const std::vector<std::string>& texts) {
  v1Case message = MakeCase(operation, texts);
  message.set_notation(v1Case::NOTATION_XLA);
  return message;
}

std::string Merge(const std::vector<std::string>& texts) {
  return Answer(XlaCase(v1Case::OPERATION_MERGE, texts));
}

v1Case PropertyCase(v1Case::Property property, const std::string& text,
                    const std::vector<int64_t>& path = {}) {
  v1Case message = XlaCase(v1Case::OPERATION_HAS_PROPERTY, {text});
  message.set_property(property);
  for (const int64_t position : path) message.add_axes(position);
  return message;
}

std::string Has(v1Case::Property property, const std::string& text,
                const std::vector<int64_t>& path = {}) {
  return Answer(PropertyCase(property, text, path));
}

TEST(Programs, AreReadAndWritten) {
  const std::string text = "(x: f32[1], (unknown): (s32[2], token[])) -> f32[3]";
  EXPECT_EQ(Merge({text}), text);
  EXPECT_EQ(Merge({"( x :f32[1]{0},(s32[2],token[]))->f32[3]{0}"}), text);
  EXPECT_EQ(Merge({"() -> ()"}), "() -> ()");
  EXPECT_EQ(Answer(v1Case::OPERATION_MERGE, {"(x: f32[N], s32[2]) -> f32[N]"}),
            "(`x`: float32[N], int32[2]) -> float32[N]");
  const v1::MergeResult result = RunCase(XlaCase(v1Case::OPERATION_MERGE, {text}));
  const v1::ProgramType& program = result.merged().program();
  ASSERT_EQ(program.parameters_size(), 2);
  EXPECT_EQ(program.parameters(1).sequence().positions_size(), 2);
  ASSERT_EQ(program.parameter_names_size(), 2);
  EXPECT_EQ(program.parameter_names(0), "x");
  EXPECT_EQ(program.parameter_names(1), "");
  EXPECT_EQ(program.result().tensor().shape().dims(0).size(), 3);
  v1Case message;
  message.set_operation(v1Case::OPERATION_MERGE);
  message.set_notation(v1Case::NOTATION_XLA);
  *message.add_operands() = result.merged();
  EXPECT_EQ(Answer(message), text);
  message.mutable_operands(0)->mutable_program()->add_parameter_names("too many");
  EXPECT_TRUE(absl::StartsWith(ErrorOf(message), "cases[0].operands[0].program.parameter_names:"))
      << ErrorOf(message);
}

TEST(Programs, AreMergedAndCompared) {
  EXPECT_EQ(Merge({"(f32[?], s8[2]) -> f32[?]", "(x: f32[4], y: s8[?]) -> f32[3]"}),
            "(x: f32[4], y: s8[2]) -> f32[3]");
  EXPECT_EQ(Merge({"(f32[1]) -> f32[]", "(f32[1], f32[1]) -> f32[]"}), "conflict TYPE_MISMATCH");
  EXPECT_EQ(Merge({"(f32[1]) -> f32[]", "f32[]"}), "conflict TYPE_MISMATCH");
  EXPECT_EQ(Merge({"(f32[1]) -> f32[2]", "(f32[1]) -> f32[3]"}), "conflict DIM_MISMATCH 0");
  EXPECT_EQ(
      Answer(XlaCase(v1Case::OPERATION_RELAX, {"(x: f32[1]) -> f32[2]", "(x: f32[1]) -> f32[3]"})),
      "(x: f32[1]) -> f32[<=3]");
  const auto holds = [](v1Case::Operation operation, const std::vector<std::string>& texts) {
    return Answer(XlaCase(operation, texts)) == "true";
  };
  EXPECT_TRUE(holds(v1Case::OPERATION_EQUAL, {"(x: f32[1]) -> f32[2]", "(f32[1]) -> f32[2]"}));
  EXPECT_FALSE(holds(v1Case::OPERATION_EQUAL, {"(f32[1]) -> f32[2]", "(f32[1]) -> f32[3]"}));
  EXPECT_FALSE(holds(v1Case::OPERATION_EQUAL, {"(f32[1]) -> f32[2]", "((f32[1]), f32[2])"}));
  EXPECT_FALSE(holds(v1Case::OPERATION_EQUAL, {"() -> f32[2]", "(f32[1]) -> f32[2]"}));
  EXPECT_TRUE(holds(v1Case::OPERATION_RELAXES, {"(f32[?]) -> f32[2]", "(f32[1]) -> f32[2]"}));
  EXPECT_FALSE(holds(v1Case::OPERATION_RELAXES, {"() -> f32[2]", "(f32[1]) -> f32[2]"}));
  EXPECT_TRUE(holds(v1Case::OPERATION_IS_STATIC, {"(f32[1]) -> f32[2]"}));
  EXPECT_FALSE(holds(v1Case::OPERATION_IS_STATIC, {"(f32[<=1]) -> f32[2]"}));
  EXPECT_FALSE(holds(v1Case::OPERATION_IS_STATIC, {"(f32[1]) -> f32[?]"}));
}

TEST(Programs, Mistakes) {
  for (const char* text : {"(f32[1]) ->", "(f32[1]) -> x", "(x) -> f32[1]", "(: ) -> f32[1]",
                           "(f32[1] -> f32[1]", "f32[1] -> f32[1]", "(f32[1]) -> f32[1] f32[2]"}) {
    const std::string error = ErrorOf(XlaCase(v1Case::OPERATION_MERGE, {text}));
    EXPECT_TRUE(absl::StartsWith(error, "cases[0].texts[0]:")) << text << ": " << error;
  }
  // However deep a text nests, the stack holds.
  constexpr int kDepth = 20'000;
  std::string inside(kDepth, '(');
  inside.append("f32[]");
  std::string behind;
  for (int i = 0; i < kDepth; ++i) {
    inside.append(") -> f32[]");
    behind.append("() -> ");
  }
  behind.append("f32[]");
  for (const std::string& deep : {inside, behind}) {
    const std::string error = ErrorOf(XlaCase(v1Case::OPERATION_MERGE, {deep}));
    EXPECT_TRUE(absl::StartsWith(error, "cases[0].texts[0]:")) << error;
  }
  // What is said of values of a graph is not said of programs.
  const std::string error = ErrorOf(XlaCase(v1Case::OPERATION_ADD, {"() -> f32[]", "f32[]"}));
  EXPECT_TRUE(absl::StartsWith(error, "cases[0].texts[0]:")) << error;
}

TEST(Properties, OfStructure) {
  EXPECT_EQ(Has(v1Case::PROPERTY_TENSOR, "f32[2]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_TENSOR, "f32[...]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_TENSOR, "token[]"), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_SCALAR, "f32[]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_SCALAR, "f32[1]"), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_SCALAR, "f32[...]"), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_SCALAR, "()"), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_EFFECTIVE_SCALAR, "f32[]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_EFFECTIVE_SCALAR, "f32[1,1]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_EFFECTIVE_SCALAR, "f32[1,2]"), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_EFFECTIVE_SCALAR, "f32[<=1]"), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_TUPLE, "()"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_TUPLE, "f32[]"), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_TUPLE, "(f32[]) -> f32[]"), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_NESTED_TUPLE, "((), f32[])"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_TOKEN, "token[]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_TOKEN, "opaque[]"), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_OPAQUE, "opaque[]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_OPAQUE, "token[]"), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_PROGRAM, "() -> f32[]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_UNBOUNDED, "(f32[<=2], (f32[2..]))"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_UNBOUNDED, "f32[...]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_UNBOUNDED, "f32 rank 2..4"), "false");
}

TEST(Properties, OfElements) {
  EXPECT_EQ(Has(v1Case::PROPERTY_INTEGER, "(s32[2], u4[])"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_SIGNED_INTEGER, "(s32[2], u4[])"), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_SIGNED_INTEGER, "s32[2]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_UNSIGNED_INTEGER, "u4[]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_INTEGER, "pred[]"), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_INTEGER, "()"), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_FLOAT, "bf16[2]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_FLOAT, "c64[2]"), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_COMPLEX, "c64[2]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_KNOWN_ELEMENT_TYPE, "f32[2]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_KNOWN_ELEMENT_TYPE, "[2]"), "false");
}

// The place of a tensor in the operand tells which layout is its.
TEST(Properties, OfElementsOfTuples) {
  const std::string text = "((f32[2]{0}, s32[2,3]), u8[4]{0}, token[])";
  EXPECT_EQ(Has(v1Case::PROPERTY_LAYOUT, text), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_LAYOUT, text, {0}), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_LAYOUT, text, {0, 0}), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_LAYOUT, text, {0, 1}), "false");
  EXPECT_EQ(Has(v1Case::PROPERTY_LAYOUT, text, {1}), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_LAYOUT, text, {-1}), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_LAYOUT, "f32[]"), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_LAYOUT, "(seq(float32[2]), f32[2]{0})", {1}), "true");
  EXPECT_EQ(Has(v1Case::PROPERTY_INTEGER, text, {0, 1}), "true");
}

TEST(Properties, Mistakes) {
  const auto field = [](const v1Case& message) {
    const std::string error = ErrorOf(message);
    return error.substr(0, error.find(':'));
  };
  EXPECT_EQ(field(PropertyCase(v1Case::PROPERTY_UNSPECIFIED, "f32[]")), "cases[0].property");
  EXPECT_EQ(field(PropertyCase(static_cast<v1Case::Property>(99), "f32[]")), "cases[0].property");
  EXPECT_EQ(field(PropertyCase(v1Case::PROPERTY_TUPLE, "(f32[])", {1})), "cases[0].axes[0]");
  EXPECT_EQ(field(PropertyCase(v1Case::PROPERTY_TUPLE, "(f32[])", {0, 0})), "cases[0].axes[1]");
  EXPECT_EQ(field(PropertyCase(v1Case::PROPERTY_HOLDS_ELEMENT_TYPE, "f32[]")),
            "cases[0].element_type");
  v1Case message = PropertyCase(v1Case::PROPERTY_LAYOUT, "f32[]");
  message.clear_texts();
  message.add_operands();
  EXPECT_EQ(field(message), "cases[0].texts");
}

TEST(Tuples, WhatTheyHold) {
  const std::string text = "(f32[1], (s32[2], (), (token[])))";
  EXPECT_EQ(Answer(XlaCase(v1Case::OPERATION_FLATTEN, {text})), "(f32[1], s32[2], token[])");
  EXPECT_EQ(Answer(XlaCase(v1Case::OPERATION_FLATTEN, {"f32[1]"})), "(f32[1])");
  EXPECT_EQ(Answer(XlaCase(v1Case::OPERATION_COUNT_LEAVES, {text})), "3");
  EXPECT_EQ(Answer(XlaCase(v1Case::OPERATION_COUNT_SUBSHAPES, {text})), "7");
  EXPECT_EQ(Answer(XlaCase(v1Case::OPERATION_TUPLE_SIZE, {text})), "2");
  EXPECT_TRUE(absl::StartsWith(ErrorOf(XlaCase(v1Case::OPERATION_TUPLE_SIZE, {"f32[]"})),
                               "cases[0].texts[0]:"));
}

TEST(Layouts, AreTheSame) {
  const auto same = [](const std::vector<std::string>& texts) {
    return Answer(XlaCase(v1Case::OPERATION_SAME_LAYOUT, texts));
  };
  EXPECT_EQ(same({"f32[2,3]{0,1}", "s8[4,5]{0,1}", "pred[1,1]{0, 1}"}), "true");
  EXPECT_EQ(same({"f32[2,3]{0,1}", "f32[2,3]{0,1}", "f32[2,3]{1,0}"}), "false");
  EXPECT_EQ(same({"f32[2,3]", "f32[2,3]{1,0}"}), "false");
  EXPECT_EQ(same({"f32[2,3]", "f32[2,3]"}), "true");
  EXPECT_EQ(same({"f32[2,3]", "f32[2]"}), "false");
  EXPECT_EQ(same({"(f32[2]{0}, token[])", "(f32[2]{0}, opaque[])"}), "true");
  EXPECT_EQ(same({"(f32[2]{0}) -> f32[3]{0}", "(f32[4]{0}) -> f32[5]{0}"}), "true");
  EXPECT_EQ(same({"(f32[2]{0}) -> f32[3]{0}", "(f32[4]{0}) -> f32[5]{0:S(1)}"}), "false");
  EXPECT_EQ(same({"f32[]", "f32[]{}"}), "true");
  EXPECT_EQ(same({"f32[]", "f32[]{:T(256)}"}), "false");
  v1Case message;
  message.set_operation(v1Case::OPERATION_SAME_LAYOUT);
  message.add_operands();
  message.add_operands();
  EXPECT_TRUE(absl::StartsWith(ErrorOf(message), "cases[0].texts:"));
}

// `f8e4m3` is another type in OpenVINO; words of others are known in every notation.
TEST(ElementTypes, Words) {
  const auto element = [](v1Case::Notation notation, const std::string& text) {
    v1Case message = MakeCase(v1Case::OPERATION_MERGE, {text});
    message.set_notation(notation);
    return RunCase(message).merged().tensor().element_type();
  };
  EXPECT_EQ(element(v1Case::NOTATION_OPENVINO, "f8e4m3[2]"), v1::ELEMENT_TYPE_FLOAT8E4M3FN);
  EXPECT_EQ(element(v1Case::NOTATION_XLA, "f8e4m3[2]"), v1::ELEMENT_TYPE_FLOAT8E4M3);
  EXPECT_EQ(element(v1Case::NOTATION_XLA, "u3[2]"), v1::ELEMENT_TYPE_UINT3);
  EXPECT_EQ(element(v1Case::NOTATION_OPENVINO, "u6[2]"), v1::ELEMENT_TYPE_UINT6);
  EXPECT_EQ(element(v1Case::NOTATION_SHAPEWRIGHT, "nf4[2]"), v1::ELEMENT_TYPE_NF4);
  const auto error = [](const std::vector<std::string>& texts) {
    return ErrorOf(XlaCase(v1Case::OPERATION_CAST_PRESERVES_VALUES, texts));
  };
  EXPECT_TRUE(absl::StartsWith(error({"string[]", "f32[]"}), "cases[0].texts:"));
  EXPECT_TRUE(absl::StartsWith(error({"f32[]", "[2]"}), "cases[0].texts[1]:"));
  EXPECT_TRUE(absl::StartsWith(error({"f32[]", "token[]"}), "cases[0].texts[1]:"));
}

}  // namespace
}  // namespace shapewright::query
