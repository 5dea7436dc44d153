#include "tests/core/xla/minimal_transpose.h"

#include <algorithm>

#include "core/symbolic/algebra/algebra.h"

namespace shapewright::layout {
namespace {

using shape::Dim;

// The axes without those of size 1, with the numbers that the rest have then.
std::vector<int64_t> KeptAxes(absl::Span<const Dim> dims, absl::Span<const int64_t> axes) {
  std::vector<int64_t> number(dims.size());
  int64_t next = 0;
  for (size_t dim = 0; dim < dims.size(); ++dim) {
    number[dim] = dims[dim].is_constant(1) ? -1 : next++;
  }
  std::vector<int64_t> kept;
  for (const int64_t axis : axes) {
    if (number[static_cast<size_t>(axis)] >= 0) kept.push_back(number[static_cast<size_t>(axis)]);
  }
  return kept;
}

}  // namespace

MinimalTranspose Minimize(symbolic::ExprArena& arena, absl::Span<const Dim> dims,
                          absl::Span<const int64_t> axes) {
  std::vector<Dim> kept_dims;
  std::copy_if(dims.begin(), dims.end(), std::back_inserter(kept_dims),
               [](Dim dim) { return !dim.is_constant(1); });
  const std::vector<int64_t> kept = KeptAxes(dims, axes);
  MinimalTranspose result;
  std::vector<int64_t> firsts;  // of each group, the first dim of the operand
  for (size_t i = 0; i < kept.size(); ++i) {
    const Dim dim = kept_dims[static_cast<size_t>(kept[i])];
    if (i > 0 && kept[i] == kept[i - 1] + 1) {
      result.sizes.back() = Multiply(arena, result.sizes.back(), dim);
      continue;
    }
    firsts.push_back(kept[i]);
    result.sizes.push_back(dim);
  }
  if (firsts.size() <= 1) return result;
  for (const int64_t first : firsts) {
    result.axes.push_back(std::count_if(firsts.begin(), firsts.end(),
                                        [first](int64_t other) { return other < first; }));
  }
  return result;
}

MinimalTranspose MinimizeBetween(symbolic::ExprArena& arena, absl::Span<const Dim> dims,
                                 const Layout& from, const Layout& to) {
  const size_t rank = from.rank();
  const std::vector<size_t> positions = PositionsOf(from);
  std::vector<Dim> in_memory;
  std::vector<int64_t> axes;
  for (size_t k = rank; k-- > 0;) {
    in_memory.push_back(dims[static_cast<size_t>(from.minor_to_major[k])]);
    const auto dim = static_cast<size_t>(to.minor_to_major[k]);
    axes.push_back(static_cast<int64_t>(rank - 1 - positions[dim]));
  }
  return Minimize(arena, in_memory, axes);
}

}  // namespace shapewright::layout
