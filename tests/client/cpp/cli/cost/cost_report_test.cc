#include "client/cpp/cli/cost/cost_report.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "client/cpp/cli/screen/style.h"

namespace shapewright::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

v1::EstimateCostResponse Response() {
  v1::EstimateCostResponse response;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"(total { nodes: 3 cost { macs { expr: "48*N" } flops { expr: "96*N" } parameters: 48
                                 parameter_bytes: 192 uncounted_nodes: 1 } }
         groups { grouping: COST_GROUPING_OPERATOR name: "Add" nodes: 1 cost { flops { expr: "N" } } }
         groups { grouping: COST_GROUPING_OPERATOR name: "MatMul" nodes: 2 cost { flops { expr: "95*N" } } }
         operators { op_type: "TopK" kind: KIND_UNCOUNTED nodes: 1 reason: "no formula" })",
      &response));
  return response;
}

std::string Plain(const std::string& text) { return RenderLines(text, false); }

TEST(CostReport, PutsWhatCostsMostFirst) {
  const std::string text = Plain(ReportCost(Response(), 20, 100));
  EXPECT_THAT(text, HasSubstr("cost of 3 nodes (1 not counted)"));
  EXPECT_THAT(text, HasSubstr("flops: 96*N"));
  EXPECT_LT(text.find("MatMul"), text.find("Add"));
  EXPECT_THAT(text, HasSubstr("not counted: TopK, 1 node: no formula"));
  const std::string top = Plain(ReportCost(Response(), 1, 100));
  EXPECT_THAT(top, Not(HasSubstr("Add")));
  EXPECT_THAT(top, HasSubstr("1 more; --top 0 prints all"));
}

TEST(CostReport, PrintsNumbersAtSizes) {
  v1::EstimateCostResponse response = Response();
  ASSERT_TRUE(google::protobuf::TextFormat::MergeFromString(
      R"(evaluations { label: "N=1000"
           total { macs: 48000 flops: 96000 bytes_read: 900 bytes_written: 100 intensity: 96
                   estimated_seconds: 0.002 }
           groups { flops: 1000 } groups { flops: 95000 } bytes_per_token: 64 unbound: "M" }
         evaluations { label: "N=-1" error { message: "no size" } })",
      &response));
  const std::string text = Plain(ReportCost(response, 20, 120));
  EXPECT_THAT(text, HasSubstr("at N=1000"));
  EXPECT_THAT(text, HasSubstr("96k"));
  EXPECT_THAT(text, HasSubstr("99.0%"));
  EXPECT_THAT(text, HasSubstr("2 ms"));
  EXPECT_THAT(text, HasSubstr("states grow by 64 B for each token"));
  EXPECT_THAT(text, HasSubstr("without a value: M"));
  EXPECT_THAT(text, HasSubstr("no size"));
}

}  // namespace
}  // namespace shapewright::cli
