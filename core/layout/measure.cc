#include "core/layout/measure.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/text/print.h"

namespace shapewright::layout {
namespace {

using symbolic::ExprArena;

constexpr int64_t kBitsPerByte = 8;

Dim RoundUp(ExprArena& arena, Dim value, int64_t unit) {
  if (unit <= 1) return value;
  return Multiply(arena, CeilDiv(arena, value, unit), unit);
}

Dim TotalOf(ExprArena& arena, absl::Span<const Dim> dims) {
  // With a 0 the product is 0, even if that of the others would not fit.
  for (const Dim dim : dims) {
    if (dim.is_constant(0)) return 0;
  }
  return symbolic::Product(arena, dims);
}

// Splits each dim that the tile covers into the number of tiles and the size of a tile.
std::vector<Dim> ApplyTile(ExprArena& arena, std::vector<Dim> dims, const Tile& tile) {
  while (dims.size() < tile.sizes.size()) dims.insert(dims.begin(), Dim(1));
  const size_t kept = dims.size() - tile.sizes.size();
  std::vector<Dim> result(dims.begin(), dims.begin() + static_cast<ptrdiff_t>(kept));
  std::vector<Dim> inner;
  Dim combined = 1;
  for (size_t i = 0; i < tile.sizes.size(); ++i) {
    combined = Multiply(arena, combined, dims[kept + i]);
    if (tile.sizes[i] == Tile::kCombine) continue;
    result.push_back(CeilDiv(arena, combined, tile.sizes[i]));
    inner.emplace_back(tile.sizes[i]);
    combined = 1;
  }
  result.insert(result.end(), inner.begin(), inner.end());
  return result;
}

std::optional<LayoutFault> PadDims(const ExprArena& arena, absl::Span<const Dim> dims,
                                   const Layout& layout, std::vector<Dim>& padded) {
  padded.assign(dims.begin(), dims.end());
  for (size_t i = 0; i < layout.padded_dimensions.size(); ++i) {
    const int64_t size = layout.padded_dimensions[i];
    if (size == symbolic::Interval::kInfinity || arena.Bounds(dims[i]).min > size) {
      return LayoutFault{absl::StrCat("padded_dimensions[", i, "]"),
                         absl::StrCat(size, " is smaller than the dimension, or no size")};
    }
    padded[i] = size;
  }
  return std::nullopt;
}

// The number of dims that are greater than 1.
Dim TrueRank(ExprArena& arena, absl::Span<const Dim> dims) {
  Dim rank = 0;
  for (const Dim dim : dims) {
    const Dim counts = dim.is_constant() ? Dim(dim.constant() > 1 ? 1 : 0)
                                         : Min(arena, 1, Max(arena, 0, Subtract(arena, dim, 1)));
    rank = Add(arena, rank, counts);
  }
  return rank;
}

// Without tiles the stride of a dim is the product of all more minor dims, each at least 1
// (S13).
std::vector<Dim> Strides(ExprArena& arena, const Layout& layout,
                         const std::vector<Dim>& memory_dims) {
  std::vector<Dim> strides(layout.rank());
  Dim step = 1;
  for (size_t i = 0; i < layout.rank(); ++i) {
    strides[static_cast<size_t>(layout.minor_to_major[i])] = step;
    step = Multiply(arena, step, Max(arena, 1, memory_dims[layout.rank() - 1 - i]));
  }
  return strides;
}

// The product of the minor-most dims, up to and with the first that is padded.
Dim ContiguousRun(ExprArena& arena, absl::Span<const Dim> dims, const Layout& layout,
                  const std::vector<Dim>& memory_dims) {
  Dim run = 1;
  for (size_t i = 0; i < layout.rank(); ++i) {
    const Dim dim = dims[static_cast<size_t>(layout.minor_to_major[i])];
    const Dim in_memory = memory_dims[layout.rank() - 1 - i];
    run = Multiply(arena, run, dim);
    if (symbolic::IsEqual(arena, dim, in_memory)) continue;
    if (!symbolic::IsDifferent(arena, dim, in_memory)) return Dim();
    break;
  }
  return run;
}

Dim BytesOf(ExprArena& arena, Dim elements, int bits) {
  if (bits % kBitsPerByte == 0) return Multiply(arena, elements, bits / kBitsPerByte);
  return CeilDiv(arena, Multiply(arena, elements, bits), kBitsPerByte);
}

// The size of the largest part. Cuts beyond the size have no effect.
Dim LargestPart(ExprArena& arena, Dim size, const std::vector<int64_t>& cuts) {
  Dim largest = 0;
  Dim begin = 0;
  for (const int64_t cut : cuts) {
    const Dim end = Min(arena, cut, size);
    largest = Max(arena, largest, Subtract(arena, end, begin));
    begin = end;
  }
  return Max(arena, largest, Subtract(arena, size, begin));
}

std::vector<Dim> LargestParts(ExprArena& arena, absl::Span<const Dim> dims, const Layout& layout) {
  if (layout.splits.empty()) return {};
  std::vector<Dim> parts(dims.begin(), dims.end());
  for (const DimSplit& split : layout.splits) {
    const size_t place = layout.rank() - 1 - static_cast<size_t>(split.dimension);
    Dim& part = parts[static_cast<size_t>(layout.minor_to_major[place])];
    part = LargestPart(arena, part, split.indices);
  }
  return parts;
}

// Rounds the dims up to whole tiles of the first level. Not if it combines dims.
void PadToTiles(ExprArena& arena, const Layout& layout, std::vector<Dim>& padded) {
  if (layout.tiles.empty() || layout.tiles[0].combines()) return;
  const std::vector<int64_t>& sizes = layout.tiles[0].sizes;
  for (size_t i = 0; i < std::min(sizes.size(), layout.rank()); ++i) {
    Dim& dim = padded[static_cast<size_t>(layout.minor_to_major[i])];
    dim = RoundUp(arena, dim, sizes[sizes.size() - 1 - i]);
  }
}

}  // namespace

int64_t RowUnit(const Layout& layout, int bits) {
  if (layout.row_alignment_bytes <= 0 || bits == 0 || layout.rank() < 2) return 1;
  const int64_t row_bits = layout.row_alignment_bytes * kBitsPerByte;
  return row_bits / std::gcd<int64_t>(row_bits, bits);
}

std::vector<Dim> MemoryDims(ExprArena& arena, absl::Span<const Dim> padded, const Layout& layout,
                            int bits) {
  std::vector<Dim> dims;
  dims.reserve(padded.size());
  for (auto it = layout.minor_to_major.rbegin(); it != layout.minor_to_major.rend(); ++it) {
    dims.push_back(padded[static_cast<size_t>(*it)]);
  }
  if (!dims.empty()) dims.back() = RoundUp(arena, dims.back(), RowUnit(layout, bits));
  for (const Tile& tile : layout.tiles) dims = ApplyTile(arena, std::move(dims), tile);
  return dims;
}

namespace {

// All measures that follow from the places of the elements.
void MeasurePlaces(ExprArena& arena, absl::Span<const Dim> dims, const Layout& layout, int bits,
                   Measures& out) {
  const std::vector<Dim> memory_dims = MemoryDims(arena, out.padded, layout, bits);
  out.padded_elements = RoundUp(arena, TotalOf(arena, memory_dims), layout.tail_padding_alignment);
  if (symbolic::IsEqual(arena, out.elements, out.padded_elements)) {
    out.contiguous = out.elements;
  } else if (layout.tiles.empty()) {
    const Dim run = ContiguousRun(arena, dims, layout, memory_dims);
    // At most `elements`: a tensor without elements has no run.
    if (!run.is_unknown()) out.contiguous = Min(arena, run, out.elements);
  }
  if (layout.tiles.empty()) out.strides = Strides(arena, layout, memory_dims);
  if (bits > 0) {
    const Dim bytes =
        Add(arena, BytesOf(arena, out.padded_elements, bits), layout.metadata_prefix_bytes);
    out.bytes = RoundUp(arena, bytes, layout.buffer_alignment_bytes);
    if (bits % kBitsPerByte == 0) {
      out.byte_strides.reserve(out.strides.size());
      for (const Dim stride : out.strides) {
        out.byte_strides.push_back(Multiply(arena, stride, bits / kBitsPerByte));
      }
    }
  }
  if (layout.tiles.empty() && !out.padded.empty()) {
    Dim& minor = out.padded[static_cast<size_t>(layout.minor_to_major[0])];
    minor = RoundUp(arena, minor, RowUnit(layout, bits));
  }
  PadToTiles(arena, layout, out.padded);
}

}  // namespace

std::optional<LayoutFault> Measure(ExprArena& arena, absl::Span<const Dim> dims,
                                   const Layout& layout, int bits, Measures& out) {
  arena.TakeOverflow();
  if (auto fault = PadDims(arena, dims, layout, out.padded)) return fault;
  if (layout.row_alignment_bytes > symbolic::Interval::kInfinity / kBitsPerByte) {
    return LayoutFault{"row_alignment_bytes", "is too large"};
  }
  out.elements = TotalOf(arena, dims);
  out.true_rank = TrueRank(arena, dims);
  out.largest_part = LargestParts(arena, dims, layout);
  if (bits > 0) out.unpadded_bytes = BytesOf(arena, out.elements, bits);
  if (!layout.is_sparse()) MeasurePlaces(arena, dims, layout, bits, out);
  if (!arena.TakeOverflow()) return std::nullopt;
  const auto write = [&arena](std::string* out_text, Dim dim) {
    out_text->append(symbolic::ToString(arena, dim));
  };
  return LayoutFault{
      "", absl::StrCat("its size leaves 64 bits: [", absl::StrJoin(dims, ", ", write), "]")};
}

}  // namespace shapewright::layout
