#include "server/admission/lane_queue.h"

#include <gtest/gtest.h>

#include <string>

namespace shapewright::server {
namespace {

// Tasks that write their names, in the order in which they leave.
class LaneQueueTest : public testing::Test {
 protected:
  void Push(Lane lane, const std::string& peer, const std::string& name) {
    queue_.Push({lane, peer}, [this, name] { order_ += name; }, {});
  }
  std::string PopAll() {
    while (!queue_.empty()) queue_.PopAny().task();
    return order_;
  }

  LaneQueue queue_{1000};
  std::string order_;
};

TEST_F(LaneQueueTest, TasksOfAPeerStayInOrder) {
  for (const char* name : {"a", "b", "c"}) Push(Lane::kNormal, "peer", name);
  EXPECT_EQ(queue_.size(), 3);
  EXPECT_EQ(PopAll(), "abc");
}

// A peer that arrives after another's flood waits for one of its tasks, not for all.
TEST_F(LaneQueueTest, PeersTakeTurns) {
  for (int i = 0; i < 5; ++i) Push(Lane::kLarge, "flood", "f");
  Push(Lane::kLarge, "one", "1");
  Push(Lane::kLarge, "two", "2");
  Push(Lane::kLarge, "one", "1");
  EXPECT_EQ(PopAll(), "f12f1fff");
}

// A peer that is gone and comes again takes its place behind the others.
TEST_F(LaneQueueTest, ForgetsPeersThatWaitForNothing) {
  Push(Lane::kTiny, "one", "1");
  EXPECT_EQ(queue_.Pop(Lane::kTiny).lane, Lane::kTiny);
  EXPECT_TRUE(queue_.empty());
  Push(Lane::kTiny, "two", "2");
  Push(Lane::kTiny, "one", "1");
  EXPECT_EQ(PopAll(), "21");
}

TEST_F(LaneQueueTest, LighterWorkGoesFirst) {
  for (int i = 0; i < 3; ++i) {
    Push(Lane::kLarge, "peer", "L");
    Push(Lane::kNormal, "peer", "n");
    Push(Lane::kTiny, "peer", "t");
  }
  EXPECT_EQ(PopAll(), "tttnnnLLL");
}

TEST_F(LaneQueueTest, HeavierWorkHasItsTurns) {
  for (int i = 0; i < 50; ++i) {
    Push(Lane::kLarge, "peer", "L");
    Push(Lane::kNormal, "peer", "n");
    Push(Lane::kTiny, "peer", "t");
  }
  const std::string round = std::string(16, 't') + "nnnnL";
  EXPECT_EQ(PopAll().substr(0, 3 * round.size()), round + round + round);
}

TEST(LaneQueue, EachLaneHasItsOwnBound) {
  LaneQueue queue(2);
  for (const Lane lane : kAllLanes) {
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(queue.Ask({lane, "peer"}), QueueAnswer::kFree);
      queue.Push({lane, "peer"}, [] {}, {});
    }
    EXPECT_EQ(queue.Ask({lane, "peer"}), QueueAnswer::kFull);
  }
  EXPECT_EQ(queue.size(), 6);
}

}  // namespace
}  // namespace shapewright::server
