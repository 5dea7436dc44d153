// Expected shapes are the specification's.
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(TextOperators, Shapes) {
  CheckCases({
      {.op = "StringSplit-20",
       .inputs = {"string[N, 2]"},
       .outputs = {"string[N, 2, ?1]", "int64[N, 2]"}},
      {.op = "StringSplit-20", .inputs = {"string?"}, .outputs = {"string rank 1..", "int64?"}},
      {.op = "StringConcat-20",
       .inputs = {"string[N, 1]", "string[3]"},
       .outputs = {"string[N, 3]"}},
      {.op = "StringNormalizer-10", .inputs = {"string[5]"}, .outputs = {"string[5]"}},
      {.op = "StringNormalizer-10",
       .inputs = {"string[1, 5]"},
       .attributes = {{"stopwords", Strings{"the"}}},
       .outputs = {"string[1, ?1]"}},
      {.op = "StringNormalizer-10",
       .inputs = {"string[2, 5]"},
       .outputs = {"string[2, 5]"},
       .diagnostics =
           {"ERROR DIM_MISMATCH input 0 axis 0: StringNormalizer: the words are [C] or [1, C]: 2"}},
      {.op = "RegexFullMatch-20", .inputs = {"string[N]"}, .outputs = {"bool[N]"}},
      {.op = "TfIdfVectorizer-9",
       .inputs = {"int64[N, 12]"},
       .attributes = {{"ngram_indexes", Ints{0, 1, 4, 2}}},
       .outputs = {"float32[N, 5]"}},
      {.op = "TfIdfVectorizer-9",
       .inputs = {"int64[12]"},
       .outputs = {"float32[?1]"},
       .diagnostics = {"ERROR MISSING_ATTRIBUTE: TfIdfVectorizer needs ngram_indexes"}},
  });
}

// The result's type where the only operand is a constant.
std::string OfConstant(const std::string& op, const std::string& tensor,
                       const std::vector<Attr>& attributes) {
  TestModel model;
  const auto constant = model.Node("Constant-13", {}, {{"value", TensorText{tensor}}});
  const auto result = model.Node(op, {constant[0]}, attributes);
  model.Run();
  return model.Text(result[0]);
}

// As Python's str.split(), which the ONNX reference uses.
TEST(StringSplit, OfConstants) {
  const std::string op = "StringSplit-20";
  EXPECT_EQ(OfConstant(op, "string[2] = {a b c, d}", {}), "string[2, 3]");
  EXPECT_EQ(OfConstant(op, "string[2] = {a b c, d}", {{"maxsplit", 1}}), "string[2, 2]");
  EXPECT_EQ(OfConstant(op, "string[1] = {a--b-c}", {{"delimiter", "-"}}), "string[1, 4]");
  EXPECT_EQ(OfConstant(op, "string[1] = {a--b-c}", {{"delimiter", "--"}}), "string[1, 2]");
  EXPECT_EQ(OfConstant(op, "string[0] = {}", {}), "string[0, 0]");
}

TEST(StringNormalizer, OfConstants) {
  const std::string op = "StringNormalizer-10";
  const Attr stops = {"stopwords", Strings{"monday"}};
  const std::string words = "string[3] = {monday, Monday, friday}";
  EXPECT_EQ(OfConstant(op, words, {stops, {"is_case_sensitive", 1}}), "string[2]");
  EXPECT_EQ(OfConstant(op, words, {stops}), "string[1]");
  EXPECT_EQ(OfConstant(op, "string[1, 2] = {monday, monday}", {stops}), "string[1, 1]");
}

}  // namespace
}  // namespace shapewright::rules
