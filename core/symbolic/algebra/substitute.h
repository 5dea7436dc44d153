#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_SUBSTITUTE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_SUBSTITUTE_H_

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "core/base/hash_map.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// What replaces a symbol; the symbol itself if nothing does.
using Replacement = absl::FunctionRef<Expr(SymbolId)>;
// Called with what a symbol was rewritten to in the end, where that is not its direct replacement.
using Conclusion = absl::FunctionRef<void(SymbolId, Expr)>;

// Rewrites expressions bottom-up, each node once in the rewriter's life: replaces symbols, and
// brings all that is above them into normal form anew, by the symbols' intervals as they are
// now.
class Rewriter {
 public:
  explicit Rewriter(ExprArena& arena) : arena_(arena) {}

  // Replacements are asked for once per symbol; call Forget() when they change.
  Expr Rewrite(Expr e, Replacement replacement);
  // The same, and replaces the symbols of replacements too; these must form no cycle. A long chain
  // is followed once, whichever of its symbols are asked for. A rewriter is for one of the two
  // functions only.
  Expr RewriteFully(Expr e, Replacement replacement, Conclusion conclude);
  void Forget() { done_.clear(); }

 private:
  // Whether all operands of the node are rewritten; else pushes those that are missing.
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
