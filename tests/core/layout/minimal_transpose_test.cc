// A transpose in the fewest dims moves the elements as the one does that it stands for.
#include "tests/core/xla/minimal_transpose.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include "absl/strings/str_join.h"
#include "core/symbolic/text/print.h"

namespace shapewright::layout {
namespace {

using shape::Dim;
using Numbers = std::vector<int64_t>;

// The numbers of the elements of a row-major tensor in the order in which a transpose
// puts them.
Numbers Reads(const Numbers& dims, const Numbers& axes) {
  Numbers places(static_cast<size_t>(
      std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>())));
  for (size_t place = 0; place < places.size(); ++place) {
    Numbers index(dims.size());
    auto rest = static_cast<int64_t>(place);
    for (size_t i = axes.size(); i-- > 0;) {
      const auto dim = static_cast<size_t>(axes[i]);
      index[dim] = rest % dims[dim];
      rest /= dims[dim];
    }
    for (size_t dim = 0; dim < dims.size(); ++dim) {
      places[place] = places[place] * dims[dim] + index[dim];
    }
  }
  return places;
}

TEST(MinimalTranspose, MovesAlike) {
  std::mt19937 random(6);
  symbolic::ExprArena arena;
  for (int round = 0; round < 2000; ++round) {
    Numbers sizes(random() % 6);
    for (int64_t& size : sizes) size = static_cast<int64_t>(random() % 3) + 1;
    Numbers axes(sizes.size());
    std::iota(axes.begin(), axes.end(), 0);
    std::shuffle(axes.begin(), axes.end(), random);
    MinimalTranspose minimal = Minimize(arena, std::vector<Dim>(sizes.begin(), sizes.end()), axes);
    if (minimal.axes.empty() && !minimal.sizes.empty()) minimal.axes = {0};
    Numbers minimal_sizes(minimal.sizes.size());
    for (size_t i = 0; i < minimal.sizes.size(); ++i) {
      minimal_sizes[static_cast<size_t>(minimal.axes[i])] = minimal.sizes[i].constant();
    }
    EXPECT_EQ(Reads(sizes, axes), Reads(minimal_sizes, minimal.axes))
        << absl::StrJoin(sizes, ",") << " by " << absl::StrJoin(axes, ",");
  }
}

TEST(MinimalTranspose, JoinsSymbolicSizes) {
  symbolic::ExprArena arena;
  symbolic::Symbol named;
  named.kind = symbolic::SymbolKind::kInputDim;
  named.bounds = symbolic::Interval::Size();
  named.name = "N";
  const Dim n = arena.AddSymbol(named);
  named.name = "H";
  const Dim h = arena.AddSymbol(named);
  const MinimalTranspose minimal = Minimize(arena, {{n, h, Dim(4)}}, Numbers{2, 0, 1});
  ASSERT_EQ(minimal.sizes.size(), 2U);
  EXPECT_EQ(minimal.sizes[0].constant(), 4);
  EXPECT_EQ(symbolic::ToString(arena, minimal.sizes[1]), "N*H");
  EXPECT_EQ(minimal.axes, (Numbers{1, 0}));
  const MinimalTranspose none = Minimize(arena, {}, {});
  EXPECT_TRUE(none.sizes.empty() && none.axes.empty());
}

}  // namespace
}  // namespace shapewright::layout
