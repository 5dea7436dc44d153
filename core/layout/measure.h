#ifndef SHAPEWRIGHT_CORE_LAYOUT_MEASURE_H_
#define SHAPEWRIGHT_CORE_LAYOUT_MEASURE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "core/layout/layout.h"
#include "core/shape/type.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::layout {

using shape::Dim;

// What a layout makes of a shape: expressions of its symbols, constants for constant
// dims.
struct Measures {
  std::vector<Dim> padded;        // by dim number
  std::vector<Dim> strides;       // empty with tiles: no one step
  std::vector<Dim> byte_strides;  // empty with tiles and for parts of bytes
  Dim elements;
  Dim padded_elements;
  Dim true_rank;
  // Unknown where the elements have no size.
  Dim bytes;
  Dim unpadded_bytes;
  // How many elements, from the first on, lie without a gap; unknown where that depends on the
  // symbols, and for tiles with padding.
  Dim contiguous;
  // By dim number, the size of its greatest part; empty without splits.
  std::vector<Dim> largest_part;
};

// Measures a layout for dims, one for each dim of the layout; `bits` of an element, 0 for none.
// The fault, if a dim is larger than its padding, or a size leaves 64 bits. Of a sparse array
// only `padded` (the dims), `elements`, `true_rank`, `unpadded_bytes` and `largest_part` are
// known.
std::optional<LayoutFault> Measure(symbolic::ExprArena& arena, absl::Span<const Dim> dims,
                                   const Layout& layout, int bits, Measures& out);

// The sizes of the dims in memory, major to minor, with padding, rows aligned, and
// after all tiles.
std::vector<Dim> MemoryDims(symbolic::ExprArena& arena, absl::Span<const Dim> padded,
                            const Layout& layout, int bits);

// How many elements a row is aligned to; 1 for no alignment.
int64_t RowUnit(const Layout& layout, int bits);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_CORE_LAYOUT_MEASURE_H_
