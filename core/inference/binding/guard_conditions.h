#ifndef SHAPEWRIGHT_CORE_INFERENCE_BINDING_GUARD_CONDITIONS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_BINDING_GUARD_CONDITIONS_H_

#include <vector>

#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/rules/state/workspace.h"
#include "core/symbolic/algebra/evaluate.h"

namespace shapewright::inference {

// Whether the branches and bodies that facts are guarded by run (S2), for values of
// the symbols: known as far as the conditions of Ifs, and the numbers of iterations, are
// expressions, in whichever graph or call of a function they stand (S32).
class GuardConditions {
 public:
  explicit GuardConditions(ops::Workspace& workspace) : workspace_(workspace) {}

  // Adds the conditions on which the scope rests to what is to be evaluated.
  void Add(symbolic::ScopeId scope, std::vector<symbolic::Expr>* roots);

  // Whether one of the branches or bodies around the scope surely does not run.
  bool NeverRuns(symbolic::ScopeId scope, absl::Span<const symbolic::Evaluation> roots) const;

 private:
  // The places of what has to be positive among what is evaluated.
  struct Conditions {
    size_t first = 0;
    size_t count = 0;
  };

  ops::Workspace& workspace_;
  HashMap<symbolic::ScopeId, Conditions> conditions_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_BINDING_GUARD_CONDITIONS_H_
