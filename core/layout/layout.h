#ifndef SHAPEWRIGHT_CORE_LAYOUT_LAYOUT_H_
#define SHAPEWRIGHT_CORE_LAYOUT_LAYOUT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"

namespace shapewright::layout {

// A block of elements that lies together. It covers the minor-most dims of the
// shape, or of the tiles before it.
struct Tile {
  // Combines the dim with the next minor one before the rest is tiled.
  static constexpr int64_t kCombine = -1;

  std::vector<int64_t> sizes;  // major to minor

  bool combines() const;
  friend bool operator==(const Tile&, const Tile&) = default;
};

// Numbers = shapewright.v1.PaddingValue.
enum class PaddingValue : uint8_t { kZero = 1, kOne, kLowest, kHighest, kUnknown };

// How the elements of a tensor are arranged: dims from the fastest varying to the
// slowest, each padded; then tiles over the minor-most ones; then padding at the
// end. What a field means stands at its message, proto/shapewright/v1/layout.proto.
// Of a valid layout minor_to_major is complete and counts from 0; padded_dimensions
// is empty or complete.
struct Layout {
  std::vector<int64_t> minor_to_major;
  std::vector<int64_t> padded_dimensions;
  PaddingValue padding_value = PaddingValue::kZero;
  std::vector<Tile> tiles;
  int64_t tail_padding_alignment = 1;
  int64_t memory_space = 0;
  int64_t row_alignment_bytes = 0;
  int64_t buffer_alignment_bytes = 0;
  int32_t element_size_in_bits = 0;  // 0: as the element type says

  size_t rank() const { return minor_to_major.size(); }
  friend bool operator==(const Layout&, const Layout&) = default;
};

Layout RowMajor(size_t rank);
Layout ColumnMajor(size_t rank);

// The place of each dim in minor_to_major.
std::vector<size_t> PositionsOf(const Layout& layout);

// What is wrong with a layout: the field, as a path, and why.
struct LayoutFault {
  std::string field;
  std::string message;
};
// Completes a layout as it was given: fills in the order, counts negative dim
// numbers from the end. The fault, if it describes no tensor of this rank.
std::optional<LayoutFault> Complete(Layout& layout, size_t rank);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_CORE_LAYOUT_LAYOUT_H_
