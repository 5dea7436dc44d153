#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_COMPARISON_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_COMPARISON_H_

#include "absl/status/status.h"
#include "core/layout/minimal_transpose.h"
#include "core/query/layout/read_layout.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// COMPARE and CONVERT: how the layout of a tensor, which has one, compares with the
// one of the query, and what leads there. `changed` is the tensor after CONVERT, where
// there is an answer.
absl::Status AnswerLayoutComparison(const QueryOptions& options, SymbolScope& scope,
                                    const TensorLayout& tensor, const v1::LayoutQuery& query,
                                    v1::LayoutAnswer* out, TensorLayout* changed);

// What it takes to bring a tensor into another layout of the same dims, as the
// `conversion` of an answer; none where that takes too long to find out.
void WriteConversion(const QueryOptions& options, const TensorLayout& from, const TensorLayout& to,
                     v1::LayoutAnswer* out);

void WriteMinimalTranspose(SymbolScope& scope, const layout::MinimalTranspose& transpose,
                           v1::LayoutAnswer* out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_COMPARISON_H_
