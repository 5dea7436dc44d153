#ifndef SHAPEWRIGHT_CORE_RULES_CONTROL_CARRIED_INTEGERS_H_
#define SHAPEWRIGHT_CORE_RULES_CONTROL_CARRIED_INTEGERS_H_

#include <vector>

#include "core/rules/control/body_loop.h"

namespace shapewright::rules {

// The integers that a loop carries, where they change evenly in a number of iterations that is a
// symbol (S18): elements of small int64 tensors.
class CarriedIntegers {
 public:
  // Symbols from `first_inner` on are of the body.
  CarriedIntegers(RuleContext& ctx, symbolic::SymbolId first_inner)
      : ctx_(ctx), first_inner_(first_inner) {}

  // The next carried value, as it is before the loop.
  void Add(const ValueState& initial);
  // Sets the elements of the carried values after the last iteration. The carried inputs of `loop`
  // are those of any iteration. Runs the body, and drops what it finds.
  void Follow(const BodyLoop& loop, std::vector<ValueState>& carried);

 private:
  // An element: its symbol in an iteration, and its value before the loop.
  struct Followed {
    size_t carried;
    size_t element;
    Expr initial;
    Expr symbol;
    // Taken to be at least 0 in each iteration, as it is before the first one.
    bool is_size;
  };

  std::vector<Followed> MakeSymbols(bool keeps_sign);
  std::vector<ValueState> Run(const BodyLoop& loop, absl::Span<const Followed> followed);
  std::vector<Expr> NextOf(const BodyLoop& loop, absl::Span<const Followed> followed);
  void ReplaceKept(absl::Span<const Followed> followed, std::vector<Expr>& next);
  bool HasAssumedFrom(size_t first_fact) const;

  RuleContext& ctx_;
  const symbolic::SymbolId first_inner_;
  // By carried value; none where they are not followed.
  std::vector<ExprVector> initial_;
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CONTROL_CARRIED_INTEGERS_H_
