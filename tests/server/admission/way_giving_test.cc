#include "server/admission/way_giving.h"

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
    GiveWay(false);
    EXPECT_EQ(Policy(), SCHED_OTHER);
    GiveWay(true);
    GiveWay(true);
    EXPECT_EQ(Policy(), SCHED_BATCH);
    GiveWay(false);
    EXPECT_EQ(Policy(), SCHED_OTHER);
    GiveWay(true);
  }).join();
  EXPECT_EQ(Policy(), SCHED_OTHER);
}

}  // namespace
}  // namespace shapewright::server
