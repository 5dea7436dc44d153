#include "server/process/memory_watch.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "server/process/resident_bytes.h"
#include "tests/mebibyte.h"
#include "tests/sanitized.h"

namespace shapewright::server {
namespace {

// The memory is freed at the second step only.
TEST(MemoryWatch, GoesOnStepByStepUntilTheMemoryIsFree) {
  if (kIsAddressSanitized) GTEST_SKIP() << kKeepsFreedMemory;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<int> steps;
  auto block = std::make_unique<std::vector<char>>(256 * kMiB, 'x');
  const MemoryWatch watch(ResidentBytes() - 192 * kMiB,
                          {[] { return size_t{0}; },
                           [&](int step, size_t uncounted) {
                             const std::lock_guard<std::mutex> lock(mutex);
                             EXPECT_GT(uncounted, 128 * kMiB);
                             steps.push_back(step);
                             if (step == 1) block.reset();
                             changed.notify_all();
                           }});
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return steps.size() >= 2; });
  EXPECT_EQ(steps, (std::vector<int>{0, 1}));
}

TEST(MemoryWatch, CountsWhatIsBoundedElsewhere) {
  std::mutex mutex;
  std::condition_variable changed;
  int looks = 0;
  const std::vector<char> block(256 * kMiB, 'x');
  const MemoryWatch watch(ResidentBytes() - 192 * kMiB,
                          {[&] {
                             const std::lock_guard<std::mutex> lock(mutex);
                             ++looks;
                             changed.notify_all();
                             return 256 * kMiB;
                           },
                           [](int /*step*/, size_t /*uncounted*/) { ADD_FAILURE(); }});
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return looks >= 3; });
}

}  // namespace
}  // namespace shapewright::server
