#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSE_RELATION_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSE_RELATION_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/text/symbol_resolver.h"

namespace shapewright::symbolic {

// What a text such as `N <= 8` says (S37):
//
//   premise  = sum sign sum { sign sum }
//            | sum "in" "{" integer { "," integer } "}"
//            | "broadcastable" "(" sum "," sum ")"
//   sign     = "=" | "==" | "!=" | "<=" | "<" | ">=" | ">"
//
// with the sums of parse.h, of integers.
struct ParsedRelation {
  enum class Kind : uint8_t {
    kEqual,
    kNotEqual,
    kAtMost,         // left <= right; `a < b` is a + 1 <= b
    kDivisible,      // right, a positive constant, divides left: `mod(N, 8) = 0`
    kBroadcastable,  // left = right, or one of them is 1
    kOneOf,          // left is one of `values`
  };
  Kind kind = Kind::kEqual;
  Expr left;
  Expr right;                   // unknown for kOneOf
  std::vector<int64_t> values;  // kOneOf: ascending, each once, at least one
};

// The relations that a text says: one, or for a chain, `1 <= N <= 8`, one for each sign. Errors as
// ParseExpr(): nothing is resolved or built before the whole text has been read.
absl::StatusOr<std::vector<ParsedRelation>> ParseRelations(ExprArena& arena, absl::string_view text,
                                                           SymbolResolver resolve);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSE_RELATION_H_
