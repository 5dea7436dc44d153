#ifndef SHAPEWRIGHT_CORE_LAYOUT_COMPARE_H_
#define SHAPEWRIGHT_CORE_LAYOUT_COMPARE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
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
                                  int bits, int64_t max_steps);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_CORE_LAYOUT_COMPARE_H_
