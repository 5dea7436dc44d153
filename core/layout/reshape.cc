#include "core/layout/reshape.h"

#include <algorithm>
#include <utility>

#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::layout {
namespace {

using Ends = std::vector<std::pair<size_t, size_t>>;

bool HasZero(absl::Span<const int64_t> sizes) {
  return std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
}

}  // namespace

std::optional<int64_t> ElementsOf(absl::Span<const int64_t> sizes) {
  if (HasZero(sizes)) return 0;
  std::optional<int64_t> elements = 1;
  for (size_t i = 0; i < sizes.size() && elements; ++i) {
    elements = symbolic::CheckedMul(*elements, sizes[i]);
  }
  return elements;
}

Ends CommonFactors(absl::Span<const int64_t> a, absl::Span<const int64_t> b) {
  Ends ends = {{0, 0}};
  if (std::equal(a.begin(), a.end(), b.begin(), b.end())) {
    for (size_t i = 1; i <= a.size(); ++i) ends.emplace_back(i, i);
    return ends;
  }
  size_t i = 0;
  size_t j = 0;
  if (HasZero(a)) {
    ends.emplace_back(a.size(), b.size());
    return ends;
  }
  int64_t product_a = 1;
  int64_t product_b = 1;
  while (i < a.size() || j < b.size()) {
    const bool has_a = i < a.size();
    const bool has_b = j < b.size();
    const bool are_level = product_a == product_b;
    const bool takes_a = product_a < product_b || (are_level && has_a && (!has_b || a[i] <= b[j]));
    const bool takes_b = product_b < product_a || (are_level && has_b && (!has_a || b[j] <= a[i]));
    if (takes_a) product_a *= a[i++];
    if (takes_b) product_b *= b[j++];
    if (product_a == product_b) ends.emplace_back(i, j);
  }
  return ends;
}

std::optional<Layout> ReshapeForFree(absl::Span<const int64_t> from, const Layout& layout,
                                     absl::Span<const int64_t> to) {
  Layout result = RowMajor(to.size());
  result.element_size_in_bits = layout.element_size_in_bits;
  result.memory_space = layout.memory_space;
  if (HasZero(from)) return result;
  const Ends ends = CommonFactors(from, to);
  // The group that each dim of more than one index belongs to.
  std::vector<size_t> group_of(from.size());
  for (size_t k = 1; k < ends.size(); ++k) {
    for (size_t i = ends[k - 1].first; i < ends[k].first; ++i) group_of[i] = k;
  }
  std::vector<size_t> dims;  // minor to major
  for (const int64_t dim : layout.minor_to_major) {
    if (from[static_cast<size_t>(dim)] > 1) dims.push_back(static_cast<size_t>(dim));
  }
  // The dims of a group must lie together, in row-major order.
  std::vector<int64_t> order;
  std::vector<bool> is_placed(to.size());
  for (size_t at = 0; at < dims.size();) {
    const size_t group = group_of[dims[at]];
    size_t expected = ends[group].first;
    while (expected > ends[group - 1].first) {
      --expected;
      if (from[expected] == 1) continue;
      if (at == dims.size() || dims[at] != expected) return std::nullopt;
      ++at;
    }
    for (size_t j = ends[group].second; j-- > ends[group - 1].second;) {
      order.push_back(static_cast<int64_t>(j));
      is_placed[j] = true;
    }
  }
  // Of size 1: right above its minor neighbour, as in a row-major layout.
  for (size_t j = to.size(); j-- > 0;) {
    if (is_placed[j]) continue;
    const auto below = std::find(order.begin(), order.end(), static_cast<int64_t>(j + 1));
    order.insert(below == order.end() ? order.begin() : below + 1, static_cast<int64_t>(j));
  }
  result.minor_to_major = std::move(order);
  return result;
}

Layout Transposed(const Layout& layout, absl::Span<const int64_t> axes) {
  Layout result = layout;
  std::vector<int64_t> number_of(axes.size());
  for (size_t i = 0; i < axes.size(); ++i) {
    number_of[static_cast<size_t>(axes[i])] = static_cast<int64_t>(i);
    if (!layout.padded_dimensions.empty()) {
      result.padded_dimensions[i] = layout.padded_dimensions[static_cast<size_t>(axes[i])];
    }
    if (layout.is_sparse()) {
      result.dim_levels[i] = layout.dim_levels[static_cast<size_t>(axes[i])];
    }
  }
  for (int64_t& dim : result.minor_to_major) dim = number_of[static_cast<size_t>(dim)];
  return result;
}

}  // namespace shapewright::layout
