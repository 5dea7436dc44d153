#include "client/cpp/cli/cost/cost_question.h"

#include <gtest/gtest.h>

namespace shapewright::cli {
namespace {

TEST(CostQuestion, ReadsParts) {
  CostQuestion question;
  EXPECT_TRUE(ParseCostPart("scope", &question).ok());
  EXPECT_TRUE(ParseCostPart("op", &question).ok());
  ASSERT_EQ(question.request.parts().group_by_size(), 1);
  EXPECT_EQ(question.request.parts().group_by(0), v1::COST_GROUPING_OPERATOR);
  EXPECT_FALSE(ParseCostPart("layer", &question).ok());
}

TEST(CostQuestion, ReadsConventions) {
  CostQuestion question;
  EXPECT_TRUE(ParseConvention("onnx_tool", &question).ok());
  EXPECT_EQ(question.request.measure().convention(), v1::COUNTING_CONVENTION_ONNX_TOOL);
  for (const char* wrong : {"", "weights", "unspecified", "flops"}) {
    EXPECT_FALSE(ParseConvention(wrong, &question).ok()) << wrong;
  }
}

TEST(CostQuestion, ReadsMachines) {
  CostQuestion question;
  EXPECT_TRUE(ParseMachine("2e12,1e11", &question).ok());
  EXPECT_EQ(question.request.measure().machine().flops_per_second(), 2e12);
  EXPECT_EQ(question.request.measure().machine().bytes_per_second(), 1e11);
  for (const char* wrong : {"", "2e12", "1,0", "1,2,3", "a,b"}) {
    EXPECT_FALSE(ParseMachine(wrong, &question).ok()) << wrong;
  }
}

}  // namespace
}  // namespace shapewright::cli
