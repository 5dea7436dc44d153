// Operators of two operands under numpy broadcasting (S1).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/elements/decide.h"
#include "core/rules/elements/element_arithmetic.h"
#include "core/rules/elements/float_arithmetic.h"
#include "core/rules/elements/float_elements.h"
#include "core/rules/elements/float_functions.h"
#include "core/rules/operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/power.h"

namespace shapewright::rules {
namespace {

// Before version 7 operands of different shapes need the attribute `broadcast`: the second one is
// broadcast to the first. Without it they have one shape; exporters wrote others all the same,
// which runtimes broadcast as later versions do.
bool IsLegacyBroadcast(RuleContext& ctx) {
  return ctx.version() < 7 && ctx.BoolAttribute("broadcast", false);
}

// Whether one of the dims is certainly not 1.
bool IsLargerThanOne(RuleContext& ctx, const Shape& shape) {
  return std::any_of(shape.dims.begin(), shape.dims.end(),
                     [&](Dim dim) { return !ctx.Bounds(dim).Contains(1); });
}

// Sets the result to the first operand's shape. The second one has a single element, or its dims
// are those of the first from `axis` on; without `axis`, the last ones.
void SetLegacyResult(RuleContext& ctx, ElementType element) {
  const Shape shape = ctx.InputShape(0);
  const Shape other = ctx.InputShape(1);
  const bool is_open = !shape.has_rank || !other.has_rank;
  if (!is_open && !ctx.CheckRankBetween(1, 0, shape.rank())) {
    return ctx.SetOutput(0, element, Shape());
  }
  if (is_open) return ctx.SetOutput(0, element, shape);
  std::optional<int> axis = shape.rank() - other.rank();
  if (!IsLargerThanOne(ctx, other)) {
    // A single element may have any axis.
    const int64_t given = ctx.IntAttribute("axis", *axis);
    if (given < 0 || given > *axis) return ctx.SetOutput(0, element, shape);
    axis = static_cast<int>(given);
  } else if (ctx.FindAttribute("axis") != nullptr) {
    axis = ctx.NormalizeAxis(ctx.IntAttribute("axis", 0), shape.rank(), 0);
    if (!axis || !ctx.CheckRankBetween(1, 0, shape.rank() - *axis)) {
      return ctx.SetOutput(0, element, Shape());
    }
  }
  DimVector dims(shape.dims.begin(), shape.dims.end());
  for (int i = 0; i < other.rank(); ++i) {
    Dim& dim = dims[*axis + i];
    dim = UnifyUnlessOne(ctx, dim, Place::Input(0, *axis + i), other.dims[i], Place::Input(1, i),
                         "binary.unidirectional"_check);
  }
  ctx.SetOutput(0, element, dims);
}

// Before version 7 operands without the attribute `broadcast` have one shape.
void WarnOfShapes(RuleContext& ctx) {
  const Shape a = ctx.InputShape(0);
  const Shape b = ctx.InputShape(1);
  if (!a.has_rank || !b.has_rank) return;
  bool is_different = a.rank() != b.rank();
  for (int axis = 0; !is_different && axis < a.rank(); ++axis) {
    is_different = symbolic::IsDifferent(ctx.exprs(), a.dims[axis], b.dims[axis]);
  }
  if (!is_different) return;
  ctx.Warning("IMPLICIT_BROADCAST", Place::Input(1),
              absl::StrCat(ctx.op().op_type, "-", ctx.version(), " of ", ctx.Text(a), " and ",
                           ctx.Text(b), " without broadcast=1 is inferred as later versions do"));
}

// The dims that an operand of unknown shape shares with the other one.
Shape OneShape(RuleContext& ctx) {
  const Shape a = ctx.InputShape(0);
  return a.has_rank ? a : ctx.InputShape(1);
}

void SetResult(RuleContext& ctx, ElementType element) {
  if (IsLegacyBroadcast(ctx)) return SetLegacyResult(ctx, element);
  const bool is_old = ctx.version() < 7;
  const bool is_open = !ctx.InputShape(0).has_rank || !ctx.InputShape(1).has_rank;
  const size_t before = ctx.workspace().diagnostics().size();
  ctx.SetOutput(0, element, is_old && is_open ? OneShape(ctx) : ctx.BroadcastInputs({0, 1}));
  if (is_old && ctx.workspace().diagnostics().size() == before) WarnOfShapes(ctx);
}

ElementType CommonBinaryElement(RuleContext& ctx) {
  ctx.CheckSameElement(0, 1);
  const ElementType first = ctx.InputElement(0);
  return first != ElementType::kUndefined ? first : ctx.InputElement(1);
}

using BinaryIntOp = Expr (*)(symbolic::ExprArena&, Expr, Expr);

// Arithmetic on elements; `op` is the exact integer operation.
void InferArithmetic(RuleContext& ctx, BinaryIntOp op, FloatOperation float_op) {
  const ElementType element = CommonBinaryElement(ctx);
  SetResult(ctx, element);
  if (IsLegacyBroadcast(ctx)) return;
  if (shape::IsFloat(element)) {
    MapFloatPairs(ctx, 0, 1, float_op);
    return;
  }
  MapElementPairs(ctx, 0, 1, [&ctx, op, element](Expr a, Expr b) {
    return KeepInRange(ctx, op(ctx.exprs(), a, b), element);
  });
}

void InferAdd(RuleContext& ctx) { InferArithmetic(ctx, symbolic::Add, FloatOperation::kAdd); }
void InferSub(RuleContext& ctx) {
  InferArithmetic(ctx, symbolic::Subtract, FloatOperation::kSubtract);
}
void InferMul(RuleContext& ctx) {
  InferArithmetic(ctx, symbolic::Multiply, FloatOperation::kMultiply);
}

// Requires that integers that divide are not 0 (S11), also where nothing is known of the dividend:
// elements that are followed, and those of an input of the model, which a guard or a binding sees.
void RequireFollowedDivisors(RuleContext& ctx) {
  if (!shape::IsInteger(ctx.InputElement(1))) return;
  // Numbers of values are found last, as that takes the most.
  if (ctx.IntElements(0) || ctx.IntElements(1) || ctx.IsOfModel(1)) RequireDivisors(ctx, 1);
}

// ONNX's integer Div rounds to zero (S11).
void InferDiv(RuleContext& ctx) {
  RequireFollowedDivisors(ctx);
  InferArithmetic(ctx, symbolic::TruncDiv, FloatOperation::kDivide);
}

void InferMod(RuleContext& ctx) {
  const ElementType element = CommonBinaryElement(ctx);
  SetResult(ctx, element);
  const bool is_fmod = ctx.BoolAttribute("fmod", false);
  if (!shape::IsInteger(element)) return;
  RequireFollowedDivisors(ctx);
  MapElementPairs(ctx, 0, 1, [&ctx, is_fmod](Expr a, Expr b) {
    if (!is_fmod) return symbolic::Mod(ctx.exprs(), a, b);
    // The remainder takes the dividend's sign.
    const Expr quotient = symbolic::TruncDiv(ctx.exprs(), a, b);
    return ctx.Subtract(a, ctx.Multiply(b, quotient));
  });
}

// base^exponent where it is an integer computed from integers or their square roots: then every
// runtime gives the same. Other powers depend on the rounding of the math library.
FloatElement ExactPower(const FloatElement& base, const FloatElement& exponent,
                        ElementType element) {
  using Kind = FloatElement::Kind;
  if (base.kind != Kind::kConstant || exponent.kind != Kind::kConstant) return {};
  constexpr double kMostFactors = 64;
  const bool has_root = exponent.constant != std::floor(exponent.constant);
  const double root = has_root ? std::sqrt(base.constant) : base.constant;
  const double factors = has_root ? 2 * exponent.constant : exponent.constant;
  const bool is_integral = root == std::floor(root) && factors == std::floor(factors);
  if (!is_integral || factors < 0 || factors > kMostFactors) return {};
  double power = 1;
  for (int i = 0; i < static_cast<int>(factors); ++i) power *= root;
  const double largest = std::ldexp(1, SignificandBits(element));
  return std::abs(power) <= largest ? FloatElement::Constant(power) : FloatElement();
}

// A product of up to 8 factors, or a power of a constant base. Runtimes compute the latter in
// double and are exact for powers of 2, and where the result is known to be at most 2^53.
Expr IntegerPower(RuleContext& ctx, Expr base, Expr exponent) {
  constexpr int64_t kMostFactors = 8;
  constexpr int64_t kMostExact = int64_t{1} << 53;
  if (exponent.is_constant() && exponent.constant() <= kMostFactors) {
    if (exponent.constant() < 0) return {};
    Expr power = 1;
    for (int64_t i = 0; i < exponent.constant(); ++i) power = ctx.Multiply(power, base);
    return power;
  }
  const bool is_defined =
      base.is_constant() && base.constant() >= 2 && ctx.Bounds(exponent).min >= 0;
  if (!is_defined) return {};
  const Interval range = Power(ctx.Bounds(base), ctx.Bounds(exponent));
  const bool is_power_of_two = (base.constant() & (base.constant() - 1)) == 0;
  if (exponent.is_constant() && range.max == Interval::kInfinity) return {};
  if (!is_power_of_two && range.max > kMostExact) return {};
  return symbolic::Power(ctx.exprs(), base, exponent);
}

void InferPow(RuleContext& ctx) {
  // From version 12 on the exponent has a type of its own.
  const ElementType element = ctx.InputElement(0);
  SetResult(ctx, element);
  if (shape::IsFloat(element) && !IsLegacyBroadcast(ctx)) {
    return MapFloatPairs(ctx, 0, 1, [&](const FloatElement& base, const FloatElement& exponent) {
      FloatElement power = ExactPower(base, exponent, element);
      if (power.kind == FloatElement::Kind::kUnknown) {
        return PowerRange(ctx, base, exponent, element);
      }
      power.positive = BothPositive(ctx, base, exponent);
      return power;
    });
  }
  if (!shape::IsInteger(element) || !shape::IsInteger(ctx.InputElement(1))) return;
  MapElementPairs(ctx, 0, 1, [&](Expr base, Expr exponent) {
    return KeepInRange(ctx, IntegerPower(ctx, base, exponent), element);
  });
}

// Shifts by constants. A left shift that loses bits is unknown.
void InferBitShift(RuleContext& ctx) {
  constexpr int64_t kMostBits = 62;
  const ElementType element = CommonBinaryElement(ctx);
  SetResult(ctx, element);
  const bool is_left = ctx.StringAttribute("direction", "") == "LEFT";
  MapElementPairs(ctx, 0, 1, [&ctx, is_left, element](Expr a, Expr bits) {
    if (!bits.is_constant() || bits.constant() < 0 || bits.constant() > kMostBits) return Expr();
    const int64_t power = int64_t{1} << bits.constant();
    return is_left ? KeepInRange(ctx, ctx.Multiply(a, power), element) : ctx.FloorDiv(a, power);
  });
}

using BitOp = int64_t (*)(int64_t, int64_t);

// Constants only.
void InferBitwise(RuleContext& ctx, BitOp op) {
  SetResult(ctx, CommonBinaryElement(ctx));
  MapElementPairs(ctx, 0, 1, [op](Expr a, Expr b) {
    return a.is_constant() && b.is_constant() ? Expr(op(a.constant(), b.constant())) : Expr();
  });
}

void InferBitwiseAnd(RuleContext& ctx) {
  InferBitwise(ctx, [](int64_t a, int64_t b) { return a & b; });
}
void InferBitwiseOr(RuleContext& ctx) {
  InferBitwise(ctx, [](int64_t a, int64_t b) { return a | b; });
}
void InferBitwiseXor(RuleContext& ctx) {
  InferBitwise(ctx, [](int64_t a, int64_t b) { return a ^ b; });
}

// Before version 7 the slope of PRelu has a single element, or is a vector with one for each
// channel; runtimes also broadcast it as later versions do.
void ShareSlopeByChannel(RuleContext& ctx, const Shape& shape, const Shape& slope) {
  DimVector dims(shape.dims.begin(), shape.dims.end());
  const bool is_by_channel = slope.rank() == 1 && shape.rank() == 2;
  if (is_by_channel) {
    dims[1] = UnifyUnlessOne(ctx, dims[1], Place::Input(0, 1), slope.dims[0], Place::Input(1, 0),
                             "prelu.channels"_check);
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

// PRelu's slope is broadcast to the operand, never the reverse.
void InferPRelu(RuleContext& ctx) {
  const bool is_fine = ctx.CheckSameElement(0, 1);
  const Shape shape = ctx.InputShape(0);
  const Shape slope = ctx.InputShape(1);
  if (!is_fine || !shape.has_rank || !slope.has_rank) {
    return ctx.SetOutput(0, ctx.InputElement(0), shape);
  }
  if (ctx.version() < 7) return ShareSlopeByChannel(ctx, shape, slope);
  // Runtimes broadcast the operand too, which the specification does not allow.
  const ToleratedChecks checks(ctx);
  if (!ctx.CheckRankBetween(1, 0, shape.rank())) {
    return ctx.SetOutput(0, ctx.InputElement(0), Shape());
  }
  DimVector dims(shape.dims.begin(), shape.dims.end());
  for (int axis = 0; axis < slope.rank(); ++axis) {
    const int other = axis + shape.rank() - slope.rank();
    // A slope that is not 1 has the operand's dim.
    dims[other] = UnifyUnlessOne(ctx, dims[other], Place::Input(0, other), slope.dims[axis],
                                 Place::Input(1, axis), "prelu.elements"_check);
  }
  ctx.SetOutput(0, ctx.InputElement(0), dims);
}

template <Decide decide, FloatRelation relation>
void InferComparison(RuleContext& ctx) {
  const ElementType element = CommonBinaryElement(ctx);
  SetResult(ctx, ElementType::kBool);
  if (IsLegacyBroadcast(ctx)) return;
  if (shape::IsFloat(element)) {
    CompareFloatPairs(ctx, 0, 1, relation);
    return;
  }
  MapElementPairs(ctx, 0, 1, [&ctx](Expr a, Expr b) {
    return ctx.IfItFits([&] { return decide(ctx, a, b); });
  });
}

template <Decide decide>
void InferLogic(RuleContext& ctx) {
  SetResult(ctx, ElementType::kBool);
  if (IsLegacyBroadcast(ctx)) return;
  MapElementPairs(ctx, 0, 1, [&ctx](Expr a, Expr b) { return decide(ctx, a, b); });
}

constexpr auto InferEqual = InferComparison<DecideEqual, FloatRelation::kEqual>;
constexpr auto InferLess = InferComparison<DecideLess, FloatRelation::kLess>;
constexpr auto InferGreater = InferComparison<DecideGreater, FloatRelation::kGreater>;
constexpr auto InferAtMost = InferComparison<DecideAtMost, FloatRelation::kAtMost>;
constexpr auto InferAtLeast = InferComparison<DecideAtLeast, FloatRelation::kAtLeast>;

constexpr absl::string_view kBinaryByValue = "the broadcast of both operands; by value";
constexpr absl::string_view kBinaryBoolByValue = "the broadcast of both operands, bool; by value";

constexpr OperatorRow kBinaryRows[] = {
    {"", "Add", {1, 6, 7, 13, 14}, InferAdd, kBinaryByValue, kElementwise, PerElement{.alu = 1}},
    {"",
     "And",
     {1, 7},
     InferLogic<DecideAnd>,
     kBinaryBoolByValue,
     kElementwise,
     PerElement{.alu = 1}},
    {"", "BitShift", {11, 28}, InferBitShift, kBinaryByValue, kElementwise, PerElement{.alu = 1}},
    {"", "BitwiseAnd", {18}, InferBitwiseAnd, kBinaryByValue, kElementwise, PerElement{.alu = 1}},
    {"", "BitwiseOr", {18}, InferBitwiseOr, kBinaryByValue, kElementwise, PerElement{.alu = 1}},
    {"", "BitwiseXor", {18}, InferBitwiseXor, kBinaryByValue, kElementwise, PerElement{.alu = 1}},
    {"", "Div", {1, 6, 7, 13, 14}, InferDiv, kBinaryByValue, kElementwise, PerElement{.div = 1}},
    {"",
     "Equal",
     {1, 7, 11, 13, 19},
     InferEqual,
     kBinaryBoolByValue,
     kElementwise,
     PerElement{.alu = 1}},
    {"",
     "Greater",
     {1, 7, 9, 13},
     InferGreater,
     kBinaryBoolByValue,
     kElementwise,
     PerElement{.alu = 1}},
    {"",
     "GreaterOrEqual",
     {12, 16},
     InferAtLeast,
     kBinaryBoolByValue,
     kElementwise,
     PerElement{.alu = 1}},
    {"", "Less", {1, 7, 9, 13}, InferLess, kBinaryBoolByValue, kElementwise, PerElement{.alu = 1}},
    {"",
     "LessOrEqual",
     {12, 16},
     InferAtMost,
     kBinaryBoolByValue,
     kElementwise,
     PerElement{.alu = 1}},
    {"", "Mod", {10, 13, 28}, InferMod, kBinaryByValue, kElementwise, PerElement{.div = 1}},
    {"", "Mul", {1, 6, 7, 13, 14}, InferMul, kBinaryByValue, kElementwise, PerElement{.alu = 1}},
    {"",
     "Or",
     {1, 7},
     InferLogic<DecideOr>,
     kBinaryBoolByValue,
     kElementwise,
     PerElement{.alu = 1}},
    {"",
     "PRelu",
     {1, 6, 7, 9, 16},
     InferPRelu,
     "the first operand's shape",
     kElementwise,
     PerElement{.alu = 3}},
    {"",
     "Pow",
     {1, 7, 12, 13, 15},
     InferPow,
     kBinaryByValue,
     kElementwise,
     PerElement{.special = 1}},
    {"", "Sub", {1, 6, 7, 13, 14}, InferSub, kBinaryByValue, kElementwise, PerElement{.alu = 1}},
    {"",
     "Xor",
     {1, 7},
     InferLogic<DecideXor>,
     kBinaryBoolByValue,
     kElementwise,
     PerElement{.alu = 1}},
};

}  // namespace

absl::Span<const OperatorRow> BinaryOperators() { return kBinaryRows; }

}  // namespace shapewright::rules
