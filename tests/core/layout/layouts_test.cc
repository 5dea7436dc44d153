// Layouts by strides, reshapes, comparisons, texts and names. Expected values by
// brute force over the places, or from the seed (XLA's "Shapes and Layout").
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "absl/strings/str_join.h"
#include "core/layout/compare.h"
#include "core/layout/dim_names.h"
#include "core/layout/layout_text.h"
#include "core/layout/memory_map.h"
#include "core/layout/named_layout.h"
#include "core/layout/reshape.h"
#include "core/layout/strided.h"
#include "tests/core/xla/dim_changes.h"

namespace shapewright::layout {
namespace {

using Numbers = std::vector<int64_t>;

Layout Parsed(absl::string_view text, size_t rank) {
  auto layout = ParseLayout(text);
  EXPECT_TRUE(layout.ok()) << layout.status();
  EXPECT_FALSE(Complete(*layout, rank).has_value()) << text;
  return *layout;
}

class RandomLayouts {
 public:
  int64_t Upto(int64_t limit) { return std::uniform_int_distribution<int64_t>(0, limit)(engine_); }
  Numbers Sizes() {
    Numbers sizes;
    for (int64_t rank = Upto(4); rank > 0; --rank) sizes.push_back(1 + Upto(3));
    return sizes;
  }
  Layout Shuffled(size_t rank) {
    Layout layout = RowMajor(rank);
    std::shuffle(layout.minor_to_major.begin(), layout.minor_to_major.end(), engine_);
    return layout;
  }
  void Shuffle(Numbers& numbers) { std::shuffle(numbers.begin(), numbers.end(), engine_); }
  // Other sizes with the same product.
  Numbers Regrouped(const Numbers& sizes) {
    int64_t product = 1;
    for (const int64_t size : sizes) product *= size;
    Numbers result;
    while (product > 1) {
      int64_t factor = 2 + Upto(10);
      while (product % factor != 0) factor = factor % product + 1;
      result.push_back(factor);
      product /= factor;
      if (Upto(4) == 0) result.push_back(1);
    }
    std::shuffle(result.begin(), result.end(), engine_);
    return result;
  }

 private:
  std::mt19937_64 engine_{7};
};

// The strides of a padded layout describe one with the same places; negative, zero
// and overlapping ones describe none.
TEST(Strided, DescribesWhatALayoutPlaces) {
  RandomLayouts random;
  for (int round = 0; round < 10'000; ++round) {
    const Numbers sizes = random.Sizes();
    Layout layout = random.Shuffled(sizes.size());
    for (const int64_t size : sizes) layout.padded_dimensions.push_back(size + random.Upto(2));
    const MemoryMap map(sizes, layout, 8);
    Numbers strides;
    for (size_t dim = 0; dim < sizes.size(); ++dim) {
      Numbers index(sizes.size());
      index[dim] = sizes[dim] > 1 ? 1 : 0;
      strides.push_back(sizes[dim] > 1 ? map.PlaceOf(index) : random.Upto(100) - 50);
    }
    const StridesAsLayout described = DescribeStrides(sizes, strides, 0);
    const bool is_dense =
        std::all_of(sizes.begin(), sizes.end(), [](int64_t size) { return size == 1; }) ||
        std::count(strides.begin(), strides.end(), 1) > 0;
    if (!described.reason.empty()) {
      // The minor-most dim has one index in a padded row: then there is a gap.
      EXPECT_TRUE(!is_dense || described.reason.find("smallest") != std::string::npos)
          << described.reason;
      continue;
    }
    const MemoryMap found(sizes, described.layout, 8);
    for (int64_t place = 0; place < map.places(); ++place) {
      const auto index = map.IndexAt(place);
      ASSERT_EQ(index ? found.PlaceOf(*index) : place, place) << round;
    }
  }
}

TEST(Strided, SaysWhyThereIsNoLayout) {
  EXPECT_EQ(DescribeStrides({2, 3}, {3, 1}, 0).reason, "");
  EXPECT_EQ(DescribeStrides({2, 3}, {-3, 1}, 0).reason, "dimension 0 runs backwards");
  EXPECT_EQ(DescribeStrides({2, 3}, {0, 1}, 0).reason,
            "dimension 0 has stride 0: several indices share one place");
  EXPECT_EQ(DescribeStrides({2, 3}, {2, 1}, 0).reason, "dimensions 0 and 1 overlap");
  EXPECT_EQ(DescribeStrides({2, 3}, {6, 2}, 0).reason,
            "the smallest stride is 2: elements are not next to each other");
  EXPECT_EQ(DescribeStrides({2, 3, 2}, {9, 2, 1}, 0).reason,
            "the stride 9 of dimension 0 is not a multiple of the stride 2 below it");
  EXPECT_EQ(DescribeStrides({2, 3}, {3, 1}, 4).reason, "the first element lies at 4, not at 0");
  // Without elements, or with one index, strides mean nothing.
  EXPECT_EQ(DescribeStrides({0, 3}, {-7, 0}, 3).reason, "");
  EXPECT_EQ(DescribeStrides({1, 1}, {-7, 0}, 0).reason, "");
  EXPECT_EQ(DescribeStrides({}, {}, 0).reason, "");
}

// A free reshape keeps every element where it is.
TEST(Reshape, MovesNothing) {
  RandomLayouts random;
  int free = 0;
  for (int round = 0; round < 10'000; ++round) {
    const Numbers from = random.Sizes();
    const Numbers to = random.Regrouped(from);
    const Layout layout = random.Shuffled(from.size());
    const MemoryMap before(from, layout, 8);
    const auto reshaped = ReshapeForFree(from, layout, to);
    if (!reshaped) continue;
    ++free;
    const MemoryMap after(to, *reshaped, 8);
    ASSERT_EQ(before.Image(), after.Image()) << round;
  }
  EXPECT_GT(free, 1000);
}

// It finds a layout whenever there is one: tried for all layouts of small shapes.
TEST(Reshape, MissesNone) {
  RandomLayouts random;
  for (int round = 0; round < 2'000; ++round) {
    const Numbers from = random.Sizes();
    const Numbers to = random.Regrouped(from);
    if (to.size() > 5) continue;
    const Layout layout = random.Shuffled(from.size());
    if (ReshapeForFree(from, layout, to)) continue;
    const Numbers image = MemoryMap(from, layout, 8).Image();
    Layout candidate = ColumnMajor(to.size());
    do {
      ASSERT_NE(MemoryMap(to, candidate, 8).Image(), image) << round;
    } while (
        std::next_permutation(candidate.minor_to_major.begin(), candidate.minor_to_major.end()));
  }
}

// XLA, ShapeUtil::DimensionsUnmodifiedByReshape.
TEST(Reshape, UnmodifiedDims) {
  using Pairs = std::vector<std::pair<size_t, size_t>>;
  EXPECT_EQ(UnmodifiedDims({4, 1, 3, 5, 6, 7}, {2, 6, 1, 5, 1, 42}), (Pairs{{3, 3}}));
  EXPECT_EQ(UnmodifiedDims({1, 1, 1, 1}, {1, 1, 1}), (Pairs{{0, 0}, {1, 1}, {2, 2}}));
  EXPECT_EQ(UnmodifiedDims({2, 3}, {2, 3}), (Pairs{{0, 0}, {1, 1}}));
  EXPECT_EQ(UnmodifiedDims({2, 3, 4}, {6, 4}), (Pairs{{2, 1}}));
  EXPECT_EQ(UnmodifiedDims({0, 3}, {3, 0}), (Pairs{}));
}

TEST(Transpose, MovesNothing) {
  RandomLayouts random;
  for (int round = 0; round < 10'000; ++round) {
    const Numbers sizes = random.Sizes();
    const Layout layout = random.Shuffled(sizes.size());
    const Numbers axes = random.Shuffled(sizes.size()).minor_to_major;
    Numbers turned;
    for (const int64_t axis : axes) turned.push_back(sizes[static_cast<size_t>(axis)]);
    const MemoryMap before(sizes, layout, 8);
    const MemoryMap after(turned, Transposed(layout, axes), 8);
    for (int64_t place = 0; place < before.places(); ++place) {
      const Numbers index = *before.IndexAt(place);
      Numbers expected;
      for (const int64_t axis : axes) expected.push_back(index[static_cast<size_t>(axis)]);
      ASSERT_EQ(*after.IndexAt(place), expected) << round;
    }
  }
}

// Equivalent means: the same places, one by one.
TEST(Compare, EquivalentLayoutsPlaceAlike) {
  RandomLayouts random;
  for (int round = 0; round < 10'000; ++round) {
    const Numbers sizes = random.Sizes();
    Layout a = random.Shuffled(sizes.size());
    Layout b = random.Shuffled(sizes.size());
    if (random.Upto(2) == 0) a.tiles.push_back({{1 + random.Upto(2), 1 + random.Upto(2)}});
    if (random.Upto(2) == 0) b.tiles.push_back({{1 + random.Upto(2), 1 + random.Upto(2)}});
    const auto comparison = Compare(sizes, a, b, 32, 1 << 20);
    ASSERT_TRUE(comparison.has_value());
    const MemoryMap one(sizes, a, 32);
    const MemoryMap other(sizes, b, 32);
    bool is_alike = true;
    for (int64_t place = 0; place < one.places(); ++place) {
      const auto index = one.IndexAt(place);
      is_alike &= !index || other.PlaceOf(*index) == place;
    }
    EXPECT_EQ(comparison->equivalent, is_alike) << round;
    EXPECT_EQ(comparison->bitcast, is_alike && one.places() == other.places()) << round;
    EXPECT_EQ(comparison->equal, a == b) << round;
  }
}

// Whether the elements that row-major numbers pair lie at the same places.
bool PlaceAlikeByNumber(const MemoryMap& one, const MemoryMap& other) {
  return one.places() == other.places() && one.Image() == other.Image();
}

// Between shapes: a reshape leaves all at its place, by the images of memory; or the
// transpose that it names does.
TEST(Compare, ShapesPlaceAlike) {
  RandomLayouts random;
  int reshapes = 0;
  int transposes = 0;
  for (int round = 0; round < 10'000; ++round) {
    const Numbers sizes = random.Sizes();
    Numbers others = random.Regrouped(sizes);
    if (round % 2 == 0) {
      others = sizes;
      random.Shuffle(others);
    }
    Layout a = random.Shuffled(sizes.size());
    const Layout b = random.Shuffled(others.size());
    a.element_size_in_bits = 32;
    Layout c = b;
    c.element_size_in_bits = 32;
    const auto comparison = CompareTensors({sizes, a}, {others, c}, 1 << 20);
    ASSERT_TRUE(comparison.has_value());
    const MemoryMap one(sizes, a, 32);
    const MemoryMap other(others, c, 32);
    EXPECT_EQ(comparison->equivalent, PlaceAlikeByNumber(one, other)) << round;
    reshapes += comparison->equivalent ? 1 : 0;
    if (sizes == others || comparison->transpose.empty()) continue;
    ++transposes;
    const MemoryMap turned(others, Transposed(a, comparison->transpose), 32);
    EXPECT_TRUE(comparison->bitcast && PlaceAlikeByNumber(turned, other)) << round;
  }
  EXPECT_GT(reshapes, 500);
  EXPECT_GT(transposes, 50);
}

TEST(LayoutText, PrintsWhatItReads) {
  for (const char* text : {"{}", "{1,0}", "{0,1}", "{1,0:T(8,128)}", "{1,0:T(8,128)(2,1)}",
                           "{2,1,0:T(*,4)}", "{1,0:T(8,128)L(4)E(4)S(1)}", "{0:S(2)}"}) {
    const auto layout = ParseLayout(text);
    ASSERT_TRUE(layout.ok()) << layout.status();
    EXPECT_EQ(FormatLayout(*layout), text);
  }
  for (const char* text : {"", "{", "{1,}", "{1,0", "{1,0:T}", "{1,0:T(0)}", "{1,0:X(1)}", "{1,0}x",
                           "{1,0:T(8)T(8)}", "{a}"}) {
    EXPECT_FALSE(ParseLayout(text).ok()) << text;
  }
}

TEST(LayoutText, Names) {
  EXPECT_EQ(NamedLayout("row_major", 3)->layout.minor_to_major, (Numbers{2, 1, 0}));
  EXPECT_EQ(NamedLayout("dim0_major", 2)->layout.minor_to_major, (Numbers{1, 0}));
  EXPECT_EQ(NamedLayout("column_major", 3)->layout.minor_to_major, (Numbers{0, 1, 2}));
  EXPECT_EQ(NamedLayout("dim0_minor", 2)->layout.minor_to_major, (Numbers{0, 1}));
  EXPECT_EQ(NamedLayout("NCHW", 4)->layout.minor_to_major, (Numbers{3, 2, 1, 0}));
  EXPECT_EQ(NamedLayout("NHWC", 4)->layout.minor_to_major, (Numbers{1, 3, 2, 0}));
  EXPECT_EQ(NamedLayout("NWC", 3)->layout.minor_to_major, (Numbers{1, 2, 0}));
  EXPECT_EQ(NamedLayout("HWIO", 4)->layout.minor_to_major, (Numbers{0, 1, 3, 2}));
  EXPECT_FALSE(NamedLayout("NHWC", 3).ok());
  EXPECT_FALSE(NamedLayout("NHHC", 4).ok());
  EXPECT_FALSE(NamedLayout("NC/32HW16", 4).ok());
  EXPECT_FALSE(NamedLayout("", 0).ok());
}

// As the documentation of OpenVINO's Layout has them.
TEST(LayoutText, NamesOfDims) {
  const auto names = [](absl::string_view text, size_t rank) {
    const auto read = ReadDimNames(text, rank);
    return read.ok() ? absl::StrJoin(read->names, "|") : "error";
  };
  EXPECT_EQ(names("nchw", 4), "N|C|H|W");
  EXPECT_EQ(names("[Batch, channels, depth, HEIGHT, width]", 5), "N|C|D|H|W");
  EXPECT_EQ(names("n??c", 4), "N|||C");
  EXPECT_EQ(names("?n?...?c?", 8), "|N|||||C|");
  EXPECT_EQ(names("[?, N , ... , custom1 , ?]", 5), "|N||CUSTOM1|");
  EXPECT_EQ(names("...", 3), "||");
  EXPECT_EQ(names("...", 0), "");
  EXPECT_EQ(names("0ac", 3), "0|A|C");
  for (absl::string_view bad : {"",        " ",        "....",
                                ".nchw",   "n...c...", "ncChw",
                                "c...C",   "[....]",   "[c, ..., n, ...]",
                                "[c,,]",   "[c",       "[c]]",
                                "[]",      "[ ]",      "[,]",
                                "[...,]",  "[?...]",   "[...N]",
                                "[... N]", "`",        "=",
                                "n+"}) {
    for (const size_t rank : {1, 2, 3, 4, 5}) EXPECT_EQ(names(bad, rank), "error") << bad;
  }
  EXPECT_EQ(names("nchw", 3), "error");
  EXPECT_EQ(names("N...C", 1), "error");
  EXPECT_EQ(FindDim({"N", "", "C"}, "channels"), 2u);
  EXPECT_EQ(FindDim({"N", "", "C"}, "?"), std::nullopt);
  EXPECT_EQ(FindDim({"N", "", "C"}, ""), std::nullopt);
  // In capitals they are the order in memory of a shape whose own order is N C H W.
  EXPECT_EQ(absl::StrJoin(NamedLayout("NHWC", 4)->dim_names, ""), "NCHW");
  EXPECT_EQ(NamedLayout("[N,H,W,C]", 4)->layout, RowMajor(4));
}

// TensorRT: element (n, c, h, w) of NC/32HW32 lies at [n][c / 32][h][w][c % 32].
TEST(LayoutText, BlockedNames) {
  Layout layout = NamedLayout("NC/32HW32", 4)->layout;
  ASSERT_FALSE(Complete(layout, 4).has_value());
  const Numbers sizes = {2, 40, 3, 5};
  const MemoryMap map(sizes, layout, 8);
  for (const Numbers& at : std::vector<Numbers>{{0, 0, 0, 0}, {1, 39, 2, 4}, {1, 33, 0, 3}}) {
    const int64_t expected = (((at[0] * 2 + at[1] / 32) * 3 + at[2]) * 5 + at[3]) * 32 + at[1] % 32;
    EXPECT_EQ(map.PlaceOf(at), expected);
  }
  EXPECT_EQ(map.places(), 2 * 2 * 3 * 5 * 32);
}

TEST(Seed, MemoryImages) {
  EXPECT_EQ(MemoryMap({2, 3}, ColumnMajor(2), 32).Image(), (Numbers{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(MemoryMap({2, 3}, RowMajor(2), 32).Image(), (Numbers{0, 1, 2, 3, 4, 5}));
  Layout padded = ColumnMajor(2);
  padded.padded_dimensions = {3, 5};
  EXPECT_EQ(MemoryMap({2, 3}, padded, 32).Image(),
            (Numbers{0, 3, -1, 1, 4, -1, 2, 5, -1, -1, -1, -1, -1, -1, -1}));
}

// XLA, "Tiled layout": element (2, 3) of F32[3,5]{1,0:T(2,2)} lies at 17.
TEST(Tiles, ExampleOfXla) {
  EXPECT_EQ(MemoryMap({3, 5}, Parsed("{1,0:T(2,2)}", 2), 32).PlaceOf(Numbers{2, 3}), 17);
}

TEST(Complete, SaysWhatIsWrong) {
  const auto fault_of = [](Layout layout, size_t rank) {
    const auto fault = Complete(layout, rank);
    return fault ? fault->field : "";
  };
  Layout layout;
  EXPECT_EQ(fault_of(layout, 3), "");
  layout.minor_to_major = {-1, 0};
  EXPECT_EQ(fault_of(layout, 2), "");
  EXPECT_EQ(fault_of(layout, 3), "minor_to_major");
  layout.minor_to_major = {1, 1};
  EXPECT_EQ(fault_of(layout, 2), "minor_to_major[1]");
  layout.minor_to_major = {0, 2};
  EXPECT_EQ(fault_of(layout, 2), "minor_to_major[1]");
  layout = RowMajor(2);
  layout.padded_dimensions = {3};
  EXPECT_EQ(fault_of(layout, 2), "padded_dimensions");
  layout = RowMajor(2);
  layout.tiles = {{{8, 0}}};
  EXPECT_EQ(fault_of(layout, 2), "tiles[0].sizes[1]");
  layout.tiles = {{{8, -1}}};
  EXPECT_EQ(fault_of(layout, 2), "tiles[0].sizes[1]");
  layout.tiles = {{{}}};
  EXPECT_EQ(fault_of(layout, 2), "tiles[0]");
  layout.tiles = {{{-1, 8}}};
  EXPECT_EQ(fault_of(layout, 2), "");
  layout.memory_space = -1;
  EXPECT_EQ(fault_of(layout, 2), "memory_space");
}

}  // namespace
}  // namespace shapewright::layout
