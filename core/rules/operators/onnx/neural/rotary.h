#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_NEURAL_ROTARY_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_NEURAL_ROTARY_H_

#include <optional>

#include "absl/types/span.h"
#include "core/rules/fitting.h"

namespace shapewright::rules {

// Rotary embeddings: operand 0 is [batch, sequence, heads * size] or [batch, heads, sequence,
// size].
struct Rotary {
  PlacedDim batch, sequence;
  PlacedDim last;  // the operand's last dim
  // The size of a head, unknown where no attribute says how many heads are in the last dim.
  Dim head;
};

// Nothing after an error, and where the rank is not known.
std::optional<Rotary> ReadRotary(RuleContext& ctx);

// The tables of cosines and sines have one shape: the dims of `leading`, and one column for each
// pair of elements that is rotated.
void RequireRotaryTables(RuleContext& ctx, int cosines, int sines, const Rotary& rotary,
                         absl::Span<const PlacedDim> leading);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_NEURAL_ROTARY_H_
