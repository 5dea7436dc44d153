// Programs, layouts and types of elements. Expected values: XLA's descriptions of its
// shapes; more of its facts are in tests/data/algebra_facts.json.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/query/merge/merge_tester.h"

namespace shapewright::query {
namespace {

std::string Merge(const std::vector<std::string>& texts) {
  return Answer("merge", texts, v1::NOTATION_XLA);
}

TEST(Programs, AreReadAndWritten) {
  const std::string text = "(x: f32[1], (unknown): (s32[2], token[])) -> f32[3]";
  EXPECT_EQ(Merge({text}), text);
  EXPECT_EQ(Merge({"( x :f32[1]{0},(s32[2],token[]))->f32[3]{0}"}), text);
  EXPECT_EQ(Merge({"() -> ()"}), "() -> ()");
  EXPECT_EQ(Answer("merge", {"(x: f32[N], s32[2]) -> f32[N]"}),
            "(`x`: float32[N], int32[2]) -> float32[N]");
  const v1::MergeResult result = RunCase(MakeCase("merge", {text}), v1::NOTATION_XLA);
  const v1::ProgramType& program = result.type().program();
  ASSERT_EQ(program.parameters_size(), 2);
  EXPECT_EQ(program.parameters(1).sequence().positions_size(), 2);
  ASSERT_EQ(program.parameter_names_size(), 2);
  EXPECT_EQ(program.parameter_names(0), "x");
  EXPECT_EQ(program.parameter_names(1), "");
  EXPECT_EQ(program.result().tensor().shape().dims(0).size(), 3);
  v1::MergeCase message;
  *message.mutable_merge()->add_operands() = result.type();
  EXPECT_EQ(Answer(message, v1::NOTATION_XLA), text);
  message.mutable_merge()->mutable_operands(0)->mutable_program()->add_parameter_names("too many");
  EXPECT_EQ(FieldOfError(message), "merge.operands[0].program.parameter_names");
}

// The names of parameters stand in backticks in our own notation.
TEST(Programs, AreReadAsTheyAreWritten) {
  for (const char* text : {"(`x`: float32[1]) -> float32[3]", "(`a``b`: float32[1]) -> float32[3]",
                           "(`a: b`: float32[1], int32[2]) -> float32[3]"}) {
    EXPECT_EQ(Answer("merge", {text}), text);
  }
  const v1::MergeResult result = RunCase(MakeCase("merge", {"(`a``b`: float32[1]) -> float32[3]"}));
  EXPECT_EQ(result.type().program().parameter_names(0), "a`b");
}

TEST(Programs, AreMergedAndCompared) {
  EXPECT_EQ(Merge({"(f32[?], s8[2]) -> f32[?]", "(x: f32[4], y: s8[?]) -> f32[3]"}),
            "(x: f32[4], y: s8[2]) -> f32[3]");
  EXPECT_EQ(Merge({"(f32[1]) -> f32[]", "(f32[1], f32[1]) -> f32[]"}), "conflict TYPE_MISMATCH");
  EXPECT_EQ(Merge({"(f32[1]) -> f32[]", "f32[]"}), "conflict TYPE_MISMATCH");
  EXPECT_EQ(Merge({"(f32[1]) -> f32[2]", "(f32[1]) -> f32[3]"}), "conflict DIM_MISMATCH 0");
  EXPECT_EQ(Answer("relax", {"(x: f32[1]) -> f32[2]", "(x: f32[1]) -> f32[3]"}, v1::NOTATION_XLA),
            "(x: f32[1]) -> f32[<=3]");
  const auto holds = [](const std::string& word, const std::vector<std::string>& texts) {
    return Answer(word, texts, v1::NOTATION_XLA) == "true";
  };
  EXPECT_TRUE(holds("equal", {"(x: f32[1]) -> f32[2]", "(f32[1]) -> f32[2]"}));
  EXPECT_FALSE(holds("equal", {"(f32[1]) -> f32[2]", "(f32[1]) -> f32[3]"}));
  EXPECT_FALSE(holds("equal", {"(f32[1]) -> f32[2]", "((f32[1]), f32[2])"}));
  EXPECT_FALSE(holds("equal", {"() -> f32[2]", "(f32[1]) -> f32[2]"}));
  EXPECT_TRUE(holds("relaxes", {"(f32[?]) -> f32[2]", "(f32[1]) -> f32[2]"}));
  EXPECT_FALSE(holds("relaxes", {"() -> f32[2]", "(f32[1]) -> f32[2]"}));
  EXPECT_TRUE(holds("is_static", {"(f32[1]) -> f32[2]"}));
  EXPECT_FALSE(holds("is_static", {"(f32[<=1]) -> f32[2]"}));
  EXPECT_FALSE(holds("is_static", {"(f32[1]) -> f32[?]"}));
}

TEST(Programs, Mistakes) {
  for (const char* text : {"(f32[1]) ->", "(f32[1]) -> x", "(x) -> f32[1]", "(: ) -> f32[1]",
                           "(f32[1] -> f32[1]", "f32[1] -> f32[1]", "(f32[1]) -> f32[1] f32[2]"}) {
    EXPECT_EQ(FieldOfError(MakeCase("merge", {text}), v1::NOTATION_XLA), "merge.operands[0].text");
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
    EXPECT_EQ(FieldOfError(MakeCase("merge", {deep}), v1::NOTATION_XLA), "merge.operands[0].text");
  }
  // What is said of values of a graph is not said of programs.
  EXPECT_EQ(FieldOfError(MakeCase("add", {"() -> f32[]", "f32[]"}), v1::NOTATION_XLA),
            "compute.operands[0]");
}

TEST(Layouts, AreTheSame) {
  const auto same = [](const std::string& left, const std::string& right) {
    return Answer("same_layout", {left, right}, v1::NOTATION_XLA);
  };
  EXPECT_EQ(same("f32[2,3]{0,1}", "s8[4,5]{0, 1}"), "true");
  EXPECT_EQ(same("f32[2,3]{0,1}", "f32[2,3]{1,0}"), "false");
  EXPECT_EQ(same("f32[2,3]", "f32[2,3]{1,0}"), "false");
  EXPECT_EQ(same("f32[2,3]", "f32[2,3]"), "true");
  EXPECT_EQ(same("f32[2,3]", "f32[2]"), "false");
  EXPECT_EQ(same("(f32[2]{0}, token[])", "(f32[2]{0}, opaque[])"), "true");
  EXPECT_EQ(same("(f32[2]{0}) -> f32[3]{0}", "(f32[4]{0}) -> f32[5]{0}"), "true");
  EXPECT_EQ(same("(f32[2]{0}) -> f32[3]{0}", "(f32[4]{0}) -> f32[5]{0:S(1)}"), "false");
  EXPECT_EQ(same("f32[]", "f32[]{}"), "true");
  EXPECT_EQ(same("f32[]", "f32[]{:T(256)}"), "false");
  // A message names none.
  v1::MergeCase message = MakeCase("same_layout", {"f32[2,3]{1,0}", "f32[2,3]"});
  *message.mutable_compare()->mutable_right() = RunCase(MakeCase("merge", {"f32[2,3]"})).type();
  EXPECT_EQ(Part("same_layout", RunCase(message)), "false");
  message.mutable_compare()->mutable_left()->set_text("f32[4,5]");
  EXPECT_EQ(Part("same_layout", RunCase(message)), "true");
  message.mutable_compare()->clear_left();
  message.mutable_compare()->clear_right();
  EXPECT_EQ(Part("same_layout", RunCase(message)), "true");
}

// `f8e4m3` is another type in OpenVINO; words of others are known in every notation.
TEST(ElementTypes, Words) {
  const auto element = [](v1::Notation notation, const std::string& text) {
    return RunCase(MakeCase("merge", {text}), notation).type().tensor().element_type();
  };
  EXPECT_EQ(element(v1::NOTATION_OPENVINO, "f8e4m3[2]"), v1::ELEMENT_TYPE_FLOAT8E4M3FN);
  EXPECT_EQ(element(v1::NOTATION_XLA, "f8e4m3[2]"), v1::ELEMENT_TYPE_FLOAT8E4M3);
  EXPECT_EQ(element(v1::NOTATION_XLA, "u3[2]"), v1::ELEMENT_TYPE_UINT3);
  EXPECT_EQ(element(v1::NOTATION_OPENVINO, "u6[2]"), v1::ELEMENT_TYPE_UINT6);
  EXPECT_EQ(element(v1::NOTATION_SHAPEWRIGHT, "nf4[2]"), v1::ELEMENT_TYPE_NF4);
  for (const v1::Notation notation :
       {v1::NOTATION_SHAPEWRIGHT, v1::NOTATION_NGRAPH, v1::NOTATION_OPENVINO, v1::NOTATION_XLA}) {
    for (const char* text : {"flaot32[2]", "flaot32[N]", "f33[]", "x[0]"}) {
      EXPECT_EQ(Answer("merge", {text}, notation), "error") << text << notation;
    }
  }
}

}  // namespace
}  // namespace shapewright::query
