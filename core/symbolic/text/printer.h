#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PRINTER_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PRINTER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/base/hash_map.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// Text beyond this shares subexpressions (S20).
inline constexpr size_t kTextBudget = 4096;

// So many bytes of a name count as one operation.
inline constexpr uint64_t kNameBytesPerCount = 16;

class Printer;

struct PrintStyle {
  bool is_onnx = false;
  // Writes what defined symbols stand for, not their names.
  bool expands_defined = false;
  size_t budget = SIZE_MAX;
};

// The text of one expression; nothing where it exceeds the style's budget.
std::optional<std::string> PrintInStyle(const ExprArena& arena, Expr e, const PrintStyle& style);

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
  std::string PrintCondition(Expr condition);
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

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_TEXT_PRINTER_H_
