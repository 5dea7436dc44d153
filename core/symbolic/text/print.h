#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PRINT_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PRINT_H_

#include <cstddef>
#include <optional>
#include <string>

#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/text/printer.h"

namespace shapewright::symbolic {

// Writes expressions in the text form of parse.h.

// Parsing the text gives `e` again as long as the intervals of the symbols are the same. Defined
// symbols print as their names. A text over kTextBudget is for people only: shared subexpressions
// get names, and "; t8 := ..." follows for each.
std::string ToString(const ExprArena& arena, Expr e);
// The same with what defined symbols stand for in place of their names, unless that exceeds
// kTextBudget.
std::string ExpandedText(const ExprArena& arena, Expr e);
// Of an expression that is 0 or 1, as a condition: `(S = 1)`.
std::string ConditionText(const ExprArena& arena, Expr condition);
// What a defined symbol stands for: `t6 + N`.
std::string DefinitionText(const ExprArena& arena, SymbolId defined);

// The text of a dim_param (S8): a lone symbol by its bare name; within an expression, a
// name that is no identifier stands in parentheses. Defined symbols are written in place
// as long as the text stays within the budget, else by name; nothing where that exceeds
// it too. Anonymous symbols print as `?1`: names that ONNX accepts are up to the caller
// (S7).
std::optional<std::string> ToOnnxText(const ExprArena& arena, Expr e, size_t budget = kTextBudget);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PRINT_H_
