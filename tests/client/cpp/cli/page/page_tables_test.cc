#include "client/cpp/cli/page/page_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace shapewright::cli {
namespace {

TEST(PageTables, TellHowManyRowsTheyLeaveOut) {
  v1::InferShapesResponse answer;
  v1::GraphInfo& graph = *answer.add_graphs();
  for (int i = 0; i < 10003; ++i) graph.add_values()->set_name(absl::StrCat("v", i));
  const std::string html = ModelTables("a", 0, answer, nullptr);
  EXPECT_THAT(html, testing::HasSubstr("(10003)</summary>"));
  EXPECT_THAT(html, testing::HasSubstr("<td>v9999</td>"));
  EXPECT_THAT(html, testing::Not(testing::HasSubstr("<td>v10000</td>")));
  EXPECT_THAT(html, testing::HasSubstr("<p>3 more</p>"));
}

TEST(PageTables, WhatIsEmptyIsNotThere) {
  EXPECT_THAT(ModelTables("a", 0, {}, nullptr), testing::Not(testing::HasSubstr("<table")));
}

}  // namespace
}  // namespace shapewright::cli
