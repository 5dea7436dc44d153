#ifndef SHAPEWRIGHT_CORE_RULES_SEQUENCE_TYPE_H_
#define SHAPEWRIGHT_CORE_RULES_SEQUENCE_TYPE_H_

#include <optional>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Sequences with more positions than this have one type for all of them.
inline constexpr size_t kMaxPositions = 64;

using TypeIdVector = absl::InlinedVector<shape::TypeId, 8>;

// What is known of a sequence. If there are `positions`, they are the exact types of its elements.
// Else `inner` covers every element, and its anonymous dims are separate for each: `?1` differs
// between elements, a named symbol does not.
struct SequenceView {
  shape::TypeId inner = shape::kUnknownType;
  // Unknown where nothing is known about it.
  Expr length;
  bool has_positions = false;
  TypeIdVector positions;
};

// The operand as a sequence; nothing if its type is unknown, or if it is no sequence, which is an
// error.
std::optional<SequenceView> ReadSequence(RuleContext& ctx, int input);

// Sets an output to the sequence of tensors of exactly these types.
void SetSequence(RuleContext& ctx, int output, absl::Span<const shape::TypeId> positions);
// The same where only a type that covers all of them is known.
void SetSequence(RuleContext& ctx, int output, shape::TypeId inner, Expr length);

// The type of one element whose position is not known: new symbols replace the anonymous dims of
// `inner`. `place` is the operand or result that it becomes.
shape::TypeId ElementOf(RuleContext& ctx, shape::TypeId inner, Place place);
// The same for one dim.
Dim ElementDim(RuleContext& ctx, Dim dim, const Place& place);

// The type that an attribute declares for a result. Names of dims in it have no meaning outside:
// such dims are unknown.
shape::TypeId DeclaredResult(RuleContext& ctx, const graph::DeclaredType& declared, int output);

// The length; a new unknown where nothing is known about it.
Expr LengthOrFresh(RuleContext& ctx, const SequenceView& sequence, const Place& place);

// An index into a sequence of `limit` positions, where it is a constant: counted
// from the front. Negative ones count from the back, `limit` itself is allowed
// if `allows_end`. Records what is required of an index that is not constant;
// `is_valid` turns false where it can never be in range.
std::optional<int64_t> ReadPosition(RuleContext& ctx, int input, Expr limit, bool allows_end,
                                    bool* is_valid);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_SEQUENCE_TYPE_H_
