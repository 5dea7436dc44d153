#include "client/cpp/cli/check/tree/tree_node.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace shapewright::cli {
namespace {

using testing::HasSubstr;

std::string RepeatedText(size_t count, const std::string& text) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

TEST(TreeNode, ReadsJsonWithLines) {
  const ParsedTree tree = ParseTree("{\n  \"a\": [1, \"2\",\n null],\n\t\"b\": {\"c\": true}\n}\n");
  ASSERT_FALSE(tree.error.has_value()) << tree.error->message;
  ASSERT_EQ(tree.documents.size(), 1U);
  const TreeNode& root = tree.documents[0];
  ASSERT_NE(root.Find("a"), nullptr);
  const TreeNode& list = *root.Find("a");
  ASSERT_EQ(list.items.size(), 3U);
  EXPECT_EQ(list.items[0].Integer(), 1);
  EXPECT_FALSE(list.items[0].is_quoted);
  EXPECT_TRUE(list.items[1].is_quoted);
  EXPECT_EQ(list.items[1].line, 2);
  EXPECT_EQ(list.items[2].kind, TreeNode::Kind::kNull);
  EXPECT_EQ(list.items[2].line, 3);
  EXPECT_EQ(root.FindPath({"b", "c"})->text, "true");
  EXPECT_EQ(root.FindKey("b")->line, 4);
  EXPECT_EQ(root.FindPath({"b", "d"}), nullptr);
}

TEST(TreeNode, ReadsSeveralDocumentsAndAliases) {
  const ParsedTree tree = ParseTree("a: &x [1, 2]\nb: *x\n---\nc: 3\n");
  ASSERT_EQ(tree.documents.size(), 2U);
  EXPECT_EQ(tree.documents[0].Find("b")->items.size(), 2U);
  EXPECT_EQ(tree.documents[0].Find("b")->line, 2);
  EXPECT_EQ(tree.documents[1].TextOf("c"), "3");
}

TEST(TreeNode, TellsTheLineOfAnError) {
  const ParsedTree tree = ParseTree("{\n \"a\": 1,\n \"b\": ]\n}\n");
  ASSERT_TRUE(tree.error.has_value());
  EXPECT_EQ(tree.error->line, 3);
  EXPECT_TRUE(tree.documents.empty());
}

// Nine levels of nine aliases would be 387 million values.
TEST(TreeNode, AliasesDoNotMultiply) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string before = absl::StrCat("*a", i - 1);
    absl::StrAppend(&text, "a", i, ": &a", i, " [", before, RepeatedText(8, ", " + before), "]\n");
  }
  const ParsedTree tree = ParseTree(text);
  ASSERT_TRUE(tree.error.has_value());
  EXPECT_THAT(tree.error->message, HasSubstr("too many"));
}

TEST(TreeNode, AnAliasOfItselfIsAnError) {
  EXPECT_TRUE(ParseTree("a: &a [*a]\n").error.has_value());
}

TEST(TreeNode, DepthIsBounded) {
  for (const size_t depth : {size_t{65}, size_t{400}, size_t{100000}}) {
    const ParsedTree tree = ParseTree(RepeatedText(depth, "[") + RepeatedText(depth, "]"));
    EXPECT_TRUE(tree.error.has_value()) << depth;
  }
  EXPECT_FALSE(ParseTree(RepeatedText(60, "[") + RepeatedText(60, "]")).error.has_value());
}

}  // namespace
}  // namespace shapewright::cli
