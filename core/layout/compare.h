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
// shapewright.v1.Comparison. `bits` of an element as its type says.
struct Comparison {
  bool equal = false;
  bool equivalent = false;
  bool bitcast = false;
  std::vector<int64_t> transpose;
};

// Nothing where it takes more than `max_steps` steps to find out.
std::optional<Comparison> Compare(absl::Span<const int64_t> sizes, const Layout& a, const Layout& b,
                                  int bits, int64_t max_steps, Work* work = nullptr);

// The same where a size of -1 is not known: what holds whatever it is. `equivalent`
// is false also where that is open.
Comparison CompareUnsized(absl::Span<const int64_t> sizes, const Layout& a, const Layout& b,
                          int bits);

// Whether nothing but elements in some order of their dims lies there, the tail aside:
// no padding, tiles or splits, and not sparse.
bool IsPlain(absl::Span<const int64_t> sizes, const Layout& layout);

// A tensor whose sizes are known, as one side of a comparison.
struct PlacedTensor {
  absl::Span<const int64_t> sizes;
  Layout layout;  // with the bits of an element
};

// Compares tensors with as many elements, also of different shapes. Then `equivalent`
// says that a reshape leaves every element at its place, and `transpose` names the
// axes of a transpose that does, if there is one; `bitcast` that one of the two does.
// Nothing if it takes more than `max_steps`. `work` counts the places that are looked up; null:
// nobody counts.
std::optional<Comparison> CompareTensors(const PlacedTensor& a, const PlacedTensor& b,
                                         int64_t max_steps, Work* work = nullptr);

// A step that moves nothing: a transpose, or a reshape where there are no axes.
struct BitcastStep {
  std::vector<int64_t> axes;
  std::vector<int64_t> sizes;  // after it
  Layout layout;
};

// How the bytes of `a` are read as `b`: at most a transpose, a reshape and a transpose.
// `comparison` is that of the two, which are of different shapes. Nothing where they
// take other bytes, or padding and tiles lie between them.
std::vector<BitcastStep> BitcastSteps(const PlacedTensor& a, const PlacedTensor& b,
                                      const Comparison& comparison);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_CORE_LAYOUT_COMPARE_H_
