#ifndef SHAPEWRIGHT_CORE_INFERENCE_BINDING_GUARD_CONDITIONS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_BINDING_GUARD_CONDITIONS_H_

#include <vector>

#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/rules/state/workspace.h"
#include "core/symbolic/algebra/evaluate.h"

namespace shapewright::inference {

// Decides for given values of the symbols whether the branches and bodies that guard facts run
// (S2): known where the conditions of Ifs and the trip counts of loops are expressions (S32).
class GuardConditions {
 public:
  explicit GuardConditions(ops::Workspace& workspace) : workspace_(workspace) {}

  // Appends the conditions of the scope to the expressions to evaluate.
  void Add(symbolic::ScopeId scope, std::vector<symbolic::Expr>* roots);

  // Whether a branch or body around the scope certainly does not run.
  bool NeverRuns(symbolic::ScopeId scope, absl::Span<const symbolic::Evaluation> roots) const;

 private:
  // The range of a scope's conditions in the evaluated expressions; each must be positive.
  struct Conditions {
    size_t first = 0;
    size_t count = 0;
  };

  ops::Workspace& workspace_;
  HashMap<symbolic::ScopeId, Conditions> conditions_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_BINDING_GUARD_CONDITIONS_H_
