#include "server/admission/lane.h"

#include <gtest/gtest.h>

#include <limits>

namespace shapewright::server {
namespace {

TEST(Lane, BySizeOfTheRequest) {
  EXPECT_EQ(LaneOf({}), Lane::kTiny);
  EXPECT_EQ(LaneOf({.bytes = 64 << 10}), Lane::kTiny);
  EXPECT_EQ(LaneOf({.bytes = 80 << 10}), Lane::kNormal);
  EXPECT_EQ(LaneOf({.bytes = 1 << 20}), Lane::kNormal);
  EXPECT_EQ(LaneOf({.bytes = 2 << 20}), Lane::kLarge);
}

TEST(Lane, ByTheModelThatIsKeptAndHowOftenItIsAsked) {
  EXPECT_EQ(LaneOf({.bytes = 100, .nodes = 1000}), Lane::kTiny);
  EXPECT_EQ(LaneOf({.bytes = 100, .nodes = 10'000}), Lane::kNormal);
  EXPECT_EQ(LaneOf({.bytes = 100, .nodes = 100'000}), Lane::kLarge);
  EXPECT_EQ(LaneOf({.bytes = 100, .nodes = 1000, .items = 10}), Lane::kTiny);
  EXPECT_EQ(LaneOf({.bytes = 100, .nodes = 1000, .items = 100}), Lane::kNormal);
  EXPECT_EQ(LaneOf({.bytes = 100, .nodes = 1000, .items = 1000}), Lane::kLarge);
  EXPECT_EQ(LaneOf({.bytes = 100, .nodes = 1, .items = 10'000}), Lane::kNormal);
}

TEST(Lane, NothingOverflows) {
  constexpr size_t kMost = std::numeric_limits<size_t>::max();
  EXPECT_EQ(LaneOf({.bytes = kMost, .nodes = kMost / 2, .items = kMost}), Lane::kLarge);
}

TEST(Lane, Names) {
  EXPECT_EQ(LaneName(Lane::kTiny), "tiny");
  EXPECT_EQ(LaneName(Lane::kNormal), "normal");
  EXPECT_EQ(LaneName(Lane::kLarge), "large");
}

}  // namespace
}  // namespace shapewright::server
