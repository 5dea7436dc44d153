// What a request costs grows as its lists do (S65), by the count of work:
// tests/benchmark/work_growth prints it with times.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "core/inference/infer.h"
#include "tests/core/inference/support/growing_requests.h"

namespace shapewright::inference {
namespace {

// As n log n allows, and what is the same for every length takes away.
constexpr double kMostGrowth = 2.3;

uint64_t WorkOf(const v1::InferShapesRequest& request) {
  std::atomic<uint64_t> work{0};
  InferOptions options;
  options.progress = &work;
  const auto answer = InferRequest(request, options);
  EXPECT_TRUE(answer.ok()) << answer.status();
  return work;
}

class S65Growth : public testing::TestWithParam<GrowingRequest> {};

TEST_P(S65Growth, IsNoFasterThanThatOfTheList) {
  const GrowingRequest& row = GetParam();
  const uint64_t once = WorkOf(row.build(row.length));
  const uint64_t twice = WorkOf(row.build(2 * row.length));
  RecordProperty("work", std::to_string(twice));
  EXPECT_LE(static_cast<double>(twice), kMostGrowth * static_cast<double>(once)) << row.name;
}

// The same count again and on another thread (S67).
TEST_P(S65Growth, IsTheSameEveryTime) {
  const GrowingRequest& row = GetParam();
  const v1::InferShapesRequest request = row.build(row.length / 4);
  const uint64_t work = WorkOf(request);
  EXPECT_GT(work, 0u);
  EXPECT_EQ(WorkOf(request), work);
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] { EXPECT_EQ(WorkOf(request), work); });
  }
  for (std::thread& thread : threads) thread.join();
}

std::string NameOf(const testing::TestParamInfo<GrowingRequest>& info) {
  std::string name;
  for (const char c : std::string(info.param.name)) name.push_back(c == ' ' ? '_' : c);
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, S65Growth, testing::ValuesIn(GrowingRequests()), NameOf);

}  // namespace
}  // namespace shapewright::inference
