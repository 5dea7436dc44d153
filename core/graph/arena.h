#ifndef SHAPEWRIGHT_CORE_GRAPH_ARENA_H_
#define SHAPEWRIGHT_CORE_GRAPH_ARENA_H_

#include <algorithm>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <type_traits>
#include <utility>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright::graph {

using Arena = std::pmr::monotonic_buffer_resource;

// An array of `count` value-initialized items that lives as long as the arena. No destructor is
// ever called.
template <typename T>
absl::Span<T> NewArray(Arena* arena, size_t count) {
  static_assert(std::is_trivially_destructible_v<T>);
  if (count == 0) return {};
  T* array = static_cast<T*>(arena->allocate(count * sizeof(T), alignof(T)));
  std::uninitialized_value_construct_n(array, count);
  return {array, count};
}

template <typename T>
T* New(Arena* arena) {
  return NewArray<T>(arena, 1).data();
}

template <typename Container>
auto CopyToArena(Arena* arena, const Container& items) {
  using T = typename Container::value_type;
  const absl::Span<T> copy = NewArray<T>(arena, items.size());
  std::copy(items.begin(), items.end(), copy.begin());
  return absl::Span<const T>(copy);
}

inline absl::string_view CopyText(Arena* arena, absl::string_view text) {
  const absl::Span<char> copy = NewArray<char>(arena, text.size());
  std::copy(text.begin(), text.end(), copy.begin());
  return absl::string_view(copy.data(), copy.size());
}

// Small arrays, cut from large blocks: Add() the items of one, then Take()
// it.
template <typename T>
class ArrayPool {
 public:
  explicit ArrayPool(Arena* arena) : arena_(arena) {}

  void Add(T item) {
    if (end_ == limit_) Grow();
    *end_++ = item;
  }

  // How many were added since the last Take().
  size_t pending() const { return static_cast<size_t>(end_ - begin_); }

  absl::Span<const T> Take() {
    const absl::Span<const T> taken(begin_, static_cast<size_t>(end_ - begin_));
    begin_ = end_;
    return taken;
  }

 private:
  static constexpr size_t kBlockItems = 256;

  // Moves the unfinished array to the start of a new block.
  void Grow() {
    const auto size = static_cast<size_t>(end_ - begin_);
    const size_t capacity = std::max(kBlockItems, 2 * size);
    T* block = static_cast<T*>(arena_->allocate(capacity * sizeof(T), alignof(T)));
    end_ = std::uninitialized_copy(begin_, end_, block);
    begin_ = block;
    limit_ = block + capacity;
  }

  Arena* arena_;
  T* begin_ = nullptr;
  T* end_ = nullptr;
  T* limit_ = nullptr;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_ARENA_H_
