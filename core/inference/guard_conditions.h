#ifndef SHAPEWRIGHT_CORE_INFERENCE_GUARD_CONDITIONS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_GUARD_CONDITIONS_H_

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "core/ops/workspace.h"
#include "core/symbolic/evaluate.h"

namespace shapewright::inference {

// Whether the branches and bodies that facts are guarded by run (S2), for values of
// the symbols: known of those Ifs of the main graph whose condition, and those Loops
// whose trip count, is an expression.
class GuardConditions {
 public:
  explicit GuardConditions(ops::Workspace& workspace) : workspace_(workspace) {}

  // Adds the conditions on which the scope rests to what is to be evaluated.
  void Add(symbolic::ScopeId scope, std::vector<symbolic::Expr>* roots);

  // Whether one of the branches or bodies around the scope surely does not run.
  bool NeverRuns(symbolic::ScopeId scope, absl::Span<const symbolic::Evaluation> roots) const;

 private:
  struct Condition {
    size_t root = 0;
    // Whether the branch is one that runs where the expression is not positive.
    bool is_else = false;
  };

  symbolic::Expr ConditionOf(const symbolic::Guard& guard) const;

  ops::Workspace& workspace_;
  absl::flat_hash_map<symbolic::ScopeId, Condition> conditions_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_GUARD_CONDITIONS_H_
