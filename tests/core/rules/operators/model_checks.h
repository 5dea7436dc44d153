#ifndef SHAPEWRIGHT_TESTS_CORE_RULES_OPERATORS_MODEL_CHECKS_H_
#define SHAPEWRIGHT_TESTS_CORE_RULES_OPERATORS_MODEL_CHECKS_H_

#include "absl/strings/string_view.h"

namespace shapewright::rules {

// The checks that no line of a case can show: of bodies, which are graphs, of several nodes, and
// of what a request says. tests/core/inference/checks_test.cc has a model for each.
inline constexpr absl::string_view kModelChecks[] = {
    "attention.whole_mask", "body.cannot_run",    "float.divisor",
    "if.else_cannot_run",   "if.then_cannot_run", "node.cannot_run",
    "rule.caller",          "rule.condition",     "rule.dim",
    "scan.batch",           "scan.carried",       "scan.trips",
    "sequence.concat_axes", "sequence.samples"};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_TESTS_CORE_RULES_OPERATORS_MODEL_CHECKS_H_
