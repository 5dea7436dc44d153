#ifndef SHAPEWRIGHT_CORE_LAYOUT_STRIDED_H_
#define SHAPEWRIGHT_CORE_LAYOUT_STRIDED_H_

#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "core/layout/layout.h"

namespace shapewright::layout {

// The layout that strides describe, or why no layout does.
struct StridesAsLayout {
  Layout layout;
  std::string reason;  // empty: there is one
};

// `strides` count elements, as many as `sizes`; `offset` is the place of the first element. Gaps
// between rows become padding. Strides of dims with a single index are ignored, and all strides if
// there are no elements.
StridesAsLayout DescribeStrides(absl::Span<const int64_t> sizes, absl::Span<const int64_t> strides,
                                int64_t offset);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_CORE_LAYOUT_STRIDED_H_
