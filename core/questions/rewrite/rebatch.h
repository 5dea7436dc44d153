#ifndef SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_REBATCH_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_REBATCH_H_

#include "absl/status/status.h"
#include "core/questions/rewrite/rewrite_draft.h"
#include "shapewright/v1/rewrite.pb.h"

namespace shapewright::questions {

// The size of the axes of inputs that carry the batch becomes a symbol, and what stands for it
// follows. Refuses, naming the nodes, where rows depend on each other or that is not known.
// INVALID_ARGUMENT, with the path of the field, for axes that the inputs do not have.
absl::Status Rebatch(const v1::RewriteModelRequest& request, inference::Engine& engine,
                     v1::RewriteModelResponse* response);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_REBATCH_H_
