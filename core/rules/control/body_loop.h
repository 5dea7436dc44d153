#ifndef SHAPEWRIGHT_CORE_RULES_CONTROL_BODY_LOOP_H_
#define SHAPEWRIGHT_CORE_RULES_CONTROL_BODY_LOOP_H_

#include <cstddef>
#include <functional>
#include <vector>

#include "absl/types/span.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// A body that is run again and again, for inference to a fixed point (S18). The inputs of
// the body are the given leading ones (iteration number, slices, ...), then from
// `carried_begin` on the carried ones; its outputs have the carried ones from
// `carried_outputs_begin` on.
struct BodyLoop {
  graph::GraphId body = graph::kNoGraph;
  std::vector<ValueState> inputs;
  size_t carried_begin = 0;
  size_t carried_count = 0;
  size_t carried_outputs_begin = 0;
  // How often the body runs, or at most runs if `may_end`; unknown if that is not known.
  Expr trip_count;
  // An upper bound of the number of runs; if unknown, `trip_count` is used.
  Expr trip_limit;
  // The body runs only where all of these are positive.
  std::vector<Expr> runs_if = {};
  // Whether it certainly runs where they are.
  bool runs_if_is_all = true;
  // Whether the body may end the loop, decided by its outputs once the carried types are stable.
  // May be empty: it never does.
  std::function<bool(absl::Span<const ValueState>)> may_end;
  // The shapes of carried values are the same in every iteration, or the run fails.
  bool keeps_shapes = false;
  // What fails in the body makes the model wrong, however often it runs.
  bool must_fit = false;
  // Carried values that the body returns as it got them keep their elements.
  bool keeps_elements = false;
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CONTROL_BODY_LOOP_H_
