#include "server/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <thread>
#include <vector>

namespace shapewright::server {
namespace {

// Tasks that wait for each other by these would hang, not fail, if the pool
// were wrong; ctest's timeout ends that.
TEST(ThreadPool, RunsAllInOrderOnOneThread) {
  std::vector<int> order;
  {
    ThreadPool pool(1, 100);
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(pool.TryRun([&order, i] { order.push_back(i); }));
    }
  }
  ASSERT_EQ(order.size(), 100);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(order[i], i);
}

TEST(ThreadPool, RunsAsManyAtOnceAsItHasThreads) {
  std::promise<void> release;
  const std::shared_future<void> released(release.get_future());
  std::promise<void> all_run;
  std::atomic<int> running{0};
  // Ends before what its threads wait for does.
  ThreadPool pool(3, 1);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(pool.TryRun([&] {
      if (++running == 3) all_run.set_value();
      released.wait();
    }));
  }
  all_run.get_future().wait();
  release.set_value();
}

TEST(ThreadPool, RefusesWhenTheQueueIsFull) {
  ThreadPool pool(1, 2);
  std::promise<void> begun;
  std::promise<void> release;
  std::atomic<int> done{0};
  ASSERT_TRUE(pool.TryRun([&] {
    begun.set_value();
    release.get_future().wait();
  }));
  begun.get_future().wait();
  EXPECT_EQ(pool.queued(), 0);
  EXPECT_EQ(pool.busy(), 1);
  EXPECT_TRUE(pool.TryRun([&] { ++done; }));
  EXPECT_FALSE(pool.is_full());
  EXPECT_TRUE(pool.is_half_empty());
  EXPECT_TRUE(pool.TryRun([&] { ++done; }));
  EXPECT_EQ(pool.queued(), 2);
  EXPECT_TRUE(pool.is_full());
  EXPECT_FALSE(pool.is_half_empty());
  EXPECT_FALSE(pool.TryRun([&] { ++done; }));
  release.set_value();
  pool.Stop();
  EXPECT_EQ(done, 2);
  EXPECT_TRUE(pool.is_full()) << "it takes no more";
}

// A thread that has nothing to do takes a task even where the queue is small.
TEST(ThreadPool, IdleThreadsCountAsRoom) {
  std::promise<void> release;
  const std::shared_future<void> released(release.get_future());
  ThreadPool pool(4, 1);
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(pool.TryRun([released] { released.wait(); })) << i;
  }
  EXPECT_FALSE(pool.TryRun([] {}));
  release.set_value();
}

TEST(ThreadPool, StopRunsWhatWasTakenOn) {
  std::atomic<int> done{0};
  ThreadPool pool(2, 1000);
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(pool.TryRun([&done] { ++done; }));
  }
  pool.Stop();
  EXPECT_EQ(done, 1000);
  EXPECT_FALSE(pool.TryRun([&done] { ++done; }));
  pool.Stop();
  EXPECT_EQ(done, 1000);
}

TEST(ThreadPool, LetsGoOfATaskWhenItIsDone) {
  ThreadPool pool(1, 8);
  auto held = std::make_shared<int>(0);
  const std::weak_ptr<int> watched = held;
  ASSERT_TRUE(pool.TryRun([held = std::move(held)] { ++*held; }));
  pool.Stop();
  EXPECT_TRUE(watched.expired());
}

TEST(ThreadPool, TakesTasksFromManyThreads) {
  constexpr int kCallers = 8;
  constexpr int kTasks = 500;
  std::atomic<int> accepted{0};
  std::atomic<int> done{0};
  ThreadPool pool(2, 16);
  std::vector<std::thread> callers;
  for (int i = 0; i < kCallers; ++i) {
    callers.emplace_back([&] {
      for (int j = 0; j < kTasks; ++j) {
        if (pool.TryRun([&done] { ++done; })) ++accepted;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  pool.Stop();
  EXPECT_GT(accepted, 0);
  EXPECT_EQ(done, accepted);
}

}  // namespace
}  // namespace shapewright::server
