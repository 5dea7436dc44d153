#ifndef SHAPEWRIGHT_CORE_RULES_CONTROL_BODY_FINDINGS_H_
#define SHAPEWRIGHT_CORE_RULES_CONTROL_BODY_FINDINGS_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "core/graph/model.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// What the runs of a branch or body of the current node find, from when this is made on (S36).
class BodyFindings {
 public:
  explicit BodyFindings(RuleContext& ctx);

  // A finding that shows that no runtime can run the body: an error of a run, right under the
  // node's guard, that rests on no assumption, at a node that no runtime leaves out.
  std::optional<symbolic::Site> WhyItCannotRun(graph::GraphId body) const;

  // Why a body never runs: its condition is known, or these findings show it.
  enum class Reason : uint8_t { kCondition, kFindings };
  // What was found in a body that never runs is INFO, and its facts are dropped. The messages say
  // so of `what`. Where findings show it, those that make a model invalid whatever runs stay
  // errors.
  void Downgrade(absl::string_view what, Reason reason);
  // The body certainly runs: its errors are errors of the node's own scope.
  void LeaveGuard();
  // As if the body had not been run; it is inferred again.
  void Undo();

 private:
  void ForgetFacts();

  RuleContext& ctx_;
  const size_t diagnostics_;
  const size_t facts_;
  const size_t refuted_;
  const size_t unchecked_;
  const size_t runs_;
  const DiagnosticCounts left_out_;
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CONTROL_BODY_FINDINGS_H_
