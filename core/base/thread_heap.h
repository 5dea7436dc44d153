#ifndef SHAPEWRIGHT_CORE_BASE_THREAD_HEAP_H_
#define SHAPEWRIGHT_CORE_BASE_THREAD_HEAP_H_

#include <cstdint>
#include <limits>

namespace shapewright {

class HeapGuard;

// What operator new and the thread's HeapGuard share; for heap.cc and counted_new.cc.
struct ThreadHeap {
  static constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

  int64_t bytes = 0;
  // Allocations beyond this many bytes ask the guard.
  int64_t allowed = kUnlimited;
  HeapGuard* guard = nullptr;
};

extern constinit thread_local ThreadHeap thread_heap;

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_THREAD_HEAP_H_
