#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_QUERIES_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_QUERIES_H_

#include "absl/status/status.h"
#include "core/query/layout/read_layout.h"
#include "core/query/request_budget.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// Answers one question about a tensor whose facts could be told. A question that
// makes no sense is INVALID_ARGUMENT with the path within it.
absl::Status AnswerLayoutQuery(const QueryOptions& options, SymbolScope& scope,
                               RequestBudget& budget, const TensorLayout& tensor,
                               const v1::LayoutQuery& query, v1::LayoutAnswer* out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_QUERIES_H_
