#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_CHANGES_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_CHANGES_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "core/query/read_layout.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// Questions about another layout or shape of a tensor: compare, convert, reshape,
// transpose, insert, delete and move dims.
absl::Status AnswerLayoutChange(const QueryOptions& options, SymbolScope& scope,
                                const TensorLayout& tensor, const std::vector<int64_t>& sizes,
                                const v1::LayoutQuery& query, v1::LayoutAnswer* out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_CHANGES_H_
