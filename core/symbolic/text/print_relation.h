#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PRINT_RELATION_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PRINT_RELATION_H_

#include <string>

#include "absl/strings/string_view.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/text/parse_relation.h"

namespace shapewright::symbolic {

// Writes a relation as parse_relation.h reads it: `N + 1 <= M`, `mod(N, 8) = 0`, `N in {1, 8}`.
std::string ToString(const ExprArena& arena, const ParsedRelation& relation);

// The same of two sides that are texts; kOneOf has none.
std::string PrintRelation(ParsedRelation::Kind kind, absl::string_view left,
                          absl::string_view right);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PRINT_RELATION_H_
