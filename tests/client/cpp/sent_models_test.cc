#include "client/cpp/sent_models.h"

#include <gtest/gtest.h>

#include <vector>

namespace shapewright {
namespace {

TEST(SentModels, AreNamedOnceSent) {
  SentModels models;
  EXPECT_FALSE(models.IsNamed("a"));
  models.Sent("a");
  EXPECT_TRUE(models.IsNamed("a"));
  EXPECT_FALSE(models.IsNamed("b"));
  models.Missed("a");
  EXPECT_FALSE(models.IsNamed("a"));
}

// Servers take turns, and each knows what it was sent: after a few calls all of them do.
TEST(SentModels, ReachEveryServerThatTakesTurns) {
  for (size_t servers = 1; servers <= 8; ++servers) {
    SentModels models;
    std::vector<bool> knows(servers);
    size_t turn = 0;
    const auto next = [&] { return turn++ % servers; };
    int sends_late = 0;
    for (int call = 0; call < 200; ++call) {
      if (models.IsNamed("m")) {
        if (knows[next()]) continue;
        models.Missed("m");
      }
      knows[next()] = true;
      models.Sent("m");
      if (call >= 100) ++sends_late;
    }
    EXPECT_EQ(sends_late, 0) << servers;
    EXPECT_EQ(std::count(knows.begin(), knows.end(), true), servers);
  }
}

TEST(SentModels, ForgetsRatherThanGrows) {
  SentModels models;
  for (int i = 0; i < 10'000; ++i) models.Sent(std::to_string(i));
  int named = 0;
  for (int i = 0; i < 10'000; ++i) named += models.IsNamed(std::to_string(i)) ? 1 : 0;
  EXPECT_EQ(named, 4096);
  EXPECT_TRUE(models.IsNamed("9999"));
}

}  // namespace
}  // namespace shapewright
