#ifndef SHAPEWRIGHT_CORE_RULES_NAMED_DIMS_H_
#define SHAPEWRIGHT_CORE_RULES_NAMED_DIMS_H_

#include <array>

#include "core/base/static_text.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Dims that operands and results share, named by capital letters: of an operator whose operands are
// "BSH" and "HK" and whose result is "BSK", the dims of each letter are unified over all operands.
class NamedDims {
 public:
  explicit NamedDims(RuleContext& ctx) : ctx_(ctx) {}

  // Reads the dims of an operand, one per letter; "." is a dim without a name. An operand that is
  // absent, or of another rank (an error), is ignored.
  void Read(int input, absl::string_view letters);
  // Sets the dims of a result. A letter that is not known becomes one new symbol.
  void Write(int output, ElementType element, absl::string_view letters);

  Dim Get(char letter) { return At(letter).dim; }
  // Unifies the letter with a dim.
  void Unify(char letter, Dim dim, const Place& place, const Check& check);

 private:
  struct Named {
    Dim dim;
    Place place;
  };

  Named& At(char letter) { return named_.at(static_cast<size_t>(letter - 'A')); }

  RuleContext& ctx_;
  std::array<Named, 26> named_ = {};
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_NAMED_DIMS_H_
