#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_APPLY_OPERATION_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_APPLY_OPERATION_H_

#include "core/symbolic/expr_node.h"

namespace shapewright::symbolic {

// The operation of a node on two operands, in the arithmetic of T: of expressions in an arena, of
// intervals, of values. T has a function for each, in its own namespace. kFloat and kTruncate are
// not among them, as what they do stands in their operands (float_operation.h), nor is kIf, which
// has three.
template <typename T, typename... Context>
T ApplyOperation(NodeKind kind, T a, T b, Context&... context) {
  switch (kind) {
    case NodeKind::kFloorDiv:
      return FloorDiv(context..., a, b);
    case NodeKind::kCeilDiv:
      return CeilDiv(context..., a, b);
    case NodeKind::kTruncDiv:
      return TruncDiv(context..., a, b);
    case NodeKind::kMod:
      return Mod(context..., a, b);
    case NodeKind::kMin:
      return Min(context..., a, b);
    case NodeKind::kMax:
      return Max(context..., a, b);
    case NodeKind::kBroadcast:
      return Broadcast(context..., a, b);
    case NodeKind::kPower:
      return Power(context..., a, b);
    case NodeKind::kDefinedSum:
      return Add(context..., a, b);
    case NodeKind::kDefinedProduct:
      return Multiply(context..., a, b);
    case NodeKind::kUnit:
    case NodeKind::kSymbol:
    case NodeKind::kProduct:
    case NodeKind::kSum:
    case NodeKind::kIf:
    case NodeKind::kFloat:
    case NodeKind::kTruncate:
      break;
  }
  return T();
}

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_APPLY_OPERATION_H_
