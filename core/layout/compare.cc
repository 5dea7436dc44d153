#include "core/layout/compare.h"

#include <algorithm>

#include "core/layout/memory_map.h"
#include "core/layout/reshape.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::layout {
namespace {

using Numbers = std::vector<int64_t>;

int BitsOf(const Layout& layout, int bits) {
  return layout.element_size_in_bits > 0 ? layout.element_size_in_bits : bits;
}

// A normal form: equal layouts of equal sizes have the same.
Layout Canonical(Layout layout, absl::Span<const int64_t> sizes, int bits) {
  if (std::equal(sizes.begin(), sizes.end(), layout.padded_dimensions.begin(),
                 layout.padded_dimensions.end())) {
    layout.padded_dimensions.clear();
  }
  layout.element_size_in_bits = BitsOf(layout, bits);
  layout.row_alignment_bytes = std::max<int64_t>(layout.row_alignment_bytes, 1);
  layout.buffer_alignment_bytes = std::max<int64_t>(layout.buffer_alignment_bytes, 1);
  return layout;
}

bool Combines(const Layout& layout) {
  return std::any_of(layout.tiles.begin(), layout.tiles.end(),
                     [](const Tile& tile) { return tile.combines(); });
}

// Unless a tile combines dims, the place of an element is a sum of one part per dim; without tiles
// each part is linear in its index. So it is enough to compare along each dim alone.
bool PlaceAlikeByDims(const MemoryMap& a, const MemoryMap& b, bool is_linear) {
  Numbers index(a.sizes().size());
  for (size_t dim = 0; dim < index.size(); ++dim) {
    const int64_t last = is_linear ? std::min<int64_t>(a.sizes()[dim], 2) : a.sizes()[dim];
    for (int64_t i = 1; i < last; ++i) {
      index[dim] = i;
      if (a.PlaceOf(index) != b.PlaceOf(index)) return false;
    }
    index[dim] = 0;
  }
  return true;
}

bool Advance(Numbers& index, absl::Span<const int64_t> sizes) {
  for (size_t dim = index.size(); dim-- > 0;) {
    if (++index[dim] < sizes[dim]) return true;
    index[dim] = 0;
  }
  return false;
}

bool PlaceAlikeEverywhere(const MemoryMap& a, const MemoryMap& b) {
  Numbers index(a.sizes().size());
  do {
    if (a.PlaceOf(index) != b.PlaceOf(index)) return false;
  } while (Advance(index, a.sizes()));
  return true;
}

std::optional<bool> PlaceAlike(const MemoryMap& a, const MemoryMap& b, const Layout& first,
                               const Layout& second, int64_t max_steps) {
  if (first.is_sparse() || second.is_sparse()) return false;
  if (a.elements() == 0) return true;
  const bool is_linear = first.tiles.empty() && second.tiles.empty();
  if (!Combines(first) && !Combines(second)) {
    int64_t steps = 0;
    for (const int64_t size : a.sizes()) steps += std::min(size, max_steps + 1);
    if (!is_linear && steps > max_steps) return std::nullopt;
    return PlaceAlikeByDims(a, b, is_linear);
  }
  if (a.elements() > max_steps) return std::nullopt;
  return PlaceAlikeEverywhere(a, b);
}

bool IsCanonicallyPlain(const Layout& layout) {
  return layout.tiles.empty() && layout.padded_dimensions.empty() &&
         layout.row_alignment_bytes <= 1 && !layout.is_sparse() && layout.splits.empty();
}

// The permutation from the dims in memory of `a` to those of `b`, both major to minor.
Numbers TransposeBetween(const Layout& a, const Layout& b) {
  const std::vector<size_t> in_a = PositionsOf(a);
  Numbers permutation;
  for (auto it = b.minor_to_major.rbegin(); it != b.minor_to_major.rend(); ++it) {
    permutation.push_back(static_cast<int64_t>(a.rank() - 1 - in_a[static_cast<size_t>(*it)]));
  }
  return permutation;
}

// The bytes of all places, with the padding of the buffer.
int64_t BytesOf(const MemoryMap& map, const Layout& layout) {
  const int64_t alignment = std::max<int64_t>(layout.buffer_alignment_bytes, 1);
  const int64_t bytes =
      symbolic::CeilDivide<int64_t>(map.places() * layout.element_size_in_bits, 8);
  return symbolic::CeilDivide(bytes, alignment) * alignment;
}

}  // namespace

std::optional<Comparison> Compare(absl::Span<const int64_t> sizes, const Layout& a, const Layout& b,
                                  int bits, int64_t max_steps, Work* work) {
  const Layout first = Canonical(a, sizes, bits);
  const Layout second = Canonical(b, sizes, bits);
  const MemoryMap one(sizes, a, first.element_size_in_bits, work);
  const MemoryMap other(sizes, b, second.element_size_in_bits, work);
  Comparison result;
  result.equal = first == second;
  const std::optional<bool> alike =
      result.equal ? true : PlaceAlike(one, other, first, second, max_steps);
  if (!alike) return std::nullopt;
  result.equivalent = *alike && first.element_size_in_bits == second.element_size_in_bits &&
                      first.splits == second.splits;
  result.bitcast = result.equivalent && first.memory_space == second.memory_space &&
                   first.metadata_prefix_bytes == second.metadata_prefix_bytes &&
                   one.places() == other.places() && BytesOf(one, first) == BytesOf(other, second);
  if (!result.equivalent && IsCanonicallyPlain(first) && IsCanonicallyPlain(second)) {
    result.transpose = TransposeBetween(a, b);
  }
  return result;
}

bool IsPlain(absl::Span<const int64_t> sizes, const Layout& layout) {
  return IsCanonicallyPlain(Canonical(layout, sizes, 0));
}

namespace {

// The order of the dims in memory, without those of size 1.
Numbers OrderOf(absl::Span<const int64_t> sizes, const Layout& layout) {
  Numbers order;
  for (const int64_t dim : layout.minor_to_major) {
    if (sizes[static_cast<size_t>(dim)] != 1) order.push_back(dim);
  }
  return order;
}

}  // namespace

Comparison CompareUnsized(absl::Span<const int64_t> sizes, const Layout& a, const Layout& b,
                          int bits) {
  const Layout first = Canonical(a, sizes, bits);
  Layout second = Canonical(b, sizes, bits);
  Comparison result;
  result.equal = first == second;
  const bool are_plain = IsCanonicallyPlain(first) && IsCanonicallyPlain(second);
  const bool are_in_order = are_plain && OrderOf(sizes, a) == OrderOf(sizes, b);
  result.equivalent =
      result.equal || (are_in_order && first.element_size_in_bits == second.element_size_in_bits);
  second.minor_to_major = first.minor_to_major;
  result.bitcast = result.equivalent && first == second;
  if (!result.equivalent && are_plain) result.transpose = TransposeBetween(a, b);
  return result;
}

namespace {

// The layout of the tensor after a reshape to `sizes` that moves no element.
std::optional<Layout> Reshaped(const PlacedTensor& tensor, absl::Span<const int64_t> sizes) {
  if (!IsPlain(tensor.sizes, tensor.layout)) return std::nullopt;
  std::optional<Layout> layout = ReshapeForFree(tensor.sizes, tensor.layout, sizes);
  if (!layout) return layout;
  layout->tail_padding_alignment = tensor.layout.tail_padding_alignment;
  layout->buffer_alignment_bytes = tensor.layout.buffer_alignment_bytes;
  return layout;
}

// The axes of a transpose that moves nothing and gives the dims the numbers that they have in `b`;
// empty if the sizes then differ.
Numbers TransposeInPlace(const PlacedTensor& a, const PlacedTensor& b) {
  if (a.sizes.size() != b.sizes.size()) return {};
  const std::vector<size_t> in_b = PositionsOf(b.layout);
  Numbers axes;
  for (size_t dim = 0; dim < b.sizes.size(); ++dim) {
    axes.push_back(a.layout.minor_to_major[in_b[dim]]);
    if (a.sizes[static_cast<size_t>(axes.back())] != b.sizes[dim]) return {};
  }
  return axes;
}

}  // namespace

std::optional<Comparison> CompareTensors(const PlacedTensor& a, const PlacedTensor& b,
                                         int64_t max_steps, Work* work) {
  if (a.sizes == b.sizes) return Compare(a.sizes, a.layout, b.layout, 0, max_steps, work);
  Comparison result;
  const auto reaches = [&](const Layout& layout) {
    return Compare(b.sizes, layout, b.layout, 0, max_steps, work);
  };
  if (const std::optional<Layout> reshaped = Reshaped(a, b.sizes)) {
    const std::optional<Comparison> compared = reaches(*reshaped);
    if (!compared) return std::nullopt;
    result.equivalent = compared->equivalent;
    result.bitcast = compared->bitcast;
  }
  const Numbers axes = TransposeInPlace(a, b);
  if (result.bitcast || axes.empty()) return result;
  const std::optional<Comparison> compared = reaches(Transposed(a.layout, axes));
  if (!compared) return std::nullopt;
  result.bitcast = compared->bitcast;
  if (compared->bitcast) result.transpose = axes;
  return result;
}

namespace {

// The numbers of the dims in memory, major to minor, and their sizes.
struct InMemory {
  explicit InMemory(const PlacedTensor& tensor)
      : dims(tensor.layout.minor_to_major.rbegin(), tensor.layout.minor_to_major.rend()) {
    for (const int64_t dim : dims) sizes.push_back(tensor.sizes[static_cast<size_t>(dim)]);
  }
  Numbers dims;
  Numbers sizes;
};

// Whether the tensor takes no more memory than its elements: no padding, no tiles.
bool IsDense(const PlacedTensor& tensor) {
  const Layout layout = Canonical(tensor.layout, tensor.sizes, 0);
  return IsCanonicallyPlain(layout) && layout.tail_padding_alignment <= 1 &&
         layout.buffer_alignment_bytes <= 1 && layout.metadata_prefix_bytes == 0;
}

Layout RowMajorLike(const Layout& layout) {
  Layout result = layout;
  result.minor_to_major = RowMajor(layout.rank()).minor_to_major;
  result.padded_dimensions.clear();
  return result;
}

}  // namespace

std::vector<BitcastStep> BitcastSteps(const PlacedTensor& a, const PlacedTensor& b,
                                      const Comparison& comparison) {
  const bool have_same_bytes = a.layout.element_size_in_bits == b.layout.element_size_in_bits &&
                               a.layout.memory_space == b.layout.memory_space && IsDense(a) &&
                               IsDense(b);
  if (!have_same_bytes) return {};
  const Numbers target(b.sizes.begin(), b.sizes.end());
  if (comparison.bitcast) return {{comparison.transpose, target, b.layout}};
  const InMemory own(a);
  const InMemory other(b);
  std::vector<BitcastStep> steps;
  if (!std::is_sorted(own.dims.begin(), own.dims.end())) {
    steps.push_back({own.dims, own.sizes, RowMajorLike(a.layout)});
  }
  if (own.sizes != other.sizes) steps.push_back({{}, other.sizes, RowMajorLike(b.layout)});
  if (!std::is_sorted(other.dims.begin(), other.dims.end())) {
    Numbers axes(other.dims.size());
    for (size_t i = 0; i < axes.size(); ++i) {
      axes[static_cast<size_t>(other.dims[i])] = static_cast<int64_t>(i);
    }
    steps.push_back({axes, target, b.layout});
  }
  return steps;
}

}  // namespace shapewright::layout
