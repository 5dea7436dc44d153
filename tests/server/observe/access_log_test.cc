#include "server/observe/access_log.h"

#include <gtest/gtest.h>

#include <string>

namespace shapewright::server {
namespace {

constexpr char kTraceparent[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

TEST(CallerIds, AreRead) {
  const CallerIds ids =
      ReadCallerIds({{"x-request-id", "request 7"}, {"traceparent", kTraceparent}});
  EXPECT_EQ(ids.request_id, "request 7");
  EXPECT_EQ(ids.trace_id, "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(ids.parent_id, "00f067aa0ba902b7");
}

TEST(CallerIds, ThatAreHostileAreNotTaken) {
  EXPECT_EQ(ReadCallerIds({}).request_id, "");
  EXPECT_EQ(ReadCallerIds({{"x-request-id", "a\nb"}}).request_id, "");
  EXPECT_EQ(ReadCallerIds({{"x-request-id", "\xff"}}).request_id, "");
  EXPECT_EQ(ReadCallerIds({{"x-request-id", std::string(128, 'a')}}).request_id.size(), 128U);
  EXPECT_EQ(ReadCallerIds({{"x-request-id", std::string(129, 'a')}}).request_id, "");
  EXPECT_EQ(ReadCallerIds({{"x-request-id", "a"}, {"x-request-id", "b"}}).request_id, "");
  // "If the vendor failed to parse traceparent", or got several, there is none.
  EXPECT_EQ(ReadCallerIds({{"traceparent", kTraceparent}, {"traceparent", kTraceparent}}).trace_id,
            "");
}

TEST(TokenBucket, TakesUpToARate) {
  const TokenBucket::Clock::time_point start = TokenBucket::Clock::now();
  TokenBucket bucket(2);
  EXPECT_TRUE(bucket.TryTake(start));
  EXPECT_TRUE(bucket.TryTake(start));
  EXPECT_FALSE(bucket.TryTake(start));
  EXPECT_TRUE(bucket.TryTake(start + std::chrono::milliseconds(500)));
  EXPECT_FALSE(bucket.TryTake(start + std::chrono::milliseconds(500)));
  // Unused tokens do not accumulate beyond one second's.
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(bucket.TryTake(start + std::chrono::hours(1)));
  EXPECT_FALSE(bucket.TryTake(start + std::chrono::hours(1)));
}

TEST(TokenBucket, OfNothing) {
  TokenBucket bucket(0);
  EXPECT_FALSE(bucket.TryTake(TokenBucket::Clock::now()));
}

}  // namespace
}  // namespace shapewright::server
