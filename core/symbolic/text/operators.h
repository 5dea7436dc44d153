#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_OPERATORS_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_OPERATORS_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "core/symbolic/text/parse_program.h"

namespace shapewright::symbolic {

// The operators of texts.
struct Operators {
  static const Operator kAdd;
  static const Operator kSubtract;
  static const Operator kMultiply;
  static const Operator kDivide;  // exact, of integers
  static const Operator kFloorDiv;
  static const Operator kCeilDiv;
  static const Operator kMod;
  static const Operator kTruncMod;
  static const Operator kPower;       // of a constant base, rounded down
  static const Operator kExactPower;  // `**`
  static const Operator kMin;
  static const Operator kMax;
  static const Operator kAnd;
  static const Operator kOr;
  static const Operator kIf;
  // Of Piecewise: the value, its condition, and what counts where that is 0.
  static const Operator kPiece;
};

// The sign of a relation, such as "<=", that the text begins with; null if there is none.
const Operator* FindSign(absl::string_view text);

// A function that texts call, of integers.
struct Function {
  const Operator* op;
  uint32_t arguments;  // 0: one or more
};

// Nothing if there is none of that name. Names of other tools are among them
// (docs/notation.md), with or without the name of the module: `T.max`.
std::optional<Function> FindFunction(absl::string_view name);
// The step for a function of one operand: a conversion, or one that rounds.
std::optional<Step> FindUnary(absl::string_view name);
// Whether it leaves its operand as it is.
bool IsIdentityFunction(absl::string_view name);
// `max` of `T.max`.
absl::string_view WithoutModule(absl::string_view name);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_OPERATORS_H_
