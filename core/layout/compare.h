#ifndef SHAPEWRIGHT_CORE_LAYOUT_COMPARE_H_
#define SHAPEWRIGHT_CORE_LAYOUT_COMPARE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "core/base/work.h"
#include "core/layout/layout.h"

namespace shapewright::layout {

// How two layouts of one tensor of constant size compare; the fields are those of
// shapewright.v1.LayoutComparison. `bits` are those of an element by its type.
struct Comparison {
  bool equal = false;
  bool equivalent = false;
  bool bitcast = false;
  std::vector<int64_t> transpose;
};

// Nothing where it would take more than `max_steps` steps.
std::optional<Comparison> Compare(absl::Span<const int64_t> sizes, const Layout& a, const Layout& b,
                                  int bits, int64_t max_steps, Work* work = nullptr);

// The same for sizes that may be -1, which is unknown: what holds for all sizes. `equivalent` is
// also false where it depends on them.
Comparison CompareUnsized(absl::Span<const int64_t> sizes, const Layout& a, const Layout& b,
                          int bits);

// Whether the elements lie in some order of their dims and nothing else does, except padding at the
// end: no other padding, tiles or splits, and not sparse.
bool IsPlain(absl::Span<const int64_t> sizes, const Layout& layout);

// A tensor whose sizes are known, as one side of a comparison.
struct PlacedTensor {
  absl::Span<const int64_t> sizes;
  Layout layout;  // with the bits of an element
};

// Compares tensors of equally many elements, also of different shapes. Then `equivalent` says
// that a reshape leaves every element at its place, `transpose` has the axes of a transpose
// that does, if there is one, and `bitcast` says that one of the two does. Nothing if it
// takes more than `max_steps`. `work`, which may be null, counts the places that are looked
// up.
std::optional<Comparison> CompareTensors(const PlacedTensor& a, const PlacedTensor& b,
                                         int64_t max_steps, Work* work = nullptr);

// A step that moves nothing: a transpose, or a reshape where there are no axes.
struct BitcastStep {
  std::vector<int64_t> axes;
  std::vector<int64_t> sizes;  // after it
  Layout layout;
};

// How the bytes of `a` are read as `b`: at most a transpose, a reshape and a transpose.
// `comparison` is that of the two, which are of different shapes. Nothing where the bytes differ,
// or padding or tiles prevent it.
std::vector<BitcastStep> BitcastSteps(const PlacedTensor& a, const PlacedTensor& b,
                                      const Comparison& comparison);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_CORE_LAYOUT_COMPARE_H_
