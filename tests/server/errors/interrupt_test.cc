#include "server/errors/interrupt.h"

#include <gtest/gtest.h>

#include <chrono>

namespace shapewright::server {
namespace {

using Clock = Interrupt::Clock;

TEST(Interrupt, NothingYet) {
  const Interrupt interrupt(Clock::now() + std::chrono::hours(1));
  EXPECT_TRUE(interrupt.Check().ok());
  EXPECT_TRUE(Interrupt(Clock::time_point::max()).Check().ok());
}

TEST(Interrupt, Cancelled) {
  Interrupt interrupt(Clock::now() + std::chrono::hours(1));
  interrupt.Cancel();
  EXPECT_TRUE(absl::IsCancelled(interrupt.Check()));
}

// gRPC also cancels calls whose deadline has passed.
TEST(Interrupt, TheDeadlineGoesFirst) {
  Interrupt interrupt(Clock::now() - std::chrono::seconds(1));
  EXPECT_TRUE(absl::IsDeadlineExceeded(interrupt.Check()));
  interrupt.Cancel();
  EXPECT_TRUE(absl::IsDeadlineExceeded(interrupt.Check()));
}

}  // namespace
}  // namespace shapewright::server
