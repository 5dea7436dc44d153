#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_SUBSTITUTE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_SUBSTITUTE_H_

#include "absl/functional/function_ref.h"
#include "core/container/hash_map.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// What stands for a symbol: the symbol itself where nothing does.
using Replacement = absl::FunctionRef<Expr(SymbolId)>;

// Rewrites expressions bottom-up, each node once for the rewriter's life: symbols
// by their replacement, everything above them into normal form anew, so that what
// the symbols' intervals show by now is simplified too.
class Rewriter {
 public:
  explicit Rewriter(ExprArena& arena) : arena_(arena) {}

  // Replacements are asked for once per symbol; call Forget() when they change.
  Expr Rewrite(Expr e, Replacement replacement);
  void Forget() { done_.clear(); }

 private:
  Expr Done(Expr e) const;
  Expr Rebuild(NodeId id, Replacement replacement) const;
  Expr RebuildOperation(const ExprNode& node) const;
  Expr RebuildFloat(const ExprNode& node) const;

  ExprArena& arena_;
  HashMap<NodeId, Expr> done_;
};

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_SUBSTITUTE_H_
