#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FLOAT_OPERATION_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FLOAT_OPERATION_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_node.h"
#include "core/symbolic/float_format.h"
#include "core/symbolic/interval.h"

namespace shapewright::symbolic {

// Floating-point expressions (S14): opaque nodes that are evaluated in their own precision. The
// value of such a node is a FloatKey; it is an operand only of other floating-point nodes and of
// kTruncate, which makes an integer of it, and is always a defined symbol: `t1 :=
// int(f32(N)*f32(0.7))`.

enum class FloatOperation : uint8_t {
  kFromInt,  // rounds an integer expression
  kConvert,  // from another format
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kMin,
  kMax,
  kFloor,
  kCeil,
  kRound,  // half to even
  kSqrt,
};

struct FloatNode {
  FloatOperation operation;
  FloatFormat format;
  Expr first;
  Expr second;  // unknown for operations of one operand
};

// `floor`, as the text form calls it; empty for those with an operator.
absl::string_view FloatFunctionName(FloatOperation operation);
// Nothing for any other name. min and max are not among them.
std::optional<FloatOperation> FindFloatFunction(absl::string_view name);

// The first operand of a kFloat node: its operation and format. Then come one or two operands more.
int64_t FloatCode(FloatOperation operation, FloatFormat format);
bool HasTwoOperands(FloatOperation operation);

// What a node of NodeKind::kFloat holds.
FloatNode ReadFloat(const ExprNode& node);

// Of floats, so not for kFromInt. Nothing for NaN, and for a division by 0, whose result depends on
// the sign of the 0, which a FloatKey has not.
std::optional<double> ComputeFloat(FloatOperation operation, FloatFormat format, double a,
                                   double b);
// Intervals of FloatKeys; NaN is left out.
Interval FloatBounds(absl::Span<const Expr> operands, Interval first, Interval second);
// The interval of the integers that FloatKeys truncate to.
Interval TruncateBounds(Interval keys);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FLOAT_OPERATION_H_
