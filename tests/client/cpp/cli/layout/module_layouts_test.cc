#include "client/cpp/cli/layout/module_layouts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shapewright::cli {
namespace {

using ::testing::HasSubstr;

std::vector<graph::HloBuffer> Buffers() {
  return {{"x", "main", "parameter", "f32[2,3]{1,0:T(2,128)}", ""},
          {"y", "main", "copy", "f32[2,3]{0,1}", "f32[2,3]{1,0:T(2,128)}"},
          {"z", "main", "copy", "s32[]", "s32[]"}};
}

TEST(ModuleLayouts, AsksAboutEachBufferAndCopy) {
  const auto requests = RequestsAbout(Buffers(), 2);
  ASSERT_EQ(requests.size(), 2U);
  ASSERT_EQ(requests[0].cases_size(), 2);
  EXPECT_EQ(requests[0].cases(0).label(), "main/x");
  EXPECT_EQ(requests[0].cases(0).questions_size(), 0);
  EXPECT_EQ(requests[0].cases(1).tensor().text(), "f32[2,3]{0,1}");
  EXPECT_EQ(requests[0].cases(1).questions(0).compare().other().text(), "f32[2,3]{1,0:T(2,128)}");
  EXPECT_EQ(requests[1].cases(0).label(), "main/z");
}

TEST(ModuleLayouts, AddsUpBytesAndTellsCopies) {
  v1::ComputeLayoutResponse response;
  for (const auto& [bytes, unpadded] : {std::pair(1024, 24), std::pair(24, 24), std::pair(4, 4)}) {
    v1::LayoutFacts& facts = *response.add_results()->mutable_facts();
    facts.mutable_bytes()->set_value(bytes);
    facts.mutable_details()->mutable_unpadded_bytes()->set_value(unpadded);
  }
  v1::LayoutComparison& moved = *response.mutable_results(1)->add_answers()->mutable_comparison();
  moved.set_needs_copy(true);
  moved.add_transpose(1);
  moved.add_transpose(0);
  response.mutable_results(2)->add_answers()->mutable_comparison()->set_equal(true);
  const std::string report = ModuleLayoutReport(Buffers(), response, 200);
  EXPECT_THAT(report, HasSubstr("3 buffers: 1052 bytes, 1000 of them padding\n"));
  EXPECT_THAT(report, HasSubstr("1 of 2 copies change a layout\n"));
  EXPECT_THAT(report, HasSubstr("y: f32[2,3]{1,0:T(2,128)} to f32[2,3]{0,1}, elements move: "
                                "transpose [1, 0]\n"));
}

}  // namespace
}  // namespace shapewright::cli
