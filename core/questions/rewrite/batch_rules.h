#ifndef SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_RULES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_RULES_H_

#include "core/questions/rewrite/batch_edits.h"
#include "core/questions/rewrite/batch_node.h"

namespace shapewright::questions {

// How rows pass through operators that compute: sets the states of the results, or refuses the node
// with a reason. At least one operand carries the batch, and none is refused.
void PassThroughNumbers(rules::RowForm form, BatchNode& node, BatchEdits& edits);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_RULES_H_
