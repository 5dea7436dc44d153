#ifndef SHAPEWRIGHT_CORE_QUESTIONS_BINDING_UNSETTLED_VALUES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_BINDING_UNSETTLED_VALUES_H_

#include <vector>

#include "core/graph/model.h"
#include "core/inference/engine/engine.h"

namespace shapewright::questions {

// The values of a finished inference that have an unknown size or rank which the sizes and elements
// of a binding may decide (S29), as those of an If whose condition is over inputs. What data alone
// decide, such as the length of NonZero's result for a float operand, is settled: a new inference
// with the binding finds no more. In doubt a value is unsettled. Immutable once made.
class UnsettledValues {
 public:
  // The engine has run. Takes operations in proportion to the size of the model, none if nothing is
  // unknown. Without `refines` what data decide is settled, though a binding may say more of it: by
  // an equation, or by an upper bound that leaves one number.
  explicit UnsettledValues(inference::Engine& engine, bool refines = true);

  bool Contains(graph::ValueId value) const { return !values_.empty() && values_[value]; }
  // Whether there are none.
  bool empty() const { return values_.empty(); }
  // Whether what is known of the value follows from a declaration that says what a binding may
  // decide otherwise (S6).
  bool RestsOnDeclaration(graph::ValueId value) const {
    return all_rest_ || (!resting_.empty() && resting_[value]);
  }
  // Whether anything does.
  bool rest_on_declarations() const { return all_rest_ || !resting_.empty(); }

 private:
  std::vector<bool> values_;   // by ValueId; empty if there are none
  std::vector<bool> resting_;  // likewise
  // Such a declaration gave a value to an unknown, or what follows from it a fact: any value may
  // follow from that.
  bool all_rest_ = false;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_BINDING_UNSETTLED_VALUES_H_
