#include "client/cpp/cli/run/in_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "absl/strings/str_cat.h"

namespace shapewright::cli {
namespace {

std::vector<std::string> TextsOf(size_t count, size_t jobs,
                                 absl::FunctionRef<ModelAnswer(size_t)> answer) {
  std::vector<std::string> texts;
  AnswerInOrder(
      count, jobs, answer,
      [&](size_t i, const ModelAnswer& done) { texts.push_back(absl::StrCat(i, done.text)); },
      [](size_t) {});
  return texts;
}

TEST(AnswerInOrder, KeepsTheOrder) {
  for (const size_t jobs : {1, 2, 3, 16}) {
    std::vector<std::string> expected;
    for (size_t i = 0; i < 100; ++i) expected.push_back(absl::StrCat(i, "<", i));
    EXPECT_EQ(TextsOf(100, jobs,
                      [](size_t i) {
                        return ModelAnswer{absl::StrCat("<", i), absl::OkStatus()};
                      }),
              expected);
  }
  EXPECT_TRUE(TextsOf(0, 4, [](size_t) { return ModelAnswer(); }).empty());
}

// The first item ends only after the third has: it is taken first all the same.
TEST(AnswerInOrder, ALaterItemMayEndBeforeAnEarlierOne) {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_third_done = false;
  const auto texts = TextsOf(5, 3, [&](size_t i) {
    std::unique_lock lock(mutex);
    if (i == 2) is_third_done = true;
    changed.notify_all();
    if (i == 0) changed.wait(lock, [&] { return is_third_done; });
    return ModelAnswer();
  });
  EXPECT_EQ(texts, (std::vector<std::string>{"0", "1", "2", "3", "4"}));
}

// Begun and not yet taken are at most as many as there are jobs.
TEST(AnswerInOrder, HoldsAtMostAsManyAsJobs) {
  constexpr size_t kJobs = 3;
  std::atomic<size_t> held = 0;
  std::atomic<size_t> most = 0;
  AnswerInOrder(
      200, kJobs,
      [&](size_t) {
        const size_t now = ++held;
        size_t seen = most;
        while (now > seen && !most.compare_exchange_weak(seen, now)) {
        }
        return ModelAnswer();
      },
      [&](size_t, const ModelAnswer&) { --held; }, [](size_t) {});
  EXPECT_EQ(held, 0u);
  EXPECT_LE(most, kJobs);
}

}  // namespace
}  // namespace shapewright::cli
