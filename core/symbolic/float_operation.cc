#include "core/symbolic/float_operation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shapewright::symbolic {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
// Beyond it, not every integer is a double; intervals are left open there.
constexpr double kTwoTo53 = 9007199254740992.0;

struct NamedFunction {
  FloatOperation operation;
  absl::string_view name;
};

constexpr NamedFunction kFunctions[] = {
    {FloatOperation::kMin, "min"},     {FloatOperation::kMax, "max"},
    {FloatOperation::kFloor, "floor"}, {FloatOperation::kCeil, "ceil"},
    {FloatOperation::kRound, "round"}, {FloatOperation::kSqrt, "sqrt"},
};

FloatOperation OperationOf(int64_t code) { return static_cast<FloatOperation>(code >> 8); }
FloatFormat FormatOf(int64_t code) { return static_cast<FloatFormat>(code & 0xff); }

double LowEnd(Interval keys) {
  return keys.min <= FloatKey(-kInfinite) ? -kInfinite : FloatOfKey(keys.min);
}
double HighEnd(Interval keys) {
  return keys.max >= FloatKey(kInfinite) ? kInfinite : FloatOfKey(keys.max);
}

// The hull of what the operation gives at the corners: each operation is
// monotone in each operand as long as a divisor keeps its sign.
Interval CornerBounds(FloatOperation operation, FloatFormat format, Interval first,
                      Interval second) {
  Interval keys = Interval::Empty();
  for (const double a : {LowEnd(first), HighEnd(first)}) {
    for (const double b : {LowEnd(second), HighEnd(second)}) {
      const auto value = ComputeFloat(operation, format, a, b);
      // 0 times infinity, an open end, counts as 0: 0 times any number is 0.
      if (!value && operation != FloatOperation::kMultiply) return Interval::All();
      keys = Hull(keys, Interval::Point(FloatKey(value.value_or(0))));
    }
  }
  return keys;
}

// A division by 0 may give anything.
Interval QuotientBounds(FloatFormat format, Interval first, Interval second) {
  if (second.Contains(0)) return Interval::All();
  return CornerBounds(FloatOperation::kDivide, format, first, second);
}

// An interval without an end ends where 64-bit integers do.
Interval IntBounds(FloatFormat format, Interval ints) {
  return {FloatKey(FloatFromInt(ints.min, format)), FloatKey(FloatFromInt(ints.max, format))};
}

}  // namespace

int64_t FloatCode(FloatOperation operation, FloatFormat format) {
  return static_cast<int64_t>(operation) << 8 | static_cast<int64_t>(format);
}

bool HasTwoOperands(FloatOperation operation) {
  return operation >= FloatOperation::kAdd && operation <= FloatOperation::kMax;
}

absl::string_view FloatFunctionName(FloatOperation operation) {
  for (const NamedFunction& function : kFunctions) {
    if (function.operation == operation) return function.name;
  }
  return "";
}

std::optional<FloatOperation> FindFloatFunction(absl::string_view name) {
  for (const NamedFunction& function : kFunctions) {
    if (function.name == name && !HasTwoOperands(function.operation)) return function.operation;
  }
  return std::nullopt;
}

std::optional<double> ComputeFloat(FloatOperation operation, FloatFormat format, double a,
                                   double b) {
  double value = a;
  switch (operation) {
    case FloatOperation::kFromInt:
    case FloatOperation::kConvert:
      break;
    case FloatOperation::kAdd:
      value = a + b;
      break;
    case FloatOperation::kSubtract:
      value = a - b;
      break;
    case FloatOperation::kMultiply:
      value = a * b;
      break;
    case FloatOperation::kDivide:
      if (b == 0) return std::nullopt;
      value = a / b;
      break;
    case FloatOperation::kMin:
      value = std::min(a, b);
      break;
    case FloatOperation::kMax:
      value = std::max(a, b);
      break;
    case FloatOperation::kFloor:
      value = std::floor(a);
      break;
    case FloatOperation::kCeil:
      value = std::ceil(a);
      break;
    case FloatOperation::kRound:
      value = std::nearbyint(a);
      break;
    case FloatOperation::kSqrt:
      value = std::sqrt(a);
      break;
  }
  if (std::isnan(value)) return std::nullopt;
  return RoundToFormat(value, format);
}

FloatNode ReadFloat(const ExprNode& node) {
  const int64_t code = node.operands[0].constant();
  return {OperationOf(code), FormatOf(code), node.operands[1],
          node.operands.size() > 2 ? node.operands[2] : Expr()};
}

Interval FloatBounds(absl::Span<const Expr> operands, Interval first, Interval second) {
  const int64_t code = operands[0].constant();
  const FloatOperation operation = OperationOf(code);
  if (first.is_empty() || second.is_empty()) return Interval::Empty();
  if (operation == FloatOperation::kFromInt) return IntBounds(FormatOf(code), first);
  // The root of a negative number is NaN.
  if (operation == FloatOperation::kSqrt && first.min < 0) return Interval::All();
  if (operation == FloatOperation::kDivide) return QuotientBounds(FormatOf(code), first, second);
  return CornerBounds(operation, FormatOf(code), first, second);
}

Interval TruncateBounds(Interval keys) {
  if (keys.is_empty()) return keys;
  const double low = std::trunc(LowEnd(keys));
  const double high = std::trunc(HighEnd(keys));
  // An infinity may be cast to any integer, of either sign.
  if (std::isinf(low) || std::isinf(high)) return Interval::All();
  Interval ints;
  if (low >= -kTwoTo53) ints.min = low <= kTwoTo53 ? static_cast<int64_t>(low) : int64_t{1} << 53;
  if (high <= kTwoTo53)
    ints.max = high >= -kTwoTo53 ? static_cast<int64_t>(high) : -(int64_t{1} << 53);
  return ints;
}

}  // namespace shapewright::symbolic
