#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_FACTS_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_FACTS_H_

#include "absl/status/status.h"
#include "core/query/layout/read_layout.h"
#include "core/query/query_options.h"
#include "core/query/symbol_scope.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// Measures a tensor that has a layout, and writes what it comes to. INVALID_ARGUMENT
// names the field of the layout, or is about the case as a whole.
absl::Status WriteLayoutFacts(const QueryOptions& options, SymbolScope& scope,
                              const TensorLayout& tensor, v1::LayoutFacts* out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_FACTS_H_
