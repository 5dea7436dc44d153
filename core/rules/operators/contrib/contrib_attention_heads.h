#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_CONTRIB_CONTRIB_ATTENTION_HEADS_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_CONTRIB_CONTRIB_ATTENTION_HEADS_H_

#include "core/rules/rule_context.h"

namespace shapewright::rules {

inline constexpr absl::string_view kHeadsSummary =
    "[B, S, value hidden]; keys and values [B, heads, length, head size]";

// One of `heads` equal parts of a hidden size.
Dim HeadSize(RuleContext& ctx, Dim hidden, const Place& place, int64_t heads);

// Rules of attentions over separate query, key and value.
void InferMultiHeadAttention(RuleContext& ctx);
void InferDecoderMaskedMultiHeadAttention(RuleContext& ctx);
void InferPackedMultiHeadAttention(RuleContext& ctx);
void InferGroupQueryAttention(RuleContext& ctx);
void InferSparseAttention(RuleContext& ctx);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_CONTRIB_CONTRIB_ATTENTION_HEADS_H_
