#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_CONTEXT_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_CONTEXT_H_

#include "core/query/query_options.h"
#include "core/query/request_budget.h"
#include "core/query/symbol_scope.h"

namespace shapewright::query {

// What the cases of a request have in common.
struct LayoutContext {
  const QueryOptions& options;
  SymbolScope& scope;
  RequestBudget& budget;
  // Whether facts have their details.
  bool has_details = false;
};

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_CONTEXT_H_
