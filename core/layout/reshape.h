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

// Dims that a reshape in row-major order keeps: their numbers before and
// after.
std::vector<std::pair<size_t, size_t>> UnmodifiedDims(absl::Span<const int64_t> from,
                                                      absl::Span<const int64_t> to);

// The dims that a reshape takes out, by number before, and puts in, by number
// afterwards, if it does nothing but that with dims of size 1.
struct DegenerateChange {
  std::vector<size_t> deleted;
  std::vector<size_t> inserted;
};
std::optional<DegenerateChange> DegenerateOnly(absl::Span<const int64_t> from,
                                               absl::Span<const int64_t> to);

// The layout of `to` in which a reshape from `from` moves no element, if there is one. `layout` has
// no padding, tiles or splits, and is not sparse.
std::optional<Layout> ReshapeForFree(absl::Span<const int64_t> from, const Layout& layout,
                                     absl::Span<const int64_t> to);

// Layouts for other changes of the dims.

// Dim i of the result is dim axes[i], a permutation; no element moves.
Layout Transposed(const Layout& layout, absl::Span<const int64_t> axes);
// With a new dim, of number `dim` of the result, at `position` of minor_to_major.
Layout WithDim(const Layout& layout, size_t dim, size_t position, int64_t padded_size);
Layout WithoutDim(const Layout& layout, size_t dim);
// The dim becomes the most major one.
Layout WithMajor(const Layout& layout, size_t dim);
// The dim becomes the most minor one.
Layout WithMinor(const Layout& layout, size_t dim);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_CORE_LAYOUT_RESHAPE_H_
