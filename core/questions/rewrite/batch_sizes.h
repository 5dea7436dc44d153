#ifndef SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_SIZES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_SIZES_H_

#include "core/questions/rewrite/batch_node.h"
#include "core/rules/rewrite/operator_form.h"

namespace shapewright::questions {

// Nodes that read the sizes of values that carry the batch, or numbers that follow from these:
// which elements of the result depend on the batch; or that make a value of such sizes. No operand
// but that of kShapeOf carries the batch as data.
void PassSizes(rules::RowForm form, BatchNode& node);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_BATCH_SIZES_H_
