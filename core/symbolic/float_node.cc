#include "core/symbolic/float_node.h"

#include <algorithm>
#include <cmath>

#include "absl/container/inlined_vector.h"

namespace shapewright::symbolic {
namespace {

bool FitsCaps(const ExprArena& arena, Expr a, Expr b) {
  uint64_t dag_size = 1;
  uint32_t depth = 0;
  for (const Expr operand : {a, b}) {
    if (!operand.is_symbolic()) continue;
    const ExprNode& node = arena.node(operand.node());
    dag_size += node.dag_size;
    depth = std::max<uint32_t>(depth, node.depth + 1);
  }
  return dag_size <= arena.limits().dag_nodes && depth <= arena.limits().depth;
}

}  // namespace

Expr FloatConstant(double value, FloatFormat format) {
  return std::isnan(value) ? Expr() : Expr(FloatKey(RoundToFormat(value, format)));
}

Expr MakeFloat(ExprArena& arena, const FloatNode& node) {
  const bool is_binary = HasTwoOperands(node.operation);
  if (node.first.is_unknown() || (is_binary && node.second.is_unknown())) return Expr();
  if (node.first.is_constant() && (!is_binary || node.second.is_constant())) {
    if (node.operation == FloatOperation::kFromInt) {
      return FloatKey(FloatFromInt(node.first.constant(), node.format));
    }
    const double a = FloatOfKey(node.first.constant());
    const double b = is_binary ? FloatOfKey(node.second.constant()) : 0;
    const auto value = ComputeFloat(node.operation, node.format, a, b);
    return value ? Expr(FloatKey(*value)) : Expr();
  }
  if (node.operation == FloatOperation::kSqrt && arena.Bounds(node.first).max < 0) return Expr();
  if (!FitsCaps(arena, node.first, is_binary ? node.second : Expr())) return Expr();
  absl::InlinedVector<Expr, 3> operands = {FloatCode(node.operation, node.format), node.first};
  if (is_binary) operands.push_back(node.second);
  return arena.InternOperation(NodeKind::kFloat, operands);
}

Expr Truncate(ExprArena& arena, Expr value) {
  if (value.is_unknown()) return value;
  if (value.is_constant()) {
    const auto whole = TruncateToInt(FloatOfKey(value.constant()));
    return whole ? Expr(*whole) : Expr();
  }
  return arena.InternOperation(NodeKind::kTruncate, {value});
}

}  // namespace shapewright::symbolic
