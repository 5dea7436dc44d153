#include "server/observe/door_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "server/observe/metrics.h"

namespace shapewright::server {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(DoorMetrics, CountByModelAndCheck) {
  Metrics metrics;
  EXPECT_THAT(metrics.Render(), Not(HasSubstr("shapewright_door_failures_total{")));
  DoorMetrics& doors = metrics.doors();
  doors.Checked("bert", "pass");
  doors.Checked("bert", "pass");
  doors.Checked("bert", "fail");
  doors.Failed("bert", "input \"ids\" has 2 axes");
  doors.Refused("bert");
  doors.Unchecked("gpt", "compiling");
  const std::string text = metrics.Render();
  EXPECT_THAT(text,
              HasSubstr("shapewright_door_requests_total{model=\"bert\",verdict=\"pass\"} 2"));
  EXPECT_THAT(text,
              HasSubstr("shapewright_door_requests_total{model=\"bert\",verdict=\"fail\"} 1"));
  EXPECT_THAT(text, HasSubstr("shapewright_door_failures_total{check=\"input \\\"ids\\\" has 2 "
                              "axes\",model=\"bert\"} 1"));
  EXPECT_THAT(text, HasSubstr("shapewright_door_refused_total{model=\"bert\"} 1"));
  EXPECT_THAT(text,
              HasSubstr("shapewright_door_unchecked_total{model=\"gpt\",reason=\"compiling\"} 1"));
}

TEST(DoorMetrics, SeriesOfChecksAreBounded) {
  Metrics metrics;
  const size_t extra = 10;
  for (size_t i = 0; i < DoorMetrics::kMaxFailureSeries + extra; ++i) {
    metrics.doors().Failed("m", absl::StrCat("check ", i));
  }
  metrics.doors().Failed("m", "check 0");
  const std::string text = metrics.Render();
  EXPECT_THAT(text, HasSubstr("{check=\"check 999\",model=\"m\"} 1"));
  EXPECT_THAT(text, Not(HasSubstr("check 1000")));
  EXPECT_THAT(text, HasSubstr(absl::StrCat("{check=\"other\",model=\"m\"} ", extra)));
  EXPECT_THAT(text, HasSubstr("{check=\"check 0\",model=\"m\"} 2"));
}

}  // namespace
}  // namespace shapewright::server
