// Least sets, compared with all subsets.
#include "core/questions/planning/least_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <vector>

namespace shapewright::questions {
namespace {

uint32_t BitsOf(const std::vector<bool>& members) {
  uint32_t bits = 0;
  for (size_t i = 0; i < members.size(); ++i) bits |= members[i] ? uint32_t{1} << i : 0;
  return bits;
}

// Each of some sets has to have a member.
TEST(S49LeastSet, OfRandomDemands) {
  std::mt19937 random(49);
  for (int round = 0; round < 300; ++round) {
    const size_t count = 1 + random() % 8;
    std::vector<uint32_t> demands;
    for (uint32_t i = random() % 5; i > 0; --i) {
      demands.push_back(1 + random() % ((uint32_t{1} << count) - 1));
    }
    const auto suffices = [&](const std::vector<bool>& members) {
      return std::all_of(demands.begin(), demands.end(),
                         [&](uint32_t demand) { return (demand & BitsOf(members)) != 0; });
    };
    int least = 99;
    for (uint32_t bits = 0; bits < uint32_t{1} << count; ++bits) {
      std::vector<bool> members(count);
      for (size_t i = 0; i < count; ++i) members[i] = (bits >> i & 1) != 0;
      if (suffices(members)) least = std::min(least, std::popcount(bits));
    }
    Work work;
    const LeastSet found = FindLeastSet(count, suffices, work);
    EXPECT_TRUE(found.is_least);
    EXPECT_TRUE(suffices(found.members));
    EXPECT_EQ(std::count(found.members.begin(), found.members.end(), true), least);
  }
}

TEST(S49LeastSet, IsIrreducibleWhereThereAreTooManyToTry) {
  constexpr size_t kCount = 40;
  const auto suffices = [](const std::vector<bool>& members) {
    for (size_t i = 0; i + 1 < kCount; i += 2) {
      if (!members[i] && !members[i + 1]) return false;
    }
    return true;
  };
  Work work;
  const LeastSet found = FindLeastSet(kCount, suffices, work);
  EXPECT_FALSE(found.is_least);
  EXPECT_EQ(std::count(found.members.begin(), found.members.end(), true), kCount / 2);
}

}  // namespace
}  // namespace shapewright::questions
