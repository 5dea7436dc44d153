#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSE_RELATION_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSE_RELATION_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/text/parse_program.h"
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
    kDivisible,      // right divides left: `mod(N, 8) = 0`; of symbols, a positive constant
    kBroadcastable,  // left = right, or one of them is 1
    kOneOf,          // left is one of `values`
  };
  Kind kind = Kind::kEqual;
  Expr left;
  Expr right;  // unknown for kOneOf
  // kOneOf: ascending, each once, at least one. Shared by all that one text was built into.
  std::shared_ptr<const std::vector<int64_t>> values = nullptr;
};

// A text that was read, before its names mean anything: relations are built of it in any number of
// arenas.
struct RelationText {
  struct Sign {
    ParsedRelation::Kind kind;
    bool is_reversed = false;  // the right side is the smaller one
    bool is_strict = false;
    // Of `mod(N, 8) = 0`: 8, and N. An expression does not show them any more, as mod by a constant
    // is expanded.
    Program divisor = {};
    Program dividend = {};
  };
  std::vector<Program> sides;
  std::vector<Sign> signs;  // each between two sides; none for a list
  std::shared_ptr<const std::vector<int64_t>> values;
};

// The first character is at column `first`.
absl::StatusOr<RelationText> ReadRelations(absl::string_view text, size_t first = 0,
                                           NameSyntax syntax = NameSyntax::kSymbols);
// Fails as BuildExpr() does.
absl::StatusOr<std::vector<ParsedRelation>> BuildRelations(ExprArena& arena,
                                                           const RelationText& text,
                                                           SymbolResolver resolve);

// Both: the relations that a text says: one, or for a chain, `1 <= N <= 8`, one for each sign.
// Errors as ParseExpr(): nothing is resolved or built before the whole text has been read.
absl::StatusOr<std::vector<ParsedRelation>> ParseRelations(ExprArena& arena, absl::string_view text,
                                                           SymbolResolver resolve);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PARSE_RELATION_H_
