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

// Floating-point expressions (S14): opaque nodes that are evaluated in their own
// precision. The value of such a node is a FloatKey; it stands nowhere but below
// other floating-point nodes, and at last below one of kTruncate, which is an
// integer again, and always a defined symbol: `t1 := int(f32(N)*f32(0.7))`.

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

// The operand of a node that says what it does, and whether two more follow it rather than one.
int64_t FloatCode(FloatOperation operation, FloatFormat format);
bool HasTwoOperands(FloatOperation operation);

// What a node of NodeKind::kFloat holds.
FloatNode ReadFloat(const ExprNode& node);

// Of floats, not of kFromInt. Nothing for NaN, and for a division by 0, whose sign would tell on
// the result.
std::optional<double> ComputeFloat(FloatOperation operation, FloatFormat format, double a,
                                   double b);
// Of keys; what is NaN is left out.
Interval FloatBounds(absl::Span<const Expr> operands, Interval first, Interval second);
// Of integers.
Interval TruncateBounds(Interval keys);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FLOAT_OPERATION_H_
