#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#include "core/base/heap.h"
#include "core/base/thread_heap.h"

// The operators new and delete of our programs. Not in the installed library: a program that links
// it decides itself how memory is counted and reserved.

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SHAPEWRIGHT_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define SHAPEWRIGHT_SANITIZED 1
#endif
#endif

namespace shapewright {

#ifdef SHAPEWRIGHT_SANITIZED

bool IsHeapCounted() { return false; }

}  // namespace shapewright

#else

bool IsHeapCounted() { return true; }

namespace {

// Freed when malloc fails, so that the work can be ended in good order.
constexpr size_t kReserveBytes = size_t{4} << 20;

class Reserve {
 public:
  // Frees the reserve; false if that was done before.
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
// Allocated at the start of the program.
[[maybe_unused]] const Reserve& kMadeEarly = TheReserve();

template <typename Malloc>
void* Allocate(size_t size, Malloc allocate) {
  if (static_cast<int64_t>(size) < 0) throw std::bad_alloc();
  if (thread_heap.bytes + static_cast<int64_t>(size) > thread_heap.allowed &&
      !HeapGuard::Grow(size)) {
    throw std::bad_alloc();
  }
  void* memory = allocate();
  if (memory == nullptr && TheReserve().GiveUp()) memory = allocate();
  if (memory == nullptr) throw std::bad_alloc();
  thread_heap.bytes += static_cast<int64_t>(malloc_usable_size(memory));
  return memory;
}

void Free(void* memory) {
  thread_heap.bytes -= static_cast<int64_t>(malloc_usable_size(memory));
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
