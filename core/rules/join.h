#ifndef SHAPEWRIGHT_CORE_RULES_JOIN_H_
#define SHAPEWRIGHT_CORE_RULES_JOIN_H_

#include <optional>
#include <utility>

#include "core/base/hash_map.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// The join of two values: the most specific state that covers both (S17). One joiner serves all
// outputs of a node, so that equal pairs of dims become one symbol.
class Joiner {
 public:
  // New unknowns are made at `ctx`'s node, with the given reason; `place` tells apart those of
  // several joiners of one node. Within a joiner, equal pairs give equal results. With a
  // `condition`, an expression that is 1 where the value is `a` and 0 where it is `b`, a pair that
  // depends on inputs only becomes an expression of it.
  Joiner(RuleContext& ctx, absl::string_view reason, const Place& place = {}, Expr condition = {});

  // Whether the condition is one of inputs.
  bool is_decided_by_inputs() const { return !condition_.is_unknown(); }

  shape::TypeId JoinTypes(shape::TypeId a, shape::TypeId b);
  // The type, and the elements where both sides know them.
  ValueState JoinStates(const ValueState& a, const ValueState& b);
  // The same expression if a and b are equal, else one by the condition, else one new symbol per
  // pair, within the hull.
  Expr JoinExprs(Expr a, Expr b, Interval range);

 private:
  Shape JoinShapes(const Shape& a, const Shape& b, DimVector& storage);

  // The expression by the condition; unknown if it does not depend on inputs only.
  Expr SelectByInputs(Expr a, Expr b);

  RuleContext& ctx_;
  absl::string_view reason_;
  Expr condition_;
  Place place_;
  // The unknown that each pair became.
  HashMap<std::pair<Expr, Expr>, Expr> pairs_;
};

// The integers of a state, those of a constant that nothing has decoded yet among them.
std::optional<absl::Span<const Expr>> IntsOf(RuleContext& ctx, const ValueState& state);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_JOIN_H_
