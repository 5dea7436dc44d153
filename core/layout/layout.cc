#include "core/layout/layout.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "absl/strings/str_cat.h"

namespace shapewright::layout {
namespace {

constexpr int32_t kMaxElementBits = 1 << 16;
constexpr size_t kMaxTiles = 64;  // and dims of one

std::optional<LayoutFault> CompleteOrder(Layout& layout, size_t rank) {
  std::vector<int64_t>& order = layout.minor_to_major;
  if (order.empty()) order = RowMajor(rank).minor_to_major;
  if (order.size() != rank) {
    return LayoutFault{"minor_to_major", absl::StrCat("names ", order.size(),
                                                      " dimensions of a shape of rank ", rank)};
  }
  const auto limit = static_cast<int64_t>(rank);
  std::vector<bool> is_named(rank);
  for (size_t i = 0; i < rank; ++i) {
    const int64_t given = order[i];
    if (order[i] < 0) order[i] += limit;
    const bool is_dim = order[i] >= 0 && order[i] < limit;
    if (!is_dim || is_named[static_cast<size_t>(order[i])]) {
      return LayoutFault{absl::StrCat("minor_to_major[", i, "]"),
                         absl::StrCat(given, is_dim ? " is named twice: not a permutation"
                                                    : " is not a dimension: not a permutation")};
    }
    is_named[static_cast<size_t>(order[i])] = true;
  }
  return std::nullopt;
}

std::optional<LayoutFault> CheckTiles(const std::vector<Tile>& tiles) {
  if (tiles.size() > kMaxTiles) return LayoutFault{"tiles", "are too many"};
  for (size_t i = 0; i < tiles.size(); ++i) {
    const std::vector<int64_t>& sizes = tiles[i].sizes;
    const std::string field = absl::StrCat("tiles[", i, "]");
    if (sizes.empty()) return LayoutFault{field, "a tile has at least one dimension"};
    if (sizes.size() > kMaxTiles) return LayoutFault{field, "has too many dimensions"};
    for (size_t k = 0; k < sizes.size(); ++k) {
      const bool is_combination = sizes[k] == Tile::kCombine && k + 1 < sizes.size();
      const bool is_size = sizes[k] >= 1 && sizes[k] < std::numeric_limits<int64_t>::max();
      if (is_combination || is_size) continue;
      return LayoutFault{absl::StrCat(field, ".sizes[", k, "]"),
                         absl::StrCat(sizes[k], " is not a size of a tile")};
    }
  }
  return std::nullopt;
}

std::optional<LayoutFault> CompleteLevels(Layout& layout, size_t rank) {
  std::vector<DimLevel>& levels = layout.dim_levels;
  if (!levels.empty() && levels.size() != rank) {
    return LayoutFault{"dim_levels",
                       absl::StrCat("has ", levels.size(), " entries for a shape of rank ", rank)};
  }
  for (size_t i = 0; i < levels.size(); ++i) {
    const bool is_dense = levels[i].form == LevelForm::kDense;
    if (!is_dense || (!levels[i].repeats && !levels[i].unordered)) continue;
    return LayoutFault{absl::StrCat("dim_levels[", i, "]"),
                       "every index of a dense dimension is there once, in order"};
  }
  DropDenseLevels(layout);
  return std::nullopt;
}

std::optional<LayoutFault> CheckSparse(const Layout& layout) {
  if (layout.is_sparse() && !layout.tiles.empty()) {
    return LayoutFault{"tiles", "a sparse array has none"};
  }
  if (!layout.is_sparse() && !layout.physical_shape.empty()) {
    return LayoutFault{"physical_shape", "only a sparse array is stored as something else"};
  }
  struct TypeRow {
    const char* field;
    shape::ElementType type;
  };
  for (const TypeRow& row :
       {TypeRow{"index_type", layout.index_type}, TypeRow{"pointer_type", layout.pointer_type}}) {
    if (row.type == shape::ElementType::kUndefined || shape::IsInteger(row.type)) continue;
    return LayoutFault{
        row.field, absl::StrCat(shape::ElementTypeName(row.type), " is not a type of integers")};
  }
  return std::nullopt;
}

std::optional<LayoutFault> CheckSplits(const std::vector<DimSplit>& splits, size_t rank) {
  std::vector<bool> is_split(rank);
  for (size_t i = 0; i < splits.size(); ++i) {
    const DimSplit& split = splits[i];
    const std::string field = absl::StrCat("splits[", i, "]");
    if (split.dimension < 0 || split.dimension >= static_cast<int64_t>(rank) ||
        is_split[static_cast<size_t>(split.dimension)]) {
      return LayoutFault{absl::StrCat(field, ".dimension"),
                         absl::StrCat(split.dimension, " is not a dimension, or split already")};
    }
    is_split[static_cast<size_t>(split.dimension)] = true;
    for (size_t k = 0; k < split.indices.size(); ++k) {
      if (split.indices[k] > (k == 0 ? -1 : split.indices[k - 1])) continue;
      return LayoutFault{absl::StrCat(field, ".indices[", k, "]"),
                         absl::StrCat(split.indices[k], " does not ascend")};
    }
  }
  return std::nullopt;
}

struct NumberRow {
  const char* field;
  int64_t Layout::*value;
};

constexpr NumberRow kNumbers[] = {
    {"tail_padding_alignment", &Layout::tail_padding_alignment},
    {"memory_space", &Layout::memory_space},
    {"row_alignment_bytes", &Layout::row_alignment_bytes},
    {"buffer_alignment_bytes", &Layout::buffer_alignment_bytes},
    {"metadata_prefix_bytes", &Layout::metadata_prefix_bytes},
};

}  // namespace

bool Tile::combines() const {
  return std::find(sizes.begin(), sizes.end(), kCombine) != sizes.end();
}

Layout RowMajor(size_t rank) {
  Layout layout = ColumnMajor(rank);
  std::reverse(layout.minor_to_major.begin(), layout.minor_to_major.end());
  return layout;
}

Layout ColumnMajor(size_t rank) {
  Layout layout;
  layout.minor_to_major.resize(rank);
  std::iota(layout.minor_to_major.begin(), layout.minor_to_major.end(), 0);
  return layout;
}

std::vector<size_t> PositionsOf(const Layout& layout) {
  std::vector<size_t> positions(layout.rank());
  for (size_t i = 0; i < layout.rank(); ++i) {
    positions[static_cast<size_t>(layout.minor_to_major[i])] = i;
  }
  return positions;
}

void DropDenseLevels(Layout& layout) {
  const auto is_dense = [](const DimLevel& level) { return level.form == LevelForm::kDense; };
  if (std::all_of(layout.dim_levels.begin(), layout.dim_levels.end(), is_dense)) {
    layout.dim_levels.clear();
  }
}

std::optional<LayoutFault> Complete(Layout& layout, size_t rank) {
  if (auto fault = CompleteOrder(layout, rank)) return fault;
  if (!layout.padded_dimensions.empty() && layout.padded_dimensions.size() != rank) {
    return LayoutFault{"padded_dimensions", absl::StrCat("has ", layout.padded_dimensions.size(),
                                                         " entries for a shape of rank ", rank)};
  }
  if (auto fault = CheckTiles(layout.tiles)) return fault;
  if (auto fault = CompleteLevels(layout, rank)) return fault;
  if (auto fault = CheckSparse(layout)) return fault;
  if (auto fault = CheckSplits(layout.splits, rank)) return fault;
  for (const NumberRow& row : kNumbers) {
    const int64_t value = layout.*row.value;
    if (value < 0) return LayoutFault{row.field, absl::StrCat("is negative: ", value)};
  }
  if (layout.tail_padding_alignment == 0) layout.tail_padding_alignment = 1;
  if (layout.element_size_in_bits < 0 || layout.element_size_in_bits > kMaxElementBits) {
    return LayoutFault{"element_size_in_bits",
                       absl::StrCat("cannot be ", layout.element_size_in_bits)};
  }
  if (layout.row_alignment_bytes > 0 && !layout.tiles.empty()) {
    return LayoutFault{"row_alignment_bytes", "tiled rows have no common stride"};
  }
  return std::nullopt;
}

}  // namespace shapewright::layout
