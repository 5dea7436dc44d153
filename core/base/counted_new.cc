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
#include <dlfcn.h>
#endif
// clang links the operators of its sanitizers into the program.
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define SHAPEWRIGHT_KEEPS_OPERATORS 1
#endif
#endif

#ifdef SHAPEWRIGHT_KEEPS_OPERATORS

namespace shapewright {

bool IsHeapCounted() { return false; }

}  // namespace shapewright

#else

namespace shapewright {

bool IsHeapCounted() { return true; }

namespace {

// What gives the memory.
#ifdef SHAPEWRIGHT_SANITIZED

// The sanitizer's operators: they see which of them frees what another one allocated.
template <typename Function>
Function* NextOperator(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
void* Take(size_t size) {
  static auto* const next = NextOperator<void*(size_t)>("_Znwm");
  return next(size);
}
void* Take(size_t size, std::align_val_t alignment) {
  static auto* const next = NextOperator<void*(size_t, std::align_val_t)>("_ZnwmSt11align_val_t");
  return next(size, alignment);
}
void GiveBack(void* memory) {
  static auto* const next = NextOperator<void(void*)>("_ZdlPv");
  next(memory);
}
void GiveBack(void* memory, size_t size) {
  static auto* const next = NextOperator<void(void*, size_t)>("_ZdlPvm");
  next(memory, size);
}
void GiveBack(void* memory, std::align_val_t alignment) {
  static auto* const next = NextOperator<void(void*, std::align_val_t)>("_ZdlPvSt11align_val_t");
  next(memory, alignment);
}
void GiveBack(void* memory, size_t size, std::align_val_t alignment) {
  static auto* const next =
      NextOperator<void(void*, size_t, std::align_val_t)>("_ZdlPvmSt11align_val_t");
  next(memory, size, alignment);
}

#else

void* Take(size_t size) { return std::malloc(size); }
void* Take(size_t size, std::align_val_t alignment) {
  void* memory = nullptr;
  const size_t align = std::max(static_cast<size_t>(alignment), sizeof(void*));
  return posix_memalign(&memory, align, size) == 0 ? memory : nullptr;
}
template <typename... Hints>
void GiveBack(void* memory, Hints... /*hints*/) {
  std::free(memory);
}

#endif

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

template <typename... Hints>
void* Allocate(size_t size, Hints... hints) {
  if (static_cast<int64_t>(size) < 0) throw std::bad_alloc();
  if (thread_heap.bytes + static_cast<int64_t>(size) > thread_heap.allowed &&
      !HeapGuard::Grow(size)) {
    throw std::bad_alloc();
  }
  void* memory = Take(size, hints...);
  if (memory == nullptr && TheReserve().GiveUp()) memory = Take(size, hints...);
  if (memory == nullptr) throw std::bad_alloc();
  thread_heap.bytes += static_cast<int64_t>(malloc_usable_size(memory));
  return memory;
}

template <typename... Hints>
void Free(void* memory, Hints... hints) {
  thread_heap.bytes -= static_cast<int64_t>(malloc_usable_size(memory));
  GiveBack(memory, hints...);
}

}  // namespace
}  // namespace shapewright

void* operator new(size_t size) { return shapewright::Allocate(size); }
void* operator new(size_t size, std::align_val_t alignment) {
  return shapewright::Allocate(size, alignment);
}
void operator delete(void* memory) noexcept { shapewright::Free(memory); }
void operator delete(void* memory, size_t size) noexcept { shapewright::Free(memory, size); }
void operator delete(void* memory, std::align_val_t alignment) noexcept {
  shapewright::Free(memory, alignment);
}
void operator delete(void* memory, size_t size, std::align_val_t alignment) noexcept {
  shapewright::Free(memory, size, alignment);
}

#ifdef SHAPEWRIGHT_SANITIZED
// Sanitizers bring these too. As everywhere else they are those above.

void* operator new[](size_t size) { return operator new(size); }
void* operator new[](size_t size, std::align_val_t alignment) {
  return operator new(size, alignment);
}
void* operator new(size_t size, const std::nothrow_t& /*tag*/) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void* operator new[](size_t size, const std::nothrow_t& tag) noexcept {
  return operator new(size, tag);
}
void* operator new(size_t size, std::align_val_t alignment,
                   const std::nothrow_t& /*tag*/) noexcept {
  try {
    return operator new(size, alignment);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void* operator new[](size_t size, std::align_val_t alignment, const std::nothrow_t& tag) noexcept {
  return operator new(size, alignment, tag);
}
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, size_t size) noexcept { operator delete(memory, size); }
void operator delete[](void* memory, std::align_val_t alignment) noexcept {
  operator delete(memory, alignment);
}
void operator delete[](void* memory, size_t size, std::align_val_t alignment) noexcept {
  operator delete(memory, size, alignment);
}
void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept {
  operator delete(memory);
}
void operator delete[](void* memory, const std::nothrow_t& /*tag*/) noexcept {
  operator delete(memory);
}

#endif

#endif
