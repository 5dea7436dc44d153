#ifndef SHAPEWRIGHT_CORE_LAYOUT_NAMED_LAYOUT_H_
#define SHAPEWRIGHT_CORE_LAYOUT_NAMED_LAYOUT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/layout/layout.h"

namespace shapewright::layout {

// A layout by name: `row_major`, `column_major`, `dim0_major`, `dim0_minor`, or
// capitals from major to minor of a shape whose own order is N C D H W (or O I D H W
// of filters, G first for groups): `NHWC`; `NC/32HW32` and `NHWC8` put blocks of
// channels innermost. Anything else names the dims as they are, row-major:
// `[batch, ?, ..., custom]`, `nc??`.
struct LayoutByName {
  Layout layout;
  // By dim number, empty where a dim has none. Empty: no names.
  std::vector<std::string> dim_names;
  // The names as they were written, in one form: `[N,?,...,C]`.
  std::string names_text;
};
absl::StatusOr<LayoutByName> NamedLayout(absl::string_view name, size_t rank);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_CORE_LAYOUT_NAMED_LAYOUT_H_
