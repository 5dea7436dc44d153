#include "core/layout/memory_map.h"

#include <algorithm>

#include "core/layout/measure.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::layout {
namespace {

using Numbers = std::vector<int64_t>;
using symbolic::CeilDivide;

// Row-major number of coordinates within sizes.
int64_t Flatten(const Numbers& coordinates, const Numbers& sizes) {
  int64_t number = 0;
  for (size_t i = 0; i < sizes.size(); ++i) number = number * sizes[i] + coordinates[i];
  return number;
}

Numbers Unflatten(int64_t number, const Numbers& sizes) {
  Numbers coordinates(sizes.size());
  for (size_t i = sizes.size(); i-- > 0;) {
    coordinates[i] = number % sizes[i];
    number /= sizes[i];
  }
  return coordinates;
}

// Extends the numbers at the front to `rank`, at least that of the tile.
void Extend(Numbers& numbers, size_t rank, int64_t fill) {
  if (numbers.size() < rank) numbers.insert(numbers.begin(), rank - numbers.size(), fill);
}

Numbers TileSizes(Numbers sizes, const Tile& tile) {
  Extend(sizes, tile.sizes.size(), 1);
  const size_t kept = sizes.size() - tile.sizes.size();
  Numbers result(sizes.begin(), sizes.begin() + static_cast<ptrdiff_t>(kept));
  Numbers inner;
  int64_t combined = 1;
  for (size_t i = 0; i < tile.sizes.size(); ++i) {
    combined *= sizes[kept + i];
    if (tile.sizes[i] == Tile::kCombine) continue;
    result.push_back(CeilDivide(combined, tile.sizes[i]));
    inner.push_back(tile.sizes[i]);
    combined = 1;
  }
  result.insert(result.end(), inner.begin(), inner.end());
  return result;
}

Numbers TileIndex(Numbers index, Numbers sizes, const Tile& tile) {
  Extend(index, tile.sizes.size(), 0);
  Extend(sizes, tile.sizes.size(), 1);
  const size_t kept = sizes.size() - tile.sizes.size();
  Numbers result(index.begin(), index.begin() + static_cast<ptrdiff_t>(kept));
  Numbers inner;
  int64_t combined = 0;
  for (size_t i = 0; i < tile.sizes.size(); ++i) {
    combined = combined * sizes[kept + i] + index[kept + i];
    if (tile.sizes[i] == Tile::kCombine) continue;
    result.push_back(combined / tile.sizes[i]);
    inner.push_back(combined % tile.sizes[i]);
    combined = 0;
  }
  result.insert(result.end(), inner.begin(), inner.end());
  return result;
}

// The inverse of TileIndex; nothing for an index outside `sizes`, which is padding.
std::optional<Numbers> UntileIndex(const Numbers& index, Numbers sizes, const Tile& tile) {
  const size_t given = sizes.size();
  Extend(sizes, tile.sizes.size(), 1);
  const size_t kept = sizes.size() - tile.sizes.size();
  Numbers result = sizes;
  std::copy_n(index.begin(), kept, result.begin());
  size_t outer = kept;
  size_t inner = index.size() - static_cast<size_t>(std::count_if(
                                    tile.sizes.begin(), tile.sizes.end(),
                                    [](int64_t size) { return size != Tile::kCombine; }));
  size_t first = 0;
  for (size_t i = 0; i < tile.sizes.size(); ++i) {
    if (tile.sizes[i] == Tile::kCombine) continue;
    int64_t value = index[outer++] * tile.sizes[i] + index[inner++];
    for (size_t k = i + 1; k-- > first;) {
      result[kept + k] = value % sizes[kept + k];
      value /= sizes[kept + k];
    }
    if (value != 0) return std::nullopt;
    first = i + 1;
  }
  result.erase(result.begin(), result.end() - static_cast<ptrdiff_t>(given));
  return result;
}

int64_t ProductOf(const Numbers& sizes) {
  int64_t product = 1;
  for (const int64_t size : sizes) product = size == 0 ? 0 : product;
  for (const int64_t size : sizes) product *= size;
  return product;
}

}  // namespace

MemoryMap::MemoryMap(absl::Span<const int64_t> sizes, const Layout& layout, int bits, Work* work)
    : sizes_(sizes.begin(), sizes.end()), layout_(layout), work_(work) {
  Numbers memory;
  for (auto it = layout.minor_to_major.rbegin(); it != layout.minor_to_major.rend(); ++it) {
    const auto dim = static_cast<size_t>(*it);
    memory.push_back(layout.padded_dimensions.empty() ? sizes_[dim]
                                                      : layout.padded_dimensions[dim]);
  }
  const int64_t unit = RowUnit(layout, bits);
  if (!memory.empty()) memory.back() = CeilDivide(memory.back(), unit) * unit;
  stages_.push_back(memory);
  steps_ += memory.size();
  for (const Tile& tile : layout.tiles) {
    stages_.push_back(TileSizes(stages_.back(), tile));
    steps_ += stages_.back().size();
    if (work_ != nullptr && !work_->Count(stages_.back().size())) break;
  }
  elements_ = ProductOf(sizes_);
  places_ = CeilDivide(ProductOf(stages_.back()), layout.tail_padding_alignment) *
            layout.tail_padding_alignment;
}

int64_t MemoryMap::PlaceOf(absl::Span<const int64_t> index) const {
  if (!CountWork()) return 0;
  Numbers at;
  for (auto it = layout_.minor_to_major.rbegin(); it != layout_.minor_to_major.rend(); ++it) {
    at.push_back(index[static_cast<size_t>(*it)]);
  }
  for (size_t i = 0; i < layout_.tiles.size(); ++i) {
    at = TileIndex(std::move(at), stages_[i], layout_.tiles[i]);
  }
  return Flatten(at, stages_.back());
}

std::optional<Numbers> MemoryMap::IndexAt(int64_t place) const {
  if (!CountWork() || place >= ProductOf(stages_.back())) return std::nullopt;  // the tail
  Numbers at = Unflatten(place, stages_.back());
  for (size_t i = layout_.tiles.size(); i-- > 0;) {
    std::optional<Numbers> before = UntileIndex(at, stages_[i], layout_.tiles[i]);
    if (!before) return std::nullopt;
    at = *std::move(before);
  }
  Numbers index(sizes_.size());
  for (size_t i = 0; i < index.size(); ++i) {
    const auto dim = static_cast<size_t>(layout_.minor_to_major[index.size() - 1 - i]);
    index[dim] = at[i];
    if (index[dim] >= sizes_[dim]) return std::nullopt;
  }
  return index;
}

int64_t MemoryMap::NumberOf(absl::Span<const int64_t> index) const {
  return Flatten(Numbers(index.begin(), index.end()), sizes_);
}

std::vector<int64_t> MemoryMap::Image(int64_t first, int64_t end) const {
  Numbers image;
  for (int64_t place = first; place < end && !is_stopped(); ++place) {
    const std::optional<Numbers> index = IndexAt(place);
    image.push_back(index ? NumberOf(*index) : -1);
  }
  return image;
}

// The product of the minor dims, up to and with the first that is padded.
int64_t MemoryMap::LeadingRunWithoutTiles() const {
  int64_t run = elements_ == 0 ? 0 : 1;
  for (size_t i = 0; i < sizes_.size() && run > 0; ++i) {
    const int64_t size = sizes_[static_cast<size_t>(layout_.minor_to_major[i])];
    run *= size;
    if (stages_[0][sizes_.size() - 1 - i] != size) break;
  }
  return run;
}

int64_t MemoryMap::LeadingRun() const {
  if (layout_.tiles.empty()) return LeadingRunWithoutTiles();
  int64_t run = 0;
  while (run < places_ && IndexAt(run)) ++run;
  return run;
}

int64_t MemoryMap::LongestRun() const {
  int64_t longest = 0;
  int64_t run = 0;
  for (int64_t place = 0; place < places_ && !is_stopped(); ++place) {
    run = IndexAt(place) ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace shapewright::layout
