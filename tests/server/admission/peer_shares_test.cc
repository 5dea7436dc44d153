#include "server/admission/peer_shares.h"

#include <gtest/gtest.h>

#include <string>

namespace shapewright::server {
namespace {

TEST(PeerShares, OnePeerMayTakeThemAll) {
  PeerShares places(16);
  places.Take("a", 15);
  EXPECT_EQ(places.Ask("a", 1), QueueAnswer::kFree);
  places.Take("a", 1);
  EXPECT_EQ(places.Ask("a", 1), QueueAnswer::kFull);
  places.GiveBack("a", 2);
  EXPECT_EQ(places.Ask("a", 2), QueueAnswer::kFree);
  EXPECT_EQ(places.Ask("a", 3), QueueAnswer::kFull);
}

// 16 places and 4 in reserve, of which a peer that holds few may take 1.
TEST(PeerShares, OthersFindAPlaceAllTheSame) {
  PeerShares places(16);
  places.Take("flood", 16);
  for (const char* peer : {"b", "c", "d", "e"}) {
    EXPECT_EQ(places.Ask(peer, 2), QueueAnswer::kShareTaken) << peer;
    EXPECT_EQ(places.Ask(peer, 1), QueueAnswer::kFree) << peer;
    places.Take(peer, 1);
    EXPECT_EQ(places.Ask(peer, 1), QueueAnswer::kShareTaken) << peer;
  }
  EXPECT_EQ(places.Ask("f", 1), QueueAnswer::kFull);
  EXPECT_EQ(places.Ask("flood", 1), QueueAnswer::kShareTaken);
  EXPECT_EQ(places.taken(), 20U);
}

TEST(PeerShares, SmallBoundsHaveAPlaceBeyondToo) {
  PeerShares places(1);
  places.Take("a", 1);
  EXPECT_EQ(places.Ask("b", 1), QueueAnswer::kFree);
}

TEST(PeerShares, KnowsThoseThatHoldSomethingOnly) {
  PeerShares places(1'000'000);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 1000; ++i) {
      const std::string peer = std::to_string(round * 1000 + i);
      places.Take(peer, 2);
      EXPECT_EQ(places.peers(), 1U);
      places.GiveBack(peer, 1);
      places.GiveBack(peer, 1);
    }
  }
  EXPECT_EQ(places.peers(), 0U);
  EXPECT_EQ(places.taken(), 0U);
}

// A call is always admitted when it is alone, so it may hold more than all places.
TEST(PeerShares, MoreThanThereIs) {
  PeerShares places(100);
  places.Take("large", 5000);
  EXPECT_EQ(places.Ask("large", 1), QueueAnswer::kFull);
  EXPECT_EQ(places.Ask("b", 1), QueueAnswer::kFull);
  places.GiveBack("large", 5000);
  EXPECT_EQ(places.Ask("b", 100), QueueAnswer::kFree);
}

}  // namespace
}  // namespace shapewright::server
