#ifndef SHAPEWRIGHT_CORE_LAYOUT_LAYOUT_TEXT_H_
#define SHAPEWRIGHT_CORE_LAYOUT_LAYOUT_TEXT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/layout/layout.h"

namespace shapewright::layout {

// XLA's text: `{1,0:T(8,128)(2,1)L(4)E(4)S(1)}`: minor_to_major, then the rest:
//   D(D,C+~)    how dims are kept: D dense, C compressed, S singleton, H compressed
//               with gaps; + an index may repeat, ~ in any order
//   T(8,*,128)  tiles; * combines       L(4)  alignment of the tail
//   #(u32)      type of indices         *(u32)  of pointers
//   E(4)        bits of an element      S(1)  memory space
//   SC(0:3)     splits                  P(f32[6]{0})  what is stored
//   M(1024)     bytes before the elements
// What it cannot say (padding of single dims, alignment of rows and buffer) is left out.
std::string FormatLayout(const Layout& layout);
// The inverse; INVALID_ARGUMENT says where. The result is not completed yet.
absl::StatusOr<Layout> ParseLayout(absl::string_view text);

// The elements of a tuple `(f32[2]{0}, s32[])`; empty where the text is no
// tuple.
std::vector<absl::string_view> TupleElements(absl::string_view text);

}  // namespace shapewright::layout

#endif  // SHAPEWRIGHT_CORE_LAYOUT_LAYOUT_TEXT_H_
