#ifndef SHAPEWRIGHT_CORE_LAYOUT_RESHAPE_H_
#define SHAPEWRIGHT_CORE_LAYOUT_RESHAPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "core/layout/layout.h"

namespace shapewright::layout {

// The number of elements; nothing where it leaves 64 bits.
std::optional<int64_t> ElementsOf(absl::Span<const int64_t> sizes);

// Where two lists of sizes with one product agree: pairs of ends (i, j) such that the
// first i sizes of `a` have the product of the first j of `b`, in the finest steps,
// from (0, 0) to the ends of both. With a size 0, the ends only, unless the lists are
// equal.
std::vector<std::pair<size_t, size_t>> CommonFactors(absl::Span<const int64_t> a,
                                                     absl::Span<const int64_t> b);

// The layout of `to` in which a reshape from `from` moves no element, if there is one. `layout` has
// no padding, tiles or splits, and is not sparse.
std::optional<Layout> ReshapeForFree(absl::Span<const int64_t> from, const Layout& layout,
                                     absl::Span<const int64_t> to);

// Dim i of the result is dim axes[i], a permutation; no element moves.
Layout Transposed(const Layout& layout, absl::Span<const int64_t> axes);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_CORE_LAYOUT_RESHAPE_H_
