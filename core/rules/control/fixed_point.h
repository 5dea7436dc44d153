#ifndef SHAPEWRIGHT_CORE_RULES_CONTROL_FIXED_POINT_H_
#define SHAPEWRIGHT_CORE_RULES_CONTROL_FIXED_POINT_H_

#include <vector>

#include "core/rules/control/body_loop.h"

namespace shapewright::rules {

// What is known after the loop.
struct BodyLoopResult {
  // The states of the body's outputs once the carried types are stable; empty if the body has too
  // few outputs.
  std::vector<ValueState> outputs;
  // The carried values after the last iteration.
  std::vector<ValueState> carried;
  // Whether the body may end the loop.
  bool may_end = false;
  // The body cannot run, so that the loop has no iteration (S36).
  bool never_runs = false;
};

// Infers the body again and again, with ever less precise carried values, until they cover what the
// body makes of them; findings are kept of the last run only. Of a body that cannot run the first
// iteration it infers that one alone, and requires that there is none (S36).
BodyLoopResult RunToFixedPoint(RuleContext& ctx, BodyLoop loop);

// The type of a value outside of the body: dims that depend on the body's own symbols (those from
// first_symbol on) become unknowns, and elements are dropped (S18). `place` is the value.
shape::TypeId RenewType(RuleContext& ctx, shape::TypeId id, symbolic::SymbolId first_symbol,
                        Place place);
// The same of the slices of a scan output, of which there are `count`: where a size of theirs
// depends on the iteration, that all have one shape is left unchecked.
shape::TypeId RenewSlices(RuleContext& ctx, shape::TypeId id, symbolic::SymbolId first_symbol,
                          int output, Dim count);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CONTROL_FIXED_POINT_H_
