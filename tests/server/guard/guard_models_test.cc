#include "server/guard/guard_models.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace shapewright::server {
namespace {

TEST(GuardModels, HaveALineEach) {
  const auto table = ParseGuardTable(
      "# doors\n\nbert shadow models/bert/1/model.onnx\r\ngpt.onnx\tenforce\n  * shadow\n");
  ASSERT_TRUE(table.ok()) << table.status();
  ASSERT_EQ(table->models.size(), 2U);
  EXPECT_EQ(table->models.at("bert").source, "models/bert/1/model.onnx");
  EXPECT_EQ(table->models.at("bert").mode, GuardMode::kShadow);
  EXPECT_EQ(table->models.at("gpt.onnx").source, "gpt.onnx");
  EXPECT_EQ(table->models.at("gpt.onnx").mode, GuardMode::kEnforce);
  EXPECT_EQ(table->others, GuardMode::kShadow);
  EXPECT_EQ(ParseGuardTable("")->others, GuardMode::kEnforce);
}

std::string TableError(const std::string& text) {
  return std::string(ParseGuardTable(text).status().message());
}

TEST(GuardModels, TellTheLineThatIsWrong) {
  EXPECT_EQ(TableError("\nbert"),
            "line 2: a line is NAME enforce|shadow [PATH], or * enforce|shadow");
  EXPECT_EQ(TableError("bert shadow a b"),
            "line 1: a line is NAME enforce|shadow [PATH], or * enforce|shadow");
  EXPECT_EQ(TableError("* shadow a"),
            "line 1: a line is NAME enforce|shadow [PATH], or * enforce|shadow");
  EXPECT_EQ(TableError("bert on"), "line 1: \"on\" is neither enforce nor shadow");
  EXPECT_EQ(TableError("bert shadow\nbert enforce"), "line 2: model bert stands there twice");
  std::string many;
  for (int i = 0; i <= 1000; ++i) absl::StrAppend(&many, "m", i, " shadow\n");
  EXPECT_EQ(TableError(many), "line 1001: more than 1000 models");
}

}  // namespace
}  // namespace shapewright::server
