#ifndef SHAPEWRIGHT_CORE_RULES_FITTING_H_
#define SHAPEWRIGHT_CORE_RULES_FITTING_H_

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/static_text.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Facts on operands that do not decide the result's shape, but have to fit to it or to other
// operands. Each says nothing of an operand that is absent or of unknown rank, nor of dims that are
// unknown.

// A dim, and where it comes from.
struct PlacedDim {
  Dim dim;
  Place place = {};
};

// The dims of an operand of known rank, else none.
absl::InlinedVector<PlacedDim, 6> PlacedDimsOf(RuleContext& ctx, int input);

// The operand's dims are `dims`. False after an error about its rank.
bool RequireDims(RuleContext& ctx, int input, absl::Span<const PlacedDim> dims, const Check& check);

// The operand has the dims of the operand `to`, if that one's rank is known.
bool RequireDimsOf(RuleContext& ctx, int input, int to, const Check& check);

// The operand, of any rank, has as many elements as `size`.
void RequireElementCount(RuleContext& ctx, int input, const PlacedDim& size, const Check& check);

// The operand can be broadcast to `dims`, never the reverse.
void RequireBroadcastTo(RuleContext& ctx, int input, absl::Span<const PlacedDim> dims,
                        const Check& check);

// The operand can be broadcast to the operand `to`, if that one's rank is known.
void RequireBroadcastToOperand(RuleContext& ctx, int input, int to, const Check& check);

// The operand is a scalar, or a vector of one element or of as many as `size`.
void RequireOneOrAsMany(RuleContext& ctx, int input, const PlacedDim& size, const Check& check);

// A dim equals one of `options`, all of which are known.
void RequireOneOf(RuleContext& ctx, const PlacedDim& dim, absl::Span<const Expr> options,
                  const Check& check);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_FITTING_H_
