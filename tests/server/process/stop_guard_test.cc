#include "server/process/stop_guard.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace shapewright::server {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

TEST(StopGuard, IsSilentInTime) {
  bool is_called = false;
  {
    const StopGuard guard(hours(1), [&] { is_called = true; });
  }
  EXPECT_FALSE(is_called);
  EXPECT_EQ(alarm(0), 0U) << "the alarm is cancelled";
}

TEST(StopGuardDeathTest, EndsTheProcessAfterTheFunction) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        const StopGuard guard(seconds(0), [] { std::fputs("overdue\n", stderr); });
        for (;;) pause();
      },
      testing::ExitedWithCode(StopGuard::kExitCode), "overdue");
}

// As in the server, whose threads block the alarm.
TEST(StopGuardDeathTest, EndsTheProcessThoughTheFunctionHangs) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, nullptr);
        const StopGuard guard(seconds(0), [] {
          for (;;) pause();
        });
        for (;;) pause();
      },
      testing::ExitedWithCode(StopGuard::kExitCode), "");
}

}  // namespace
}  // namespace shapewright::server
