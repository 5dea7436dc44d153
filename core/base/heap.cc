#include "core/base/heap.h"

#include <algorithm>

#include "core/base/thread_heap.h"

namespace shapewright {

constinit thread_local ThreadHeap thread_heap;

int64_t ThreadHeapBytes() { return thread_heap.bytes; }

size_t WorkMemory::TryTake(size_t least, size_t most) {
  size_t used = used_.load(std::memory_order_relaxed);
  size_t taken = 0;
  do {
    taken = std::min(most, limit_ - used);
    if (taken < least) return 0;
  } while (!used_.compare_exchange_weak(used, used + taken, std::memory_order_relaxed));
  return taken;
}

HeapGuard::HeapGuard(WorkMemory& memory)
    : memory_(memory), is_outermost_(thread_heap.guard == nullptr) {
  if (!is_outermost_) return;
  begin_ = thread_heap.bytes;
  thread_heap.allowed = thread_heap.bytes;
  thread_heap.guard = this;
}

HeapGuard::~HeapGuard() {
  if (!is_outermost_) return;
  thread_heap.guard = nullptr;
  thread_heap.allowed = ThreadHeap::kUnlimited;
  memory_.used_.fetch_sub(taken_, std::memory_order_relaxed);
}

bool HeapGuard::is_exceeded() {
  return thread_heap.guard != nullptr && thread_heap.guard->is_exceeded_;
}
bool HeapGuard::is_too_large() {
  return thread_heap.guard != nullptr && thread_heap.guard->is_too_large_;
}

HeapGuard::Pause::Pause() : allowed_(thread_heap.allowed), begin_(thread_heap.bytes) {
  thread_heap.allowed = ThreadHeap::kUnlimited;
}

HeapGuard::Pause::~Pause() {
  thread_heap.allowed = allowed_;
  if (thread_heap.bytes <= allowed_ || thread_heap.bytes <= begin_ || thread_heap.guard == nullptr)
    return;
  thread_heap.guard->CountPaused(static_cast<size_t>(thread_heap.bytes - begin_));
}

bool HeapGuard::Grow(size_t bytes) {
  return thread_heap.guard == nullptr || thread_heap.guard->TryGrow(bytes);
}

bool HeapGuard::TryGrow(size_t bytes) {
  const int64_t wanted = thread_heap.bytes - begin_ + static_cast<int64_t>(bytes);
  const size_t beyond = static_cast<size_t>(wanted) - taken_;
  // The last step before the limit is a smaller one.
  if (const size_t step = memory_.TryTake(beyond, std::max(beyond, kStep)); step > 0) {
    taken_ += step;
    thread_heap.allowed = begin_ + static_cast<int64_t>(taken_);
    return true;
  }
  is_exceeded_ = true;
  is_too_large_ = is_too_large_ || static_cast<size_t>(wanted) > memory_.limit();
  return bytes < kLarge && beyond <= kOvershoot + most_paused_;
}

void HeapGuard::CountPaused(size_t bytes) {
  TryGrow(0);
  if (is_exceeded_) most_paused_ = std::max(most_paused_, bytes);
}

}  // namespace shapewright
