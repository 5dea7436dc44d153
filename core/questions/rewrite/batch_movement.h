#ifndef SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_MOVEMENT_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_MOVEMENT_H_

#include "core/questions/rewrite/batch_edits.h"
#include "core/questions/rewrite/batch_node.h"

namespace shapewright::questions {

// How rows pass through operators that move elements; as PassThroughNumbers(). False: the form is
// none of these.
bool PassThroughMovement(ops::RowForm form, BatchNode& node, BatchEdits& edits);

// A free operand that has to be as large as the batch on an axis is expanded if its size there is
// 1. False: the node is refused.
bool ExpandFree(BatchNode& node, BatchEdits& edits, size_t operand, size_t axis, int64_t size);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_MOVEMENT_H_
