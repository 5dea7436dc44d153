#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_BOUNDS_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_BOUNDS_H_

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "core/symbolic/expr_node.h"
#include "core/symbolic/interval.h"

namespace shapewright::symbolic {

// The interval of a node that is already known to the caller.
using LookUpBounds = absl::FunctionRef<Interval(NodeId)>;

// The interval of `e`, a node's operand.
Interval OperandBounds(Expr e, LookUpBounds look_up);

// The interval of sum(coefficient * monomial). Beyond term-by-term arithmetic
// it uses that c * floordiv(a, c) = a - r with r in [0, c), that a sum with a
// min, max or broadcast is one of those with an operand instead, and common
// factors: N - 4 * (N // 4) is 0..3, and N - N * P at most 0 for P >= 1.
Interval SumBounds(const ExprNodes& nodes, absl::Span<const Term> terms, LookUpBounds look_up);

// The interval of a product or an opaque operation from those of its operands.
Interval ProductBounds(absl::Span<const NodeId> factors, LookUpBounds look_up);
Interval OperationBounds(NodeKind kind, absl::Span<const Expr> operands, LookUpBounds look_up);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_BOUNDS_H_
