#include "server/admission/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace shapewright::server {
namespace {

const WorkTag kNormal = {Lane::kNormal, "peer"};
const WorkTag kTiny = {Lane::kTiny, "peer"};
const WorkTag kLarge = {Lane::kLarge, "peer"};

// Running tasks never count as heavier.
ThreadPool::Settings Ageless(size_t threads, size_t max_queued) {
  return {.threads = threads,
          .max_queued = max_queued,
          .tiny_time = std::chrono::hours(1),
          .normal_time = std::chrono::hours(1),
          .observer = nullptr};
}

bool Take(ThreadPool& pool, const WorkTag& tag, ThreadPool::Task task) {
  return pool.TryRun(tag, std::move(task)) == QueueAnswer::kFree;
}

// If the pool were wrong, these tasks would wait for each other for ever, and ctest's timeout would
// fail the test.
TEST(ThreadPool, RunsAllInOrderOnOneThread) {
  std::vector<int> order;
  {
    ThreadPool pool(Ageless(1, 100));
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(Take(pool, kNormal, [&order, i] { order.push_back(i); }));
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
  // Declared last, so that the pool ends before what its tasks wait for.
  ThreadPool pool(Ageless(3, 1));
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(Take(pool, kNormal, [&] {
      if (++running == 3) all_run.set_value();
      released.wait();
    }));
  }
  all_run.get_future().wait();
  release.set_value();
}

TEST(ThreadPool, RefusesWhenTheQueueIsFull) {
  ThreadPool pool(Ageless(1, 2));
  std::promise<void> begun;
  std::promise<void> release;
  std::atomic<int> done{0};
  ASSERT_TRUE(Take(pool, kNormal, [&] {
    begun.set_value();
    release.get_future().wait();
  }));
  begun.get_future().wait();
  EXPECT_EQ(pool.queued(), 0);
  EXPECT_EQ(pool.busy(), 1);
  EXPECT_TRUE(Take(pool, kNormal, [&] { ++done; }));
  EXPECT_EQ(pool.Ask(kNormal), QueueAnswer::kFree);
  EXPECT_TRUE(pool.is_half_empty());
  EXPECT_TRUE(Take(pool, kNormal, [&] { ++done; }));
  EXPECT_EQ(pool.queued(), 2);
  EXPECT_EQ(pool.Ask(kNormal), QueueAnswer::kFull);
  EXPECT_FALSE(pool.is_half_empty());
  EXPECT_FALSE(Take(pool, kNormal, [&] { ++done; }));
  release.set_value();
  pool.Stop();
  EXPECT_EQ(done, 2);
  EXPECT_EQ(pool.Ask(kNormal), QueueAnswer::kFull) << "it takes no more";
}

// Idle threads count as room besides the queue.
TEST(ThreadPool, IdleThreadsCountAsRoom) {
  std::promise<void> release;
  const std::shared_future<void> released(release.get_future());
  ThreadPool pool(Ageless(4, 1));
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(Take(pool, kNormal, [released] { released.wait(); })) << i;
  }
  EXPECT_FALSE(Take(pool, kNormal, [] {}));
  release.set_value();
}

TEST(ThreadPool, StopRunsWhatWasTakenOn) {
  std::atomic<int> done{0};
  ThreadPool pool(Ageless(2, 1000));
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(Take(pool, kNormal, [&done] { ++done; }));
  }
  pool.Stop();
  EXPECT_EQ(done, 1000);
  EXPECT_FALSE(Take(pool, kNormal, [&done] { ++done; }));
  pool.Stop();
  EXPECT_EQ(done, 1000);
}

TEST(ThreadPool, LetsGoOfATaskWhenItIsDone) {
  ThreadPool pool(Ageless(1, 8));
  auto held = std::make_shared<int>(0);
  const std::weak_ptr<int> watched = held;
  ASSERT_TRUE(Take(pool, kNormal, [held = std::move(held)] { ++*held; }));
  pool.Stop();
  EXPECT_TRUE(watched.expired());
}

TEST(ThreadPool, TakesTasksFromManyThreads) {
  constexpr int kCallers = 8;
  constexpr int kTasks = 500;
  std::atomic<int> accepted{0};
  std::atomic<int> done{0};
  ThreadPool pool(Ageless(2, 16));
  std::vector<std::thread> callers;
  for (int i = 0; i < kCallers; ++i) {
    callers.emplace_back([&] {
      for (int j = 0; j < kTasks; ++j) {
        if (Take(pool, kNormal, [&done] { ++done; })) ++accepted;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  pool.Stop();
  EXPECT_GT(accepted, 0);
  EXPECT_EQ(done, accepted);
}

// A task that runs until it is let go.
class Blocker {
 public:
  ThreadPool::Task Task() {
    return [this] {
      ++running_;
      released_.wait();
    };
  }
  // Waits until this many of them run.
  void WaitUntilRunning(int count) {
    for (int now = running_; now < count; now = running_) std::this_thread::yield();
  }
  void Release() { release_.set_value(); }

 private:
  std::promise<void> release_;
  const std::shared_future<void> released_{release_.get_future()};
  std::atomic<int> running_{0};
};

// A large task occupies the only thread; tiny and normal tasks still run.
TEST(ThreadPoolLanes, LightWorkDoesNotWaitForHeavyWork) {
  Blocker large;
  ThreadPool pool(Ageless(1, 100));
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(Take(pool, kLarge, large.Task()));
  large.WaitUntilRunning(1);
  for (const WorkTag& tag : {kTiny, kNormal}) {
    std::promise<void> done;
    ASSERT_TRUE(Take(pool, tag, [&done] { done.set_value(); }));
    done.get_future().wait();
  }
  EXPECT_EQ(pool.queued(Lane::kLarge), 9);
  large.Release();
}

// At most one task of each lighter lane runs beyond the threads.
TEST(ThreadPoolLanes, TheThreadsAreABoundForEachKindOfWork) {
  for (const WorkTag& tag : {kTiny, kNormal, kLarge}) {
    Blocker blocker;
    ThreadPool pool(Ageless(2, 100));
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(Take(pool, tag, blocker.Task()));
    blocker.WaitUntilRunning(2);
    EXPECT_EQ(pool.busy(), 2);
    EXPECT_EQ(pool.queued(), 8);
    blocker.Release();
  }
  Blocker large;
  Blocker light;
  ThreadPool pool(Ageless(2, 100));
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(Take(pool, kLarge, large.Task()));
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(Take(pool, kNormal, light.Task()));
    ASSERT_TRUE(Take(pool, kTiny, light.Task()));
  }
  light.WaitUntilRunning(2);
  EXPECT_EQ(pool.busy(), 4);
  EXPECT_EQ(pool.queued(Lane::kLarge), 8);
  EXPECT_EQ(pool.queued(Lane::kNormal), 9);
  EXPECT_EQ(pool.queued(Lane::kTiny), 9);
  light.Release();
  large.Release();
}

// A task that looked tiny but runs long delays other tiny tasks only for a moment.
TEST(ThreadPoolLanes, WorkThatTakesLongCountsAsHeavier) {
  Blocker hostile;
  std::promise<void> done;
  ThreadPool pool({.threads = 1, .max_queued = 100, .observer = nullptr});
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(Take(pool, kTiny, hostile.Task()));
  ASSERT_TRUE(Take(pool, kTiny, [&done] { done.set_value(); }));
  done.get_future().wait();
  hostile.Release();
}

TEST(ThreadPoolLanes, RunsNoMoreThanItsSpareThreadsBeyond) {
  constexpr size_t kMost = 1 + ThreadPool::kSpareThreads;
  Blocker hostile;
  ThreadPool::Settings settings = Ageless(1, 100);
  settings.tiny_time = std::chrono::milliseconds(1);
  settings.normal_time = std::chrono::milliseconds(1);
  ThreadPool pool(settings);
  for (size_t i = 0; i < kMost + 3; ++i) ASSERT_TRUE(Take(pool, kTiny, hostile.Task()));
  hostile.WaitUntilRunning(static_cast<int>(kMost));
  EXPECT_EQ(pool.busy(), kMost);
  EXPECT_EQ(pool.queued(), 3);
  hostile.Release();
}

// Each lane has a queue of its own; within one there is room for a peer that has nothing there.
TEST(ThreadPoolLanes, QueuesAreBoundedByLaneAndPeer) {
  Blocker large;
  ThreadPool pool(Ageless(1, 4));
  const WorkTag other = {Lane::kLarge, "other"};
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(Take(pool, kLarge, large.Task()));
  EXPECT_EQ(pool.TryRun(kLarge, [] {}), QueueAnswer::kFull);
  EXPECT_EQ(pool.TryRun(other, [] {}), QueueAnswer::kFree);
  EXPECT_EQ(pool.TryRun(other, [] {}), QueueAnswer::kShareTaken);
  EXPECT_EQ(pool.TryRun(kLarge, [] {}), QueueAnswer::kShareTaken);
  EXPECT_EQ(pool.TryRun(kNormal, [] {}), QueueAnswer::kFree);
  EXPECT_EQ(pool.queued(Lane::kLarge), 5);
  large.Release();
}

TEST(ThreadPoolLanes, TellsHowLongTasksWaited) {
  std::mutex mutex;
  std::vector<Lane> told;
  {
    ThreadPool::Settings settings = Ageless(1, 10);
    settings.observer = [&](Lane lane, ThreadPool::Clock::duration waited) {
      const std::lock_guard<std::mutex> lock(mutex);
      told.push_back(lane);
      EXPECT_GE(waited.count(), 0);
    };
    ThreadPool pool(settings);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(Take(pool, kLarge, [] {}));
  }
  EXPECT_EQ(told, std::vector<Lane>(3, Lane::kLarge));
}

}  // namespace
}  // namespace shapewright::server
