// Layouts against brute force: memory is filled by walking through the dims as the
// definition of a tile says, one element after the other.
#include "core/layout/memory_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "core/layout/measure.h"
#include "core/symbolic/algebra/evaluate.h"

namespace shapewright::layout {
namespace {

using Numbers = std::vector<int64_t>;

// An array of any sizes, by index; -1 where nothing was put.
struct Array {
  Numbers sizes;
  std::map<Numbers, int64_t> values;
};

// Calls visit(index) for each index in row-major order.
template <typename Visit>
void ForEachIndex(const Numbers& sizes, Visit visit) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return;
  Numbers index(sizes.size());
  while (true) {
    visit(index);
    size_t dim = sizes.size();
    while (dim-- > 0) {
      if (++index[dim] < sizes[dim]) break;
      index[dim] = 0;
    }
    if (dim == std::numeric_limits<size_t>::max()) return;
  }
}

// The tensor with its dims in memory order, major to minor, in its padded size.
Array InMemoryOrder(const Numbers& sizes, const Layout& layout) {
  Array array;
  for (auto it = layout.minor_to_major.rbegin(); it != layout.minor_to_major.rend(); ++it) {
    const auto dim = static_cast<size_t>(*it);
    array.sizes.push_back(layout.padded_dimensions.empty() ? sizes[dim]
                                                           : layout.padded_dimensions[dim]);
  }
  int64_t number = 0;
  ForEachIndex(sizes, [&](const Numbers& index) {
    Numbers at;
    for (auto it = layout.minor_to_major.rbegin(); it != layout.minor_to_major.rend(); ++it) {
      at.push_back(index[static_cast<size_t>(*it)]);
    }
    array.values[at] = number++;
  });
  return array;
}

// Combines dim `at` with the next one.
Array Combined(const Array& array, size_t at) {
  Array result;
  result.sizes = array.sizes;
  result.sizes[at] *= result.sizes[at + 1];
  result.sizes.erase(result.sizes.begin() + static_cast<ptrdiff_t>(at) + 1);
  for (const auto& [index, value] : array.values) {
    Numbers to = index;
    to[at] = index[at] * array.sizes[at + 1] + index[at + 1];
    to.erase(to.begin() + static_cast<ptrdiff_t>(at) + 1);
    result.values[to] = value;
  }
  return result;
}

// Splits each of the last dims into blocks: [.., d] becomes [.., blocks, block].
Array Tiled(Array array, Tile tile) {
  while (array.sizes.size() < tile.sizes.size()) {
    Array wider;
    wider.sizes = array.sizes;
    wider.sizes.insert(wider.sizes.begin(), 1);
    for (const auto& [index, value] : array.values) {
      Numbers to = index;
      to.insert(to.begin(), 0);
      wider.values[to] = value;
    }
    array = wider;
  }
  for (size_t i = 0; i < tile.sizes.size();) {
    if (tile.sizes[i] != Tile::kCombine) {
      ++i;
      continue;
    }
    array = Combined(array, array.sizes.size() - tile.sizes.size() + i);
    tile.sizes.erase(tile.sizes.begin() + static_cast<ptrdiff_t>(i));
  }
  const size_t kept = array.sizes.size() - tile.sizes.size();
  Array result;
  result.sizes.assign(array.sizes.begin(), array.sizes.begin() + static_cast<ptrdiff_t>(kept));
  for (size_t i = 0; i < tile.sizes.size(); ++i) {
    result.sizes.push_back((array.sizes[kept + i] + tile.sizes[i] - 1) / tile.sizes[i]);
  }
  result.sizes.insert(result.sizes.end(), tile.sizes.begin(), tile.sizes.end());
  for (const auto& [index, value] : array.values) {
    Numbers to = index;
    for (size_t i = 0; i < tile.sizes.size(); ++i) to[kept + i] /= tile.sizes[i];
    for (size_t i = 0; i < tile.sizes.size(); ++i) to.push_back(index[kept + i] % tile.sizes[i]);
    result.values[to] = value;
  }
  return result;
}

// The image of memory.
Numbers BruteForce(const Numbers& sizes, const Layout& layout) {
  Array array = InMemoryOrder(sizes, layout);
  for (const Tile& tile : layout.tiles) array = Tiled(array, tile);
  Numbers image;
  ForEachIndex(array.sizes, [&](const Numbers& index) {
    const auto found = array.values.find(index);
    image.push_back(found == array.values.end() ? -1 : found->second);
  });
  while (static_cast<int64_t>(image.size()) % layout.tail_padding_alignment != 0) {
    image.push_back(-1);
  }
  return image;
}

class RandomMaps {
 public:
  int64_t Upto(int64_t limit) { return std::uniform_int_distribution<int64_t>(0, limit)(engine_); }
  bool Chance(int one_in) { return Upto(one_in - 1) == 0; }

  Numbers Sizes() {
    const int64_t rank = Upto(6);
    Numbers sizes;
    for (int64_t i = 0; i < rank; ++i) sizes.push_back(Chance(12) ? 0 : 1 + Upto(rank > 3 ? 2 : 5));
    return sizes;
  }

  Layout LayoutOf(const Numbers& sizes) {
    Layout layout = RowMajor(sizes.size());
    std::shuffle(layout.minor_to_major.begin(), layout.minor_to_major.end(), engine_);
    if (Chance(3)) {
      for (const int64_t size : sizes) layout.padded_dimensions.push_back(size + Upto(2));
    }
    for (int64_t tiles = Chance(2) ? 1 + Upto(1) : 0; tiles > 0; --tiles) {
      layout.tiles.push_back(NewTile());
    }
    if (Chance(4)) layout.tail_padding_alignment = 1 + Upto(7);
    return layout;
  }

 private:
  Tile NewTile() {
    Tile tile;
    const int64_t rank = 1 + Upto(2);
    for (int64_t i = 0; i < rank; ++i) {
      const bool combines = i + 1 < rank && Chance(4);
      tile.sizes.push_back(combines ? Tile::kCombine : 1 + Upto(3));
    }
    return tile;
  }

  std::mt19937_64 engine_{1};
};

TEST(MemoryMap, IsWhatTheDefinitionOfTilesSays) {
  RandomMaps random;
  for (int round = 0; round < 10'000; ++round) {
    const Numbers sizes = random.Sizes();
    const Layout layout = random.LayoutOf(sizes);
    const MemoryMap map(sizes, layout, 32);
    const Numbers image = BruteForce(sizes, layout);
    ASSERT_EQ(map.places(), static_cast<int64_t>(image.size())) << round;
    ASSERT_EQ(map.Image(), image) << round;
  }
}

// linear(multi(i)) == i, and the other way round.
TEST(MemoryMap, GoesBothWays) {
  RandomMaps random;
  for (int round = 0; round < 10'000; ++round) {
    const Numbers sizes = random.Sizes();
    const MemoryMap map(sizes, random.LayoutOf(sizes), 32);
    int64_t elements = 0;
    for (int64_t place = 0; place < map.places(); ++place) {
      const auto index = map.IndexAt(place);
      if (!index) continue;
      ++elements;
      ASSERT_EQ(map.PlaceOf(*index), place) << round;
    }
    ASSERT_EQ(elements, map.elements()) << round;
  }
}

// What is measured is what is there.
TEST(Measure, AgreesWithThePlaces) {
  RandomMaps random;
  for (int round = 0; round < 10'000; ++round) {
    const Numbers sizes = random.Sizes();
    const Layout layout = random.LayoutOf(sizes);
    const MemoryMap map(sizes, layout, 16);
    symbolic::ExprArena arena;
    Measures measures;
    const std::vector<Dim> dims(sizes.begin(), sizes.end());
    ASSERT_FALSE(Measure(arena, dims, layout, 16, measures).has_value());
    ASSERT_EQ(measures.padded_elements, Dim(map.places())) << round;
    ASSERT_EQ(measures.elements, Dim(map.elements())) << round;
    ASSERT_EQ(measures.bytes, Dim(2 * map.places())) << round;
    if (!measures.contiguous.is_unknown()) {
      ASSERT_EQ(measures.contiguous, Dim(map.elements() == 0 ? 0 : map.LeadingRun())) << round;
    }
    if (!layout.tiles.empty()) continue;
    ForEachIndex(sizes, [&](const Numbers& index) {
      int64_t place = 0;
      for (size_t i = 0; i < index.size(); ++i) place += index[i] * measures.strides[i].constant();
      ASSERT_EQ(place, map.PlaceOf(index)) << round;
    });
  }
}

// Symbols make the same sizes as numbers do, once they have a value.
TEST(Measure, EvaluatesToWhatNumbersGive) {
  RandomMaps random;
  for (int round = 0; round < 10'000; ++round) {
    const Numbers sizes = random.Sizes();
    Layout layout = random.LayoutOf(sizes);
    layout.padded_dimensions.clear();
    symbolic::ExprArena arena;
    std::vector<Dim> symbols;
    for (size_t i = 0; i < sizes.size(); ++i) {
      symbols.push_back(arena.AddAnonymous(symbolic::Interval::Size(), "", {}));
    }
    Measures symbolic_measures;
    Measures measures;
    ASSERT_FALSE(Measure(arena, symbols, layout, 4, symbolic_measures).has_value());
    const std::vector<Dim> dims(sizes.begin(), sizes.end());
    ASSERT_FALSE(Measure(arena, dims, layout, 4, measures).has_value());
    const std::vector<std::optional<int64_t>> bindings(sizes.begin(), sizes.end());
    const auto value = [&](Dim dim) { return symbolic::Evaluate(arena, dim, bindings).value; };
    EXPECT_EQ(value(symbolic_measures.elements), measures.elements.constant());
    EXPECT_EQ(value(symbolic_measures.bytes), measures.bytes.constant());
    EXPECT_EQ(value(symbolic_measures.true_rank), measures.true_rank.constant());
    for (size_t i = 0; i < measures.strides.size(); ++i) {
      EXPECT_EQ(value(symbolic_measures.strides[i]), measures.strides[i].constant());
    }
  }
}

}  // namespace
}  // namespace shapewright::layout
