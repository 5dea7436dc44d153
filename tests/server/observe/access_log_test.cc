#include "server/observe/access_log.h"

#include <gtest/gtest.h>

namespace shapewright::server {
namespace {

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
