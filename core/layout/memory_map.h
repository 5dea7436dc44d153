#ifndef SHAPEWRIGHT_CORE_LAYOUT_MEMORY_MAP_H_
#define SHAPEWRIGHT_CORE_LAYOUT_MEMORY_MAP_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "core/base/work.h"
#include "core/layout/layout.h"

namespace shapewright::layout {

// Where each element of a tensor of constant size lies: a place in memory, counted in elements.
// Measure() must have accepted the sizes: then nothing here leaves 64 bits.
class MemoryMap {
 public:
  // `work`, which may be null, counts each place that is looked up, and outlives the map. Once it
  // has stopped, the results are meaningless.
  MemoryMap(absl::Span<const int64_t> sizes, const Layout& layout, int bits, Work* work = nullptr);

  // The number of places, padding included.
  int64_t places() const { return places_; }
  int64_t elements() const { return elements_; }
  absl::Span<const int64_t> sizes() const { return sizes_; }
  // The place of an element; every index is within its dim.
  int64_t PlaceOf(absl::Span<const int64_t> index) const;
  // The index of the element at a place within [0, places()); nothing for padding.
  std::optional<std::vector<int64_t>> IndexAt(int64_t place) const;

  // For each place in [first, end) the row-major number of its element, -1 for padding.
  std::vector<int64_t> Image(int64_t first, int64_t end) const;
  std::vector<int64_t> Image() const { return Image(0, places_); }
  // Elements from place 0 on, up to the first padding.
  int64_t LeadingRun() const;
  // The most elements that lie in one piece.
  int64_t LongestRun() const;

 private:
  using Numbers = std::vector<int64_t>;

  int64_t LeadingRunWithoutTiles() const;
  bool is_stopped() const { return work_ != nullptr && work_->is_stopped(); }
  bool CountWork() const { return work_ == nullptr || work_->Count(steps_); }
  // Row-major number of an index.
  int64_t NumberOf(absl::Span<const int64_t> index) const;

  Numbers sizes_;
  Layout layout_;
  // Sizes of the dims in memory before each tile, and after the last one.
  std::vector<Numbers> stages_;
  Work* work_;
  // What looking up one place counts.
  uint64_t steps_ = 1;
  int64_t elements_ = 1;
  int64_t places_ = 1;
};

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_CORE_LAYOUT_MEMORY_MAP_H_
