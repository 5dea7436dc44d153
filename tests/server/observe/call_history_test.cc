#include "server/observe/call_history.h"

#include <gtest/gtest.h>

#include "server/errors/status.h"

namespace shapewright::server {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

CallSummary CallOf(int64_t time) {
  CallSummary summary = {.method = Method::kInferShapes};
  summary.time = milliseconds(time);
  return summary;
}

TEST(CallHistory, HasTheLastAndTheSlowest) {
  CallHistory history;
  const CallHistory::Clock::time_point now(hours(1000));
  for (int i = 0; i < 1000; ++i) history.Add(CallOf(i * 7 % 1000), absl::OkStatus(), now);
  ASSERT_EQ(history.Last().size(), CallHistory::kLast);
  EXPECT_EQ(history.Last()[0].summary.time, milliseconds(993));
  EXPECT_EQ(history.Last()[1].summary.time, milliseconds(986));
  ASSERT_EQ(history.Slowest().size(), CallHistory::kSlowest);
  for (size_t i = 0; i < CallHistory::kSlowest; ++i) {
    EXPECT_EQ(history.Slowest()[i].summary.time, milliseconds(999 - i));
  }
}

TEST(CallHistory, ForgetsTheSlowestOfLongAgo) {
  CallHistory history;
  const CallHistory::Clock::time_point now(hours(1000));
  history.Add(CallOf(100), absl::OkStatus(), now);
  history.Add(CallOf(50), absl::OkStatus(), now + hours(1));
  EXPECT_EQ(history.Slowest().size(), 2U);
  history.Add(CallOf(10), absl::OkStatus(), now + hours(2));
  ASSERT_EQ(history.Slowest().size(), 2U);
  EXPECT_EQ(history.Slowest()[0].summary.time, milliseconds(50));
  history.Add(CallOf(10), absl::OkStatus(), now + hours(9));
  EXPECT_EQ(history.Slowest().size(), 1U);
}

TEST(CallHistory, HasTheReasonOfAnError) {
  CallHistory history;
  const absl::Status error =
      CallError(absl::StatusCode::kInvalidArgument, reason::kMalformedRequest, "`secret` is wrong");
  history.Add(CallOf(1), error, {});
  EXPECT_EQ(history.Last()[0].code, absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(history.Last()[0].reason, reason::kMalformedRequest);
}

}  // namespace
}  // namespace shapewright::server
