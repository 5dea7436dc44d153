#ifndef SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_FREEZE_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_FREEZE_H_

#include "core/questions/rewrite/rewrite_draft.h"

namespace shapewright::questions {

// An If whose condition is known is replaced by the branch that runs.
void InlineBranches(RewriteDraft& draft);

// Values of integers and bools whose elements are all known become initializers, and the nodes that
// compute them go.
void FoldConstants(RewriteDraft& draft);

// What is left open is listed: conditions, and sizes of inputs and outputs.
void ListUndecided(RewriteDraft& draft);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_FREEZE_H_
