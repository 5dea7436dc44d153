#ifndef SHAPEWRIGHT_CORE_RULES_CONTROL_UNROLL_H_
#define SHAPEWRIGHT_CORE_RULES_CONTROL_UNROLL_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/rules/control/fixed_point.h"
#include "core/rules/rule_context.h"

namespace shapewright::ops {

// A condition, where it is a constant.
std::optional<bool> KnownCondition(const ValueState& state);

// The states of a loop that was inferred iteration by iteration.
struct UnrolledLoop {
  // The body's outputs in each iteration; as many as there are.
  std::vector<std::vector<ValueState>> iterations;
};

// Runs the body of a Loop as often as its conditions, the elements of its first output, and `limit`
// say. Nothing where one of them is not known, or ReserveRuns() refuses.
std::optional<UnrolledLoop> Unroll(RuleContext& ctx, const BodyLoop& loop,
                                   std::optional<int64_t> limit, bool may_end);

// Whether all of a value is known, and nothing of it depends on such symbols.
bool IsDecidedOutside(RuleContext& ctx, const ValueState& state, symbolic::SymbolId first_symbol);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_CONTROL_UNROLL_H_
