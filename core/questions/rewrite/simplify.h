#ifndef SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_SIMPLIFY_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_SIMPLIFY_H_

#include "core/questions/rewrite/rewrite_draft.h"

namespace shapewright::questions {

// Targets of Reshape and Expand, and ends of Slice, that nodes compute become constants where these
// say the same at every size that the facts allow. A Reshape, Expand, Tile or Slice that then gives
// its operand goes. So do the nodes that computed what it was given.
void ShortenTargets(RewriteDraft& draft);

// Nodes whose result is their operand go; what read the result reads the operand.
void RemoveIdentities(RewriteDraft& draft);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_REWRITE_SIMPLIFY_H_
