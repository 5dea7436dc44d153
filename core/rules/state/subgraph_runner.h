#ifndef SHAPEWRIGHT_CORE_RULES_STATE_SUBGRAPH_RUNNER_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_SUBGRAPH_RUNNER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/model.h"
#include "core/rules/state/elements.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::rules {

class RuleContext;

// Lets a control-flow rule infer a body.
class SubgraphRunner {
 public:
  virtual ~SubgraphRunner() = default;

  // Infers a subgraph of the current node with the given states of its inputs, and returns the
  // states of its outputs. Facts learned inside hold inside only, and are reported under the guard,
  // the condition for the body to run (S2). Inputs beyond those given are unknown. Diagnostics are
  // reported at each run, unless SetDiscardFindings() is set.
  virtual std::vector<ValueState> Run(graph::GraphId graph, absl::Span<const ValueState> inputs,
                                      symbolic::Guard guard) = 0;

  // Infers the current node as a call of a function of the model, whose results are its own.
  virtual void CallFunction(RuleContext& /*ctx*/, const graph::Function& /*function*/) {}

  // While set, runs report no diagnostics and keep no facts: for the rounds of a
  // fixed point before the last one.
  virtual void SetDiscardFindings(bool quiet) = 0;

  // Reserves `count` further runs of a body; `what` says what for. False if the nodes that they
  // infer are beyond the limit of the inference (S20), which a diagnostic then tells.
  virtual bool ReserveRuns(graph::GraphId, int64_t /*count*/, absl::string_view /*what*/) {
    return false;
  }

  // The answer rests on a condition that no fact tells, so that a binding may break it.
  virtual void NoteOpenCondition() {}

  // How many runs the answer has so far, and takes those after the first `count` out of it.
  virtual size_t CountRuns() const { return 0; }
  virtual void ForgetRunsAfter(size_t /*count*/) {}
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_SUBGRAPH_RUNNER_H_
