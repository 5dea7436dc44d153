#ifndef SHAPEWRIGHT_CORE_QUERY_MERGE_WINDOW_MESSAGE_H_
#define SHAPEWRIGHT_CORE_QUERY_MERGE_WINDOW_MESSAGE_H_

#include "absl/status/statusor.h"
#include "core/query/query_options.h"
#include "core/query/symbol_scope.h"
#include "core/shape/algebra/window.h"
#include "shapewright/v1/window.pb.h"

namespace shapewright::query {

// A window; an empty message is one of no axes.
absl::StatusOr<shape::SlidingWindow> ReadWindow(const QueryOptions& options, SymbolScope& scope,
                                                const v1::Window& in);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_MERGE_WINDOW_MESSAGE_H_
