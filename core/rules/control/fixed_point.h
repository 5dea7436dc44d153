#ifndef SHAPEWRIGHT_CORE_RULES_CONTROL_FIXED_POINT_H_
#define SHAPEWRIGHT_CORE_RULES_CONTROL_FIXED_POINT_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "core/rules/rule_context.h"

namespace shapewright::ops {

// The fixed point of a body that is run again and again (S18). The states of the
// body's inputs are the given leading ones (iteration number, slices, ...), then
// the carried ones where `carried_begin` says; its outputs hold the carried ones
// from `carried_outputs_begin` on.
struct BodyLoop {
  graph::GraphId body = graph::kNoGraph;
  std::vector<ValueState> inputs;
  size_t carried_begin = 0;
  size_t carried_count = 0;
  size_t carried_outputs_begin = 0;
  // How often the body runs, at most if `may_end` is set; unknown where that is not known.
  Expr trip_count;
  // It never runs more often than this; unknown: than `trip_count`.
  Expr trip_limit;
  // It runs at all only where all of these are positive.
  std::vector<Expr> runs_if = {};
  // Whether the body may end the loop, by what its outputs are once the carried
  // types are stable. Not asked if empty.
  std::function<bool(absl::Span<const ValueState>)> may_end;
  // What is carried has the same shape in every iteration, or the run fails.
  bool keeps_shapes = false;
};

struct BodyLoopResult {
  // The states of the body's outputs once the carried types are stable; empty if
  // the body does not fit.
  std::vector<ValueState> outputs;
  // The carried values after the last iteration.
  std::vector<ValueState> carried;
  // Whether the body may end the loop.
  bool may_end = false;
};

BodyLoopResult RunToFixedPoint(RuleContext& ctx, BodyLoop loop);

// Whether an expression holds symbols of a body: those from `first` on.
bool MentionsSymbolsFrom(const symbolic::ExprArena& arena, Expr e, symbolic::SymbolId first);

// A value that leaves the body: what the body's own symbols (ordinal >=
// first_symbol) decide is unknown outside, and no element survives (S18). `place` is the value.
shape::TypeId RenewType(RuleContext& ctx, shape::TypeId id, symbolic::SymbolId first_symbol,
                        Place place);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_CONTROL_FIXED_POINT_H_
