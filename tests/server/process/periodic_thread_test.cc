#include "server/process/periodic_thread.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace shapewright::server {
namespace {

TEST(PeriodicThread, WorksAtOnceAndAgain) {
  std::promise<void> third;
  int times = 0;
  const PeriodicThread thread(std::chrono::milliseconds(1), [&] {
    if (++times == 3) third.set_value();
  });
  third.get_future().wait();
}

TEST(PeriodicThread, EndsWithoutWaitingForItsPause) {
  std::promise<void> first;
  std::atomic<int> times = 0;
  {
    // A test that waited for it would time out.
    const PeriodicThread thread(std::chrono::hours(10), [&] {
      ++times;
      first.set_value();
    });
    first.get_future().wait();
  }
  EXPECT_EQ(times, 1);
}

}  // namespace
}  // namespace shapewright::server
