#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_ATTENTION_COST_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_ATTENTION_COST_H_

#include "core/rules/cost/cost_context.h"

namespace shapewright::rules {

// One that has these scores; `query` and `values` are the elements of the query and of the result.
void AddAttention(CostContext& ctx, symbolic::Expr query, symbolic::Expr values,
                  symbolic::Expr keys, symbolic::Expr scores);

// Attention: scores of all queries and keys, a softmax of each row of them, and sums of values
// (S52). What a causal mask leaves out is not subtracted.
void AttentionCost(CostContext& ctx);
void MultiHeadAttentionCost(CostContext& ctx);
void DecoderMaskedMultiHeadAttentionCost(CostContext& ctx);
void GroupQueryAttentionCost(CostContext& ctx);
// With a projection to query, key and value.
void ProjectedAttentionCost(CostContext& ctx);
void QAttentionCost(CostContext& ctx);
// A state of keys times values in place of scores.
void LinearAttentionCost(CostContext& ctx);
// At most: each token sees as many keys as there may be.
void PackedAttentionCost(CostContext& ctx);
void PackedMultiHeadAttentionCost(CostContext& ctx);
void PagedAttentionCost(CostContext& ctx);
void SparseAttentionCost(CostContext& ctx);
void RotaryEmbeddingCost(CostContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_COST_ATTENTION_COST_H_
