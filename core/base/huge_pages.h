#ifndef SHAPEWRIGHT_CORE_BASE_HUGE_PAGES_H_
#define SHAPEWRIGHT_CORE_BASE_HUGE_PAGES_H_

#include <sys/mman.h>

#include <cstddef>
#include <memory>
#include <new>

namespace shapewright {

// For large arrays that are read in no order, such as hash tables: asks the kernel for huge pages,
// which save misses of the address translation (TLB). Where there are none, the pages are small
// ones.
template <typename T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <typename U>
  HugePageAllocator(const HugePageAllocator<U>&) {}  // NOLINT(google-explicit-constructor)

  T* allocate(size_t count) {
    const size_t bytes = count * sizeof(T);
    if (bytes < kWorthwhile) return std::allocator<T>().allocate(count);
    void* memory = ::operator new (bytes, std::align_val_t{kHugePage});
    madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
    return static_cast<T*>(memory);
  }

  void deallocate(T* array, size_t count) {
    if (count * sizeof(T) < kWorthwhile) return std::allocator<T>().deallocate(array, count);
    ::operator delete (array, std::align_val_t{kHugePage});
  }

  friend bool operator==(const HugePageAllocator&, const HugePageAllocator&) { return true; }

 private:
  static constexpr size_t kHugePage = size_t{2} << 20;
  static constexpr size_t kWorthwhile = 2 * kHugePage;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_HUGE_PAGES_H_
