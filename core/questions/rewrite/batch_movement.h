#ifndef SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_MOVEMENT_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_MOVEMENT_H_

#include "core/questions/rewrite/batch_edits.h"
#include "core/questions/rewrite/batch_node.h"

namespace shapewright::questions {

// How rows pass through operators that move elements; as PassThroughNumbers(). False: the form is
// none of these.
bool PassThroughMovement(rules::RowForm form, BatchNode& node, BatchEdits& edits);

// A free operand that is as large as the batch on an axis is made to follow the batch of the run,
// if it is the same for all rows: of size 1, filled, expanded, or a constant. False: the node is
// refused.
bool ExpandFree(BatchNode& node, BatchEdits& edits, size_t operand, const BatchState& rows);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_MOVEMENT_H_
