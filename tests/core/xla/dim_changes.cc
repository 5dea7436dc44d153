#include "tests/core/xla/dim_changes.h"

#include <algorithm>

#include "core/layout/reshape.h"

namespace shapewright::layout {
namespace {

using Ends = std::vector<std::pair<size_t, size_t>>;

// The place of a dim in memory, 0 for the most major one.
int64_t MajorPlace(const Layout& layout, size_t dim) {
  return static_cast<int64_t>(layout.rank() - 1 - PositionsOf(layout)[dim]);
}

void TakeOutSplit(std::vector<DimSplit>& splits, int64_t place) {
  splits.erase(std::remove_if(splits.begin(), splits.end(),
                              [place](const DimSplit& split) { return split.dimension == place; }),
               splits.end());
  for (DimSplit& split : splits) split.dimension -= split.dimension > place ? 1 : 0;
}

// Moves the dim to another place in memory, 0 for the most major one; its splits move
// too.
Layout WithPlace(const Layout& layout, size_t dim, size_t place) {
  Layout result = layout;
  std::vector<int64_t>& order = result.minor_to_major;
  order.erase(std::find(order.begin(), order.end(), static_cast<int64_t>(dim)));
  order.insert(order.end() - static_cast<ptrdiff_t>(place), static_cast<int64_t>(dim));
  for (DimSplit& split : result.splits) {
    const int64_t split_dim =
        layout.minor_to_major[layout.rank() - 1 - static_cast<size_t>(split.dimension)];
    split.dimension = MajorPlace(result, static_cast<size_t>(split_dim));
  }
  return result;
}

}  // namespace

Ends UnmodifiedDims(absl::Span<const int64_t> from, absl::Span<const int64_t> to) {
  const Ends ends = CommonFactors(from, to);
  Ends unmodified;
  for (size_t k = 1; k < ends.size(); ++k) {
    const auto [i, j] = ends[k - 1];
    if (ends[k].first - i == 1 && ends[k].second - j == 1) unmodified.emplace_back(i, j);
  }
  return unmodified;
}

std::optional<DegenerateChange> DegenerateOnly(absl::Span<const int64_t> from,
                                               absl::Span<const int64_t> to) {
  DegenerateChange change;
  size_t i = 0;
  size_t j = 0;
  // Adds the dims between two that are kept.
  const auto pass = [&](const std::pair<size_t, size_t>& next) {
    for (; i < next.first; ++i) {
      if (from[i] != 1) return false;
      change.deleted.push_back(i);
    }
    for (; j < next.second; ++j) {
      if (to[j] != 1) return false;
      change.inserted.push_back(j);
    }
    return true;
  };
  for (const auto& kept : UnmodifiedDims(from, to)) {
    if (!pass(kept)) return std::nullopt;
    ++i;
    ++j;
  }
  if (!pass({from.size(), to.size()})) return std::nullopt;
  return change;
}

Layout WithDim(const Layout& layout, size_t dim, size_t position, int64_t padded_size) {
  Layout result = layout;
  for (int64_t& other : result.minor_to_major) {
    if (other >= static_cast<int64_t>(dim)) ++other;
  }
  result.minor_to_major.insert(result.minor_to_major.begin() + static_cast<ptrdiff_t>(position),
                               static_cast<int64_t>(dim));
  if (!layout.padded_dimensions.empty()) {
    result.padded_dimensions.insert(result.padded_dimensions.begin() + static_cast<ptrdiff_t>(dim),
                                    padded_size);
  }
  if (layout.is_sparse()) {
    result.dim_levels.insert(result.dim_levels.begin() + static_cast<ptrdiff_t>(dim), DimLevel());
    result.physical_shape.clear();
  }
  const auto major = static_cast<int64_t>(layout.rank() - position);
  for (DimSplit& split : result.splits) split.dimension += split.dimension >= major ? 1 : 0;
  return result;
}

Layout WithoutDim(const Layout& layout, size_t dim) {
  Layout result = layout;
  TakeOutSplit(result.splits, MajorPlace(layout, dim));
  std::vector<int64_t>& order = result.minor_to_major;
  const auto number = static_cast<int64_t>(dim);
  order.erase(std::find(order.begin(), order.end(), number));
  for (int64_t& other : order) {
    if (other > number) --other;
  }
  if (!layout.padded_dimensions.empty()) {
    result.padded_dimensions.erase(result.padded_dimensions.begin() + static_cast<ptrdiff_t>(dim));
  }
  if (layout.is_sparse()) {
    result.dim_levels.erase(result.dim_levels.begin() + static_cast<ptrdiff_t>(dim));
    result.physical_shape.clear();
    DropDenseLevels(result);
  }
  return result;
}

Layout WithMajor(const Layout& layout, size_t dim) { return WithPlace(layout, dim, 0); }

Layout WithMinor(const Layout& layout, size_t dim) {
  return WithPlace(layout, dim, layout.rank() - 1);
}

}  // namespace shapewright::layout
