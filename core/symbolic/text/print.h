#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PRINT_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PRINT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/base/hash_map.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// Writes expressions in the text form of parse.h.

// Text beyond this shares subexpressions (S20).
inline constexpr size_t kTextBudget = 4096;

// Parsing the text gives `e` again as long as the intervals of the symbols are the same. Defined
// symbols print as their names. A text over kTextBudget is for people only: shared subexpressions
// get names, and "; t8 := ..." follows for each.
std::string ToString(const ExprArena& arena, Expr e);
// The same with what defined symbols stand for in place of their names, unless that exceeds
// kTextBudget.
std::string ExpandedText(const ExprArena& arena, Expr e);
// What a defined symbol stands for: `t6 + N`.
std::string DefinitionText(const ExprArena& arena, SymbolId defined);

class Printer;

// Prints expressions whose texts stay small: where one would exceed the budget,
// subexpressions that occur in it more than once get names, numbered after the arena's
// defined symbols. Make one when the arena is complete, and use it for all texts that are to
// share names.
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
  // A definition only uses names of those before it.
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

// The text of a dim_param (S8): a lone symbol by its bare name; within an expression, a
// name that is no identifier stands in parentheses. Defined symbols are written in place
// as long as the text stays within the budget, else by name; nothing where that exceeds
// it too. Anonymous symbols print as `?1`: names that ONNX accepts are up to the caller
// (S7).
std::optional<std::string> ToOnnxText(const ExprArena& arena, Expr e, size_t budget = kTextBudget);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PRINT_H_
