#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_CASE_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_CASE_H_

#include "absl/status/status.h"
#include "core/query/layout/layout_context.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// Answers one case; INVALID_ARGUMENT with the path of the field within it for one that makes no
// sense, or for a limit that the cases breach together (the budget knows).
absl::Status AnswerLayoutCase(const LayoutContext& context, const v1::LayoutCase& message,
                              v1::LayoutResult* result);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_CASE_H_
