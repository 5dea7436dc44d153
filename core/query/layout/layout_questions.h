#ifndef SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_QUESTIONS_H_
#define SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_QUESTIONS_H_

#include "absl/status/status.h"
#include "core/query/layout/layout_context.h"
#include "core/query/layout/read_layout.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::query {

// Answers one question about a tensor whose facts could be told; `other` stands for the layout that
// it is compared with. INVALID_ARGUMENT for one that makes no sense, with the path within it.
absl::Status AnswerLayoutQuestion(const LayoutContext& context, const TensorLayout& tensor,
                                  const v1::LayoutQuestion& question, const v1::LayoutSpec& other,
                                  v1::LayoutAnswer* out);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_LAYOUT_LAYOUT_QUESTIONS_H_
