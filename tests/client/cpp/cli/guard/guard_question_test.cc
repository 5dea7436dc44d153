#include "client/cpp/cli/guard/guard_question.h"

#include <gtest/gtest.h>

#include "client/cpp/cli/options/parse_arguments.h"

namespace shapewright::cli {
namespace {

absl::StatusOr<Arguments> Parsed(std::vector<std::string> words) {
  words.insert(words.begin(), {"guard", "m.onnx"});
  return ParseArguments(words, [](const char*) -> const char* { return nullptr; });
}

TEST(GuardQuestion, HasRequestsWithSizesAndElements) {
  const auto arguments =
      Parsed({"--check", "x=[8,3],k[1]=5,n[]=2", "--check=x=[1,3]", "-o", "m.guard"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  const GuardQuestion& question = arguments->guard;
  EXPECT_EQ(question.out, "m.guard");
  ASSERT_EQ(question.checks.size(), 2U);
  EXPECT_EQ(question.texts[1], "x=[1,3]");
  const v1::Binding& first = question.checks[0];
  EXPECT_TRUE(first.symbols().empty());
  ASSERT_EQ(first.inputs_size(), 3);
  EXPECT_EQ(first.inputs(0).sizes_size(), 2);
  EXPECT_EQ(first.inputs(1).name(), "k");
  ASSERT_EQ(first.inputs(1).values_size(), 2);
  EXPECT_EQ(first.inputs(1).values(1), 5);
  EXPECT_EQ(first.inputs(2).values(0), 2);
}

TEST(GuardQuestion, HasALargestRequest) {
  const auto arguments = Parsed({"--max", "x=[64,3]", "--max", "y=[64]"});
  ASSERT_TRUE(arguments.ok()) << arguments.status();
  EXPECT_EQ(arguments->guard.request.max_request_size(), 2);
}

TEST(GuardQuestion, HasNoSymbols) {
  EXPECT_EQ(Parsed({"--check", "N=8"}).status().message(),
            "--check: a request has inputs such as x=[8,3] and elements such as k[0]=5, not N");
  EXPECT_FALSE(Parsed({"--check", "k[2000]=8"}).ok());
  EXPECT_FALSE(Parsed({"--check", "x=[8"}).ok());
}

}  // namespace
}  // namespace shapewright::cli
