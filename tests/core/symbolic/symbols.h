#ifndef SHAPEWRIGHT_TESTS_CORE_SYMBOLIC_SYMBOLS_H_
#define SHAPEWRIGHT_TESTS_CORE_SYMBOLIC_SYMBOLS_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/text/parse.h"

namespace shapewright::symbolic {

// A symbol of the arena, as a test declares it.
inline Expr Declare(ExprArena& arena, std::string name, Interval bounds = Interval::Size(),
                    SymbolKind kind = SymbolKind::kInputDim) {
  Symbol symbol;
  symbol.name = std::move(name);
  symbol.bounds = bounds;
  symbol.kind = kind;
  return arena.AddSymbol(std::move(symbol));
}

// Finds declared symbols; refuses all other names.
class DeclaredOnly {
 public:
  explicit DeclaredOnly(const ExprArena& arena) : arena_(arena) {}

  absl::StatusOr<Expr> operator()(absl::string_view name) const {
    for (const Symbol& symbol : arena_.symbols()) {
      if (symbol.name == name) return Expr::FromNode(symbol.node);
    }
    return absl::NotFoundError(absl::StrCat("no symbol ", name));
  }

 private:
  const ExprArena& arena_;
};

// Finds declared symbols and declares all others as sizes.
class DeclareUnknown {
 public:
  explicit DeclareUnknown(ExprArena& arena) : arena_(arena) {}

  absl::StatusOr<Expr> operator()(absl::string_view name) const {
    if (name == "?") return arena_.AddAnonymous(Interval::Size(), "", {});
    const absl::StatusOr<Expr> found = DeclaredOnly(arena_)(name);
    return found.ok() ? found : Declare(arena_, std::string{name});
  }

 private:
  ExprArena& arena_;
};

// The expression of a text that must parse; new names become sizes.
inline Expr Parse(ExprArena& arena, absl::string_view text) {
  const absl::StatusOr<Expr> e = ParseExpr(arena, text, DeclareUnknown(arena));
  return e.ok() ? *e : Expr();
}

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_TESTS_CORE_SYMBOLIC_SYMBOLS_H_
