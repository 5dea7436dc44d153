#include "page/page_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace shapewright {
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

TEST(PageTables, ListCostsByOperator) {
  v1::EstimateCostResponse cost;
  cost.mutable_total()->mutable_cost()->mutable_flops()->set_expr("64*N");
  v1::CostEntry& entry = *cost.add_groups();
  entry.set_grouping(v1::COST_GROUPING_OPERATOR);
  entry.set_name("<Add>");
  entry.mutable_cost()->mutable_flops()->set_value(7);
  cost.add_groups()->set_name("a node");
  const std::string html = ModelTables("a", 0, {}, &cost);
  EXPECT_THAT(html, testing::HasSubstr("<td>64*N</td>"));
  EXPECT_THAT(html, testing::HasSubstr("<td>&lt;Add&gt;</td><td>0</td><td>7</td>"));
  EXPECT_THAT(html, testing::Not(testing::HasSubstr("a node")));
}

}  // namespace
}  // namespace shapewright
