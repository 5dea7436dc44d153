#ifndef SHAPEWRIGHT_TESTS_CORE_XLA_MINIMAL_TRANSPOSE_H_
#define SHAPEWRIGHT_TESTS_CORE_XLA_MINIMAL_TRANSPOSE_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/layout/layout.h"
#include "core/shape/type.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::layout {

// A transpose of the fewest dims: neighbours that stay together are combined, dims of size 1 are
// left out.
struct MinimalTranspose {
  std::vector<shape::Dim> sizes;  // of the result, major to minor
  std::vector<int64_t> axes;      // dim i is dim axes[i] of the operand; empty: nothing moves
};

// `dims` of the operand, dim i of the result is dim axes[i], a permutation.
MinimalTranspose Minimize(symbolic::ExprArena& arena, absl::Span<const shape::Dim> dims,
                          absl::Span<const int64_t> axes);

// The transpose that brings the dims, by number, from one order in memory to another.
MinimalTranspose MinimizeBetween(symbolic::ExprArena& arena, absl::Span<const shape::Dim> dims,
                                 const Layout& from, const Layout& to);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_TESTS_CORE_XLA_MINIMAL_TRANSPOSE_H_
