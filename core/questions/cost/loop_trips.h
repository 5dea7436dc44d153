#ifndef SHAPEWRIGHT_CORE_QUESTIONS_COST_LOOP_TRIPS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_COST_LOOP_TRIPS_H_

#include <optional>

#include "core/inference/engine/engine.h"
#include "core/questions/cost/frame_cost_context.h"

namespace shapewright::questions {

// How often a body runs.
struct Trips {
  symbolic::Expr count;
  bool is_upper = false;
};

// Of the node that the context is at, which is a Loop, a Scan, or maps a sequence; `body` is its
// body's call frame. Nothing where no bound is known.
std::optional<Trips> FindTrips(inference::Engine& engine, FrameCostContext& ctx,
                               const inference::CallFrame& body);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_COST_LOOP_TRIPS_H_
