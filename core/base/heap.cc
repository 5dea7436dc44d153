#include "core/base/heap.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SHAPEWRIGHT_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define SHAPEWRIGHT_SANITIZED 1
#endif
#endif

namespace shapewright {
namespace {

constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

struct ThreadHeap {
  int64_t bytes = 0;
  // Allocations beyond ask the guard.
  int64_t allowed = kUnlimited;
  HeapGuard* guard = nullptr;
};

constinit thread_local ThreadHeap heap;

}  // namespace

int64_t ThreadHeapBytes() { return heap.bytes; }

bool WorkMemory::TryTake(size_t bytes) {
  size_t used = used_.load(std::memory_order_relaxed);
  do {
    if (bytes > limit_ || used > limit_ - bytes) return false;
  } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
  return true;
}

HeapGuard::HeapGuard(WorkMemory& memory) : memory_(memory), is_outermost_(heap.guard == nullptr) {
  if (!is_outermost_) return;
  begin_ = heap.bytes;
  heap.allowed = heap.bytes;
  heap.guard = this;
}

HeapGuard::~HeapGuard() {
  if (!is_outermost_) return;
  heap.guard = nullptr;
  heap.allowed = kUnlimited;
  memory_.used_.fetch_sub(taken_, std::memory_order_relaxed);
}

bool HeapGuard::is_exceeded() { return heap.guard != nullptr && heap.guard->is_exceeded_; }
bool HeapGuard::is_too_large() { return heap.guard != nullptr && heap.guard->is_too_large_; }

HeapGuard::Pause::Pause() : allowed_(heap.allowed), begin_(heap.bytes) {
  heap.allowed = kUnlimited;
}

HeapGuard::Pause::~Pause() {
  heap.allowed = allowed_;
  if (heap.bytes <= allowed_ || heap.bytes <= begin_ || heap.guard == nullptr) return;
  heap.guard->CountPaused(static_cast<size_t>(heap.bytes - begin_));
}

bool HeapGuard::Grow(size_t bytes) { return heap.guard == nullptr || heap.guard->TryGrow(bytes); }

bool HeapGuard::TryGrow(size_t bytes) {
  const int64_t wanted = heap.bytes - begin_ + static_cast<int64_t>(bytes);
  const size_t beyond = static_cast<size_t>(wanted) - taken_;
  const size_t step = std::max(beyond, kStep);
  if (memory_.TryTake(step)) {
    taken_ += step;
    heap.allowed = begin_ + static_cast<int64_t>(taken_);
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

#ifdef SHAPEWRIGHT_SANITIZED

bool IsHeapCounted() { return false; }

}  // namespace shapewright

#else

bool IsHeapCounted() { return true; }

namespace {

// Given up once memory runs out, so that whoever then ends its work can.
constexpr size_t kReserveBytes = size_t{4} << 20;

class Reserve {
 public:
  // Whether there was something to give up.
  bool GiveUp() {
    void* const memory = memory_.exchange(nullptr);
    std::free(memory);
    return memory != nullptr;
  }

 private:
  std::atomic<void*> memory_{std::malloc(kReserveBytes)};
};

Reserve& TheReserve() {
  static Reserve reserve;
  return reserve;
}
// Made before there is a shortage.
[[maybe_unused]] const Reserve& kMadeEarly = TheReserve();

template <typename Malloc>
void* Allocate(size_t size, Malloc allocate) {
  if (static_cast<int64_t>(size) < 0) throw std::bad_alloc();
  if (heap.bytes + static_cast<int64_t>(size) > heap.allowed && !HeapGuard::Grow(size)) {
    throw std::bad_alloc();
  }
  void* memory = allocate();
  if (memory == nullptr && TheReserve().GiveUp()) memory = allocate();
  if (memory == nullptr) throw std::bad_alloc();
  heap.bytes += static_cast<int64_t>(malloc_usable_size(memory));
  return memory;
}

void Free(void* memory) {
  heap.bytes -= static_cast<int64_t>(malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace
}  // namespace shapewright

void* operator new(size_t size) {
  return shapewright::Allocate(size, [size] { return std::malloc(size); });
}
void* operator new(size_t size, std::align_val_t alignment) {
  const auto align = static_cast<size_t>(alignment);
  return shapewright::Allocate(size, [size, align]() -> void* {
    void* memory = nullptr;
    return posix_memalign(&memory, std::max(align, sizeof(void*)), size) == 0 ? memory : nullptr;
  });
}
void operator delete(void* memory) noexcept { shapewright::Free(memory); }
void operator delete(void* memory, size_t /*size*/) noexcept { shapewright::Free(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  shapewright::Free(memory);
}
void operator delete(void* memory, size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  shapewright::Free(memory);
}

#endif
