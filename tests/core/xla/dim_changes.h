#ifndef SHAPEWRIGHT_TESTS_CORE_XLA_DIM_CHANGES_H_
#define SHAPEWRIGHT_TESTS_CORE_XLA_DIM_CHANGES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "core/layout/layout.h"

namespace shapewright::layout {

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

// Layouts for changes of the dims.

// With a new dim, of number `dim` of the result, at `position` of minor_to_major.
Layout WithDim(const Layout& layout, size_t dim, size_t position, int64_t padded_size);
Layout WithoutDim(const Layout& layout, size_t dim);
// The dim becomes the most major one.
Layout WithMajor(const Layout& layout, size_t dim);
// The dim becomes the most minor one.
Layout WithMinor(const Layout& layout, size_t dim);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_TESTS_CORE_XLA_DIM_CHANGES_H_
