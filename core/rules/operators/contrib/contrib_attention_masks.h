#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_CONTRIB_CONTRIB_ATTENTION_MASKS_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_CONTRIB_CONTRIB_ATTENTION_MASKS_H_

#include <initializer_list>

#include "core/rules/fitting.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// The sizes of an attention of onnxruntime that its masks and biases have to fit to. Unknown ones
// are not checked.
struct Scores {
  PlacedDim batch;
  PlacedDim heads;
  PlacedDim length;      // of the query
  PlacedDim key_length;  // of the keys of this call, without the cache
  PlacedDim total;       // with the cache
};

// [1 or batch, 1 or heads, length, total], added to the scores.
void CheckAttentionBias(RuleContext& ctx, int input, const Scores& scores);

// Which keys count: [batch, key_length or total], [batch, length, total], or ends of sequences as a
// vector, of as many elements as an entry of `counts` says.
void CheckKeyMask(RuleContext& ctx, int input, const Scores& scores,
                  std::initializer_list<Expr> counts);

// The mask of an attention over merged projections: also [batch, 1, max, max], and one element per
// batch or for all.
void CheckMergedMask(RuleContext& ctx, int input, const Scores& scores);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_CONTRIB_CONTRIB_ATTENTION_MASKS_H_
