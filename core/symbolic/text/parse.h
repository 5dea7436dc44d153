#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/text/parse_program.h"
#include "core/symbolic/text/symbol_resolver.h"

namespace shapewright::symbolic {

// The text form of expressions, printed and parsed:
//
//   whole   = lesser { "^" lesser }                          max
//   lesser  = sum { "&" sum }                                min
//   sum     = product { ("+" | "-") product }
//   product = factor { ("*" | "//" | "/" | "/:" | "%") factor }
//   factor  = "-" factor | ( number | atom ) [ ( "^" | "**" ) [ "-" ] ( integer | atom ) ]
//   number  = integer [ "." integer ]
//   atom    = name | call | "(" either ")"
//   call    = function "(" whole { "," whole } ")" | "if" "(" either "," whole "," whole ")"
//           | "Piecewise" "(" { "(" whole "," either ")" "," } "(" whole "," "True" ")" ")"
//   either  = both { ( "or" | "|" ) both }
//   both    = relation { "and" relation }
//   relation = { "not" } whole [ ( "=" | "==" | "!=" | "<=" | "<" | ">=" | ">" ) whole ]
//   name    = ( identifier | "`" text "`" ) [ "[" [ integer ] "]" ]
//           | "?" [ integer ]
//
// A relation is 1 where it holds, else 0. Of if, the first operand after the condition counts where
// that is not 0, else the second one, and only that one needs a value (S26).
// `/` is exact, and a number such as 0.5 is one that a float has exactly; what is not whole is
// rounded down where an integer is needed: by //, floor, mod and as the value of the text, by ceil
// up, by int towards 0, by round to the nearest, a half to the even one.
// A power has a number as its exponent, or a number of 2 or more as its base. With a negative
// exponent `2^e` is 0, `2**e` is exact. Where tools write no power, `^` is a max: N^M, N^1, 1^N.
// Functions are floordiv, ceildiv, truncdiv, mod, truncmod and broadcast of two, min and max of one
// or more; the spellings of other tools (docs/notation.md) are read too.
// Floating point (S14): f16, bf16, f32 and f64 make an integer, another float or
// a number like 0.7 a float of that format; of two floats of one format there are
// + - * / min and max, of one floor, ceil, round (half to even) and sqrt; int
// cuts off what is behind the point, and gives an integer again.
// An identifier is [A-Za-z_][A-Za-z0-9_.]*; any other name stands in backticks,
// in which a doubled backtick is one. `x[2]`, `x[]` are value symbols (S10),
// `?3` an anonymous one, `?` a new one (S7). `//` rounds to minus infinity.

// INVALID_ARGUMENT says the column and what was expected there; a resolver's
// error is returned as it is. Nothing is resolved or built before the whole
// text has been read. A division by the constant 0 and a constant outside 64
// bits are errors.
absl::StatusOr<Expr> ParseExpr(ExprArena& arena, absl::string_view text, SymbolResolver resolve);
// The two halves of it. The first reads the text, whose first character is at column `first`, the
// other builds the expression.
absl::StatusOr<Program> ReadProgram(absl::string_view text, size_t first = 0,
                                    NameSyntax syntax = NameSyntax::kSymbols);
absl::StatusOr<Expr> BuildExpr(ExprArena& arena, const Program& program, SymbolResolver resolve);
// The names that a text uses, each once in order of appearance, or why it is no
// expression (S8).
absl::StatusOr<std::vector<std::string>> CollectIdentifiers(absl::string_view text);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSE_H_
