#include "server/admission/batch_scheduling.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>

namespace shapewright::server {
namespace {

// What the kernel says of the calling thread.
int Policy() { return sched_getscheduler(0); }

TEST(WayGiving, ChangesThePolicyOfTheCallingThreadAlone) {
  ASSERT_EQ(Policy(), SCHED_OTHER);
  std::thread([] {
    SetBatchScheduling(false);
    EXPECT_EQ(Policy(), SCHED_OTHER);
    SetBatchScheduling(true);
    SetBatchScheduling(true);
    EXPECT_EQ(Policy(), SCHED_BATCH);
    SetBatchScheduling(false);
    EXPECT_EQ(Policy(), SCHED_OTHER);
    SetBatchScheduling(true);
  }).join();
  EXPECT_EQ(Policy(), SCHED_OTHER);
}

}  // namespace
}  // namespace shapewright::server
