#ifndef SHAPEWRIGHT_CORE_BASE_HASH_MAP_H_
#define SHAPEWRIGHT_CORE_BASE_HASH_MAP_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "core/base/heap.h"

// Abseil's hash tables and trees for code that may run under a HeapGuard, that is for all of the
// core. Abseil's own do not survive std::bad_alloc: a table that grows records its new capacity,
// and that a slot is taken, before it has the memory, so that its destructor reads memory that is
// not there. The containers of std and absl::InlinedVector survive it and need no replacement.
namespace shapewright {

// Allocates and constructs, by way of Base, while the guard is paused. What that takes is counted
// nevertheless; if it is over the limit, HeapGuard::is_exceeded() is true from then on, and the
// work ends when it next asks. The excess is bounded: a table that grows takes twice what it had,
// and an element is a copy of what is counted. If malloc itself fails, there is still an exception.
template <typename T, typename Base = std::allocator<T>>
struct PausingAllocator {
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using is_always_equal = std::true_type;
  template <typename U>
  struct rebind {  // NOLINT(readability-identifier-naming): the name that the standard gives it
    using other =
        PausingAllocator<U, typename std::allocator_traits<Base>::template rebind_alloc<U>>;
  };

  PausingAllocator() noexcept = default;
  template <typename U, typename OtherBase>
  PausingAllocator(  // NOLINT(google-explicit-constructor)
      const PausingAllocator<U, OtherBase>& /*other*/) noexcept {}

  T* allocate(size_t count) {
    const HeapGuard::Pause pause;
    return Base().allocate(count);
  }
  void deallocate(T* array, size_t count) { Base().deallocate(array, count); }

  template <typename U, typename... Args>
  void construct(U* place, Args&&... args) {
    if constexpr (std::is_nothrow_constructible_v<U, Args...>) {
      ::new (static_cast<void*>(place)) U(std::forward<Args>(args)...);
    } else {
      const HeapGuard::Pause pause;
      ::new (static_cast<void*>(place)) U(std::forward<Args>(args)...);
    }
  }

  friend bool operator==(const PausingAllocator&, const PausingAllocator&) { return true; }
  friend bool operator!=(const PausingAllocator&, const PausingAllocator&) { return false; }
};

template <typename K, typename V, typename Hash = absl::container_internal::hash_default_hash<K>,
          typename Equal = absl::container_internal::hash_default_eq<K>,
          typename Base = std::allocator<std::pair<const K, V>>>
using HashMap =
    absl::flat_hash_map<K, V, Hash, Equal, PausingAllocator<std::pair<const K, V>, Base>>;

template <typename K, typename Hash = absl::container_internal::hash_default_hash<K>,
          typename Equal = absl::container_internal::hash_default_eq<K>>
using HashSet = absl::flat_hash_set<K, Hash, Equal, PausingAllocator<K>>;

template <typename K, typename V>
using BtreeMap = absl::btree_map<K, V, std::less<K>, PausingAllocator<std::pair<const K, V>>>;

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_HASH_MAP_H_
