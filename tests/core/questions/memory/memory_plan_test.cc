#include "core/questions/memory/memory_plan.h"

#include <gtest/gtest.h>

#include <random>

namespace shapewright::questions {
namespace {

constexpr int64_t kAlignment = 64;

std::optional<MemoryPlan> Plan(absl::Span<const LiveBuffer> buffers, int64_t alignment) {
  Work work;
  return PlanMemory(buffers, alignment, work);
}

// The peak of live bytes, step by step: the oracle of the lower bound.
int64_t LargestLiveSum(const std::vector<LiveBuffer>& buffers) {
  int64_t largest = 0;
  for (uint32_t step = 0; step < 300; ++step) {
    int64_t live = 0;
    for (const LiveBuffer& buffer : buffers) {
      const bool lives = buffer.first_step <= step && step <= buffer.last_step;
      if (lives) live += (buffer.bytes + kAlignment - 1) / kAlignment * kAlignment;
    }
    largest = std::max(largest, live);
  }
  return largest;
}

void ExpectValid(const std::vector<LiveBuffer>& buffers, const MemoryPlan& plan) {
  for (size_t i = 0; i < buffers.size(); ++i) {
    EXPECT_GE(plan.offsets[i], 0);
    EXPECT_EQ(plan.offsets[i] % kAlignment, 0);
    EXPECT_LE(plan.offsets[i] + buffers[i].bytes, plan.peak_bytes);
    for (size_t k = 0; k < i; ++k) {
      const bool in_time = buffers[i].first_step <= buffers[k].last_step &&
                           buffers[k].first_step <= buffers[i].last_step;
      const bool in_space = plan.offsets[i] < plan.offsets[k] + buffers[k].bytes &&
                            plan.offsets[k] < plan.offsets[i] + buffers[i].bytes;
      EXPECT_FALSE(in_time && in_space) << i << " and " << k;
    }
  }
}

std::vector<LiveBuffer> RandomBuffers(std::mt19937& random, size_t count) {
  std::vector<LiveBuffer> buffers(count);
  for (LiveBuffer& buffer : buffers) {
    buffer.bytes = static_cast<int64_t>(random() % 4000);
    buffer.first_step = random() % 200;
    buffer.last_step = buffer.first_step + random() % 30;
  }
  return buffers;
}

TEST(MemoryPlan, NothingNeedsNothing) {
  const auto plan = Plan({}, kAlignment);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->peak_bytes, 0);
  EXPECT_EQ(plan->lower_bound_bytes, 0);
}

TEST(MemoryPlan, BuffersThatNeverMeetShareMemory) {
  const auto plan = Plan({{100, 0, 1}, {100, 2, 3}}, kAlignment);
  ASSERT_TRUE(plan.has_value());
  EXPECT_EQ(plan->peak_bytes, 128);
  EXPECT_EQ(plan->offsets[0], plan->offsets[1]);
}

TEST(MemoryPlan, LiveBuffersNeverOverlap) {
  std::mt19937 random(1);
  for (int round = 0; round < 10'000; ++round) {
    const auto buffers = RandomBuffers(random, random() % 24);
    const auto plan = Plan(buffers, kAlignment);
    ASSERT_TRUE(plan.has_value());
    ExpectValid(buffers, *plan);
    EXPECT_EQ(plan->lower_bound_bytes, LargestLiveSum(buffers));
    EXPECT_GE(plan->peak_bytes, plan->lower_bound_bytes);
    if (HasFailure()) return;
  }
}

// So many that they are placed in the order of time.
TEST(MemoryPlan, ManyBuffersDoNotOverlapEither) {
  std::mt19937 random(2);
  const auto buffers = RandomBuffers(random, 5000);
  const auto plan = Plan(buffers, kAlignment);
  ASSERT_TRUE(plan.has_value());
  ExpectValid(buffers, *plan);
  EXPECT_EQ(plan->lower_bound_bytes, LargestLiveSum(buffers));
}

TEST(S15MemoryPlan, SumsThatLeave64BitsHaveNoPlan) {
  constexpr int64_t kHuge = int64_t{1} << 62;
  EXPECT_FALSE(Plan({{kHuge, 0, 1}, {kHuge, 0, 1}}, kAlignment).has_value());
}

}  // namespace
}  // namespace shapewright::questions
