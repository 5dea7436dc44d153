#ifndef SHAPEWRIGHT_CORE_BASE_HEAP_H_
#define SHAPEWRIGHT_CORE_BASE_HEAP_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

// Programs that use this have an operator new of their own, which counts what the allocator really
// gives. Sanitizers bring theirs: with them nothing is counted, and nothing is refused.
namespace shapewright {

// Whether the functions below count.
bool IsHeapCounted();

// What this thread has got by operator new less what it has freed: what stays of a piece of work is
// the difference of two calls, if the thread frees nothing that others have made meanwhile.
int64_t ThreadHeapBytes();

// The memory that pieces of work on any number of threads may take together. Outlives their guards.
// Thread-safe.
class WorkMemory {
 public:
  explicit WorkMemory(size_t limit) : limit_(limit) {}
  WorkMemory(const WorkMemory&) = delete;
  WorkMemory& operator=(const WorkMemory&) = delete;

  size_t limit() const { return limit_; }
  // In steps of HeapGuard::kStep.
  size_t used() const { return used_.load(std::memory_order_relaxed); }

 private:
  friend class HeapGuard;
  bool TryTake(size_t bytes);

  const size_t limit_;
  std::atomic<size_t> used_{0};
};

// Counts what this thread takes by operator new from now on, whatever the code is that does, in
// `memory`; gives it back at the end. Where there is no more, a large allocation throws
// std::bad_alloc, while small ones still go through, so that destructors and messages of errors
// need not fail: whoever works asks is_exceeded() now and then and gives up. Within another guard
// it does nothing. Stays on its thread.
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
  // Whether its work alone had more than the limit: trying again makes no sense then.
  static bool is_too_large();

  // While it lives the thread takes what it likes: for code that does not expect bad_alloc. What
  // was taken is counted at its end; where that is too much, the guard is exceeded from then on.
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
  // The most that a Pause took when there was no more.
  size_t most_paused_ = 0;
  bool is_exceeded_ = false;
  bool is_too_large_ = false;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_HEAP_H_
