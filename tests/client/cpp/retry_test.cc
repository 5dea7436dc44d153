#include "client/cpp/retry.h"

#include <gtest/gtest.h>

#include <set>

#include "client/cpp/error_text.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace shapewright {
namespace {

absl::Status Overloaded(absl::Duration delay) {
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(absl::ToInt64Seconds(delay));
  retry.mutable_retry_delay()->set_nanos(
      static_cast<int32_t>(absl::ToInt64Nanoseconds(delay) % 1'000'000'000));
  google::rpc::Status details;
  details.add_details()->PackFrom(retry);
  return ToAbslStatus(
      grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "busy", details.SerializeAsString()));
}

TEST(RetryDelay, OnlyWhereNobodyAnsweredOrTheServerAsksForIt) {
  const RetryPolicy policy;
  for (int code = 1; code <= 16; ++code) {
    const absl::Status error(static_cast<absl::StatusCode>(code), "");
    EXPECT_EQ(RetryDelay(policy, error, 1, 0).has_value(),
              absl::IsUnavailable(error) || absl::IsCancelled(error))
        << error;
  }
  EXPECT_TRUE(RetryDelay(policy, Overloaded(absl::Milliseconds(10)), 1, 0).has_value());
}

// As gRPC reports it behind a proxy whose server was killed.
TEST(RetryDelay, AnAnswerThatWasCutIsNone) {
  EXPECT_TRUE(RetryDelay(RetryPolicy(), absl::UnknownError("Stream removed"), 1, 0).has_value());
}

TEST(RetryDelay, DoublesUpToItsLimitWithJitter) {
  RetryPolicy policy;
  policy.attempts = 1000;
  const absl::Status error = absl::UnavailableError("");
  for (const auto& [attempt, most] :
       {std::pair(1, 100), {2, 200}, {3, 400}, {6, 3200}, {7, 5000}, {900, 5000}}) {
    EXPECT_EQ(RetryDelay(policy, error, attempt, 1), absl::Milliseconds(most));
    EXPECT_EQ(RetryDelay(policy, error, attempt, 0), absl::Milliseconds(most) / 2);
  }
}

TEST(RetryDelay, NeverComesBeforeTheServerWantsIt) {
  const RetryPolicy policy;
  const absl::Status error = Overloaded(absl::Milliseconds(1500));
  EXPECT_EQ(RetryDelay(policy, error, 1, 0), absl::Milliseconds(1500));
  EXPECT_EQ(RetryDelay(policy, error, 4, 1), absl::Milliseconds(2250));
  EXPECT_EQ(RetryDelay(policy, Overloaded(absl::Seconds(6)), 1, 0), std::nullopt)
      << "longer than this client waits";
  EXPECT_EQ(RetryDelay(policy, Overloaded(absl::ZeroDuration()), 1, 1), policy.backoff);
}

TEST(RetryDelay, Ends) {
  RetryPolicy policy;
  policy.attempts = 3;
  EXPECT_TRUE(RetryDelay(policy, absl::UnavailableError(""), 2, 0).has_value());
  EXPECT_FALSE(RetryDelay(policy, absl::UnavailableError(""), 3, 0).has_value());
  EXPECT_FALSE(RetryDelay(policy, Overloaded(absl::Milliseconds(1)), 3, 0).has_value());
}

}  // namespace
}  // namespace shapewright
