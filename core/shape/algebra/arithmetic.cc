#include "core/shape/algebra/arithmetic.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/static_text.h"
#include "core/shape/text/print.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::shape {
namespace {

using symbolic::Interval;

// The operation on one axis of two operands.
struct Step {
  Arithmetic operation;
  Operand left;
  Operand right;
  size_t axis;

  Dim one() const { return left.shape.dims[axis]; }
  Dim other() const { return right.shape.dims[axis]; }
};

void AddConflict(Algebra& algebra, const Step& step, StaticText code, StaticText reason) {
  Conflict conflict;
  conflict.left_operand = step.left.index;
  conflict.right_operand = step.right.index;
  conflict.axis = static_cast<uint32_t>(step.axis);
  conflict.left = step.one();
  conflict.right = step.other();
  conflict.code = code;
  conflict.reason = absl::StrCat("axis ", step.axis, ": ", Explain(algebra, step.one()), " / ",
                                 Explain(algebra, step.other()), ": ", reason);
  algebra.conflicts.push_back(std::move(conflict));
}

symbolic::FactSource Source(const Step& step, StaticText reason) {
  symbolic::FactSource source;
  source.left = PlaceOf(step.left.index, step.axis);
  source.right = PlaceOf(step.right.index, step.axis);
  source.check.sentence = reason;
  return source;
}

// The interval of an exact quotient: for sizes, from the ceiling of the least to the floor
// of the greatest; for numbers that may be negative, anything. Empty if one of the ranges
// is.
Interval QuotientRange(Interval a, Interval b) {
  if (a.is_empty() || b.is_empty()) return Interval::Empty();
  if (a.min < 0 || b.max < 1) return Interval::All();
  b = Intersect(b, Interval::AtLeast(1));
  Interval range = Interval::Size();
  range.min = b.has_max() ? symbolic::CeilDivide(a.min, b.max) : (a.min > 0 ? 1 : 0);
  if (a.has_max()) range.max = a.max / b.min;
  return range;
}

Dim DivideConstants(Algebra& algebra, const Step& step, int64_t a, int64_t b) {
  if (symbolic::FloorMod(a, b) != 0) {
    AddConflict(algebra, step, "NOT_DIVISIBLE", "the quotient is not an integer");
    return Dim();
  }
  const auto quotient = symbolic::CheckedTruncDiv(a, b);
  if (!quotient) algebra.exprs.ReportOverflow();
  return quotient ? Dim(*quotient) : Dim();
}

Dim Divide(Algebra& algebra, const Step& step) {
  const Dim a = algebra.facts.Resolve(step.one());
  const Dim b = algebra.facts.Resolve(step.other());
  const Interval divisor = algebra.exprs.Bounds(b);
  if (divisor == Interval::Point(0)) {
    AddConflict(algebra, step, "DIVISION_BY_ZERO", "the divisor is 0");
    return Dim();
  }
  if (a.is_constant() && b.is_constant()) {
    return DivideConstants(algebra, step, a.constant(), b.constant());
  }
  if (!b.is_constant()) {
    algebra.facts.RequireNotEqual(b, 0, Source(step, "a divisor is not 0"));
  }
  if (const auto quotient = symbolic::DivideExactly(algebra.exprs, a, b)) return *quotient;
  const Interval range = QuotientRange(algebra.exprs.Bounds(a), divisor);
  if (range.is_empty()) {
    AddConflict(algebra, step, "NOT_DIVISIBLE", "no quotient is an integer");
    return Dim();
  }
  if (!algebra.exprs.IsAnonymous(a)) {
    algebra.facts.RequireDivisible(a, b, Source(step, "the division is exact"));
    return FloorDiv(algebra.exprs, a, b);
  }
  // An anonymous dividend is replaced by the product of the quotient and the divisor.
  const Dim quotient = NewDim(algebra, range, "an exact quotient");
  algebra.facts.RequireEqual(a, Multiply(algebra.exprs, quotient, b),
                             Source(step, "the division is exact"));
  return quotient;
}

Dim Apply(Algebra& algebra, const Step& step) {
  symbolic::ExprArena& arena = algebra.exprs;
  switch (step.operation) {
    case Arithmetic::kAdd:
      return Add(arena, step.one(), step.other());
    case Arithmetic::kSubtract:
      return Subtract(arena, step.one(), step.other());
    case Arithmetic::kMultiply:
      return Multiply(arena, step.one(), step.other());
    case Arithmetic::kMin:
      return Min(arena, step.one(), step.other());
    case Arithmetic::kMax:
      return Max(arena, step.one(), step.other());
    case Arithmetic::kDivide:
      return Divide(algebra, step);
  }
  return Dim();
}

// Sizes are not negative; a constant from two constants may be (S24).
Dim Clip(Algebra& algebra, const Step& step, Dim result) {
  const bool is_constant = step.one().is_constant() && step.other().is_constant();
  if (is_constant || algebra.exprs.Bounds(result).min >= 0) return result;
  const Dim clipped = ClampToSize(algebra.exprs, result);
  algebra.notes.push_back(
      {"CLIPPED", absl::StrCat("axis ", step.axis, ": ", FormatDim(algebra.exprs, result),
                               " may be below 0 and is cut there")});
  return clipped;
}

Dim CombineAxis(Algebra& algebra, const Step& step) {
  const size_t conflicts = algebra.conflicts.size();
  const Dim result = Apply(algebra, step);
  const bool overflowed = algebra.exprs.TakeOverflow();
  if (algebra.conflicts.size() > conflicts) return step.one();
  if (!result.is_unknown()) return Clip(algebra, step, result);
  if (overflowed) {
    algebra.notes.push_back(
        {"OVERFLOW",
         absl::StrCat("axis ", step.axis, ": ", FormatDim(algebra.exprs, step.one()), " and ",
                      FormatDim(algebra.exprs, step.other()), " give more than 64 bits hold")});
  }
  return NewDim(algebra, Interval::Size(), "the result leaves 64 bits");
}

bool CheckEqualRanks(Algebra& algebra, const Operand& left, const Operand& right) {
  if (left.shape.rank() == right.shape.rank()) return true;
  return CheckRanks(algebra, left, right);
}

}  // namespace

ShapeValue Combine(Algebra& algebra, Arithmetic operation, absl::Span<const Operand> operands) {
  for (const Operand& operand : operands) {
    if (!operand.shape.has_rank) return UnknownRank();
  }
  ShapeValue result = ValueOf(operands[0].shape);
  uint32_t from = operands[0].index;
  for (const Operand& next : operands.subspan(1)) {
    if (!CheckEqualRanks(algebra, {result.view(), from}, next)) return result;
    for (size_t axis = 0; axis < result.dims.size(); ++axis) {
      const Operand left{result.view(), from};
      result.dims[axis] = CombineAxis(algebra, {operation, left, next, axis});
    }
    from = next.index;
  }
  return result;
}

}  // namespace shapewright::shape
