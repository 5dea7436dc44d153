#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_TEXT_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_TEXT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/interval.h"

namespace shapewright::symbolic {

// The text form of expressions, printed and parsed:
//
//   sum     = product { ("+" | "-") product }
//   product = factor { ("*" | "//" | "/") factor }
//   factor  = "-" factor | integer | name | call | "(" sum ")"
//   call    = function "(" sum { "," sum } ")"
//   name    = ( identifier | "`" text "`" ) [ "[" [ integer ] "]" ] | "?" [
//   integer ]
//
// Functions are floordiv, ceildiv, truncdiv, mod and broadcast of two, min and
// max of one or more; their capitalised spellings (Min, FloorDiv) are read too.
// Floating point (S14): f16, bf16, f32 and f64 make an integer, another float or
// a number like 0.7 a float of that format; of two floats of one format there are
// + - * / min and max, of one floor, ceil, round (half to even) and sqrt; int
// cuts off what is behind the point, and gives an integer again.
// An identifier is [A-Za-z_][A-Za-z0-9_.]*; any other name stands in backticks,
// in which a doubled backtick is one. `x[2]`, `x[]` are value symbols (S10),
// `?3` an anonymous one, `?` a new one (S7). `//` rounds to minus infinity.

// Text beyond this shares subexpressions (S20).
inline constexpr size_t kTextBudget = 4096;

// Parsing the text gives `e` again as long as the intervals of the symbols are
// the same. Defined symbols print as their names. A text over kTextBudget is
// for people: it goes on with "; t8 := ..." for each shared subexpression.
std::string ToString(const ExprArena& arena, Expr e);
// What a defined symbol stands for: `t6 + N`.
std::string DefinitionText(const ExprArena& arena, SymbolId defined);

class Printer;

// Prints expressions whose texts stay small: where one would exceed the budget,
// the subexpressions that it holds more than once get names that go on where
// the arena's own numbering of defined symbols stopped. Make one when the arena
// is complete, and print all that shall share names with it.
class SharingPrinter {
 public:
  struct Definition {
    std::string name;
    std::string text;
  };

  explicit SharingPrinter(const ExprArena& arena, size_t budget = kTextBudget)
      : arena_(arena), budget_(budget), count_(arena.defined_count()) {}

  std::string Print(Expr e);
  // The text of what a defined symbol stands for.
  std::string PrintDefinition(SymbolId defined);
  // A definition only uses names that stand before it.
  const std::vector<Definition>& definitions() const { return definitions_; }

 private:
  friend class Printer;

  std::string PrintBy(Expr root, absl::FunctionRef<void(Printer&)> print);

  const ExprArena& arena_;
  size_t budget_;
  uint32_t count_;
  HashMap<NodeId, std::string> names_;
  std::vector<Definition> definitions_;
};

// The text of a dim_param (S8): a symbol alone by its bare name; within an
// expression a name that is no identifier in parentheses. Defined symbols are
// written out as long as the text stays within the budget, else by name;
// nothing where that does not fit either. Anonymous symbols print as `?1`:
// giving them names that ONNX accepts is up to the caller (S7).
std::optional<std::string> ToOnnxText(const ExprArena& arena, Expr e, size_t budget = kTextBudget);

// Gives the expression that a name stands for, or refuses it. Called for each
// occurrence in the text's order, with the name without its backticks.
using SymbolResolver = absl::FunctionRef<absl::StatusOr<Expr>(absl::string_view name)>;

// INVALID_ARGUMENT says the column and what was expected there; a resolver's
// error is returned as it is. Nothing is resolved or built before the whole
// text has been read. A division by the constant 0 and a constant outside 64
// bits are errors.
absl::StatusOr<Expr> ParseExpr(ExprArena& arena, absl::string_view text, SymbolResolver resolve);
// The names that a text uses, each once in order of appearance, or why it is no
// expression (S8).
absl::StatusOr<std::vector<std::string>> CollectIdentifiers(absl::string_view text);

// `2..8`, `2..`, `..8`, `..`; a point prints as its value.
std::string ToString(Interval interval);
// True if the text can only be meant as an interval.
bool IsIntervalText(absl::string_view text);
// The inverse of ToString; an end that is left out is infinite, and min > max
// is an error (S24).
absl::StatusOr<Interval> ParseInterval(absl::string_view text);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_TEXT_H_
