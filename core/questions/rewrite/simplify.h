#ifndef SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_SIMPLIFY_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_SIMPLIFY_H_

#include "core/questions/rewrite/rewrite_draft.h"

namespace shapewright::questions {

// Targets of Reshape and Expand that nodes compute become constants where numbers, 0 and -1, or of
// Expand 1, say the same at every size that the facts allow. The nodes that computed them go.
void ShortenTargets(RewriteDraft& draft);

// Nodes whose result is their operand go; what read the result reads the operand.
void RemoveIdentities(RewriteDraft& draft);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_SIMPLIFY_H_
