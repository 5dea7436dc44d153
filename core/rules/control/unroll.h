#ifndef SHAPEWRIGHT_CORE_RULES_CONTROL_UNROLL_H_
#define SHAPEWRIGHT_CORE_RULES_CONTROL_UNROLL_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/rules/control/fixed_point.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// The value of a condition that is a constant.
std::optional<bool> KnownCondition(const ValueState& state);

// The states of a loop that was inferred iteration by iteration.
struct UnrolledLoop {
  // The body's outputs in each iteration; as many as there are.
  std::vector<std::vector<ValueState>> iterations;
};

// Infers the body of a Loop once per iteration. How many there are must follow from `limit` and, if
// `may_end`, from the condition that is the body's first output. Nothing if these are not
// constants, or ReserveRuns() refuses.
std::optional<UnrolledLoop> Unroll(RuleContext& ctx, const BodyLoop& loop,
                                   std::optional<int64_t> limit, bool may_end);

// What of a body's runs stands in the lists of the inference when it begins: made before the first
// of them.
struct KnownBefore {
  explicit KnownBefore(RuleContext& ctx)
      : facts(ctx.facts().facts().size()), unchecked(ctx.workspace().unchecked().size()) {}

  size_t facts;
  size_t unchecked;
};

// What is found of each iteration, by `unroll`, stands for the facts after those that were known,
// which are those of any iteration, unless it is not found.
std::optional<UnrolledLoop> UnrollInPlaceOf(
    RuleContext& ctx, const KnownBefore& before,
    const std::function<std::optional<UnrolledLoop>()>& unroll);

// Whether a value's type is known, and no dim or element of it mentions symbols from `first_symbol`
// on.
bool IsDecidedOutside(RuleContext& ctx, const ValueState& state, symbolic::SymbolId first_symbol);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CONTROL_UNROLL_H_
