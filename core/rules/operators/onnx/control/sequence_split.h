#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_SEQUENCE_SPLIT_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_SEQUENCE_SPLIT_H_

#include <cstdint>
#include <optional>

#include "core/rules/rule_context.h"

namespace shapewright::rules {

// A tensor in parts, as a sequence.
void InferSplitToSequence(RuleContext& ctx);

// The tensor that a sequence has all parts of, in order, along an axis. Of all but the last the
// size is `size`, unless that is unknown.
struct PartsOfWhole {
  shape::TypeId whole = shape::kUnknownType;
  int axis = 0;
  Expr size;
};
// Nothing where a node other than SplitToSequence made the operand.
std::optional<PartsOfWhole> ReadParts(RuleContext& ctx, int input);
// The part at a position that the sequence has; nothing where its size is not known.
std::optional<shape::TypeId> PartAt(RuleContext& ctx, const PartsOfWhole& parts, int64_t position);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_CONTROL_SEQUENCE_SPLIT_H_
