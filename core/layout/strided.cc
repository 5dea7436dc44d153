#include "core/layout/strided.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace shapewright::layout {
namespace {

StridesAsLayout None(std::string reason) {
  StridesAsLayout result;
  result.reason = std::move(reason);
  return result;
}

// Dim numbers from the smallest stride to the largest, where equal ones keep
// row-major order. Dims with a single index stay right above their minor
// neighbour, as they would in a row-major layout.
std::vector<size_t> MinorToMajor(absl::Span<const int64_t> sizes,
                                 absl::Span<const int64_t> strides) {
  std::vector<int64_t> keys(sizes.size());
  int64_t below = 0;
  for (size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] > 1) below = strides[i];
    keys[i] = below;
  }
  std::vector<size_t> order(sizes.size());
  std::iota(order.rbegin(), order.rend(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return keys[a] < keys[b]; });
  return order;
}

// Why no layout has such a stride; empty if one may.
std::string FaultOfStride(size_t dim, int64_t size, int64_t stride) {
  if (size <= 1 || stride > 0) return "";
  if (stride < 0) return absl::StrCat("dimension ", dim, " runs backwards");
  return absl::StrCat("dimension ", dim, " has stride 0: several indices share one place");
}

}  // namespace

StridesAsLayout DescribeStrides(absl::Span<const int64_t> sizes, absl::Span<const int64_t> strides,
                                int64_t offset) {
  StridesAsLayout result;
  result.layout = RowMajor(sizes.size());
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return result;
  if (offset != 0) return None(absl::StrCat("the first element lies at ", offset, ", not at 0"));
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    const std::string fault = FaultOfStride(dim, sizes[dim], strides[dim]);
    if (!fault.empty()) return None(fault);
  }
  const std::vector<size_t> order = MinorToMajor(sizes, strides);
  std::vector<int64_t> padded(sizes.begin(), sizes.end());
  size_t minor = sizes.size();  // the next minor dim that has more than one index
  int64_t minor_stride = 1;
  for (size_t i = 0; i < order.size(); ++i) {
    const size_t dim = order[i];
    result.layout.minor_to_major[i] = static_cast<int64_t>(dim);
    if (sizes[dim] <= 1) continue;
    const int64_t stride = strides[dim];
    if (minor == sizes.size()) {
      if (stride != 1) {
        return None(absl::StrCat("the smallest stride is ", stride,
                                 ": elements are not next to each other"));
      }
    } else if (stride % minor_stride != 0) {
      return None(absl::StrCat("the stride ", stride, " of dimension ", dim,
                               " is not a multiple of the stride ", minor_stride, " below it"));
    } else if (stride / minor_stride < sizes[minor]) {
      return None(absl::StrCat("dimensions ", dim, " and ", minor, " overlap"));
    } else {
      padded[minor] = stride / minor_stride;
    }
    minor = dim;
    minor_stride = stride;
  }
  if (!std::equal(padded.begin(), padded.end(), sizes.begin())) {
    result.layout.padded_dimensions = std::move(padded);
  }
  return result;
}

}  // namespace shapewright::layout
