#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_CHANGES_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_CHANGES_H_

#include "absl/status/status.h"
#include "core/query/layout/read_layout.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// Questions that change the dims of a tensor, which has a layout, or their order:
// reshape, transpose, insert, delete and move. `changed` is the tensor afterwards, where
// there is an answer.
absl::Status AnswerLayoutChange(const QueryOptions& options, SymbolScope& scope,
                                const TensorLayout& tensor, const v1::LayoutQuery& query,
                                v1::LayoutAnswer* out, TensorLayout* changed);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_CHANGES_H_
