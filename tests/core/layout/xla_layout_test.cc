// What XLA's layouts have besides orders and tiles: sparse levels, types of indices,
// splits, what is stored; and how XLA takes shapes apart. Expected values by brute force,
// or by a second way to the same place.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "core/layout/compare.h"
#include "core/layout/layout_text.h"
#include "core/layout/measure.h"
#include "core/layout/reshape.h"
#include "core/shape/element_type.h"
#include "tests/core/xla/dim_changes.h"

namespace shapewright::layout {
namespace {

using Numbers = std::vector<int64_t>;
using shape::ElementType;

constexpr int kRounds = 10'000;

class RandomXlaLayouts {
 public:
  int64_t Upto(int64_t limit) { return std::uniform_int_distribution<int64_t>(0, limit)(engine_); }
  bool Flip() { return Upto(1) == 1; }
  Numbers Sizes(int64_t max_rank, int64_t max_size) {
    Numbers sizes;
    for (int64_t rank = Upto(max_rank); rank > 0; --rank) sizes.push_back(1 + Upto(max_size - 1));
    return sizes;
  }
  Layout Shuffled(size_t rank) {
    Layout layout = RowMajor(rank);
    std::shuffle(layout.minor_to_major.begin(), layout.minor_to_major.end(), engine_);
    return layout;
  }
  Layout Any(size_t rank);

 private:
  void MakeSparse(Layout& layout);
  void AddTiles(Layout& layout);
  void AddSplits(Layout& layout);

  std::mt19937_64 engine_{11};
};

void RandomXlaLayouts::MakeSparse(Layout& layout) {
  for (size_t i = 0; i < layout.rank(); ++i) {
    DimLevel level;
    level.form = static_cast<LevelForm>(Upto(3));
    level.repeats = level.form != LevelForm::kDense && Flip();
    level.unordered = level.form != LevelForm::kDense && Flip();
    layout.dim_levels.push_back(level);
  }
  layout.dim_levels[0] = {LevelForm::kCompressed, Flip(), Flip()};
  if (Flip()) layout.physical_shape = "(s32[4]{0:T(2)},f32[9])";
}

void RandomXlaLayouts::AddTiles(Layout& layout) {
  for (int64_t count = Upto(2); count > 0; --count) {
    Tile tile;
    for (int64_t rank = Upto(2); rank > 0; --rank) {
      tile.sizes.push_back(Flip() ? Tile::kCombine : 1 + Upto(8));
    }
    tile.sizes.push_back(1 + Upto(8));
    layout.tiles.push_back(tile);
  }
}

void RandomXlaLayouts::AddSplits(Layout& layout) {
  for (size_t i = 0; i < layout.rank(); ++i) {
    DimSplit split;
    split.dimension = static_cast<int64_t>(i);
    for (int64_t index = Upto(3); index < 6; index += 1 + Upto(3)) split.indices.push_back(index);
    if (Flip() && !split.indices.empty()) layout.splits.push_back(split);
  }
}

Layout RandomXlaLayouts::Any(size_t rank) {
  Layout layout = Shuffled(rank);
  if (rank > 0 && Flip()) {
    MakeSparse(layout);
  } else {
    AddTiles(layout);
  }
  if (Flip()) AddSplits(layout);
  if (Flip()) layout.tail_padding_alignment = 1 + Upto(9);
  if (Flip()) layout.memory_space = Upto(5);
  if (Flip()) layout.element_size_in_bits = static_cast<int32_t>(Upto(64));
  if (Flip()) layout.metadata_prefix_bytes = Upto(2000);
  if (Flip()) layout.index_type = ElementType::kUint32;
  if (Flip()) layout.pointer_type = shape::kUint1;
  return layout;
}

TEST(XlaLayout, TextIsReadBack) {
  RandomXlaLayouts random;
  for (int round = 0; round < kRounds; ++round) {
    const auto rank = static_cast<size_t>(random.Upto(4));
    Layout layout = random.Any(rank);
    ASSERT_FALSE(Complete(layout, rank).has_value());
    const std::string text = FormatLayout(layout);
    auto read = ParseLayout(text);
    ASSERT_TRUE(read.ok()) << text << read.status();
    ASSERT_FALSE(Complete(*read, rank).has_value()) << text;
    ASSERT_EQ(*read, layout) << text << " " << FormatLayout(*read);
  }
}

TEST(XlaLayout, TextsThatSayNothing) {
  for (const char* text : {"{0:D()}", "{0:D(X)}", "{0:D(C)D(C)}", "{0:#(u33)}", "{0:*()}",
                           "{0:SC()}", "{0:SC}", "{0:SC(0)}", "{0:P()}", "{0:P(f32[2]}", "{0:M}",
                           "{0:M(x)}", "{0:Q(1)}", "{0:C(1)}", "{0:D(D~+)}"}) {
    EXPECT_FALSE(ParseLayout(text).ok()) << text;
  }
  const auto field = [](const char* text, size_t rank) {
    auto layout = ParseLayout(text);
    const auto fault = Complete(*layout, rank);
    return fault ? fault->field : "";
  };
  EXPECT_EQ(field("{0:D(C,C)}", 1), "dim_levels");
  EXPECT_EQ(field("{1,0:D(C,D~)}", 2), "dim_levels[1]");
  EXPECT_EQ(field("{0:D(C)T(2)}", 1), "tiles");
  EXPECT_EQ(field("{0:P(f32[2])}", 1), "physical_shape");
  EXPECT_EQ(field("{0:#(f32)}", 1), "index_type");
  EXPECT_EQ(field("{0:*(pred)}", 1), "pointer_type");
  EXPECT_EQ(field("{0:SC(1:2)}", 1), "splits[0].dimension");
  EXPECT_EQ(field("{0:SC(0:2)(0:3)}", 1), "splits[1].dimension");
  EXPECT_EQ(field("{0:SC(0:2,2)}", 1), "splits[0].indices[1]");
  EXPECT_EQ(field("{0:SC(0:-2)}", 1), "splits[0].indices[0]");
  EXPECT_EQ(field("{0:M(-1)}", 1), "metadata_prefix_bytes");
}

// The part that an index belongs to is the number of cuts up to it.
TEST(XlaLayout, LargestPartByCounting) {
  RandomXlaLayouts random;
  for (int round = 0; round < kRounds; ++round) {
    const int64_t size = random.Upto(12);
    Layout layout = RowMajor(1);
    DimSplit split;
    for (int64_t cut = random.Upto(4); cut < 15; cut += 1 + random.Upto(6)) {
      split.indices.push_back(cut);
    }
    layout.splits.push_back(split);
    Numbers counts(split.indices.size() + 1);
    for (int64_t i = 0; i < size; ++i) {
      const auto part = std::upper_bound(split.indices.begin(), split.indices.end(), i);
      ++counts[static_cast<size_t>(part - split.indices.begin())];
    }
    symbolic::ExprArena arena;
    Measures measures;
    const Dim dim(size);
    ASSERT_FALSE(Measure(arena, {&dim, 1}, layout, 32, measures).has_value());
    ASSERT_EQ(measures.largest_part.size(), 1U);
    ASSERT_TRUE(
        measures.largest_part[0].is_constant(*std::max_element(counts.begin(), counts.end())))
        << FormatLayout(layout) << " " << size;
  }
}

Numbers WithoutOnes(Numbers sizes) {
  sizes.erase(std::remove(sizes.begin(), sizes.end(), 1), sizes.end());
  return sizes;
}

TEST(XlaLayout, DegenerateChangesBySqueezing) {
  RandomXlaLayouts random;
  int found = 0;
  for (int round = 0; round < kRounds; ++round) {
    const Numbers from = random.Sizes(5, 3);
    Numbers to = from;
    if (random.Flip()) std::reverse(to.begin(), to.end());
    for (int64_t count = random.Upto(2); count > 0; --count) {
      to.insert(to.begin() + random.Upto(static_cast<int64_t>(to.size())), 1);
    }
    const auto change = DegenerateOnly(from, to);
    ASSERT_EQ(change.has_value(), WithoutOnes(from) == WithoutOnes(to));
    if (!change) continue;
    ++found;
    Numbers rest = from;
    for (auto it = change->deleted.rbegin(); it != change->deleted.rend(); ++it) {
      rest.erase(rest.begin() + static_cast<ptrdiff_t>(*it));
    }
    for (const size_t dim : change->inserted) {
      rest.insert(rest.begin() + static_cast<ptrdiff_t>(dim), 1);
    }
    ASSERT_EQ(rest, to);
  }
  EXPECT_GT(found, kRounds / 10);
}

// Follows the steps: none of them moves anything, and the last one ends at the target.
TEST(XlaLayout, BitcastStepsLeadThere) {
  RandomXlaLayouts random;
  for (int round = 0; round < kRounds; ++round) {
    const Numbers from = random.Sizes(4, 4);
    Numbers to{std::accumulate(from.begin(), from.end(), int64_t{1}, std::multiplies<>())};
    for (const int64_t factor : {2, 3, 4}) {
      if (to.back() % factor != 0) continue;
      to.back() /= factor;
      to.insert(to.begin(), factor);
    }
    if (to == from) continue;
    const PlacedTensor target{to, random.Shuffled(to.size())};
    PlacedTensor at{from, random.Shuffled(from.size())};
    const auto comparison = CompareTensors(at, target, kRounds);
    const auto steps = BitcastSteps(at, target, *comparison);
    ASSERT_LE(steps.size(), 3U);
    for (const BitcastStep& step : steps) {
      if (step.axes.empty()) {
        ASSERT_TRUE(CompareTensors(at, {step.sizes, step.layout}, kRounds)->equivalent);
      } else {
        ASSERT_EQ(Transposed(at.layout, step.axes), step.layout);
        for (size_t i = 0; i < step.axes.size(); ++i) {
          ASSERT_EQ(step.sizes[i], at.sizes[static_cast<size_t>(step.axes[i])]);
        }
      }
      at = {step.sizes, step.layout};
    }
    ASSERT_EQ(Numbers(at.sizes.begin(), at.sizes.end()), to);
    ASSERT_EQ(at.layout, target.layout);
  }
}

// The levels and parts go with their dims.
TEST(XlaLayout, ChangesOfDims) {
  const auto changed = [](const char* text, size_t rank, auto change) {
    auto layout = ParseLayout(text);
    EXPECT_FALSE(Complete(*layout, rank).has_value());
    return FormatLayout(change(*layout));
  };
  const auto transpose = [](const Layout& layout) { return Transposed(layout, {1, 0}); };
  EXPECT_EQ(changed("{1,0:D(C,D)}", 2, transpose), "{0,1:D(D,C)}");
  EXPECT_EQ(changed("{1,0:SC(0:3)}", 2, transpose), "{0,1:SC(0:3)}");
  const auto insert = [](const Layout& layout) { return WithDim(layout, 0, 0, 5); };
  EXPECT_EQ(changed("{1,0:D(C,D)P(f32[3])}", 2, insert), "{0,2,1:D(D,C,D)}");
  EXPECT_EQ(changed("{1,0:SC(0:3)(1:4)}", 2, insert), "{0,2,1:SC(0:3)(1:4)}");
  const auto insert_major = [](const Layout& layout) { return WithDim(layout, 2, 2, 5); };
  EXPECT_EQ(changed("{1,0:SC(0:3)(1:4)}", 2, insert_major), "{1,0,2:SC(1:3)(2:4)}");
  const auto erase = [](const Layout& layout) { return WithoutDim(layout, 0); };
  EXPECT_EQ(changed("{1,0:D(C,D)}", 2, erase), "{0}");
  EXPECT_EQ(changed("{1,0:D(C,S)}", 2, erase), "{0:D(S)}");
  EXPECT_EQ(changed("{1,0:SC(0:3)(1:4)}", 2, erase), "{0:SC(0:4)}");
  const auto to_major = [](const Layout& layout) { return WithMajor(layout, 2); };
  EXPECT_EQ(changed("{2,1,0:SC(0:3)(1:4)(2:5)}", 3, to_major), "{1,0,2:SC(1:3)(2:4)(0:5)}");
}

}  // namespace
}  // namespace shapewright::layout
