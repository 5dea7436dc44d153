#ifndef SHAPEWRIGHT_CORE_INFERENCE_COST_LOOP_TRIPS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_COST_LOOP_TRIPS_H_

#include <optional>

#include "core/inference/cost/frame_cost_context.h"
#include "core/inference/engine/engine.h"

namespace shapewright::inference {

// How often a body runs.
struct Trips {
  symbolic::Expr count;
  bool is_upper = false;
};

// Of the node that the context is at, which is a Loop, a Scan, or maps a sequence; `body` is its
// body's call frame. Nothing where no bound is known.
std::optional<Trips> FindTrips(Engine& engine, FrameCostContext& ctx, const CallFrame& body);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_COST_LOOP_TRIPS_H_
