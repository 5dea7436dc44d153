#ifndef SHAPEWRIGHT_CORE_RULES_NAMED_DIMS_H_
#define SHAPEWRIGHT_CORE_RULES_NAMED_DIMS_H_

#include <array>

#include "core/rules/rule_context.h"

namespace shapewright::ops {

// Dims that operands and results share, named by capital letters: of an operator
// whose operands are "BSH" and "HK" and whose result is "BSK", each of B, S, H
// and K is what all operands that have it say, and the more telling of it.
class NamedDims {
 public:
  explicit NamedDims(RuleContext& ctx) : ctx_(ctx) {}

  // The operand has one dim per letter; "." is a dim of no name. One that is left
  // out or of another rank (an error) says nothing.
  void Read(int input, absl::string_view letters);
  // The result has these dims; what nobody knows is one unknown, named alike.
  void Write(int output, ElementType element, absl::string_view letters);

  Dim Get(char letter) { return At(letter).dim; }
  // The name stands for this, which an operand may have said already.
  void Unify(char letter, Dim dim, const Place& place, absl::string_view reason);

 private:
  struct Named {
    Dim dim;
    Place place;
  };

  Named& At(char letter) { return named_.at(static_cast<size_t>(letter - 'A')); }

  RuleContext& ctx_;
  std::array<Named, 26> named_ = {};
};

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_NAMED_DIMS_H_
