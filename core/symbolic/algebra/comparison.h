#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_COMPARISON_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_COMPARISON_H_

#include <optional>

#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// Conditions are expressions that are 0 or 1. All comparisons have one form: 1 where an expression
// is positive, else 0. Unknown operands have no known comparison.
Expr IsPositive(ExprArena& arena, Expr e);
Expr EqualTo(ExprArena& arena, Expr a, Expr b);
Expr LessThan(ExprArena& arena, Expr a, Expr b);
Expr AtMostTo(ExprArena& arena, Expr a, Expr b);
// For conditions.
Expr Not(ExprArena& arena, Expr condition);
// The condition that is 0 where this one is 1; unknown if this one is no negation.
Expr Negated(const ExprArena& arena, Expr condition);

// What a condition says where it is 1: 0 = difference, or 0 <= difference.
struct FoundComparison {
  bool is_equality = false;
  TermList difference;
};
std::optional<FoundComparison> FindComparison(const ExprArena& arena, Expr condition);

// The same with the positive terms of both sides: left = right, or left <= right.
struct ComparisonTerms {
  bool is_equality = false;
  TermList left;
  TermList right;
};
std::optional<ComparisonTerms> SplitSides(const ExprArena& arena, const FoundComparison& found);

struct Comparison {
  bool is_equality = false;
  Expr left;
  Expr right;
};
// What a condition says where it is 1; nothing where that is no comparison of two integers.
std::optional<Comparison> AsComparison(ExprArena& arena, Expr condition);
// right < left in place of left <= right.
std::optional<Comparison> Reversed(ExprArena& arena, const Comparison& at_most);

// The expression of a sum.
Expr SumOf(ExprArena& arena, absl::Span<const Term> terms);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_ALGEBRA_COMPARISON_H_
