#ifndef SHAPEWRIGHT_CORE_SHAPE_TEXT_PARSE_H_
#define SHAPEWRIGHT_CORE_SHAPE_TEXT_PARSE_H_

#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/shape/type_table.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/text/symbol_resolver.h"

namespace shapewright::shape {

// The text form of dims, shapes and types, over that of core/symbolic/text/parse.h:
//
//   dim   = sum | interval                 N + 5, ?1, ?, 2..8, 2.., ..8
//   shape = "[" [ dim { "," dim } ] "]" | "rank" interval | "?"
//   type  = element shape                  float32[N, 3], float32[], int64?,
//                                          float32 rank 2..4
//         | "sparse(" element shape ")"
//         | "seq(" type [ ";" dim [ ";" [ type { "," type } ] ] ] ")"
//         | "map(" element "," type ")"
//         | "optional(" type [ ";" ( "present" | "absent" ) ] ")"
//         | "opaque(" [ name ] "," [ name ] ")"   names in backticks
//         | "(" [ parameter { "," parameter } ] ")" "->" type       a program
//         | "?"
//   parameter = [ name ":" ] type          a name in backticks
//   types = type { "if" condition "else" type }     float32[B] if S = 1 else float32[B, S]
//
// An interval is a new anonymous symbol within these bounds, cut to sizes. After
// a sequence's element stand its length and the type of each position. An element
// type that is not known is written "undefined".

// The number, if the text is nothing but digits, as most dims are.
std::optional<int64_t> PlainSize(absl::string_view text);

// The inverses of Format*() in print.h. Errors are INVALID_ARGUMENT with the position; a resolver's
// error is returned as it is. The resolver also resolves `?` and `?1`.
absl::StatusOr<Dim> ParseDim(symbolic::ExprArena& arena, absl::string_view text,
                             symbolic::SymbolResolver resolve);

absl::StatusOr<ShapeValue> ParseShape(symbolic::ExprArena& arena, absl::string_view text,
                                      symbolic::SymbolResolver resolve);
absl::StatusOr<TypeId> ParseType(TypeTable& types, symbolic::ExprArena& arena,
                                 absl::string_view text, symbolic::SymbolResolver resolve);
// `types` of the grammar: a type, or one with alternatives.
absl::StatusOr<TypeId> ParseTypeByCase(TypeTable& types, symbolic::ExprArena& arena,
                                       absl::string_view text, symbolic::SymbolResolver resolve);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_TEXT_PARSE_H_
