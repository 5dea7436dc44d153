#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_CHANGES_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_CHANGES_H_

#include "absl/status/status.h"
#include "core/query/layout/layout_context.h"
#include "core/query/layout/read_layout.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// Changes a tensor, and tells what comes of it; `spec` stands for the layout that it is converted
// to. Where there is no result, the tensor has the reason in place of a layout. INVALID_ARGUMENT
// for a malformed change, with the path within it.
absl::Status ChangeTensor(const LayoutContext& context, const v1::LayoutChange& change,
                          const v1::LayoutSpec& spec, TensorLayout& tensor,
                          v1::LayoutChangeResult* out);

// Takes the layout from a tensor: a change has no result.
void LoseLayout(absl::string_view reason, TensorLayout& tensor, v1::LayoutChangeResult* out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_CHANGES_H_
