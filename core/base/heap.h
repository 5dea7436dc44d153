#ifndef SHAPEWRIGHT_CORE_BASE_HEAP_H_
#define SHAPEWRIGHT_CORE_BASE_HEAP_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

// Linking this replaces operator new by one that counts the sizes that the allocator really gives.
// Under the sanitizers of clang, which link their own, nothing is counted and nothing refused.
namespace shapewright {

// Whether the functions below count.
bool IsHeapCounted();

// Bytes that this thread has allocated minus those it has freed. The difference of two calls is the
// memory retained in between, if the thread frees nothing that others allocated.
int64_t ThreadHeapBytes();

// A memory limit that the HeapGuards of any number of threads share. Outlives them. Thread-safe.
class WorkMemory {
 public:
  explicit WorkMemory(size_t limit) : limit_(limit) {}
  WorkMemory(const WorkMemory&) = delete;
  WorkMemory& operator=(const WorkMemory&) = delete;

  size_t limit() const { return limit_; }
  // At most the limit. In steps of HeapGuard::kStep.
  size_t used() const { return used_.load(std::memory_order_relaxed); }

 private:
  friend class HeapGuard;
  // Takes `most` bytes, or what is left if that is at least `least`, which is more than 0. How many
  // were taken.
  size_t TryTake(size_t least, size_t most);

  const size_t limit_;
  std::atomic<size_t> used_{0};
};

// Charges the allocations of this thread to `memory` as long as it lives. Beyond the limit a large
// allocation throws std::bad_alloc; small ones still succeed, so that destructors and error
// messages work, and the running code polls is_exceeded() and stops. A nested guard does nothing.
// Must stay on its thread.
class HeapGuard {
 public:
  static constexpr size_t kStep = size_t{1} << 20;
  // A single allocation of this size may throw, a smaller one only beyond kOvershoot and what was
  // taken in a Pause.
  static constexpr size_t kLarge = size_t{1} << 20;
  static constexpr size_t kOvershoot = size_t{32} << 20;

  explicit HeapGuard(WorkMemory& memory);
  HeapGuard(const HeapGuard&) = delete;
  HeapGuard& operator=(const HeapGuard&) = delete;
  ~HeapGuard();

  // Of the guard of this thread; false without one.
  static bool is_exceeded();
  // Whether this guard alone exceeded the limit, so that a retry cannot succeed.
  static bool is_too_large();

  // Suspends the limit for code that cannot handle bad_alloc. The allocations are charged at its
  // end; if they are over the limit, the guard is exceeded from then on.
  class Pause {
   public:
    Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;
    ~Pause();

   private:
    const int64_t allowed_;
    const int64_t begin_;
  };

  // For operator new alone: whether so many bytes may be taken beyond what is allowed.
  static bool Grow(size_t bytes);

 private:
  bool TryGrow(size_t bytes);
  void CountPaused(size_t bytes);

  WorkMemory& memory_;
  const bool is_outermost_;
  int64_t begin_ = 0;
  size_t taken_ = 0;
  // The most that one Pause took, while this guard was exceeded.
  size_t most_paused_ = 0;
  bool is_exceeded_ = false;
  bool is_too_large_ = false;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_HEAP_H_
