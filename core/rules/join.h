#ifndef SHAPEWRIGHT_CORE_RULES_JOIN_H_
#define SHAPEWRIGHT_CORE_RULES_JOIN_H_

#include <utility>

#include "core/base/hash_map.h"
#include "core/rules/rule_context.h"

namespace shapewright::ops {

// The join of two values: the most specific state that covers both (S17). One joiner serves all
// outputs of a node, so that equal pairs of dims become one symbol.
class Joiner {
 public:
  // Unknowns are made at `ctx`'s node for the given reason. `place` tells apart joiners of one node
  // whose choices differ: within one, an equal pair is chosen from alike.
  // Where an expression, 0 or 1, says which of them it is, what the inputs decide is one, too: `a`
  // for 1.
  Joiner(RuleContext& ctx, absl::string_view reason, const Place& place = {}, Expr condition = {});

  shape::TypeId JoinTypes(shape::TypeId a, shape::TypeId b);
  // The type, and the elements where both sides know them.
  ValueState JoinStates(const ValueState& a, const ValueState& b);
  // The same expression, else that of the condition, else one new symbol per pair, within the hull.
  Expr JoinExprs(Expr a, Expr b, Interval range);

 private:
  Shape JoinShapes(const Shape& a, const Shape& b, DimVector& storage);

  // Unknown where the inputs do not decide.
  Expr SelectByInputs(Expr a, Expr b);

  RuleContext& ctx_;
  absl::string_view reason_;
  Expr condition_;
  Place place_;
  // What pairs were joined to.
  HashMap<std::pair<Expr, Expr>, Expr> pairs_;
};

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_JOIN_H_
