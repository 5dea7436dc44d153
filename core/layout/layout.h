#ifndef SHAPEWRIGHT_CORE_LAYOUT_LAYOUT_H_
#define SHAPEWRIGHT_CORE_LAYOUT_LAYOUT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "core/shape/element_type.h"

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

// The numbers are those of shapewright.v1.PaddingValue.
enum class PaddingValue : uint8_t { kZero = 1, kOne, kLowest, kHighest, kUnknown };

// In which form the indices of a dim of a sparse array are kept: every index is there; those that
// are there, and where those of each parent begin and end; one for each parent; as compressed, with
// gaps between those of one parent and the next.
enum class LevelForm : uint8_t { kDense, kCompressed, kSingleton, kLooseCompressed };

// How the indices of a dim of a sparse array are stored.
struct DimLevel {
  LevelForm form = LevelForm::kDense;
  bool repeats = false;    // an index may occur more than once
  bool unordered = false;  // the indices are in any order

  friend bool operator==(const DimLevel&, const DimLevel&) = default;
};

// A dim that is cut into parts which are stored apart.
struct DimSplit {
  int64_t dimension = 0;  // its place in memory, 0 for the most major one
  std::vector<int64_t> indices;

  friend bool operator==(const DimSplit&, const DimSplit&) = default;
};

// How the elements of a tensor are arranged: dims from the fastest varying to the slowest, each
// padded; then tiles over the minor-most ones; then padding at the end.
// proto/shapewright/v1/layout.proto and docs/layouts.md document the fields. In a valid layout
// minor_to_major has every dim and counts from 0; padded_dimensions and dim_levels are empty or
// have every dim, and one of dim_levels is not dense.
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
  std::vector<DimLevel> dim_levels;
  shape::ElementType index_type = shape::ElementType::kUndefined;
  shape::ElementType pointer_type = shape::ElementType::kUndefined;
  std::string physical_shape;  // as XLA writes it, without spaces
  std::vector<DimSplit> splits;
  int64_t metadata_prefix_bytes = 0;

  // A sparse array has no fixed place for an element.
  bool is_sparse() const { return !dim_levels.empty(); }
  size_t rank() const { return minor_to_major.size(); }
  friend bool operator==(const Layout&, const Layout&) = default;
};

Layout RowMajor(size_t rank);
Layout ColumnMajor(size_t rank);

// The place of each dim in minor_to_major.
std::vector<size_t> PositionsOf(const Layout& layout);

// Clears dim_levels if all are dense, which means the same.
void DropDenseLevels(Layout& layout);

// What is wrong with a layout: the field, as a path, and why.
struct LayoutFault {
  std::string field;
  std::string message;
};
// Completes a layout that was given: fills in minor_to_major, and resolves negative dim numbers.
// Returns the fault if it describes no tensor of this rank.
std::optional<LayoutFault> Complete(Layout& layout, size_t rank);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_CORE_LAYOUT_LAYOUT_H_
