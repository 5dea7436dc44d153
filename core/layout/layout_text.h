#ifndef SHAPEWRIGHT_CORE_LAYOUT_LAYOUT_TEXT_H_
#define SHAPEWRIGHT_CORE_LAYOUT_LAYOUT_TEXT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/layout/layout.h"

namespace shapewright::layout {

// XLA's text: `{1,0:T(8,128)(2,1)L(4)E(4)S(1)}`: minor_to_major, tiles (`*`
// combines), the alignment of the tail, bits of an element, memory space. What it
// cannot say (padding of single dims, alignment of rows and buffer) is left out.
std::string FormatLayout(const Layout& layout);
// The inverse; INVALID_ARGUMENT says where. The result is not completed yet.
absl::StatusOr<Layout> ParseLayout(absl::string_view text);

// A layout by name: `row_major`, `column_major`, `dim0_major`, `dim0_minor`, or
// capitals from major to minor of a shape whose own order is N C D H W (or O I D H W
// of filters, G first for groups): `NHWC`; `NC/32HW32` and `NHWC8` put blocks of
// channels innermost. Anything else names the dims as they are, row-major:
// `[batch, ?, ..., custom]`, `nc??`.
struct LayoutByName {
  Layout layout;
  // By dim number, empty where a dim has none. Empty: no names.
  std::vector<std::string> dim_names;
};
absl::StatusOr<LayoutByName> NamedLayout(absl::string_view name, size_t rank);

// The element of a tuple text `(f32[2]{0}, s32[])`, one after the other; nothing
// where the text is no tuple.
std::vector<absl::string_view> TupleElements(absl::string_view text);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_CORE_LAYOUT_LAYOUT_TEXT_H_
