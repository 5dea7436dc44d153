#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_SUBSTITUTE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_SUBSTITUTE_H_

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "core/base/hash_map.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// What stands for a symbol: the symbol itself where nothing does.
using Replacement = absl::FunctionRef<Expr(SymbolId)>;
// What a symbol has come to in the end, where that is not what stands for it.
using Conclusion = absl::FunctionRef<void(SymbolId, Expr)>;

// Rewrites expressions bottom-up, each node once for the rewriter's life: symbols
// by their replacement, everything above them into normal form anew, so that what
// the symbols' intervals show by now is simplified too.
class Rewriter {
 public:
  explicit Rewriter(ExprArena& arena) : arena_(arena) {}

  // Replacements are asked for once per symbol; call Forget() when they change.
  Expr Rewrite(Expr e, Replacement replacement);
  // The same of what stands for symbols in turn, which must lead to an end: a long chain of them
  // costs once its length, whichever of its symbols are asked for. One rewriter does either this
  // or the above.
  Expr RewriteFully(Expr e, Replacement replacement, Conclusion conclude);
  void Forget() { done_.clear(); }

 private:
  // Whether all that the node is made of is done; else what is missing is pushed.
  bool IsReady(NodeId id, absl::InlinedVector<NodeId, 32>& open) const;
  Expr Done(Expr e) const;
  Expr Rebuild(NodeId id, Replacement replacement) const;
  Expr RebuildOperation(const ExprNode& node) const;
  Expr RebuildFloat(const ExprNode& node) const;

  ExprArena& arena_;
  HashMap<NodeId, Expr> done_;
};

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_SUBSTITUTE_H_
