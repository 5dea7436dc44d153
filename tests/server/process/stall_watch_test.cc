#include "server/process/stall_watch.h"

#include <gtest/gtest.h>

#include <future>

namespace shapewright::server {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

class Thing final : public Stallable {
 public:
  void OnStalled() override {
    ++count;
    told.set_value();
    if (watch != nullptr) watch->Forget(*this);
  }

  std::promise<void> told;
  StallWatch* watch = nullptr;
  int count = 0;
};

TEST(StallWatch, TellsOnce) {
  Thing thing;
  StallWatch watch(milliseconds(1));
  watch.Watch(thing);
  thing.told.get_future().wait();
  watch.Forget(thing);
  EXPECT_EQ(thing.count, 1);
}

TEST(StallWatch, TellsAgainWhenWatchedAgain) {
  Thing thing;
  StallWatch watch(milliseconds(1));
  thing.watch = &watch;
  for (int round = 1; round <= 3; ++round) {
    thing.told = std::promise<void>();
    watch.Watch(thing);
    thing.told.get_future().wait();
    watch.Forget(thing);
    EXPECT_EQ(thing.count, round);
  }
}

TEST(StallWatch, ForgetsInAnyOrder) {
  Thing things[4];
  Thing last;
  StallWatch watch(hours(1));
  for (Thing& thing : things) watch.Watch(thing);
  watch.Watch(things[1]);  // anew
  for (const int i : {2, 0, 1, 3, 3}) watch.Forget(things[i]);
  watch.Forget(last);  // never watched
  for (const Thing& thing : things) EXPECT_EQ(thing.count, 0);
}

TEST(StallWatch, KeepsTheOrderOfTime) {
  Thing first;
  Thing second;
  StallWatch watch(milliseconds(2));
  watch.Watch(first);
  watch.Watch(second);
  watch.Forget(first);
  second.told.get_future().wait();
  EXPECT_EQ(first.count, 0);
  watch.Forget(second);
}

}  // namespace
}  // namespace shapewright::server
